!!FP2.0
# cgc version 1.3.0001, build date Aug  4 2004  10:01:10
#profile fp40
#program main
#semantic main.sheets
#var float2 uv : $vin.TEXCOORD0 : TEXCOORD0 : 0 : 1
#var float2 drift : $vin.TEXCOORD1 : TEXCOORD1 : 1 : 1
#var sampler2D sheets :  : texunit 0 : 2 : 1
#var float4 main : $vout.COLOR : COLR : -1 : 1
MOVR R0.xy, f[TEX0];
CAL sheet;
MOVR R2, R1;
ADDR R0.xy, R0, f[TEX1];
CAL sheet;
ADDR R2, R2, R1;
MULR o[COLR], R2, {0.5}.x;
RET;
sheet:
TEX R1, R0, TEX0, 2D;
MULR R1, R1, R1;
RET;
END
