!!NVfp5.0
#profile gp5fp
#program main
#semantic main.base
#semantic main.glow
#var float2 uv : $vin.TEXCOORD0 : ATTR0 : 0 : 1
#var sampler2D base :  : texunit 0 : 1 : 1
#var sampler2D glow :  : texunit 1 : 2 : 1
#var float4 color : $vout.COLOR0 : COL0[0] : 3 : 1
#var float4 extra : $vout.COLOR1 : COL0[1] : 4 : 1
OPTION ARB_draw_buffers;
TEMP R0;
TEMP R1;
TEX.F R0, fragment.texcoord[0], texture[0], 2D;
TEX.F R1, fragment.texcoord[0], texture[1], 2D;
MAD.F.SAT result.color[0], R1, R1.w, R0;
MOV.F result.color[1], R1;
END
