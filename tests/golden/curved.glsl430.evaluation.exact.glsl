#version 430
// Translated from curved.tep (!!NVtep5.0): tessellation evaluation shader, exact numerics
// Curved point-normal triangles: a cubic triangle of ten control points for where a vertex lies, a quadratic one of six
// normals for how it is lit.
//
// state.matrix.program[1]  view matrix        state.matrix.projection  projection matrix

layout(triangles, fractional_odd_spacing, ccw) in;
in vec4 control_ATTR0[];
in vec4 control_ATTR1[];
in vec4 control_ATTR2[];
in vec4 control_ATTR3[];
layout(std140, binding = 61) uniform EvaluationParameters {
    vec4 view[4];
    vec4 projection[4];
};
precise out vec4 TEX0;
precise out vec4 TEX1;
precise out vec4 TEX2;

float zero = intBitsToFloat(gl_PrimitiveID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
precise vec4 at;
precise vec4 square;
precise vec4 cube;
precise vec4 p;
precise vec4 n;
precise vec4 k;
precise vec4 next;
precise vec4 seen;
precise vec4 HPOS;

vec4 corner_of(int vertex) {
    vec4 value = gl_in[min(uint(vertex), uint(gl_PatchVerticesIn) - 1u)].gl_Position;
    return uint(vertex) < uint(gl_PatchVerticesIn) ? value : vec4(zero);
}

vec4 first_of(int vertex) {
    vec4 value = control_ATTR1[min(uint(vertex), uint(gl_PatchVerticesIn) - 1u)];
    return uint(vertex) < uint(gl_PatchVerticesIn) ? value : vec4(zero);
}

vec4 second_of(int vertex) {
    vec4 value = control_ATTR2[min(uint(vertex), uint(gl_PatchVerticesIn) - 1u)];
    return uint(vertex) < uint(gl_PatchVerticesIn) ? value : vec4(zero);
}

vec4 normal_of(int vertex) {
    vec4 value = control_ATTR0[min(uint(vertex), uint(gl_PatchVerticesIn) - 1u)];
    return uint(vertex) < uint(gl_PatchVerticesIn) ? value : vec4(zero);
}

vec4 middle_of(int vertex) {
    vec4 value = control_ATTR3[min(uint(vertex), uint(gl_PatchVerticesIn) - 1u)];
    return uint(vertex) < uint(gl_PatchVerticesIn) ? value : vec4(zero);
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

void main() {
    at = vec4(gl_TessCoord, 0.0);
    square = nv_opaque(at) * nv_opaque(at);
    cube = square * nv_opaque(at);
    next = at.yzxw;
    // u3, v3, w3 and 3 u2 v, 3 v2 w, 3 w2 u and 3 u v2, 3 v w2, 3 w u2 and 6 u v w
    p = gl_in[0].gl_Position * cube.x;
    p = corner_of(1) * cube.y + p;
    p = corner_of(2) * cube.z + p;
    k = square * nv_opaque(next);
    k = k * 3.0;
    p = control_ATTR1[0] * k.x + p;
    p = first_of(1) * k.y + p;
    p = first_of(2) * k.z + p;
    k = nv_opaque(next) * nv_opaque(next);
    k = k * nv_opaque(at);
    k = k * 3.0;
    p = control_ATTR2[0] * k.x + p;
    p = second_of(1) * k.y + p;
    p = second_of(2) * k.z + p;
    k.w = nv_opaque(at.x) * nv_opaque(at.y);
    k.w = k.w * nv_opaque(at.z);
    k.w = k.w * 6.0;
    p = vec4(0) * k.w + p;
    p.w = 1.0;
    n = control_ATTR0[0] * square.x;
    n = normal_of(1) * square.y + n;
    n = normal_of(2) * square.z + n;
    k = nv_opaque(at) * nv_opaque(next);
    n = control_ATTR3[0] * k.x + n;
    n = middle_of(1) * k.y + n;
    n = middle_of(2) * k.z + n;
    TEX0 = p;
    TEX1 = n;
    TEX2 = at;
    seen.x = nv_dp4(view[0], p);
    seen.y = nv_dp4(view[1], p);
    seen.z = nv_dp4(view[2], p);
    seen.w = nv_dp4(view[3], p);
    HPOS.x = nv_dp4(projection[0], seen);
    HPOS.y = nv_dp4(projection[1], seen);
    HPOS.z = nv_dp4(projection[2], seen);
    HPOS.w = nv_dp4(projection[3], seen);
    gl_Position = HPOS;
}
