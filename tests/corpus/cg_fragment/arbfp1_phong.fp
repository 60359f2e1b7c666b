!!ARBfp1.0
# cgc version 2.0.0012, build date Jan 30 2008
# command line args: -profile arbfp1
#vendor NVIDIA Corporation
#version 2.0.0.12
#profile arbfp1
#program fragmentMain
#semantic fragmentMain.lightDirection
#semantic fragmentMain.lightColor
#semantic fragmentMain.shininess
#semantic fragmentMain.albedo
#var float2 IN.uv : $vin.TEXCOORD0 : TEX0 : 0 : 1
#var float3 IN.normal : $vin.TEXCOORD1 : TEX1 : 0 : 1
#var float3 IN.view : $vin.TEXCOORD2 : TEX2 : 0 : 1
#var float3 lightDirection :  : c[0] : 1 : 1
#var float3 lightColor :  : c[1] : 2 : 1
#var float shininess :  : c[2] : 3 : 1
#var sampler2D albedo :  : texunit 0 : 4 : 1
#var float4 fragmentMain : $vout.COLOR : COL : -1 : 1
#const c[3] = 0 1 0 0
PARAM c[4] = { program.local[0..2],
		{ 0, 1 } };
TEMP R0;
TEMP R1;
DP3 R0.x, fragment.texcoord[1], fragment.texcoord[1];
RSQ R0.x, R0.x;
MUL R0.xyz, R0.x, fragment.texcoord[1];
ADD R1.xyz, fragment.texcoord[2], c[0];
DP3 R0.w, R1, R1;
RSQ R0.w, R0.w;
MUL R1.xyz, R0.w, R1;
DP3 R1.x, R0, R1;
DP3 R0.x, R0, c[0];
MAX R1.x, R1, c[3];
POW R1.x, R1.x, c[2].x;
MAX R0.x, R0, c[3];
CMP R1.x, -R0, R1, c[3];
TEX R0.yzw, fragment.texcoord[0].xxyy, texture[0], 2D;
MAD R0.xyz, R0.yzww, R0.x, R1.x;
MUL result.color.xyz, R0, c[1];
MOV result.color.w, c[3].y;
END
# 17 instructions, 2 R-regs
