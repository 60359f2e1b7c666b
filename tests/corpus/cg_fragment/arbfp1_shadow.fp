!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
# cgc version 2.2.0006, build date Mar 31 2009
# command line args: -profile arbfp1
#vendor NVIDIA Corporation
#profile arbfp1
#program main
#semantic main.base
#semantic main.shadow
#semantic main.ambient
#var float4 color : $vin.COLOR : COL0 : 0 : 1
#var float2 uv : $vin.TEXCOORD0 : TEX0 : 1 : 1
#var float4 place : $vin.TEXCOORD1 : TEX1 : 2 : 1
#var sampler2D base :  : texunit 0 : 3 : 1
#var sampler2DSHADOW shadow :  : texunit 1 : 4 : 1
#var float3 ambient :  : c[0] : 5 : 1
#var float4 main : $vout.COLOR : COL : -1 : 1
#default ambient = 0.2 0.2 0.3
PARAM c[1] = { program.local[0] };
TEMP R0, R1;
TXP R0.x, fragment.texcoord[1], texture[1], SHADOW2D;
MAD R1.xyz, R0.x, fragment.color.primary, c[0];
TEX R0, fragment.texcoord[0], texture[0], 2D;
MUL result.color.xyz, R0, R1;
MOV result.color.w, R0;
END
