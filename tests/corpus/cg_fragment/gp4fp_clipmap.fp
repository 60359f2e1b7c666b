!!NVfp4.0
#profile gp4fp
#program main
#semantic main.layers
#semantic main.levels
#var float2 uv : $vin.TEXCOORD0 : ATTR0 : 0 : 1
#var float distance : $vin.TEXCOORD1 : ATTR1 : 1 : 1
#var sampler2DARRAY layers :  : texunit 0 : 2 : 1
#var float levels :  : c[0] : 3 : 1
#var float4 main : $vout.COLOR : COL0[0] : -1 : 1
PARAM c[1] = { program.local[0] };
TEMP R0;
LG2.F R0.z, fragment.texcoord[1].x;
MAX.F R0.z, R0, {0, 0, 0, 0}.x;
MIN.F R0.z, R0, c[0].x;
ROUND.F R0.z, R0;
EX2.F R0.w, -R0.z;
MUL.F R0.xy, fragment.texcoord[0], R0.w;
TEX.F result.color, R0, texture[0], ARRAY2D;
END
