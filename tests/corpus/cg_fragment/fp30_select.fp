!!FP1.0
#profile fp30
#program checks
#semantic checks.odd
#semantic checks.even
#var float2 uv : $vin.TEXCOORD0 : TEXCOORD0 : 0 : 1
#var float4 odd :  : odd : 1 : 1
#var float4 even :  : even : 2 : 1
#var float4 main : $vout.COLOR : COLR : -1 : 1
DECLARE odd = { 0.1, 0.1, 0.12, 1 };
DECLARE even = { 0.9, 0.9, 0.85, 1 };
MULR R0.xy, f[TEX0], {8}.x;
FLRR R0.xy, R0;
ADDR R0.x, R0.x, R0.y;
MULR R0.x, R0.x, {0.5}.x;
FRCR R0.x, R0.x;
SGTRC HC.x, R0, {0.25}.x;
MOVR R1, even;
MOVR R1(GT.x), odd;
MOVR o[COLR], R1;
END
