!!ARBfp1.0
#profile arbfp1
#program main
#semantic main.heightScale
#semantic main.heights
#semantic main.colors
#var float2 uv : $vin.TEXCOORD0 : TEX0 : 0 : 1
#var float3 view : $vin.TEXCOORD1 : TEX1 : 1 : 1
#var float2 heightScale :  : c[0] : 2 : 1
#var sampler2D heights :  : texunit 0 : 3 : 1
#var sampler2D colors :  : texunit 1 : 4 : 1
#var float4 main : $vout.COLOR : COL : -1 : 1
#default heightScale = 0.04 -0.02
PARAM c[1] = { program.local[0] };
TEMP R0;
TEX R0.w, fragment.texcoord[0], texture[0], 2D;
DP3 R0.x, fragment.texcoord[1], fragment.texcoord[1];
RSQ R0.x, R0.x;
MUL R0.xy, R0.x, fragment.texcoord[1];
MAD R0.z, R0.w, c[0].x, c[0].y;
MAD R0.xy, R0, R0.z, fragment.texcoord[0];
TEX result.color, R0, texture[1], 2D;
END
# 7 instructions, 1 R-regs
