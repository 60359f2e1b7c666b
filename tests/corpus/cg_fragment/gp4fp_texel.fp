!!NVfp4.0
# cgc version 2.2.0017, build date Mar  3 2010
# command line args: -profile gp4fp
#vendor NVIDIA Corporation
#version 2.2.0.17
#profile gp4fp
#program main
#semantic main.cells
#var float4 at : $vin.WPOS : WPOS : 0 : 1
#var isampler2D cells :  : texunit 0 : 1 : 1
#var float4 main : $vout.COLOR : COL0[0] : -1 : 1
#const c[0] = 0 1 0 0
PARAM c[1] = { { 0, 1 } };
TEMP R0;
TEMP R1;
TEMP RC;
OUTPUT result_color0 = result.color;
TRUNC.S R0.xy, fragment.position;
MOV.S R0.zw, {0, 0, 0, 0}.x;
TXF.S R1.x, R0, texture[0], 2D;
SEQ.S R1.x, R1, {3, 0, 0, 0};
I2F.S R1.x, -R1;
MOV.F result_color0, R1.x;
END
# 6 instructions, 2 R-regs
