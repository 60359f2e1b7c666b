#version 430
// Translated from koi.vp (!!VP2.0): compute shader, exact numerics
// A fish that swims along -y of its mesh: a wave runs down its body and grows towards the tail; seen through water that swallows light.
//
// c[0]-c[3]    model-view-projection matrix
// c[4]-c[6]    inverse transpose of the model matrix
// c[8]-c[11]   model matrix
// c[12]        x: height of the wave, y: waves per unit, z: where it is now, w: how fast it grows
// c[13]        xyz: unit direction to the light, w: ambient
// c[14]        rgb: what is left of light for each unit of water as a power of 2, w: level of the water
// c[15]        x: texture repeats along, y: around, zw: offset
// c[16]        xyz: how the mesh is stretched before it bends

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    vec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    vec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 c[17];
};

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// angles beyond 4096 within an eighth of a turn, and in which quarter (M. Payne, R. Hanek)
vec2 nv_reduced(float a) {
    const uint digits[7] = uint[7](  // of 1 / (2 pi), 32 bits each, the point behind the first
        0u, 0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u, 0x36d8a566u, 0x4f10e410u);
    uint word = floatBitsToUint(a);
    uint mantissa = (word & 0x7fffffu) | 0x800000u;
    int place = min(int(word >> 23 & 255u) - 118, 136);
    int first = place >> 5, shift = place & 31;
    uint high = digits[first] << shift | digits[first + 1] >> 1 >> (31 - shift);
    uint low = digits[first + 1] << shift | digits[first + 2] >> 1 >> (31 - shift);
    uint turn = mantissa * high + ((mantissa >> 12) * (low >> 12) >> 8)
        + ((mantissa & 0xfffu) * (low >> 12) >> 20);  // 2^32 is a whole one
    turn = a < 0.0 ? 0u - turn : turn;
    uint quadrant = (turn + 0x20000000u) >> 30;
    return vec2(float(int(turn - (quadrant << 30))) * 1.46291808e-9, float(quadrant));
}

// NV_vertex_program2 2.14.3.33: error below 2^-22 in [0, 2 pi)
float nv_sin(float a) {
    float n = roundEven(a * 0.63661977);
    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;
    float quadrant = n - 4.0 * floor(0.25 * n);
    if (abs(a) > 4096.0) {
        vec2 reduced = nv_reduced(a);
        x = reduced.x;
        quadrant = reduced.y;
    }
    precise float y = x * x;
    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));
    precise float c = 1.0 - 0.5 * y
        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));
    float r = quadrant == 1.0 || quadrant == 3.0 ? c : s;
    r = quadrant >= 2.0 ? -r : r;
    return a == 0.0 ? a
        : abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// NV_vertex_program2 2.14.3.10
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

// NV_vertex_program2 2.14.3.9
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

// NV_vertex_program2 2.14.3.28: -INF for -0.0, NaN below
float nv_rsq(float a) {
    uint infinity = floatBitsToUint(a) & 0x80000000u | 0x7f800000u;
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(infinity)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_vertex_program2 2.14.3.21
float nv_max(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}

// NV_vertex_program2 2.14.3.13: error below 2^-22 * 2^floor(a)
float nv_ex2(float a) {
    float n = roundEven(clamp(a, -150.0, 129.0));
    precise float x = clamp(a, -150.0, 129.0) - n;
    precise float r = 1.0 + x * (0.6931472 + x * (0.2402265 + x * (0.05550357 + x * (0.009618031
        + x * (0.0013390867 + x * 0.00015469735)))));
    int high = int(n) >> 1;
    r *= intBitsToFloat(high + 127 << 23);
    r *= intBitsToFloat(int(n) - high + 127 << 23);
    return isnan(a) ? a : a < -126.0 ? 0.0 : r;
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec2 nv_product(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    precise vec2 scaled = a * 16777216.0 * b;
    vec2 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec2(uintBitsToFloat(0x0c800000u))));
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
    vec4 v_OPOS = nv_flush(attributes[vertex * 5u]);
    vec4 v_NRML = nv_flush(attributes[vertex * 5u + 1u]);
    vec4 v_COL0 = nv_flush(attributes[vertex * 5u + 2u]);
    vec4 v_FOGC = nv_flush(attributes[vertex * 5u + 3u]);
    vec4 v_TEX0 = nv_flush(attributes[vertex * 5u + 4u]);
    precise vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, HPOS, COL0;
    precise vec4 TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    R1 = v_OPOS;
    R1.xyz = nv_product(R1.xyz, c[16].xyz);
    R5 = c[12];
    R0.x = nv_flush(nv_product(R1.y, R5.y) + R5.z);
    R0.y = nv_sin(R0.x);
    R0.z = nv_flush(R1.y + R5.w);
    R0.z = nv_product(R0.z, R0.z);
    R0.z = nv_product(R0.z, R5.x);
    R1.x = nv_flush(nv_product(R0.y, R0.z) + R1.x);
    HPOS.x = nv_dp4(c[0], R1);
    HPOS.y = nv_dp4(c[1], R1);
    HPOS.z = nv_dp4(c[2], R1);
    HPOS.w = nv_dp4(c[3], R1);
    R2.x = nv_dp3(c[4].xyz, v_NRML.xyz);
    R2.y = nv_dp3(c[5].xyz, v_NRML.xyz);
    R2.z = nv_dp3(c[6].xyz, v_NRML.xyz);
    R2.w = nv_dp3(R2.xyz, R2.xyz);
    R2.w = nv_rsq(R2.w);
    R2.xyz = nv_product(R2.xyz, R2.www);
    R6 = c[13];
    R3.x = nv_dp3(R2.xyz, R6.xyz);
    R3.x = nv_max(R3.x, v_FOGC.y);
    R3.x = nv_flush(R3.x + R6.w);
    R4.y = nv_dp4(c[9], R1);
    R7 = c[14];
    R4.x = nv_flush(R7.w - R4.y);
    R8.xyz = nv_product(R7.xyz, -R4.xxx);
    R9.x = nv_ex2(R8.x);
    R9.y = nv_ex2(R8.y);
    R9.z = nv_ex2(R8.z);
    COL0.xyz = nv_product(R9.xyz, R3.xxx);
    COL0.w = v_COL0.w;
    R10 = c[15];
    TEX0.xy = nv_flush(nv_product(v_TEX0.xy, R10.xy) + R10.zw);
    results[vertex * 3u] = HPOS;
    results[vertex * 3u + 1u] = COL0;
    results[vertex * 3u + 2u] = TEX0;
}
