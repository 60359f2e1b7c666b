#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from terrain.vp (!!VP2.0): vertex shader, exact numerics
// A piece of land cut out by a sphere: CLP0 is the distance to its surface, and the edge of the
// cut is as smooth as the pixels are. Hills come from a subroutine that is called three times,
// here and at two neighbours, for height and slope.
//
// c[0]-c[3]    model-view-projection matrix
// c[12]        constants 0, 1, 0.5, 2
// c[16]        direction to the light in object space
// c[17]        light colour
// c[18]        centre of the sphere, radius
// c[19]        ambient colour
// c[20]        eye in object space
// c[24], c[25] frequency and phase of the first two waves along x and z
// c[26], c[27] frequency and phase of the other two
// c[28]        heights of the four waves
// c[29]        x = mean height, y = water level, z = step of the slope
// c[30]        y, z, w = heights at which grass, rock and snow begin
// c[31]        x = how fast water darkens, y, z, w = how sharply grass, rock and snow begin
// c[32]-c[37]  colours: deep water, shallow water, sand, grass, rock, snow

layout(location = 0) in vec4 v_OPOS;
layout(std140) uniform ProgramParameters {
    vec4 c[38];
};
precise out vec4 COL0;
precise out vec4 COL1;
out float gl_ClipDistance[1];

float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
float one = uintBitsToFloat(floatBitsToUint(zero) | 0x3f800000u);
precise vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, CC, HPOS, CLP0;

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

// NV_vertex_program2 2.14.3.9
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
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
vec4 nv_max(vec4 a, vec4 b) {
    vec4 r = mix(max(a, b), intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)), equal(a, b));
    return mix(mix(r, b, isnan(b)), a, isnan(a));
}

// NV_vertex_program2 2.14.3.22
vec4 nv_min(vec4 a, vec4 b) {
    vec4 r = mix(min(a, b), intBitsToFloat(floatBitsToInt(a) | floatBitsToInt(b)), equal(a, b));
    return mix(mix(r, b, isnan(b)), a, isnan(a));
}

// NV_vertex_program2 2.14.3.22
vec2 nv_min(vec2 a, vec2 b) {
    vec2 r = mix(min(a, b), intBitsToFloat(floatBitsToInt(a) | floatBitsToInt(b)), equal(a, b));
    return mix(mix(r, b, isnan(b)), a, isnan(a));
}

// NV_vertex_program2 2.14.3.18
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
}

// NV_vertex_program2 2.14.3.18: y^w where x > 0
float nv_specular(float x, float y, float w, float zero) {
    y = y < 0.0 ? 0.0 : y;
    float power = clamp(w, -127.99609375, 127.99609375);
    precise float r = power == 0.0 ? 1.0 : exp2(power * log2(y));
    r = isnan(y) ? y : isnan(w) ? w : r < uintBitsToFloat(0x00800000u) ? 0.0 : r;
    return x > 0.0 ? r : zero;
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
    COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    // R7 = height of the ground or the water here, a step along x, a step along z
    R4.xz = v_OPOS.xz;
    height();
    R8.x = R4.y;
    R7.x = nv_max(R4.y, c[29].y);
    R4.x = R4.x + c[29].z;
    height();
    R7.y = nv_max(R4.y, c[29].y);
    R4.x = v_OPOS.x;
    R4.z = R4.z + c[29].z;
    height();
    R7.z = nv_max(R4.y, c[29].y);
    // R0 = position
    R0 = v_OPOS;
    R0.y = R7.x;
    HPOS.x = nv_dp4(c[0], R0);
    HPOS.y = nv_dp4(c[1], R0);
    HPOS.z = nv_dp4(c[2], R0);
    HPOS.w = nv_dp4(c[3], R0);
    // Inside the sphere?
    R1.xyz = R0.xyz - c[18].xyz;
    R1.w = nv_dp3(R1.xyz, R1.xyz);
    R2.w = nv_rsq(R1.w);
    R1.w = R1.w * R2.w;
    CLP0.x = c[18].w - R1.w;
    // R1 = unit normal
    R1.x = R7.x - R7.y;
    R1.y = c[29].z;
    R1.z = R7.x - R7.z;
    R1.w = nv_dp3(R1.xyz, R1.xyz);
    R1.w = nv_rsq(R1.w);
    R1.xyz = R1.xyz * R1.w;
    // R2.yzw = how much grass, rock and snow covers what is below
    R2 = R8.x - c[30];
    R2 = R2 * c[31];
    // Steep ground shows its rock
    R3.x = c[12].z - R1.y;
    R3.x = R3.x * c[31].y;
    R2.z = nv_max(R2.z, R3.x);
    R2 = nv_max(R2, c[12].xxxx);
    R2 = nv_min(R2, c[12].yyyy);
    // Direct light, and the sky from above
    R3.x = nv_dp3(R1.xyz, c[16].xyz);
    R3.x = nv_max(R3.x, c[12].x);
    R3.y = R1.y * c[12].z + c[12].z;
    R10.xyz = R3.x * c[17].xyz;
    R10.xyz = R3.y * c[19].xyz + R10.xyz;
    // Land, or water?
    CC.z = R3.z = R8.x - c[29].y;
    if (CC.z > 0.0 || isnan(CC.z)) {
        R9.xyz = c[34].xyz;
        R3.xyz = c[35].xyz - R9.xyz;
        R9.xyz = R2.y * R3.xyz + R9.xyz;
        R3.xyz = c[36].xyz - R9.xyz;
        R9.xyz = R2.z * R3.xyz + R9.xyz;
        R3.xyz = c[37].xyz - R9.xyz;
        R9.xyz = R2.w * R3.xyz + R9.xyz;
        COL0.xyz = R9.xyz * R10.xyz;
        COL0.w = c[12].y;
    } else {
        // Sand shines through at the shore, deeper water is darker
        R3.x = -R3.z * c[31].x;
        R3.y = R3.x * c[31].w;
        R3.xy = nv_min(R3.xy, c[12].yy);
        R9.xyz = c[34].xyz;
        R11.xyz = c[33].xyz - R9.xyz;
        R9.xyz = R3.y * R11.xyz + R9.xyz;
        R11.xyz = c[32].xyz - R9.xyz;
        R9.xyz = R3.x * R11.xyz + R9.xyz;
        COL0.xyz = R9.xyz * R10.xyz;
        COL0.w = c[12].y;
        // Glint of the light
        R2.xyz = c[20].xyz - R0.xyz;
        R2.w = nv_dp3(R2.xyz, R2.xyz);
        R2.w = nv_rsq(R2.w);
        R2.xyz = R2.xyz * R2.w + c[16].xyz;
        R2.w = nv_dp3(R2.xyz, R2.xyz);
        R2.w = nv_rsq(R2.w);
        R2.xyz = R2.xyz * R2.w;
        R3.x = c[12].y;
        R3.y = nv_dp3(R1.xyz, R2.xyz);
        R3.w = c[19].w;
        R3 = vec4(one, nv_positive(R3.x), nv_specular(R3.x, R3.y, R3.w, zero), one);
        COL1.xyz = R3.z * c[17].xyz;
    }
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
    gl_ClipDistance[0] = CLP0.x;
}
