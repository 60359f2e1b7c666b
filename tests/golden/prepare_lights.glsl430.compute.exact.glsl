#version 430
// Translated from prepare_lights.vp (!!VSP1.0): compute shader, exact numerics
// Runs once before a draw and leaves in the parameters what every vertex would otherwise work
// out again: the light and the eye in object space, the half vector, light times material.
//
// v[0]         direction to the light in eye space, of any length
// c[4]-c[7]    inverse of the model-view matrix (tracked)
// c[20]        light colour
// c[22]        diffuse colour of the material
// c[23]        specular colour of the material, shininess
// writes
// c[16]        unit direction to the light, object space
// c[17]        eye, object space
// c[18]        unit half vector for the middle of the object
// c[24]        light colour times diffuse colour
// c[25]        light colour times specular colour, shininess

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    vec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    vec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 c[26];
} program;

precise vec4 c[26];

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    precise vec3 r = mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
    return r;
}

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
ivec3 nv_not_zero(vec3 a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
vec3 nv_mul(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise float r = mix(a, zero, abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_vertex_program2 2.14.3: sums below 2^-126 are zero
float nv_sum(float a, float b) {
    precise float sum = a + b;
    return nv_flush(sum);
}

// NV_vertex_program 2.14.1.10.8
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_mul(a, b);
    precise float sum = nv_sum(nv_sum(product.x, product.y), product.z);
    return sum;
}

// NV_vertex_program 2.14.1.10.8, of an operand and itself
float nv_squared(vec3 a) {
    precise vec3 product = nv_product(a, a);
    precise float sum = nv_sum(nv_sum(product.x, product.y), product.z);
    return sum;
}

// NV_vertex_program 2.14.1.10.7: of the absolute value
float nv_rsq(float a) {
    precise float r = mix(inversesqrt(abs(a)), 0.0, abs(a) == uintBitsToFloat(0x7f800000u));
    r = mix(r, uintBitsToFloat(0x7f800000u), abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise vec3 r = mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
    return r;
}

// NV_vertex_program2 2.14.3: sums below 2^-126 are zero
vec3 nv_sum(vec3 a, vec3 b) {
    precise vec3 sum = a + b;
    return nv_flush(sum);
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise vec4 r = mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
    return r;
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    for (int i = 0; i < 26; ++i) c[i] = program.c[i];
    vec4 v_OPOS = nv_flush(attributes[vertex]);
    precise vec4 R0, R1, R2, R3;
    // Light
    R0.x = nv_dp3(c[4].xyz, v_OPOS.xyz);
    R0.y = nv_dp3(c[5].xyz, v_OPOS.xyz);
    R0.z = nv_dp3(c[6].xyz, v_OPOS.xyz);
    R0.w = nv_squared(R0.xyz);
    R0.w = nv_rsq(R0.w);
    R0.xyz = nv_mul(R0.xyz, R0.www);
    c[16].xyz = R0.xyz;
    // Eye: the last column of the inverse
    R1.x = c[4].w;
    R1.y = c[5].w;
    R1.z = c[6].w;
    c[17].xyz = R1.xyz;
    // Half vector
    R1.w = nv_squared(R1.xyz);
    R1.w = nv_rsq(R1.w);
    R2.xyz = nv_sum(nv_mul(R1.xyz, R1.www), R0.xyz);
    R2.w = nv_squared(R2.xyz);
    R2.w = nv_rsq(R2.w);
    c[18].xyz = nv_mul(R2.xyz, R2.www);
    // Products of colours
    R3 = c[20];
    c[24].xyz = nv_mul(R3.xyz, c[22].xyz);
    c[25].xyz = nv_mul(R3.xyz, c[23].xyz);
    c[25].w = c[23].w;
    results[vertex * 5u] = c[16];
    results[vertex * 5u + 1u] = c[17];
    results[vertex * 5u + 2u] = c[18];
    results[vertex * 5u + 3u] = c[24];
    results[vertex * 5u + 4u] = c[25];
}
