!!ARBfp1.0
OPTION ARB_precision_hint_fastest;
# cgc version 1.5.0014, build date Sep 18 2006 20:37:38
# command line args: -q -profile arbfp1 -po ARB_precision_hint_fastest
#profile arbfp1
#program glossy
#semantic glossy.environment
#semantic glossy.gloss
#semantic glossy.base
#semantic glossy.strength
#var float2 uv : $vin.TEXCOORD0 : TEX0 : 0 : 1
#var float3 reflected : $vin.TEXCOORD1 : TEX1 : 1 : 1
#var samplerCUBE environment :  : texunit 0 : 2 : 1
#var sampler2D gloss :  : texunit 1 : 3 : 1
#var sampler2D base :  : texunit 2 : 4 : 1
#var float strength :  : c[0] : 5 : 1
#var float4 glossy : $vout.COLOR : COL : -1 : 1
PARAM c[1] = { program.local[0] };
TEMP R0, R1, R2;
TEX R0, fragment.texcoord[1], texture[0], CUBE;
TEX R1.x, fragment.texcoord[0], texture[1], 2D;
TEX R2, fragment.texcoord[0], texture[2], 2D;
MUL R1.x, R1, c[0];
ADD R0, R0, -R2;
MAD result.color, R1.x, R0, R2;
END
