!!NVfp5.0
# cgc version 3.1.0013, build date Apr 18 2012
#profile gp5fp
#program main
#semantic main.ramp
#semantic main.stops
#var float2 uv : $vin.TEXCOORD0 : ATTR0 : 0 : 1
#var float4 ramp[0] :  : c[0] : 1 : 1
#var float4 ramp[1] :  : c[1] : 1 : 1
#var float4 ramp[2] :  : c[2] : 1 : 1
#var float4 ramp[3] :  : c[3] : 1 : 1
#var float stops :  : c[4] : 2 : 1
#var float4 main : $vout.COLOR : COL0[0] : -1 : 1
#default stops = 3
PARAM c[5] = { program.local[0..4] };
TEMP R0;
INT TEMP I0;
MUL.F.SAT R0.x, fragment.texcoord[0], {1, 0, 0, 0}.x;
MUL.F R0.x, R0, c[4];
FLR.S I0.x, R0;
MIN.S I0.x, I0, {2, 0, 0, 0};
FRC.F R0.w, R0.x;
ADD.F R0.xyz, c[I0.x + 1], -c[I0.x];
MAD.F result.color.xyz, R0, R0.w, c[I0.x];
MOV.F result.color.w, {1, 0, 0, 0}.x;
END
