#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from toon.fp (!!FP1.0): fragment shader, exact numerics
// Cartoon shading: the light falls on a surface in three flat tones, and the highlight is one spot with a hard edge.
// Derivatives make every such edge one pixel wide, however fast the surface bends.
//   f[COL0]  the paint
//   f[TEX0]  normal, f[TEX1] direction to the viewer; both in eye space, of any length

in vec4 COL0;
in vec4 TEX0;
in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 light;  // towards the light, of length 1; at first 0.36, 0.48, 0.8, 1.0
    vec4 gloss;  // the highlight's colour, and the cosine at which it begins; at first 1.0, 0.98, 0.92, 0.975
    vec4 shade;  // what the dark tone leaves of the paint, and the cosine at its edge; at first 0.52, 0.5, 0.66, -0.08
    vec4 middle;  // the same of the tone between; at first 0.8, 0.79, 0.87, 0.34
};
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

// NV_fragment_program 3.11.5.16, MAX: NaN if an operand is
vec2 nv_max(vec2 a, vec2 b) {
    vec2 r = mix(max(a, b), intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)), equal(a, b));
    return mix(mix(r, b, isnan(b)), a, isnan(a));
}

// NV_fragment_program 3.11.5.25, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_fragment_program 3.11.5.14, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

void main() {
    float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    precise vec4 R0;
    precise vec4 R1;
    precise vec4 R2;
    precise vec4 R3 = vec4(zero);
    precise vec4 R4;
    precise vec4 R5;
    precise vec4 H0;
    R0.w = nv_dp3(TEX0.xyz, TEX0.xyz);
    R0.w = nv_rsq(R0.w);
    R0.xyz = TEX0.xyz * R0.w;
    R1.w = nv_dp3(TEX1.xyz, TEX1.xyz);
    R1.w = nv_rsq(R1.w);
    R1.xyz = TEX1.xyz * R1.w;
    // the cosine of the light in R2.x, that of the vector half way between light and viewer in R2.y
    R2.x = nv_dp3(R0.xyz, light.xyz);
    R3.xyz = R1.xyz + light.xyz;
    R3.w = nv_dp3(R3.xyz, R3.xyz);
    R3.w = nv_rsq(R3.w);
    R3.xyz = R3.xyz * R3.w;
    R2.y = nv_dp3(R0.xyz, R3.xyz);
    // how much both change from one pixel to the next
    R3.xy = dFdx(R2.xy);
    R3.zw = dFdy(R2.xy);
    R3.xy = abs(R3.xy) + abs(R3.zw);
    R3.xy = nv_max(R3.xy, vec2(0.001));
    R3.x = nv_rcp(R3.x);
    R3.y = nv_rcp(R3.y);
    // the tones
    R2.z = R2.x - shade.w;
    R2.w = R2.x - middle.w;
    R4.x = nv_saturate(R2.z * R3.x + 0.5);
    R4.y = nv_saturate(R2.w * R3.x + 0.5);
    R5.xyz = shade.xyz;
    R5.xyz = nv_lrp(R4.xxx, middle.xyz, R5.xyz);
    R5.xyz = nv_lrp(R4.yyy, vec3(1.0), R5.xyz);
    R5.xyz = R5.xyz * COL0.xyz;
    // the highlight, which the dark side has not
    R2.y = R2.y - gloss.w;
    R4.z = nv_saturate(R2.y * R3.y + 0.5);
    R4.z = R4.z * R4.x;
    H0.xyz = nv_lrp(R4.zzz, gloss.xyz, R5.xyz);
    H0.w = COL0.w;
    color = H0;
    color = nv_saturate(color);
}
