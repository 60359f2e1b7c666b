!!ARBfp1.0
# cgc version 1.3.0001, build date Aug  4 2004  10:01:10
#profile arbfp1
#program main
#semantic main.c
#var float2 z : $vin.TEXCOORD0 : TEX0 : 0 : 1
#var float2 c :  : c[0] : 1 : 1
#var float4 main : $vout.COLOR : COL : -1 : 1
#const c[1] = 2 4 0.125 1
PARAM c[2] = { program.local[0],
		{ 2, 4, 0.125, 1 } };
TEMP R0;
TEMP R1;
MUL R0.x, fragment.texcoord[0].y, fragment.texcoord[0].y;
MAD R0.x, fragment.texcoord[0], fragment.texcoord[0], -R0;
MUL R0.y, fragment.texcoord[0].x, fragment.texcoord[0];
MUL R0.y, R0, c[1].x;
ADD R0.xy, R0, c[0];
MUL R1.x, R0.y, R0.y;
MAD R1.x, R0, R0, -R1;
MUL R1.y, R0.x, R0;
MUL R1.y, R1, c[1].x;
ADD R0.xy, R1, c[0];
MUL R1.x, R0.y, R0.y;
MAD R1.x, R0, R0, R1;
MUL_SAT R0.x, R1.x, c[1].z;
ADD result.color.xyz, -R0.x, c[1].w;
MOV result.color.w, c[1].w;
END
