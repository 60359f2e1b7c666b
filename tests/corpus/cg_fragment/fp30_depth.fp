!!FP1.0
#profile fp30
#program replaced
#semantic replaced.depths
#var float4 at : $vin.WPOS : WPOS : 0 : 1
#var float2 uv : $vin.TEXCOORD0 : TEXCOORD0 : 1 : 1
#var sampler2D depths :  : texunit 2 : 2 : 1
#var float4 color : $vout.COLOR : COLR : 3 : 1
#var float depth : $vout.DEPTH : DEPR : 4 : 1
TEX R0, f[TEX0], TEX2, 2D;
ADDR R1.x, R0.w, f[WPOS].z;
MULR R1.x, R1.x, {0.5}.x;
MOVR o[DEPR].z, R1.x;
MOVR o[COLR], R0;
END
