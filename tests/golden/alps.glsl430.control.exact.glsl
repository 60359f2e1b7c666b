#version 430
// Translated from alps.tcp (!!NVtcp5.0): tessellation control shader, exact numerics
// Cuts each edge of a patch of land into pieces of about one size on the screen. An edge's level comes from its own two
// ends, so that patches beside each other agree.
//
// local[0]  eye in world space, w = how many pieces an edge as long as it is far away has
// local[1]  x, y = fewest and most pieces

layout(vertices = 3) out;
layout(std140, binding = 52) uniform ControlParameters {
    vec4 eye;
    vec4 range;
} program;
out vec4 control_ATTR0[];
patch out vec4 tessouter_0;
patch out vec4 tessouter_1;
patch out vec4 tessouter_2;
patch out vec4 tessinner_0;

float zero = intBitsToFloat(gl_PrimitiveID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
ivec4 i;
precise vec4 middle, way, level;

vec4 corner_of(int vertex) {
    vec4 value = gl_in[min(uint(vertex), uint(gl_PatchVerticesIn) - 1u)].gl_Position;
    return uint(vertex) < uint(gl_PatchVerticesIn) ? value : vec4(zero);
}

// NV_gpu_program4 2.X.8, MOD: all ones for a zero divisor, the dividend's sign
int nv_mod(int a, int b) {
    int divisor = b == 0 || b == -1 ? 1 : b;
    return b == 0 ? -1 : a - a / divisor * divisor;
}

// NV_gpu_program4 2.X.8, MOD: all ones for a zero divisor, the dividend's sign
ivec2 nv_mod(ivec2 a, ivec2 b) {
    return ivec2(nv_mod(a.x, b.x), nv_mod(a.y, b.y));
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    precise float r = mix(uintBitsToFloat(0x7fc00000u), inversesqrt(a), a > 0.0);
    r = mix(mix(r, 0.0, a == uintBitsToFloat(0x7f800000u)), uintBitsToFloat(0x7f800000u),
        abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    precise float r = mix(b, a, a > b);
    return r;
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    precise float r = mix(a, b, a > b);
    return r;
}

void main() {
    if (gl_InvocationID == 0) {
        tessouter_0 = vec4(0);
        tessouter_1 = vec4(0);
        tessouter_2 = vec4(0);
        tessinner_0 = vec4(0);
    }
    barrier();
    i.x = gl_InvocationID;
    gl_out[gl_InvocationID].gl_Position = corner_of(i.x);
    // Edge i lies between the two other corners.
    i.yz = i.x + ivec2(1, 2);
    i.yz = nv_mod(i.yz, ivec2(3));
    way = corner_of(i.y) - corner_of(i.z);
    level.x = nv_dp3(way.xyz, way.xyz);
    middle = corner_of(i.y) + corner_of(i.z);
    middle = middle * 0.5 - program.eye;
    level.y = nv_dp3(middle.xyz, middle.xyz);
    level.x = level.x / level.y;
    level.y = nv_rsq(level.x);
    level.x = level.x * level.y;
    level.x = level.x * program.eye.w;
    level.x = nv_max(level.x, program.range.x);
    level.x = nv_min(level.x, program.range.y);
    control_ATTR0[gl_InvocationID] = vec4(level.x);
    // All threads write what they have learnt from each other.
    barrier();
    level.x = control_ATTR0[0].x;
    level.y = control_ATTR0[1].y;
    level.z = control_ATTR0[2].z;
    tessouter_0.x = level.x;
    tessouter_1.x = level.y;
    tessouter_2.x = level.z;
    level.w = nv_max(level.x, level.y);
    level.w = nv_max(level.w, level.z);
    tessinner_0.x = level.w;
    barrier();  // whichever thread wrote the levels
    gl_TessLevelOuter[0] = tessouter_0.x;
    gl_TessLevelOuter[1] = tessouter_1.x;
    gl_TessLevelOuter[2] = tessouter_2.x;
    gl_TessLevelOuter[3] = 0.0;
    gl_TessLevelInner[0] = tessinner_0.x;
    gl_TessLevelInner[1] = 0.0;
}
