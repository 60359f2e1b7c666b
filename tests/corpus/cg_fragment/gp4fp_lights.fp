!!NVfp4.0
#profile gp4fp
#program main
#semantic main.lights
#semantic main.colors
#var float3 normal : $vin.TEXCOORD0 : ATTR0 : 0 : 1
#var float3 place : $vin.TEXCOORD1 : ATTR1 : 1 : 1
#var float4 lights[0] :  : c[0] : 2 : 1
#var float4 lights[1] :  : c[1] : 2 : 1
#var float4 lights[2] :  : c[2] : 2 : 1
#var float4 colors[0] :  : c[3] : 3 : 1
#var float4 colors[1] :  : c[4] : 3 : 1
#var float4 colors[2] :  : c[5] : 3 : 1
#var float4 main : $vout.COLOR : COL0[0] : -1 : 1
PARAM c[6] = { program.local[0..5] };
TEMP R0;
TEMP R1;
TEMP R2;
INT TEMP I0;
NRM.F R0.xyz, fragment.texcoord[0];
MOV.F R2, {0, 0, 0, 1};
MOV.S I0.x, {0, 0, 0, 0}.x;
REP.S {3, 0, 0, 0};
ADD.F R1.xyz, c[I0.x], -fragment.texcoord[1];
DP3.F R1.w, R1, R1;
RSQ.F R0.w, R1.w;
MUL.F R1.xyz, R1, R0.w;
DP3.F.SAT R1.x, R0, R1;
DIV.F R1.x, R1.x, R1.w;
MAD.F R2.xyz, c[I0.x + 3], R1.x, R2;
ADD.S I0.x, I0, {1, 0, 0, 0}.x;
ENDREP;
MOV.F result.color, R2;
END
