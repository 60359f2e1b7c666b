#version 430
// Translated from faces.gp (!!NVgp5.0): geometry shader, exact numerics
// Each triangle to the six faces of a cube map: an invocation a face, which is its layer. Triangles that a face does
// not see end early.
//
//   program.local[4 n]   four rows: from the mesh to the clip coordinates of face n

layout(triangles, invocations = 6) in;
layout(triangle_strip, max_vertices = 3) out;
in vec4 vertex_TEX0[];
in vec4 vertex_TEX1[];
in vec4 vertex_TEX2[];
in vec4 vertex_ATTR0[];
layout(std140, binding = 36) uniform GeometryParameters {
    vec4 faces[24];
} program;
out vec4 TEX0;
out vec4 TEX1;
out vec4 TEX2;

float zero = intBitsToFloat(gl_PrimitiveIDIn >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
precise vec4 clip[3] = vec4[3](vec4(zero), vec4(zero), vec4(zero));
precise vec4 room, nearest;
ivec4 face, vertex_number;
vec4 CC0;
precise vec4 result_HPOS = vec4(zero);
precise vec4 result_TEX0 = vec4(zero);
precise vec4 result_TEX1 = vec4(zero);
precise vec4 result_TEX2 = vec4(zero);
ivec4 result_layer = ivec4(0);

vec4 faces_at(int index) {
    vec4 value = program.faces[min(uint(index), 23u)];
    return uint(index) < 24u ? value : vec4(0);
}

vec4 object_of(int vertex) {
    vec4 value = vertex_ATTR0[min(uint(vertex), 2u)];
    return uint(vertex) < 3u ? value : vec4(zero);
}

vec4 place_of(int vertex) {
    vec4 value = vertex_TEX0[min(uint(vertex), 2u)];
    return uint(vertex) < 3u ? value : vec4(zero);
}

vec4 world_of(int vertex) {
    vec4 value = vertex_TEX1[min(uint(vertex), 2u)];
    return uint(vertex) < 3u ? value : vec4(zero);
}

vec4 normal_of(int vertex) {
    vec4 value = vertex_TEX2[min(uint(vertex), 2u)];
    return uint(vertex) < 3u ? value : vec4(zero);
}

// NV_geometry_program4 2.X.8.Z, EMIT
void emit_vertex() {
    gl_Position = result_HPOS;
    TEX0 = result_TEX0;
    TEX1 = result_TEX1;
    TEX2 = result_TEX2;
    gl_Layer = result_layer.x;
    EmitVertex();
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

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
vec4 nv_max(vec4 a, vec4 b) {
    precise vec4 r = mix(b, a, greaterThan(a, b));
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bvec4 nv_less(vec4 a, vec4 b) {
    precise bvec4 r = lessThan(a, b);
    return r;
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bvec4 nv_not_equal(vec4 a, vec4 b) {
    precise bvec4 r = notEqual(a, b);
    return r;
}

void main() {
    if (gl_PrimitiveIDIn < 0) {  // never: Mesa 26 does not interpolate what one EmitVertex emits
        TEX0 = vec4(0.0);
        TEX1 = vec4(0.0);
        TEX2 = vec4(0.0);
        EmitVertex();
    }
    face.x = gl_InvocationID * 4;
    vertex_number = ivec4(0);
    nearest = vec4(nv_opaque(-1.0));
    for (int count = 3; count > 0; --count) {
        clip[vertex_number.x].x = nv_dp4(faces_at(face.x), object_of(vertex_number.x));
        clip[vertex_number.x].y = nv_dp4(faces_at(face.x + 1), object_of(vertex_number.x));
        clip[vertex_number.x].z = nv_dp4(faces_at(face.x + 2), object_of(vertex_number.x));
        clip[vertex_number.x].w = nv_dp4(faces_at(face.x + 3), object_of(vertex_number.x));
        // How far inside the left, right, lower and upper side the vertex is
        room = clip[vertex_number.x].xxyy * vec4(1.0, -1.0, 1.0, -1.0) + clip[vertex_number.x].w;
        nearest = nv_max(nearest, room);
        vertex_number.x = vertex_number.x + 1;
    }
    // All three are outside one of them
    CC0 = nearest = nv_opaque(vec4(nv_less(nearest, vec4(0.0))));
    if (any(nv_not_equal(CC0, vec4(0.0)))) {
        return;
    }
    vertex_number = ivec4(0);
    for (int count_2 = 3; count_2 > 0; --count_2) {
        result_HPOS = clip[vertex_number.x];
        result_TEX0 = place_of(vertex_number.x);
        result_TEX1 = world_of(vertex_number.x);
        result_TEX2 = normal_of(vertex_number.x);
        result_layer.x = gl_InvocationID;
        emit_vertex();
        vertex_number.x = vertex_number.x + 1;
    }
}
