!!FP1.0
# cgc version 1.1.0003, build date Mar  4 2003  12:32:10
#vendor NVIDIA Corporation
#profile fp30
#program hazy
#semantic hazy.base
#semantic hazy.fogColor
#semantic hazy.density
#var float2 uv : $vin.TEXCOORD0 : TEXCOORD0 : 0 : 1
#var float fog : $vin.FOG : FOGC : 1 : 1
#var sampler2D base :  : texunit 0 : 2 : 1
#var half3 fogColor :  : fogColor : 3 : 1
#var float density :  : density : 4 : 1
#var half4 hazy : $vout.COLOR : COLH : -1 : 1
DECLARE fogColor = { 0.6, 0.65, 0.7 };
DECLARE density;
MULR R0.x, f[FOGC].x, density.x;
EX2R_SAT R0.x, -R0.x;
TEX H0, f[TEX0], TEX0, 2D;
LRPH H0.xyz, R0.x, H0, fogColor;
MOVH o[COLH], H0;
END
