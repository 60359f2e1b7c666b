#version 430
// Translated from billboard.vp (!!VP1.1): compute shader, exact numerics

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    vec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    vec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 c[24];
};

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
ivec4 nv_not_zero(vec4 a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
vec4 nv_mul(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_vertex_program 2.14.1.10.9
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_mul(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec2 nv_product(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    precise vec2 scaled = a * 16777216.0 * b;
    vec2 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec2(uintBitsToFloat(0x0c800000u))));
}

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
ivec2 nv_not_zero(vec2 a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
vec2 nv_mul(vec2 a, vec2 b) {
    precise vec2 product = nv_product(a, b);
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec2 nv_flush(vec2 a) {
    vec2 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec2(uintBitsToFloat(0x00800000u))));
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 v_OPOS = nv_flush(attributes[vertex * 3u]);
    vec4 v_COL0 = nv_flush(attributes[vertex * 3u + 1u]);
    vec4 v_TEX0 = nv_flush(attributes[vertex * 3u + 2u]);
    precise vec4 R0, R1, R2, R3, HPOS, COL0, TEX0;
    // A textured square that always faces the eye: the corner is added after the model-view matrix.
    //
    // c[0]-c[3]    projection matrix
    // c[4]-c[7]    model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[22]        colour, alpha
    // c[23]        x = half the size
    R0 = c[12].xxxy;
    R1.x = nv_dp4(c[4], R0);
    R1.y = nv_dp4(c[5], R0);
    R1.z = nv_dp4(c[6], R0);
    R1.w = c[12].y;
    R2.xy = nv_mul(v_OPOS.xy, c[23].xx);
    R1.xy = nv_flush(R1.xy + R2.xy);
    HPOS.x = nv_dp4(c[0], R1);
    HPOS.y = nv_dp4(c[1], R1);
    HPOS.z = nv_dp4(c[2], R1);
    HPOS.w = nv_dp4(c[3], R1);
    R3 = c[22];
    COL0 = nv_mul(R3, v_COL0);
    TEX0 = v_TEX0;
    results[vertex * 3u] = HPOS;
    results[vertex * 3u + 1u] = COL0;
    results[vertex * 3u + 2u] = TEX0;
}
