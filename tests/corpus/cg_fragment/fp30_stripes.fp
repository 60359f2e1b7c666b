!!FP1.0
#vendor NVIDIA Corporation
#profile fp30
#program stripes
#semantic stripes.width
#var float2 uv : $vin.TEXCOORD0 : TEXCOORD0 : 0 : 1
#var float width :  : width : 1 : 1
#var float4 main : $vout.COLOR : COLR : -1 : 1
DECLARE width;
DDXR R0.xy, f[TEX0];
DDYR R1.xy, f[TEX0];
MULR R0.xy, R0, R0;
MADR R0.xy, R1, R1, R0;
ADDR R0.x, R0.x, R0.y;
RSQR R0.x, R0.x;
MULR R1.x, f[TEX0].x, width.x;
FRCR R1.x, R1.x;
ADDR R1.x, R1.x, -{0.5}.x;
MULR_SAT R1.x, R1.x, R0.x;
MOVR o[COLR], R1.x;
END
