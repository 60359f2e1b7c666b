!!FP2.0
# cgc version 1.3.0001, build date Aug  4 2004  10:01:10
#vendor NVIDIA Corporation
#version 1.3.0.1
#profile fp40
#program smear
#semantic smear.picture
#semantic smear.step
#var float2 uv : $vin.TEXCOORD0 : TEXCOORD0 : 0 : 1
#var sampler2D picture :  : texunit 0 : 1 : 1
#var float2 step :  : step : 2 : 1
#var half4 smear : $vout.COLOR : COLH : -1 : 1
DECLARE step = { 0.0078125, 0 };
MOVR R0.xy, f[TEX0];
MOVR R1, {0}.x;
REP {8};
TEX R2, R0, TEX0, 2D;
ADDR R1, R1, R2;
ADDR R0.xy, R0, step;
ENDREP;
MULR o[COLR], R1, {0.125}.x;
END
# 8 instructions, 3 R-regs, 0 H-regs
