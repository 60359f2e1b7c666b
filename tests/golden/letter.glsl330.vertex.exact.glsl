#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from letter.vp (!!VP2.0): vertex shader, exact numerics
// A sheet of paper that curls: a wave runs along it, higher towards its ends.
//
// c[0]-c[3]   model-view-projection matrix
// c[4]        x: height of the wave, y: waves per unit, z: where it is now, w: how fast it grows towards the ends
// c[5]        x: how the wave slants, y, z: how light falls on slopes and on what is level
// TEX0        where on the page; TEX1: light on it

layout(location = 0) in vec4 v_OPOS;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[6];
};
precise out vec4 TEX0;
precise out vec4 TEX1;

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

void main() {
    precise vec4 R0, R1, R2, R3, R4, HPOS;
    R0.x = v_OPOS.z * c[4].y + c[4].z;
    R3 = c[5];
    R0.x = v_OPOS.x * R3.x + R0.x;
    R1.x = nv_sin(R0.x);
    R1.y = nv_cos(R0.x);
    R1.z = v_OPOS.z * v_OPOS.z;
    R4 = c[4];
    R1.z = R1.z * R4.w + R4.x;
    R2 = v_OPOS;
    R2.y = R1.x * R1.z + R2.y;
    HPOS.x = nv_dp4(c[0], R2);
    HPOS.y = nv_dp4(c[1], R2);
    HPOS.z = nv_dp4(c[2], R2);
    HPOS.w = nv_dp4(c[3], R2);
    TEX0 = v_TEX0;
    R1.w = R1.y * R1.z;
    R1.w = R1.w * R4.y;
    TEX1 = vec4(R1.w * R3.y + R3.z);
    gl_Position = HPOS;
}
