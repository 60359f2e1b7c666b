#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from cg_sheen.fp (!!ARBfp1.0): fragment shader, exact numerics
// cgc version 3.1.0013, build date Apr 18 2012
// command line args: -profile arbfp1
// vendor NVIDIA Corporation
// version 3.1.0.13
// profile arbfp1
// program main
// semantic main.environment
// semantic main.baseColor
// semantic main.fresnel
// var float3 normal : $vin.TEXCOORD0 : TEX0 : 0 : 1
// var float3 view : $vin.TEXCOORD1 : TEX1 : 1 : 1
// var samplerCUBE environment :  : texunit 2 : 2 : 1
// var float3 baseColor :  : c[0] : 3 : 1
// var float3 fresnel :  : c[1] : 4 : 1
// var float4 main : $vout.COLOR : COL : -1 : 1
// const c[2] = 1 2 0

in vec4 TEX0;
in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 baseColor;  // float3
    vec4 fresnel;  // float3
};
uniform samplerCube texture2;
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

void main() {
    float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    precise vec4 R0;
    precise vec4 R1 = vec4(zero);
    R0.w = nv_dp3(TEX0.xyz, TEX0.xyz);
    R0.w = nv_rsq(R0.w);
    R0.xyz = R0.w * TEX0.xyz;
    R0.w = nv_dp3(R0.xyz, TEX1.xyz);
    R1.xyz = R0.xyz * R0.w;
    R1.xyz = R1.xyz * 2.0 - TEX1.xyz;
    R1.xyz = texture(texture2, R1.xyz).xyz;
    R0.x = nv_saturate(1.0 - R0.w);
    R0.x = nv_pow(R0.x, fresnel.z);
    R0.x = nv_saturate(R0.x * fresnel.y + fresnel.x);
    R1.xyz = R1.xyz - baseColor.xyz;
    color.xyz = R0.x * R1.xyz + baseColor.xyz;
    color.w = 1.0;
    // 13 instructions, 2 R-regs
    color = nv_saturate(color);
}
