#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from toon.fp (!!FP1.0): fragment shader, exact numerics
// Cartoon shading: the light falls on a ramp of a few tones, the highlight is one spot with a hard
// edge, and ink lies where the surface turns away.
// f[COL0]  the paint
// f[TEX0]  normal, f[TEX1] direction to the viewer; both in eye space, of any length
// TEX0     the ramp, from shadow to light along s

in vec4 COL0;
in vec4 TEX0;
in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 light;  // towards the light, of length 1; at first 0.36, 0.48, 0.8, 1.0
    vec4 gloss;  // the highlight's colour and exponent; at first 1.0, 0.96, 0.84, 40.0
    vec4 ink;  // the line's colour, and the cosine below which it begins; at first 0.07, 0.04, 0.1, 0.3
};
uniform sampler2D texture0;
layout(location = 0) precise out vec4 color;

// NV_fragment_program 3.11.4.4: _SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_fragment_program 3.11.4.4: _SAT; NaN stays
vec4 nv_saturate(vec4 a) {
    return vec4(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z), nv_saturate(a.w));
}

// NV_fragment_program 3.11.5.5, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_fragment_program 3.11.5.27, RSQ: -INF for -0.0, NaN below
float nv_rsq(float a) {
    uint infinity = floatBitsToUint(a) & 0x80000000u | 0x7f800000u;
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(infinity)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point; NaN is 0
float nv_fx12(float a) {
    precise float r = a < -2.0 ? -2.0 : a > 1.9990234375 ? 1.9990234375 : a;
    return isnan(a) ? 0.0 : r;
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point; NaN is 0
vec3 nv_fx12(vec3 a) {
    return vec3(nv_fx12(a.x), nv_fx12(a.y), nv_fx12(a.z));
}

// NV_fragment_program 3.11.5.13, LIT
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
}

// NV_fragment_program 3.11.5.12, LG2
float nv_lg2(float a) {
    int bits = floatBitsToInt(a) - 0x3f3504f3;
    float m = intBitsToFloat((bits & 0x007fffff) + 0x3f3504f3);
    precise float x = (m - 1.0) / (m + 1.0);
    precise float y = x * x;
    precise float r = float(bits >> 23)
        + x * (2.88539 + y * (0.96179885 + y * (0.57671386 + y * 0.43174833)));
    if (!(a >= uintBitsToFloat(0x00800000u))) {
        r = a > -uintBitsToFloat(0x00800000u) ? -uintBitsToFloat(0x7f800000u)
            : uintBitsToFloat(0x7fc00000u);
    }
    return isnan(a) || a == uintBitsToFloat(0x7f800000u) ? a : r;
}

// NV_fragment_program 3.11.5.8, EX2
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

// NV_fragment_program 3.11.5.24, POW: 2^(b log2 a)
float nv_pow(float a, float b) {
    precise float power = b * nv_lg2(a);
    return nv_ex2(power);
}

// NV_fragment_program 3.11.5.13, LIT: y^w where x > 0, as POW has it
float nv_specular(float x, float y, float w) {
    return x > 0.0 ? nv_pow(y < 0.0 ? 0.0 : y, w) : 0.0;
}

void main() {
    float zero = float(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    precise vec4 R0;
    precise vec4 R1;
    precise vec4 R2 = vec4(zero);
    precise vec4 R3 = vec4(zero);
    precise vec4 H0;
    precise vec4 CC0;
    R0.w = nv_dp3(TEX0.xyz, TEX0.xyz);
    R0.w = nv_rsq(R0.w);
    R0.xyz = TEX0.xyz * R0.w;
    R1.w = nv_dp3(TEX1.xyz, TEX1.xyz);
    R1.w = nv_rsq(R1.w);
    R1.xyz = TEX1.xyz * R1.w;
    // the tone
    R2.x = nv_dp3(R0.xyz, light.xyz);
    R3.x = nv_saturate(R2.x * 0.5 + 0.5);
    H0 = texture(texture0, R3.xx);
    H0.xyz = nv_fx12(nv_fx12(H0.xyz) * nv_fx12(COL0.xyz));
    // the highlight, by the vector half way between light and viewer
    R3.xyz = R1.xyz + light.xyz;
    R3.w = nv_dp3(R3.xyz, R3.xyz);
    R3.w = nv_rsq(R3.w);
    R2.y = nv_dp3(R0.xyz, R3.xyz);
    R2.y = R2.y * R3.w;
    R2.w = gloss.w;
    R2 = vec4(1.0, nv_positive(R2.x), nv_specular(R2.x, R2.y, R2.w), 1.0);
    CC0.x = R2.z - 0.5;
    if (CC0.x > 0.0) H0.xyz = nv_fx12(gloss.xyz);
    // the ink
    R3.x = nv_dp3(R0.xyz, R1.xyz);
    CC0.x = R3.x - ink.w;
    if (CC0.x < 0.0) H0.xyz = nv_fx12(ink.xyz);
    H0.w = COL0.w;
    color = H0;
    color = nv_saturate(color);
}
