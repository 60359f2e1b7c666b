#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from ware.fp (!!ARBfp1.0): fragment shader, exact numerics
// Glazed ware and polished stone: a texture lit at every pixel, with a highlight and a reflection of the sky.
//
//   texcoord[0..2]     as world.vp gives them
//   texture[0]         its colour
//   program.local[0]   xyz: the eye, w: shininess
//   program.local[1]   xyz: unit direction to the light, w: ambient light
//   program.local[2]   rgb: tint, a: alpha
//   program.local[3]   rgb: what the surface reflects, a: how much of it from straight above
//   program.local[4]   xz: the middle of a shadow on the ground, y: 1 / its radius squared, w: how dark; or 0
//   program.local[5]   x: how bright highlights are

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 light;
    vec4 tint;
    vec4 sky;
    vec4 shadow;
    vec4 gloss;
};
uniform sampler2D texture0;
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

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

// NV_gpu_program4 2.X.8, LIT
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
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

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0; anything to the power 0 is 1
float nv_specular(float x, float y, float w) {
    if (!(x > 0.0)) {
        return 0.0;
    }
    y = y < 0.0 ? 0.0 : y;
    w = w < -127.99999 ? -127.99999 : w > 127.99999 ? 127.99999 : w;
    return w == 0.0 ? 1.0 : nv_pow(y, w);
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
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
    precise vec4 color_2;
    precise vec4 normal;
    precise vec4 view;
    precise vec4 v_half;
    precise vec4 lit = vec4(zero);
    precise vec4 share;
    color_2 = texture(texture0, TEX0.xy);
    color_2 = color_2 * tint;
    normal.w = nv_dp3(TEX2.xyz, TEX2.xyz);
    normal.w = nv_rsq(normal.w);
    normal.xyz = TEX2.xyz * normal.w;
    view = eye - TEX1;
    view.w = nv_dp3(view.xyz, view.xyz);
    view.w = nv_rsq(view.w);
    view.xyz = view.xyz * view.w;
    v_half = view + light;
    v_half.w = nv_dp3(v_half.xyz, v_half.xyz);
    v_half.w = nv_rsq(v_half.w);
    v_half.xyz = v_half.xyz * v_half.w;
    lit.x = nv_dp3(normal.xyz, light.xyz);
    lit.y = nv_dp3(normal.xyz, v_half.xyz);
    lit.w = eye.w;
    lit = nv_opaque(vec4(1.0, nv_positive(lit.x), nv_specular(lit.x, lit.y, lit.w), 1.0));
    // A soft round shadow: 1 in its middle, falling off as 1 / (1 + d^4)
    share = TEX1 - shadow;
    share.xz = share.xz * share.xz;
    share.x = share.x + share.z;
    share.x = share.x * shadow.y;
    share.x = share.x * share.x + 1.0;
    share.x = nv_rcp(share.x);
    share.y = share.x * -shadow.w + 1.0;
    lit.yz = lit.yz * share.y;
    lit.y = lit.y * 0.8 + light.w;
    color_2.xyz = color_2.xyz * lit.y;
    share.z = nv_saturate(nv_dp3(normal.xyz, view.xyz));
    share.z = 1.0 - share.z;
    share.w = share.z * share.z;
    share.w = share.w * share.w;
    share.w = share.w * share.z;
    share.z = 1.0 - sky.w;
    share.w = share.w * share.z + sky.w;
    share.w = share.w * share.y;
    color_2.xyz = nv_lrp(share.www, sky.xyz, color_2.xyz);
    color.xyz = lit.z * gloss.x + color_2.xyz;
    color.w = nv_saturate(color_2.w + share.w);
    color = nv_saturate(color);
}
