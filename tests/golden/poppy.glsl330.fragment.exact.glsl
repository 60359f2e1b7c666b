#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from poppy.fp (!!ARBfp1.0): fragment shader, exact numerics
// A flower head on a sprite, four petals that the low sun shines through. Farther away it fades into the haze.
//
//   texcoord[0]        over the sprite, 0 to 1
//   color              numbers by chance
//   program.local[0]   colour of the petals where they are thick, a: density of the haze
//   program.local[1]   and where they are thin
//   program.local[2]   colour of the middle, a: one over its radius squared
//   program.local[3]   colour of the haze

in vec4 COL0;
in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 thick;
    vec4 thin;
    vec4 middle;
    vec4 haze;
};
layout(location = 0) precise out vec4 color;

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
vec4 nv_saturate(vec4 a) {
    return vec4(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z), nv_saturate(a.w));
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_gpu_program4 2.X.8, EX2
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

void main() {
    precise vec4 place;
    precise vec4 color_2;
    precise vec4 petal;
    place = TEX0 * 2.0 - 1.0;
    place.y = place.x * 0.15 + place.y;
    petal.xy = place.xy * place.xy;
    petal.z = petal.x + petal.y;  // r squared
    petal.w = place.x * place.y;
    petal.w = petal.w * petal.w;
    place.w = petal.w * -2.4 + 1.0;  // petals: less towards the diagonals
    place.w = place.w - petal.z;
    if (place.w < 0.0) discard;
    // The thin rim glows; each petal has a fold
    color_2.w = nv_saturate(petal.z * 1.1);
    color_2.xyz = nv_lrp(color_2.www, thin.xyz, thick.xyz);
    petal.w = petal.x - petal.y;
    petal.w = abs(petal.w);
    petal.w = nv_saturate(petal.w * 0.9 + 0.62);
    color_2.xyz = color_2.xyz * petal.w;
    petal.x = COL0.y * 0.3 + 0.85;
    color_2.xyz = color_2.xyz * petal.x;
    color_2.w = nv_saturate(petal.z * middle.w);
    color_2.w = color_2.w * color_2.w;
    color_2.xyz = nv_lrp(color_2.www, color_2.xyz, middle.xyz);
    petal.x = nv_rcp(gl_FragCoord.w);
    petal.x = petal.x * -thick.w;
    petal.x = nv_ex2(petal.x);
    color.xyz = nv_lrp(petal.xxx, color_2.xyz, haze.xyz);
    color.w = 1.0;
    color = nv_saturate(color);
}
