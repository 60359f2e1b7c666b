!!FP2.0
#profile fp40
#program lit
#semantic lit.light
#semantic lit.tint
#var float3 normal : $vin.TEXCOORD0 : TEXCOORD0 : 0 : 1
#var float3 view : $vin.TEXCOORD1 : TEXCOORD1 : 1 : 1
#var float3 light :  : light : 2 : 1
#var half4 tint :  : tint : 3 : 1
#var float4 main : $vout.COLOR : COLR : -1 : 1
DECLARE light = { 0, 0.7071, 0.7071 };
DECLARE tint;
NRMH H0.xyz, f[TEX0];
NRMH H1.xyz, f[TEX1];
DP3H_SAT H0.w, H0, light;
RFLH H2.xyz, H0, light;
DP3H_SAT H1.w, H1, H2;
POWH H1.w, H1.w, {24}.x;
MADR R0, tint, H0.w, H1.w;
MOVR R0.w, {1}.x;
MOVR o[COLR], R0;
END
