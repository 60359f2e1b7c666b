!!NVfp5.0
# cgc version 3.1.0013, build date Apr 18 2012
# command line args: -profile gp5fp
#vendor NVIDIA Corporation
#profile gp5fp
#program main
#semantic main.depths
#var float2 uv : $vin.TEXCOORD0 : ATTR0 : 0 : 1
#var float reference : $vin.TEXCOORD1 : ATTR1 : 1 : 1
#var sampler2D depths :  : texunit 0 : 2 : 1
#var float4 main : $vout.COLOR : COL0[0] : -1 : 1
#const c[0] = 0.25 0 0 0
PARAM c[1] = { { 0.25 } };
TEMP R0;
TXG.F R0, fragment.texcoord[0], texture[0].x, 2D;
SGE.F R0, R0, fragment.texcoord[1].x;
DP4.F R0.x, R0, c[0].x;
MOV.F result.color, R0.x;
END
