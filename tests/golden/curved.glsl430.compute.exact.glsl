#version 430
// Translated from curved.vp (!!NVvp5.0): compute shader, exact numerics
// Corners of a coarse mesh, turned into the world; triangles become curved where they are cut.

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    uvec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    uvec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 model[4];
    vec4 turn[4];
};

// products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

// products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    vec4 vertex_position = nv_flush(uintBitsToFloat(attributes[vertex * 2u]));
    vec4 vertex_normal = nv_flush(uintBitsToFloat(attributes[vertex * 2u + 1u]));
    precise vec4 HPOS;
    precise vec4 ATTR0;
    HPOS.x = nv_dp4(model[0], vertex_position);
    HPOS.y = nv_dp4(model[1], vertex_position);
    HPOS.z = nv_dp4(model[2], vertex_position);
    HPOS.w = 1.0;
    ATTR0.x = nv_dp3(turn[0].xyz, vertex_normal.xyz);
    ATTR0.y = nv_dp3(turn[1].xyz, vertex_normal.xyz);
    ATTR0.z = nv_dp3(turn[2].xyz, vertex_normal.xyz);
    ATTR0.w = zero;
    results[vertex * 2u] = floatBitsToUint(HPOS);
    results[vertex * 2u + 1u] = floatBitsToUint(ATTR0);
}
