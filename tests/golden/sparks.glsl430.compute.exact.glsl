#version 430
// Translated from sparks.vp (!!NVvp5.0): compute shader, exact numerics
// Sparks as points: small far away, and where nobody lives nothing at all.
//
//   program.local[0..3]   model-view-projection matrix
//   program.local[4]      width and height of the picture in pixels
//   program.local[5]      x: size, y: brightness, z: largest size in pixels

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
    vec4 viewport;
    vec4 look;
};

float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

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

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
}

// NV_gpu_program4 2.X.8, MIN: words that are denormal are zeros, and go on as they are
float nv_min_words(float a, float b) {
    return nv_flush(a) > nv_flush(b) ? b : a;
}

// NV_gpu_program4 2.X.8, MAX: words that are denormal are zeros, and go on as they are
float nv_max_words(float a, float b) {
    return nv_flush(a) > nv_flush(b) ? a : b;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 vertex_position = uintBitsToFloat(attributes[vertex * 2u]);
    vec4 vertex_color_primary = nv_flush(uintBitsToFloat(attributes[vertex * 2u + 1u]));
    precise vec4 place;
    precise vec4 size;
    precise vec4 r;
    precise vec4 HPOS;
    precise vec4 COL0;
    precise vec4 PSIZ = vec4(zero);
    vec4 CC0;
    place = vertex_position;
    place.w = 1.0;
    r.x = nv_dp4(mvp[0], nv_flush(place));
    r.y = nv_dp4(mvp[1], nv_flush(place));
    r.z = nv_dp4(mvp[2], nv_flush(place));
    r.w = nv_dp4(mvp[3], nv_flush(place));
    CC0.y = nv_flush(size.y = vertex_position.w);
    // Outside of everything
    if (CC0.y == 0.0) r = vec4(zero, zero, 2.0, 1.0);
    HPOS = r;
    size.x = nv_rcp(nv_opaque(r.w));
    size.x = nv_product(nv_flush(size.x), nv_flush(vertex_position.w));
    size.x = nv_product(nv_flush(size.x), look.x);
    size.x = nv_product(nv_flush(size.x), viewport.y);
    size.x = nv_min_words(size.x, look.z);
    size.z = nv_max_words(size.x, 1.5);
    PSIZ.x = size.z;
    // Less than a pixel and a half gives less light
    size.w = nv_rcp(nv_flush(size.z));
    size.w = nv_saturate(nv_product(nv_flush(size.x), nv_flush(size.w)));
    size.w = nv_product(nv_flush(size.w), nv_flush(size.w));
    size.w = nv_product(nv_flush(size.w), look.y);
    COL0.xyz = nv_product(vertex_color_primary.xyz, nv_flush(size.www));
    COL0.w = 1.0;
    results[vertex * 3u] = floatBitsToUint(HPOS);
    results[vertex * 3u + 1u] = floatBitsToUint(COL0);
    results[vertex * 3u + 2u] = floatBitsToUint(PSIZ);
}
