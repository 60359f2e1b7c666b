#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from alps.fp (!!NVfp4.0): fragment shader, exact numerics
// Grass, rock, snow and a lake, by height and slope. Haze by distance.
//
// local[0]  direction to the sun       local[1]  colour of the sun
// local[2]  colour of the sky          local[3]  eye, w = how thick the haze is
// local[4]  x = where snow begins, y = where grass ends, z = height of the water

in vec4 TEX0;
in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 sun;
    vec4 light;
    vec4 sky;
    vec4 eye;
    vec4 bands;
};
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
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
    precise vec4 a;
    precise vec4 b;
    precise vec4 n;
    precise vec4 c;
    precise vec4 r;
    precise vec4 s;
    precise vec4 v = vec4(zero);
    n.w = nv_dp3(TEX1.xyz, TEX1.xyz);
    n.w = nv_rsq(n.w);
    n.xyz = TEX1.xyz * n.w;
    // Grass below, rock where it is steep, snow where it is high and flat.
    r.x = bands.y - TEX0.y;
    r.x = nv_saturate(r.x * 1.6);
    r.y = nv_saturate(n.y * 5.0 - 3.0);
    r.x = r.x * r.y;
    c.xyz = nv_lrp(r.xxx, vec3(0.17, 0.25, 0.08), vec3(0.35, 0.3, 0.26));
    r.x = TEX0.y - bands.x;
    r.x = nv_saturate(r.x * 1.4);
    r.y = nv_saturate(n.y * 5.0 - 2.6);
    r.x = r.x * r.y;
    c.xyz = nv_lrp(r.xxx, vec3(0.93, 0.95, 1.0), c.xyz);
    // The lake is level, and darker where it is deep.
    v.xyz = TEX0.xyz - eye.xyz;
    v.w = nv_dp3(v.xyz, v.xyz);
    r.w = nv_rsq(v.w);
    v.xyz = v.xyz * r.w;
    r.x = bands.z - TEX0.w;
    s.x = nv_opaque(float(r.x >= 0.0));
    r.y = r.x * -1.2;
    r.y = nv_saturate(nv_ex2(r.y));
    b.xyz = nv_lrp(r.yyy, vec3(0.12, 0.3, 0.3), vec3(0.02, 0.1, 0.16));
    r.z = nv_saturate(v.y + 1.0);
    r.z = r.z * r.z;
    r.z = r.z * r.z;
    b.xyz = nv_lrp(r.zzz, sky.xyz, b.xyz);
    r.x = nv_saturate(nv_dp3(n.xyz, sun.xyz));
    a.xyz = vec3(n.y * 0.25 + 0.3);
    a.xyz = a.xyz * sky.xyz;
    a.xyz = light.xyz * r.x + a.xyz;
    c.xyz = c.xyz * a.xyz;
    c.xyz = nv_lrp(s.xxx, b.xyz, c.xyz);
    r.x = v.w * r.w;
    r.x = r.x * -eye.w;
    r.x = nv_saturate(nv_ex2(r.x));
    color.xyz = nv_lrp(r.xxx, c.xyz, sky.xyz);
    color.w = 1.0;
}
