#version 430
// Translated from lotus_flat.vp (!!NVvp5.0): compute shader, exact numerics
// What lies flat: where it is in the world, and on itself.
//
//   program.local[0..3]   model-view-projection matrix
//   program.local[4..6]   rows of the model matrix

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
    vec4 model[3];
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

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 vertex_position = nv_flush(uintBitsToFloat(attributes[vertex * 2u]));
    vec4 vertex_texcoord_0 = uintBitsToFloat(attributes[vertex * 2u + 1u]);
    precise vec4 HPOS;
    precise vec4 TEX0;
    precise vec4 TEX1;
    HPOS.x = nv_dp4(mvp[0], vertex_position);
    HPOS.y = nv_dp4(mvp[1], vertex_position);
    HPOS.z = nv_dp4(mvp[2], vertex_position);
    HPOS.w = nv_dp4(mvp[3], vertex_position);
    TEX0.x = nv_dp4(model[0], vertex_position);
    TEX0.y = nv_dp4(model[1], vertex_position);
    TEX0.z = nv_dp4(model[2], vertex_position);
    TEX0.w = 1.0;
    TEX1 = vertex_texcoord_0;
    results[vertex * 3u] = floatBitsToUint(HPOS);
    results[vertex * 3u + 1u] = floatBitsToUint(TEX0);
    results[vertex * 3u + 2u] = floatBitsToUint(TEX1);
}
