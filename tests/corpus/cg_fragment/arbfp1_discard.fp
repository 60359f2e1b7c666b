!!ARBfp1.0
#profile arbfp1
#program leaf
#semantic leaf.map
#semantic leaf.cutoff
#var float2 uv : $vin.TEXCOORD0 : TEX0 : 0 : 1
#var sampler2D map :  : texunit 0 : 1 : 1
#var float cutoff :  : c[0] : 2 : 1
#var float4 leaf : $vout.COLOR : COL : -1 : 1
#const c[1] = 0 1 0 0
#default cutoff = 0.5
PARAM c[2] = { program.local[0],
		{ 0, 1 } };
TEMP R0;
TEMP R1;
TEX R0, fragment.texcoord[0], texture[0], 2D;
SLT R1.x, R0.w, c[0];
MOV result.color, R0;
KIL -R1.x;
END
# 4 instructions, 2 R-regs
