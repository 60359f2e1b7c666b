#version 430
// Translated from strata.vp (!!VP2.0): compute shader, exact numerics
// What lies under the land: a sphere, clipped to what is below the ground by CLP0, with layers
// of soil and stone, and water where the ground lies lower than the water level.
//
// c[0]-c[3]    model-view-projection matrix
// c[12]        constants 0, 1, 0.5, 2
// c[16]        direction to the light in object space
// c[17]        light colour
// c[19]        ambient colour
// c[24], c[25] frequency and phase of the first two waves along x and z
// c[26], c[27] frequency and phase of the other two
// c[28]        heights of the four waves
// c[29]        x = mean height, y = water level, z = step of the slope
// c[30]        x = 1 / depth of the soil, y = layers per unit, z = how wavy they are, w = contrast
// c[31]        colour of the soil
// c[32]        colour of the water
// c[33], c[34] colours of the stone

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    vec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    vec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 c[35];
};

precise vec4 R0, R1, R2, R3, R4, R5, R6, R8, R9, R10, CC, HPOS, COL0;
vec4 v_OPOS, v_NRML;
precise vec4 CLP0 = vec4(0.0, 0.0, 0.0, 1.0);

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
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

// NV_vertex_program2 2.14.3.8: error below 2^-22 in [0, 2 pi)
float nv_cos(float a) {
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
    float r = quadrant == 1.0 || quadrant == 3.0 ? s : c;
    r = quadrant == 1.0 || quadrant == 2.0 ? -r : r;
    return abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;
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

// NV_vertex_program2 2.14.3.10
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

// NV_vertex_program2 2.14.3.21
float nv_max(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}

// NV_vertex_program2 2.14.3.22
float nv_min(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) | floatBitsToInt(b)) : min(a, b);
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// NV_vertex_program2 2.14.3.9
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

void height() {
    // Height of the land at R4.xz, into R4.y: four waves of hills
    R5 = nv_product(R4.xzxz, c[24]);
    R5 = nv_flush(R5 + c[25]);
    R6.x = nv_sin(R5.x);
    R6.y = nv_cos(R5.y);
    R6.z = nv_sin(R5.z);
    R6.w = nv_cos(R5.w);
    R6.x = nv_product(R6.x, R6.y);
    R6.y = nv_product(R6.z, R6.w);
    R5 = nv_product(R4.zxzx, c[26]);
    R5 = nv_flush(R5 + c[27]);
    R5.x = nv_sin(R5.x);
    R5.y = nv_cos(R5.y);
    R5.z = nv_sin(R5.z);
    R5.w = nv_cos(R5.w);
    R6.z = nv_product(R5.x, R5.y);
    R6.w = nv_product(R5.z, R5.w);
    R4.y = nv_dp4(R6, c[28]);
    R4.y = nv_flush(R4.y + c[29].x);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    v_OPOS = nv_flush(attributes[vertex * 2u]);
    v_NRML = nv_flush(attributes[vertex * 2u + 1u]);
    R0 = v_OPOS;
    HPOS.x = nv_dp4(c[0], R0);
    HPOS.y = nv_dp4(c[1], R0);
    HPOS.z = nv_dp4(c[2], R0);
    HPOS.w = nv_dp4(c[3], R0);
    R4.xz = v_OPOS.xz;
    height();
    // R8 = ground, what covers it, depth under the ground
    R8.x = R4.y;
    R8.y = nv_max(R4.y, c[29].y);
    R8.z = nv_flush(R8.x - R0.y);
    CLP0.x = nv_flush(R8.y - R0.y);
    // Layers follow the hills more and more faintly
    R1.x = nv_product(R8.z, c[30].y);
    R1.x = nv_flush(nv_product(R0.y, c[30].z) + R1.x);
    R1.y = nv_sin(R1.x);
    R1.x = nv_product(R1.x, c[12].w);
    R1.x = nv_flush(R1.x + R0.x);
    R1.z = nv_sin(R1.x);
    R1.y = nv_flush(nv_product(R1.z, c[12].z) + R1.y);
    R1.y = nv_product(R1.y, c[30].w);
    R1.y = nv_flush(nv_product(R1.y, c[12].z) + c[12].z);
    R1.y = nv_max(R1.y, c[12].x);
    R1.y = nv_min(R1.y, c[12].y);
    R9.xyz = c[33].xyz;
    R2.xyz = nv_flush(c[34].xyz - R9.xyz);
    R9.xyz = nv_flush(nv_product(R1.yyy, R2.xyz) + R9.xyz);
    // Soil on top, water above it; both begin within a vertex or two
    R1.x = nv_product(R8.z, c[30].x);
    R1.x = nv_flush(c[12].w - R1.x);
    R1.x = nv_max(R1.x, c[12].x);
    R1.x = nv_min(R1.x, c[12].y);
    R2.xyz = nv_flush(c[31].xyz - R9.xyz);
    R9.xyz = nv_flush(nv_product(R1.xxx, R2.xyz) + R9.xyz);
    CC.x = R1.x = nv_product(-R8.z, c[30].x);
    if (CC.x > 0.0 || isnan(CC.x)) {
        R1.x = nv_min(R1.x, c[12].y);
        R2.xyz = nv_flush(c[32].xyz - R9.xyz);
        R9.xyz = nv_flush(nv_product(R1.xxx, R2.xyz) + R9.xyz);
    }
    R3.x = nv_dp3(v_NRML.xyz, c[16].xyz);
    R3.x = nv_max(R3.x, c[12].x);
    R10.xyz = nv_product(R3.xxx, c[17].xyz);
    R3.y = nv_flush(nv_product(v_NRML.y, c[12].z) + c[12].z);
    R10.xyz = nv_flush(nv_product(R3.yyy, c[19].xyz) + R10.xyz);
    COL0.xyz = nv_product(R9.xyz, R10.xyz);
    COL0.w = c[12].y;
    results[vertex * 3u] = HPOS;
    results[vertex * 3u + 1u] = COL0;
    results[vertex * 3u + 2u] = CLP0;
}
