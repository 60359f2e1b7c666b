#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from sparks_tone.fp (!!NVfp5.0): fragment shader, exact numerics
// Light as the eye takes it: bright parts approach white, and their colours with them.
//
//   texcoord[0]        where in the picture
//   texture[0]         the light
//   program.local[0]   x: exposure, y: how dark the corners are, z: width by height

in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 look;
};
uniform sampler2D texture0;
layout(location = 0) precise out vec4 color;

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
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

// NV_gpu_program4 2.X.8, DP2
float nv_dp2(vec2 a, vec2 b) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y;
    return result;
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
    precise vec4 light, r;
    light = texture(texture0, TEX0.xy);
    r.x = nv_dp3(light.xyz, vec3(0.2, 0.6, 0.2));
    // A little of what is very bright becomes white
    r.x = nv_saturate(r.x * 0.16 - 0.2);
    r.y = nv_max(light.x, light.y);
    r.y = nv_max(r.y, light.z);
    light.xyz = nv_lrp(r.xxx, r.yyy, light.xyz);
    r.zw = TEX0.xy * 2.0 - 1.0;
    r.z = nv_dp2(r.zw, r.zw);
    r.z = r.z * look.y + 1.0;
    r.z = nv_rcp(r.z);
    r.z = r.z * look.x;
    light = light * -r.z;
    r.x = nv_ex2(light.x);
    r.y = nv_ex2(light.y);
    r.z = nv_ex2(light.z);
    color.xyz = 1.0 - r.xyz;
    color.w = 1.0;
}
