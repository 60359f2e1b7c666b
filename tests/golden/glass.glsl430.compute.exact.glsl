#version 430
// Translated from glass.vp (!!VP1.1): compute shader, exact numerics

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
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
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

// NV_vertex_program 2.14.1.10.8
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_mul(a, b);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

// NV_vertex_program 2.14.1.10.8, of an operand and itself
float nv_squared(vec3 a) {
    precise vec3 product = nv_product(a, a);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

// NV_vertex_program 2.14.1.10.7: of the absolute value
float nv_rsq(float a) {
    a = abs(a);
    return a < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : inversesqrt(a);
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
}

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
int nv_not_zero(float a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
float nv_mul(float a, float b) {
    precise float product = nv_product(a, b);
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

// NV_vertex_program2 2.14.3.21
float nv_max(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// NV_vertex_program2 2.14.3.18
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
}

// NV_vertex_program 2.14.1.10.17: y^w where x > 0; any base to the power 0 is 1
float nv_specular(float x, float y, float w, float zero) {
    y = y < 0.0 ? 0.0 : y;
    float power = clamp(w, -127.99609375, 127.99609375);
    precise float r = exp2(power * log2(y));
    r = isnan(y) ? y : isnan(w) ? w : r < uintBitsToFloat(0x00800000u) ? 0.0 : r;
    return x > 0.0 ? w == 0.0 ? 1.0 : r : zero;
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 v_OPOS = nv_flush(attributes[vertex * 2u]);
    vec4 v_NRML = nv_flush(attributes[vertex * 2u + 1u]);
    float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    float one = uintBitsToFloat(floatBitsToUint(zero) | 0x3f800000u);
    precise vec4 R0, R1, R2, R3, R4, R5, R6, R7, HPOS, COL0;
    precise vec4 COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    // Glass: nothing where one looks straight through, sky at grazing angles, two highlights.
    // Blended with ONE, ONE_MINUS_SRC_ALPHA.
    //
    // c[0]-c[3]    model-view-projection matrix
    // c[4]-c[7]    model-view matrix
    // c[8]-c[11]   inverse transpose of the model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[16]        key light position in eye space
    // c[17]        key light colour
    // c[18]        direction to the fill light in eye space
    // c[19]        fill light colour
    // c[22]        colour at grazing angles, coverage there
    // c[23]        x = coverage seen straight on, w = shininess
    HPOS.x = nv_dp4(c[0], v_OPOS);
    HPOS.y = nv_dp4(c[1], v_OPOS);
    HPOS.z = nv_dp4(c[2], v_OPOS);
    HPOS.w = nv_dp4(c[3], v_OPOS);
    // R0 = position, R1 = unit normal, R2 = unit vector to the eye, in eye space
    R0.x = nv_dp4(c[4], v_OPOS);
    R0.y = nv_dp4(c[5], v_OPOS);
    R0.z = nv_dp4(c[6], v_OPOS);
    R1.x = nv_dp3(c[8].xyz, v_NRML.xyz);
    R1.y = nv_dp3(c[9].xyz, v_NRML.xyz);
    R1.z = nv_dp3(c[10].xyz, v_NRML.xyz);
    R1.w = nv_squared(R1.xyz);
    R1.w = nv_rsq(R1.w);
    R1.xyz = nv_mul(R1.xyz, R1.www);
    R2.w = nv_squared(R0.xyz);
    R2.w = nv_rsq(R2.w);
    R2.xyz = nv_mul(-R0.xyz, R2.www);
    // Fresnel: (1 - |N.V|)^3
    R3.x = nv_dp3(R1.xyz, R2.xyz);
    R3.x = abs(R3.x);
    R3.x = nv_flush(c[12].y - R3.x);
    R3.y = nv_product(R3.x, R3.x);
    R3.x = nv_mul(R3.x, R3.y);
    R3.x = nv_max(R3.x, c[23].x);
    R4 = vec4(nv_mul(R3.x, c[22].w));
    COL0.xyz = nv_mul(R4.xyz, c[22].xyz);
    COL0.w = R4.w;
    // Highlight of the key light
    R5.xyz = nv_flush(c[16].xyz - R0.xyz);
    R5.w = nv_squared(R5.xyz);
    R5.w = nv_rsq(R5.w);
    R5.xyz = nv_flush(nv_mul(R5.xyz, R5.www) + R2.xyz);
    R5.w = nv_squared(R5.xyz);
    R5.w = nv_rsq(R5.w);
    R5.xyz = nv_mul(R5.xyz, R5.www);
    R6.x = c[12].y;
    R6.y = nv_dp3(R1.xyz, R5.xyz);
    R6.w = c[23].w;
    R6 = vec4(one, nv_positive(R6.x), nv_specular(R6.x, R6.y, R6.w, zero), one);
    R6.z = nv_product(R6.z, R6.z);
    R7.xyz = nv_mul(R6.zzz, c[17].xyz);
    // Highlight of the fill light
    R5.xyz = nv_flush(R2.xyz + c[18].xyz);
    R5.w = nv_squared(R5.xyz);
    R5.w = nv_rsq(R5.w);
    R5.xyz = nv_mul(R5.xyz, R5.www);
    R6.x = c[12].y;
    R6.y = nv_dp3(R1.xyz, R5.xyz);
    R6.w = c[23].w;
    R6 = vec4(one, nv_positive(R6.x), nv_specular(R6.x, R6.y, R6.w, zero), one);
    R6.z = nv_product(R6.z, R6.z);
    COL1.xyz = nv_flush(nv_mul(R6.zzz, c[19].xyz) + R7.xyz);
    results[vertex * 3u] = HPOS;
    results[vertex * 3u + 1u] = COL0;
    results[vertex * 3u + 2u] = COL1;
}
