#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from ember.fp (!!FP1.0): fragment shader, exact numerics
// Paper that burns: the fire climbs and eats along a noise, its front glows and flickers, behind it there is
// nothing, and before it the page is charred.
//   f[TEX0]  where on the page, f[TEX1] the light there
//   TEX0     the page, TEX1 the noise, of three dimensions

in vec4 TEX0;
in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 fire;  // how far it is, the time, and how narrow glow and char are; at first 0.3, 0.0, 9.0, 4.0
    vec4 glow;  // at first 2.0, 0.7, 0.12, 1.0
} program;
uniform sampler2D texture0;
uniform sampler3D texture1;
layout(location = 0) precise out vec4 color;

// NV_fragment_program 3.11.4.4: _SAT; NaN stays
float nv_saturate(float a) {
    precise float r = mix(mix(a, 0.0, a < 0.0), 1.0, a > 1.0);
    return r;
}

// NV_fragment_program 3.11.4.4: _SAT; NaN stays
vec4 nv_saturate(vec4 a) {
    return vec4(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z), nv_saturate(a.w));
}

// NV_fragment_program 3.11.5.16, MAX: NaN if an operand is
float nv_max(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}

// NV_fragment_program 3.11.5.25, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    precise float r = mix(1.0 / a, uintBitsToFloat(sign), abs(a) > uintBitsToFloat(0x7e800000u));
    r = mix(r, uintBitsToFloat(sign | 0x7f800000u), abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_less_equal(float a, float b) {
    precise bool r = a <= b;
    return r;
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point; NaN is 0
float nv_fx12(float a) {
    return isnan(a) ? 0.0 : clamp(a, -2.0, 1.9990234375);
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point; NaN is 0
vec3 nv_fx12(vec3 a) {
    return vec3(nv_fx12(a.x), nv_fx12(a.y), nv_fx12(a.z));
}

// NV_fragment_program 3.11.5.8, EX2
float nv_ex2(float a) {
    float n = floor(clamp(a, -127.0, 128.0));
    precise float x = clamp(a, -127.0, 128.0) - n;
    precise float y = x * x;
    precise float r = 1.0 + x * (0.693147 + x * 0.24023011 + y * (0.05548128 + x * 0.0096838456
        + y * (0.0012388321 + x * 0.00021892281)));
    r *= intBitsToFloat(int(n) + 127 << 23);  // 0 and INF, too
    return isnan(a) ? a : r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_greater(float a, float b) {
    precise bool r = a > b;
    return r;
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

// NV_fragment_program 3.11.5.32, SIN
float nv_sin(float a) {
    float n = roundEven(a * 0.63661977);
    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;
    float quadrant = n - 4.0 * floor(0.25 * n);
    if (nv_greater(abs(a), 4096.0)) {
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

// NV_fragment_program 3.11.4.4: _SAT; NaN stays
vec3 nv_saturate(vec3 a) {
    return vec3(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z));
}

void main() {
    precise vec4 R0, R1, R2, R3, H0, H1, CC0;
    bool killed = false;  // discarded at the end: derivatives need all four of a quad
    R0.xy = TEX0.xy * 0.95;
    R0.z = program.fire.y;
    R1 = texture(texture1, R0.xyz);
    R1.x = TEX0.y * 1.5 + R1.x;
    R1.x = R1.x - program.fire.x;
    // one pixel of the edge is half burned
    R2.x = dFdx(R1.x);
    R2.y = dFdy(R1.x);
    R2.x = abs(R2.x) + abs(R2.y);
    R2.x = nv_max(R2.x, 0.0001);
    R2.x = nv_rcp(R2.x);
    R2.w = nv_saturate(R1.x * R2.x + 0.5);
    CC0.x = R2.w;
    if (nv_less_equal(CC0.x, 0.0)) killed = true;
    // charred: the page through brown smoke
    H0 = texture(texture0, TEX0.xy);
    H1.x = nv_saturate(R1.x * program.fire.w);
    H1.yzw = nv_fx12(nv_fx12(H1.x) * vec3(1.0, 0.9, 0.75));
    H0.xyz = nv_fx12(nv_fx12(H0.xyz) * H1.yzw);
    H0.xyz = H0.xyz * TEX1.xyz;
    // glowing: embers flicker with the time
    R3.x = R1.x * program.fire.z;
    R3.x = nv_ex2(-R3.x);
    R3.y = program.fire.y;
    R3.y = R3.y * 7.0;
    R3.y = R1.y * 12.0 + R3.y;
    R3.y = nv_sin(R3.y);
    R3.y = R3.y * 0.25 + 0.75;
    R3.x = R3.x * R3.y;
    H0.xyz = nv_saturate(nv_fx12(nv_fx12(program.glow.xyz) * nv_fx12(R3.x) + nv_fx12(H0.xyz)));
    H0.w = R2.w;
    color = H0;
    if (killed) discard;
    color = nv_saturate(color);
}
