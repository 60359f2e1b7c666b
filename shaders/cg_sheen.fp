!!ARBfp1.0
# cgc version 3.1.0013, build date Apr 18 2012
# command line args: -profile arbfp1
#vendor NVIDIA Corporation
#version 3.1.0.13
#profile arbfp1
#program main
#semantic main.environment
#semantic main.baseColor
#semantic main.fresnel
#var float3 normal : $vin.TEXCOORD0 : TEX0 : 0 : 1
#var float3 view : $vin.TEXCOORD1 : TEX1 : 1 : 1
#var samplerCUBE environment :  : texunit 2 : 2 : 1
#var float3 baseColor :  : c[0] : 3 : 1
#var float3 fresnel :  : c[1] : 4 : 1
#var float4 main : $vout.COLOR : COL : -1 : 1
#const c[2] = 1 2 0
PARAM c[3] = { program.local[0..1],
		{ 1, 2, 0 } };
TEMP R0;
TEMP R1;
DP3 R0.w, fragment.texcoord[0], fragment.texcoord[0];
RSQ R0.w, R0.w;
MUL R0.xyz, R0.w, fragment.texcoord[0];
DP3 R0.w, R0, fragment.texcoord[1];
MUL R1.xyz, R0, R0.w;
MAD R1.xyz, R1, c[2].y, -fragment.texcoord[1];
TEX R1.xyz, R1, texture[2], CUBE;
ADD_SAT R0.x, -R0.w, c[2].x;
POW R0.x, R0.x, c[1].z;
MAD_SAT R0.x, R0, c[1].y, c[1];
ADD R1.xyz, R1, -c[0];
MAD result.color.xyz, R0.x, R1, c[0];
MOV result.color.w, c[2].x;
END
# 13 instructions, 2 R-regs
