#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from strata.vp (!!VP2.0): vertex shader, exact numerics
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

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(std140) uniform ProgramParameters {
    vec4 c[35];
};
precise out vec4 COL0;
out float gl_ClipDistance[1];

precise vec4 R0, R1, R2, R3, R4, R5, R6, R8, R9, R10, CC, HPOS, CLP0;

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

// NV_vertex_program2 2.14.3.10
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
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

// NV_vertex_program2 2.14.3.9
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

void height() {
    // Height of the land at R4.xz, into R4.y: four waves of hills
    R5 = R4.xzxz * c[24];
    R5 = R5 + c[25];
    R6.x = nv_sin(R5.x);
    R6.y = nv_cos(R5.y);
    R6.z = nv_sin(R5.z);
    R6.w = nv_cos(R5.w);
    R6.x = R6.x * R6.y;
    R6.y = R6.z * R6.w;
    R5 = R4.zxzx * c[26];
    R5 = R5 + c[27];
    R5.x = nv_sin(R5.x);
    R5.y = nv_cos(R5.y);
    R5.z = nv_sin(R5.z);
    R5.w = nv_cos(R5.w);
    R6.z = R5.x * R5.y;
    R6.w = R5.z * R5.w;
    R4.y = nv_dp4(R6, c[28]);
    R4.y = R4.y + c[29].x;
}

void main() {
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
    R8.z = R8.x - R0.y;
    CLP0.x = R8.y - R0.y;
    // Layers follow the hills more and more faintly
    R1.x = R8.z * c[30].y;
    R1.x = R0.y * c[30].z + R1.x;
    R1.y = nv_sin(R1.x);
    R1.x = R1.x * c[12].w;
    R1.x = R1.x + R0.x;
    R1.z = nv_sin(R1.x);
    R1.y = R1.z * c[12].z + R1.y;
    R1.y = R1.y * c[30].w;
    R1.y = R1.y * c[12].z + c[12].z;
    R1.y = nv_max(R1.y, c[12].x);
    R1.y = nv_min(R1.y, c[12].y);
    R9.xyz = c[33].xyz;
    R2.xyz = c[34].xyz - R9.xyz;
    R9.xyz = R1.y * R2.xyz + R9.xyz;
    // Soil on top, water above it; both begin within a vertex or two
    R1.x = R8.z * c[30].x;
    R1.x = c[12].w - R1.x;
    R1.x = nv_max(R1.x, c[12].x);
    R1.x = nv_min(R1.x, c[12].y);
    R2.xyz = c[31].xyz - R9.xyz;
    R9.xyz = R1.x * R2.xyz + R9.xyz;
    CC.x = R1.x = -R8.z * c[30].x;
    if (CC.x > 0.0 || isnan(CC.x)) {
        R1.x = nv_min(R1.x, c[12].y);
        R2.xyz = c[32].xyz - R9.xyz;
        R9.xyz = R1.x * R2.xyz + R9.xyz;
    }
    R3.x = nv_dp3(v_NRML.xyz, c[16].xyz);
    R3.x = nv_max(R3.x, c[12].x);
    R10.xyz = R3.x * c[17].xyz;
    R3.y = v_NRML.y * c[12].z + c[12].z;
    R10.xyz = R3.y * c[19].xyz + R10.xyz;
    COL0.xyz = R9.xyz * R10.xyz;
    COL0.w = c[12].y;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    gl_ClipDistance[0] = CLP0.x;
}
