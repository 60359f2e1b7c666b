#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from cobbles.fp (!!ARBfp1.0): fragment shader, exact numerics
// A street of stones that really stand out: along the line of sight through the texture the first place is looked for where
// the street is higher, then once more towards the lamp, for shadows. The street is the plane y = 0.
//
//   texcoord[1]        position in the world
//   texture[0]         as slopes.fp leaves it: rg: slopes, b: tone, a: height
//   program.local[0]   xyz: the eye, w: shininess
//   program.local[1]   xyz: the lamp, w: how fast its light fades
//   program.local[2]   x: repeats per unit, y: depth of the joints in repeats, z: level of detail for each unit away,
//                      w: how far slopes turn the normal
//   program.local[3]   rgb: colour of the lamp, a: wetness
//   program.local[4]   xyz: unit direction to the moon, w: its light

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 lamp;
    vec4 relief;
    vec4 glow;
    vec4 moon;
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

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
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

// exact numerics: constants that no compiler folds
vec3 nv_opaque(vec3 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec3(zero)));
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm(vec3 a) {
    precise vec3 squares = a * a;
    precise vec3 result = a * nv_rsq(squares.x + squares.y + squares.z);
    return result;
}

// NV_gpu_program4 2.X.8, LIT
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
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

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

void main() {
    precise vec4 view = vec4(zero);
    precise vec4 place;
    precise vec4 v_step;
    precise vec4 stone = vec4(zero);
    precise vec4 normal = vec4(zero);
    precise vec4 way = vec4(zero);
    precise vec4 v_half = vec4(zero);
    precise vec4 lit = vec4(zero);
    precise vec4 moonlit = vec4(zero);
    precise vec4 color_2 = vec4(zero);
    precise vec4 share = vec4(zero);
    vec4 CC0 = vec4(0.0);
    color = vec4(zero);
    view.xyz = eye.xyz - TEX1.xyz;
    view.w = nv_dp3(view.xyz, view.xyz);
    view.w = nv_rsq(view.w);
    view.xyz = view.xyz * view.w;
    // place: xy: where in the texture, z: height there, w: level of detail
    place.xy = TEX1.xz * relief.x;
    place.z = 1.0;
    place.w = nv_rcp(view.w);
    place.w = place.w * relief.z;
    place.w = nv_lg2(place.w);
    v_step.w = nv_rcp(view.y);
    v_step.xy = view.xz * v_step.w;
    v_step.xy = v_step.xy * -relief.y;
    v_step.z = -1.0;
    v_step.xyz = nv_opaque(v_step.xyz) * nv_opaque(0.05555556);
    // Down in equal steps until below the street, back by halves
    for (int count = 18; count-- > 0;) {
        stone = textureLod(texture0, place.xy, place.w);
        CC0.x = share.x = stone.w - place.z;
        if (CC0.x >= 0.0) {
            break;
        }
        place.xyz = place.xyz + v_step.xyz;
    }
    for (int count_2 = 5; count_2 > 0; --count_2) {
        v_step.xyz = v_step.xyz * 0.5;
        stone = textureLod(texture0, place.xy, place.w);
        CC0.x = share.x = stone.w - place.z;
        if (CC0.x >= 0.0) place.xyz = place.xyz - v_step.xyz;
        if (CC0.x < 0.0) place.xyz = place.xyz + v_step.xyz;
    }
    stone = textureLod(texture0, place.xy, place.w);
    normal.xz = stone.xy * 2.0 - 1.0;
    normal.xz = normal.xz * relief.w;
    normal.y = 1.0;
    normal.xyz = nv_nrm(nv_opaque(normal.xyz));
    way.xyz = lamp.xyz - TEX1.xyz;
    way.w = nv_dp3(way.xyz, way.xyz);
    share.w = nv_rsq(way.w);
    way.xyz = way.xyz * share.w;
    way.w = way.w * lamp.w + 0.25;
    way.w = nv_rcp(way.w);
    v_half.xyz = way.xyz + view.xyz;
    v_half.xyz = nv_nrm(v_half.xyz);
    lit.x = nv_dp3(normal.xyz, way.xyz);
    lit.y = nv_dp3(normal.xyz, v_half.xyz);
    lit.w = eye.w;
    lit = nv_opaque(vec4(1.0, nv_positive(lit.x), nv_specular(lit.x, lit.y, lit.w), 1.0));
    moonlit.x = nv_saturate(nv_dp3(normal.xyz, moon.xyz));
    v_half.xyz = moon.xyz + view.xyz;
    v_half.xyz = nv_nrm(v_half.xyz);
    moonlit.y = nv_saturate(nv_dp3(normal.xyz, v_half.xyz));
    moonlit.y = nv_pow(moonlit.y, eye.w);
    moonlit.xy = moonlit.xy * moon.w;
    // Towards the lamp: how far the street rises above the ray
    v_step.w = nv_rcp(way.y);
    v_step.xy = way.xz * v_step.w;
    v_step.xy = v_step.xy * relief.y;
    v_step.z = 1.0;
    share.w = 1.0 - stone.w;
    share.w = share.w * 0.1111111;
    v_step.xyz = v_step.xyz * share.w;
    share.y = zero;
    for (int count_3 = 9; count_3 > 0; --count_3) {
        place.xyz = place.xyz + v_step.xyz;
        v_half = textureLod(texture0, place.xy, place.w);
        share.x = v_half.w - place.z;
        share.y = nv_max(share.y, share.x);
    }
    share.y = nv_saturate(share.y * -9.0 + 1.0);
    way.w = way.w * share.y;
    lit.yz = lit.yz * way.w;
    // Stones by their tones, earth between them, and water in what is low
    color_2.xyz = nv_lrp(stone.zzz, vec3(0.46, 0.44, 0.43), vec3(0.2, 0.19, 0.21));
    share.x = nv_saturate(stone.w * 3.0 - 0.3);
    color_2.xyz = nv_lrp(share.xxx, color_2.xyz, vec3(0.045, 0.04, 0.036));
    v_half.xyz = glow.xyz * lit.y;
    v_half.xyz = vec3(0.3, 0.42, 0.68) * moonlit.x + v_half.xyz;
    color_2.xyz = color_2.xyz * v_half.xyz;
    v_half.xyz = glow.xyz * lit.z;
    v_half.xyz = vec3(0.3, 0.42, 0.68) * moonlit.y + v_half.xyz;
    color_2.xyz = v_half.xyz * glow.w + color_2.xyz;
    color_2.x = nv_ex2(-color_2.x);
    color_2.y = nv_ex2(-color_2.y);
    color_2.z = nv_ex2(-color_2.z);
    color.xyz = 1.0 - color_2.xyz;
    color.w = 1.0;
    color = nv_saturate(color);
}
