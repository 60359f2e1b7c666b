!!FP1.0
# cgc version 1.5.0014
#profile fp30
#program bumped
#semantic bumped.normals
#semantic bumped.color
#semantic bumped.ambient
#var float2 uv : $vin.TEXCOORD0 : TEXCOORD0 : 0 : 1
#var float3 light : $vin.TEXCOORD1 : TEXCOORD1 : 1 : 1
#var sampler2D normals :  : texunit 0 : 2 : 1
#var sampler2D color :  : texunit 1 : 3 : 1
#var half3 ambient :  : ambient : 4 : 1
#var float4 main : $vout.COLOR : COLR : -1 : 1
DECLARE ambient;
TEX R0.xyz, f[TEX0], TEX0, 2D;
MADH H0.xyz, R0, {2}.x, {-1}.x;
MOVR R1.xyz, f[TEX1];
DP3R R1.w, R1, R1;
RSQR R1.w, R1.w;
MULR R1.xyz, R1, R1.w;
DP3R_SAT R1.x, H0, R1;
TEX R2, f[TEX0], TEX1, 2D;
ADDR R1.xyz, R1.x, ambient;
MULR R2.xyz, R2, R1;
MOVR o[COLR], R2;
END
# 11 instructions, 3 R-regs, 1 H-regs.
