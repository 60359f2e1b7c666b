!!ARBfp1.0
OPTION NV_fragment_program2;
# cgc version 1.5.0014, build date Sep 18 2006 20:37:38
# command line args: -profile fp40
#vendor NVIDIA Corporation
#version 1.5.0.14
#profile fp40
#program main
#semantic main.map
#semantic main.count
#var float2 uv : $vin.TEXCOORD0 : TEX0 : 0 : 1
#var float3 ray : $vin.TEXCOORD1 : TEX1 : 1 : 1
#var sampler2D map :  : texunit 0 : 2 : 1
#var float4 main : $vout.COLOR : COL : -1 : 1
#const c[0] = 0 0.05 1 0
PARAM c[1] = { { 0, 0.05, 1 } };
TEMP R0;
TEMP R1;
TEMP RC;
TEMP HC;
OUTPUT oCol = result.color;
MOV R0.xyz, c[0].xxzw;
MOV R0.xy, fragment.texcoord[0];
REP { 20 };
TEX R1.w, R0, texture[0], 2D;
SGEC RC.x, R1.w, R0.z;
BRK (NE.x);
MAD R0.xy, fragment.texcoord[1], c[0].y, R0;
ADD R0.z, R0, -c[0].y;
ENDREP;
TEX oCol, R0, texture[0], 2D;
END
# 10 instructions, 2 R-regs, 0 H-regs
