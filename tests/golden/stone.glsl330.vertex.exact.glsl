#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from stone.vp (!!ARBvp1.0): vertex shader, exact numerics

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 modelview[4];
    vec4 normals[3];
    vec4 cut;
    vec4 grain[2];
    vec4 from_cut;
    vec4 lamp;
    vec4 lamp_color;
    vec4 window;
    vec4 window_color;
    vec4 glow;
    vec4 bumps[10];
};
precise out vec4 COL0;
precise out vec4 TEX0;
precise out vec4 TEX1;
out float gl_ClipDistance[1];

float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
precise vec4 around;
precise vec4 phase = vec4(zero);
precise vec4 wave = vec4(zero);
precise vec4 slope = vec4(zero);
precise vec4 sum;
precise vec4 place = vec4(zero);
precise vec4 eye = vec4(zero);
precise vec4 n = vec4(zero);
precise vec4 light = vec4(zero);
ivec4 octave;
precise vec4 HPOS = vec4(zero);
precise vec4 CLP0 = vec4(zero);

vec4 bumps_at(int index) {
    vec4 value = bumps[min(uint(index), 9u)];
    return uint(index) < 10u ? value : vec4(zero);
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

// NV_gpu_program4 2.X.8, SIN
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

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_gpu_program4 2.X.8, COS
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

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// ARB_vertex_program 2.14.5.22: of the absolute value
float nv_rsq(float a) {
    a = abs(a);
    return a < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : inversesqrt(a);
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    return a > b ? b : a;
}

void four_waves() {
    // Adds the height of four waves at around to sum.w, their slope to sum.xyz
    phase = around.x * bumps_at(octave.x);
    phase = around.y * bumps_at(octave.x + 1) + phase;
    phase = around.z * bumps_at(octave.x + 2) + phase;
    phase = phase + bumps_at(octave.x + 3);
    wave.x = nv_sin(phase.x);
    wave.y = nv_sin(phase.y);
    wave.z = nv_sin(phase.z);
    wave.w = nv_sin(phase.w);
    wave.x = nv_dp4(wave, bumps_at(octave.x + 4));
    sum.w = sum.w + wave.x;
    slope.x = nv_cos(phase.x);
    slope.y = nv_cos(phase.y);
    slope.z = nv_cos(phase.z);
    slope.w = nv_cos(phase.w);
    slope = slope * bumps_at(octave.x + 4);
    wave.x = nv_dp4(slope, bumps_at(octave.x));
    wave.y = nv_dp4(slope, bumps_at(octave.x + 1));
    wave.z = nv_dp4(slope, bumps_at(octave.x + 2));
    sum.xyz = sum.xyz + wave.xyz;
}

void main() {
    COL0 = vec4(zero);
    TEX0 = vec4(zero);
    TEX1 = vec4(zero);
    // The rough skin of a stone: a unit sphere with bumps, cut off by clip plane 0 of the GL's state. Texture
    // coordinates come from the planes of TexGen: unit 0 lies on the stone, unit 1 measures from the cut.
    //
    // bumps[5 i]      x, y and z of four waves, their phases and heights; large ones, then small ones
    around = vertex_position;
    sum = vec4(zero);
    octave = ivec4(nv_int(floor(0.0)));
    four_waves();
    octave = ivec4(nv_int(floor(5.0)));
    four_waves();
    // The surface is where radius * (1 + sum.w) = 1; its normal is the gradient of that
    place.w = sum.w + 1.0;
    place.w = nv_rcp(place.w);
    place.xyz = around.xyz * place.w;
    place.w = 1.0;
    n.w = nv_dp3(sum.xyz, around.xyz);
    sum.xyz = around.xyz * -n.w + sum.xyz;
    n = around + sum;
    HPOS.x = nv_dp4(mvp[0], place);
    HPOS.y = nv_dp4(mvp[1], place);
    HPOS.z = nv_dp4(mvp[2], place);
    HPOS.w = nv_dp4(mvp[3], place);
    eye.x = nv_dp4(modelview[0], place);
    eye.y = nv_dp4(modelview[1], place);
    eye.z = nv_dp4(modelview[2], place);
    eye.w = nv_dp4(modelview[3], place);
    CLP0.x = nv_dp4(cut, eye);
    slope.x = nv_dp3(normals[0].xyz, n.xyz);
    slope.y = nv_dp3(normals[1].xyz, n.xyz);
    slope.z = nv_dp3(normals[2].xyz, n.xyz);
    slope.w = nv_dp3(slope.xyz, slope.xyz);
    slope.w = nv_rsq(slope.w);
    n.xyz = slope.xyz * slope.w;
    // Lambert's cosine for the lamp and the window; hollows are a little darker
    light.xyz = lamp.xyz - eye.xyz;
    light.w = nv_dp3(light.xyz, light.xyz);
    light.w = nv_rsq(light.w);
    phase.x = nv_dp3(light.xyz, n.xyz);
    phase.x = phase.x * light.w;
    phase.x = nv_max(phase.x, zero);
    phase.x = nv_min(phase.x, 1.0);
    wave.xyz = lamp_color.xyz * phase.x;
    phase.x = nv_dp3(window.xyz, n.xyz);
    phase.x = nv_max(phase.x, zero);
    phase.x = nv_min(phase.x, 1.0);
    wave.xyz = window_color.xyz * phase.x + wave.xyz;
    phase.y = sum.w * -5.0 + 1.0;
    phase.y = nv_max(phase.y, zero);
    phase.y = nv_min(phase.y, 1.0);
    wave.xyz = wave.xyz + glow.xyz;
    COL0.xyz = wave.xyz * phase.y;
    COL0.w = glow.w;
    TEX0.x = nv_dp4(grain[0], vertex_position);
    TEX0.y = nv_dp4(grain[1], vertex_position);
    TEX0.zw = vec2(zero, 1.0);
    TEX1.y = nv_dp4(from_cut, eye);
    TEX1.xzw = vec3(zero, zero, 1.0);
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    gl_ClipDistance[0] = CLP0.x;
}
