#version 330 core
// Translated from cg_sheen.fp (!!ARBfp1.0): fragment shader, fast numerics
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
layout(location = 0) out vec4 color;

void main() {
    vec4 R0;
    vec4 R1 = vec4(0.0);
    R0.w = dot(TEX0.xyz, TEX0.xyz);
    R0.w = inversesqrt(abs(R0.w));
    R0.xyz = R0.w * TEX0.xyz;
    R0.w = dot(R0.xyz, TEX1.xyz);
    R1.xyz = R0.xyz * R0.w;
    R1.xyz = R1.xyz * 2.0 - TEX1.xyz;
    R1.xyz = texture(texture2, R1.xyz).xyz;
    R0.x = clamp(1.0 - R0.w, 0.0, 1.0);
    R0.x = pow(R0.x, fresnel.z);
    R0.x = clamp(R0.x * fresnel.y + fresnel.x, 0.0, 1.0);
    R1.xyz = R1.xyz - baseColor.xyz;
    color.xyz = R0.x * R1.xyz + baseColor.xyz;
    color.w = 1.0;
    // 13 instructions, 2 R-regs
    color = clamp(color, 0.0, 1.0);
}
