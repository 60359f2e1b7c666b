#version 430
// Translated from sparks_floor.vp (!!NVvp5.0): compute shader, exact numerics
// The floor, with its own places for its light.
//
//   program.local[0..3]   model-view-projection matrix

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    uvec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    uvec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 mvp[4];
};

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

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

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 vertex_position = uintBitsToFloat(attributes[vertex]);
    precise vec4 HPOS;
    precise vec4 TEX0;
    HPOS.x = nv_dp4(mvp[0], nv_flush(vertex_position));
    HPOS.y = nv_dp4(mvp[1], nv_flush(vertex_position));
    HPOS.z = nv_dp4(mvp[2], nv_flush(vertex_position));
    HPOS.w = nv_dp4(mvp[3], nv_flush(vertex_position));
    TEX0 = vertex_position.xzyw;
    results[vertex * 2u] = floatBitsToUint(HPOS);
    results[vertex * 2u + 1u] = floatBitsToUint(TEX0);
}
