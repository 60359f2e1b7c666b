#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from dusk.fp (!!ARBfp1.0): fragment shader, exact numerics
// An evening sky over four ridges, one behind the other, as they are seen from one place: only the direction counts.
//
//   texcoord[1]        the direction, of any length
//   texture[0]         noise, which repeats
//   program.local[0]   xyz: unit direction to the sun, w: how far the clouds have drifted

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 sun;
};
uniform sampler2D texture0;
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

// NV_gpu_program4 2.X.8, LRP
vec4 nv_lrp(vec4 a, vec4 b, vec4 c) {
    precise vec4 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, LG2
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

// NV_gpu_program4 2.X.8, POW: 2^(b log2 a)
float nv_pow(float a, float b) {
    precise float power = b * nv_lg2(a);
    return nv_ex2(power);
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

void main() {
    float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    precise vec4 d;
    precise vec4 v_round;
    precise vec4 place = vec4(zero);
    precise vec4 noise;
    precise vec4 share;
    precise vec4 color_2;
    precise vec4 lit;
    // Of each ridge how high it is, how much of that is noise, how far away the noise is cut, how soft its edge
    d.w = nv_dp3(TEX1.xyz, TEX1.xyz);
    d.w = nv_rsq(d.w);
    d.xyz = TEX1.xyz * d.w;
    // The circle this direction lies on, and how steeply it rises
    v_round.x = d.x * d.x;
    v_round.x = d.z * d.z + v_round.x;
    v_round.x = nv_max(v_round.x, 0.06);
    v_round.w = nv_rsq(v_round.x);
    v_round.xy = d.xz * v_round.w;
    v_round.z = d.y * v_round.w;
    share.x = nv_saturate(v_round.z * 4.2 + zero);
    share.y = nv_saturate(v_round.z * 1.3 - 0.12);
    color_2 = nv_lrp(share.xxxx, vec4(0.36, 0.35, 0.47, 1.0), vec4(0.93, 0.58, 0.36, 1.0));
    color_2 = nv_lrp(share.yyyy, vec4(0.085, 0.13, 0.27, 1.0), color_2);
    lit.x = nv_saturate(nv_dp3(d.xyz, sun.xyz));
    lit.y = nv_pow(lit.x, 9.0);
    lit.z = nv_pow(lit.x, 260.0);
    lit.w = nv_pow(lit.x, 4000.0);
    lit.y = lit.y * 0.55;
    color_2.xyz = vec3(1.0, 0.7, 0.38) * lit.y + color_2.xyz;
    lit.z = lit.z * 0.6;
    color_2.xyz = vec3(1.0, 0.7, 0.38) * lit.z + color_2.xyz;
    color_2.xyz = vec3(1.0, 0.7, 0.38) * lit.w + color_2.xyz;
    // Streaks of cloud on a plane high above
    place.w = nv_max(d.y, 0.06);
    place.w = nv_rcp(place.w);
    place.xy = d.xz * place.w;
    place.x = place.x * 0.05 + sun.w;
    place.y = place.y * 0.16;
    noise = texture(texture0, place.xy);
    share.x = nv_saturate(noise.x * 2.4 - 1.15);
    share.y = nv_saturate(d.y * 5.0);
    share.x = share.x * share.y;
    share.x = share.x * 0.55;
    place.xyz = vec3(1.0, 0.7, 0.38) * lit.y + vec3(0.76, 0.42, 0.39);
    color_2.xyz = nv_lrp(share.xxx, place.xyz, color_2.xyz);
    // Each ridge hides what is behind it and stands in its own haze
    place.xy = v_round.xy * 0.31;
    noise = texture(texture0, place.xy);
    share.x = noise.x * 0.19 + 0.105;
    share.x = share.x - v_round.z;
    share.x = nv_saturate(share.x * 90.0);
    place.xyz = vec3(1.0, 0.7, 0.38) * lit.y + vec3(0.52, 0.4, 0.44);
    color_2.xyz = nv_lrp(share.xxx, place.xyz, color_2.xyz);
    place.xy = v_round.xy * 0.47 + 0.5;
    noise = texture(texture0, place.xy);
    share.x = noise.x * 0.15 + 0.062;
    share.x = share.x - v_round.z;
    share.x = nv_saturate(share.x * 120.0);
    lit.y = lit.y * 0.5;
    place.xyz = vec3(1.0, 0.7, 0.38) * lit.y + vec3(0.33, 0.275, 0.345);
    color_2.xyz = nv_lrp(share.xxx, place.xyz, color_2.xyz);
    place.xy = v_round.xy * 0.73 + 0.35;
    noise = texture(texture0, place.xy);
    share.x = noise.x * 0.105 + 0.024;
    share.x = share.x - v_round.z;
    share.x = nv_saturate(share.x * 150.0);
    lit.y = lit.y * 0.5;
    place.xyz = vec3(1.0, 0.7, 0.38) * lit.y + vec3(0.17, 0.155, 0.22);
    color_2.xyz = nv_lrp(share.xxx, place.xyz, color_2.xyz);
    place.xy = v_round.xy * 1.3;
    noise = texture(texture0, place.xy);
    share.x = noise.x * 0.06 + zero;
    share.x = share.x - v_round.z;
    share.x = nv_saturate(share.x * 180.0);
    color.xyz = nv_lrp(share.xxx, vec3(0.06, 0.062, 0.095), color_2.xyz);
    color.w = 1.0;
    color = nv_saturate(color);
}
