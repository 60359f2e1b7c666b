#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from galaxy.vp (!!VP2.0): vertex shader, exact numerics
// Stars in orbit. A star is a point whose size PSIZ follows from its distance; one that would be
// smaller than a pixel stays a pixel and grows faint instead.
//
// c[0]-c[3]    model-view-projection matrix
// c[12]        constants 0, 1, 0.5, 2
// c[20]        x = time, y = speed of the orbits, z = radius of the core
// c[21]        width and height of the picture in pixels
// c[22]        brightness
// c[23]        1 / (2 pi), 2 pi
// c[24]        x = size of the stars, y = largest size in pixels
//
// v[OPOS]      radius, angle, height above the plane
// v[6]         size, phase of the twinkling, its depth
// v[COL0]      colour

layout(location = 0) in vec4 v_OPOS;
layout(location = 3) in vec4 v_COL0;
layout(location = 6) in vec4 v_6;
layout(std140) uniform ProgramParameters {
    vec4 c[25];
};
precise out vec4 COL0;

// NV_vertex_program2 2.14.3.26: 1/a; what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_vertex_program2 2.14.3.16: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
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

// NV_vertex_program2 2.14.3.10
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_vertex_program2 2.14.3.22
float nv_min(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) | floatBitsToInt(b)) : min(a, b);
}

// NV_vertex_program2 2.14.3.21
float nv_max(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}

// NV_vertex_program2 2.14.3.35
float nv_slt(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : float(a < b);
}

void main() {
    precise vec4 R0, R1, R2, R3, R4, R5, R6, CC, HPOS, PSIZ;
    // Inner stars overtake outer ones
    R0.x = v_OPOS.x + c[20].z;
    R0.x = nv_rcp(R0.x);
    R0.x = R0.x * c[20].y;
    R0.x = R0.x * c[20].x;
    R0.x = R0.x + v_OPOS.y;
    // Into one turn, where SIN and COS are precise
    R0.y = R0.x * c[23].x;
    R0.y = nv_frc(R0.y);
    R0.x = R0.y * c[23].y;
    R1.x = nv_cos(R0.x);
    R1.z = nv_sin(R0.x);
    R1.xz = R1.xz * v_OPOS.x;
    R1.y = v_OPOS.z;
    R1.w = c[12].y;
    R2.x = nv_dp4(c[0], R1);
    R2.y = nv_dp4(c[1], R1);
    R2.z = nv_dp4(c[2], R1);
    R2.w = nv_dp4(c[3], R1);
    HPOS = R2;
    // Size in pixels
    R3.x = nv_rcp(abs(R2.w));
    R3.x = R3.x * v_6.x;
    R3.x = R3.x * c[21].y;
    R3.x = R3.x * c[24].x;
    R3.x = nv_min(R3.x, c[24].y);
    R3.y = nv_max(R3.x, c[12].y);
    PSIZ.x = R3.y;
    // Twinkling
    R4.x = c[20].x;
    R4.x = R4.x * c[12].w + v_6.y;
    R4.x = R4.x * c[23].x;
    R4.x = nv_frc(R4.x);
    R4.x = R4.x * c[23].y;
    R4.x = nv_sin(R4.x);
    R4.x = R4.x * v_6.z + c[12].y;
    // A star of half a pixel gives a quarter of the light
    CC.x = R5.x = nv_slt(R3.x, c[12].y);
    if (CC.x != 0.0) R4.x = R4.x * R3.x;
    if (CC.x != 0.0) R4.x = R4.x * R3.x;
    R6 = R4.x * c[22];
    COL0.xyz = R6.xyz * v_COL0.xyz;
    COL0.w = v_COL0.w;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    gl_PointSize = max(PSIZ.x, 1.0);
}
