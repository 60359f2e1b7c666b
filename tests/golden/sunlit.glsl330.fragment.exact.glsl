#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from sunlit.fp (!!ARBfp1.0): fragment shader, exact numerics
// Sun and sky on stone and metal. The sun's share is the mean of nine comparisons with its shadow map, each of which
// the texture unit filters; metal mirrors the sky.
//
//   texcoord[0..3]     as sunlit.vp gives them
//   texture[0]         the material's colour
//   texture[1]         the shadow map
//   texture[2]         the sky, a cube map
//   program.local[0]   xyz: the eye, w: shininess
//   program.local[1]   xyz: unit direction to the sun, w: how far a shadow keeps from what casts it, in depth
//   program.local[2]   rgb: tint, a: how metallic, 0 to 1
//   program.local[3]   x: texture repeats per unit, yz: size of a texel of the shadow map, times 1.25

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
in vec4 TEX3;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 sun;
    vec4 tint;
    vec4 grain;
};
uniform sampler2D texture0;
uniform sampler2DShadow texture1;
uniform samplerCube texture2;
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

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
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

void main() {
    precise vec4 color_2;
    precise vec4 normal;
    precise vec4 view;
    precise vec4 v_half;
    precise vec4 lit;
    precise vec4 place;
    precise vec4 v_step;
    precise vec4 sum = vec4(zero);
    precise vec4 mirrored;
    precise vec4 share;
    place = TEX0 * grain.x;
    color_2 = texture(texture0, place.xy);
    color_2.xyz = color_2.xyz * tint.xyz;
    normal.w = nv_dp3(TEX2.xyz, TEX2.xyz);
    normal.w = nv_rsq(normal.w);
    normal.xyz = TEX2.xyz * normal.w;
    view = eye - TEX1;
    view.w = nv_dp3(view.xyz, view.xyz);
    view.w = nv_rsq(view.w);
    view.xyz = view.xyz * view.w;
    // Nine places around, a little over a texel apart; a comparison's result is in x, y and z, as a luminance
    place = TEX3;
    place.z = place.z - sun.w;
    v_step.xy = grain.yz;
    sum.x = texture(texture1, vec3(place.xy, nv_saturate(place.z)));
    place.x = place.x + v_step.x;
    sum.y = texture(texture1, vec3(place.xy, nv_saturate(place.z)));
    place.y = place.y + v_step.y;
    sum.z = texture(texture1, vec3(place.xy, nv_saturate(place.z)));
    place.x = place.x - v_step.x;
    share.x = texture(texture1, vec3(place.xy, nv_saturate(place.z)));
    place.x = place.x - v_step.x;
    share.y = texture(texture1, vec3(place.xy, nv_saturate(place.z)));
    place.y = place.y - v_step.y;
    share.z = texture(texture1, vec3(place.xy, nv_saturate(place.z)));
    place.y = place.y - v_step.y;
    lit.x = texture(texture1, vec3(place.xy, nv_saturate(place.z)));
    place.x = place.x + v_step.x;
    lit.y = texture(texture1, vec3(place.xy, nv_saturate(place.z)));
    place.x = place.x + v_step.x;
    lit.z = texture(texture1, vec3(place.xy, nv_saturate(place.z)));
    sum.xyz = sum.xyz + share.xyz;
    sum.xyz = sum.xyz + lit.xyz;
    sum.x = nv_dp3(sum.xyz, vec3(0.11111111));
    // The sky from above, what the ground gives back from below
    share.x = normal.y * 0.5 + 0.5;
    share.yzw = nv_lrp(share.xxx, vec3(0.27, 0.36, 0.5), vec3(0.17, 0.145, 0.12));
    lit.x = nv_dp3(normal.xyz, sun.xyz);
    v_half = view + sun;
    v_half.w = nv_dp3(v_half.xyz, v_half.xyz);
    v_half.w = nv_rsq(v_half.w);
    v_half.xyz = v_half.xyz * v_half.w;
    lit.y = nv_dp3(normal.xyz, v_half.xyz);
    lit.w = eye.w;
    lit = nv_opaque(vec4(1.0, nv_positive(lit.x), nv_specular(lit.x, lit.y, lit.w), 1.0));
    lit.yz = lit.yz * sum.x;
    sum.xyz = vec3(1.1, 0.98, 0.78) * lit.y + share.yzw;
    sum.xyz = color_2.xyz * sum.xyz;
    // Metal shows the sky instead, in its own colour; where the sun does not reach it, less of it
    mirrored.w = nv_dp3(normal.xyz, view.xyz);
    mirrored.xyz = normal.xyz * mirrored.w;
    mirrored.xyz = mirrored.xyz * 2.0 - view.xyz;
    mirrored = texture(texture2, mirrored.xyz);
    share.x = lit.y * 0.55 + 0.45;
    mirrored.xyz = mirrored.xyz * share.x;
    mirrored.xyz = mirrored.xyz * color_2.xyz;
    sum.xyz = nv_lrp(tint.www, mirrored.xyz, sum.xyz);
    lit.z = lit.z * 0.8;
    color.xyz = vec3(1.1, 0.98, 0.78) * lit.z + sum.xyz;
    color.w = 1.0;
    color = nv_saturate(color);
}
