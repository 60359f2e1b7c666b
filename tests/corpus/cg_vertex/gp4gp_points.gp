!!NVgp4.0
# cgc version 2.0.0012, build date Jan 30 2008
# command line args: -profile gp4gp
#vendor NVIDIA Corporation
#version 2.0.0.12
#profile gp4gp
#program main
#semantic main.size
#var float4 position[0] : $vin.POSITION[0] : POSITION[0] : 0 : 1
#var float2 size :  : c[0] : 1 : 1
#var float4 oPosition : $vout.POSITION : HPOS : 2 : 1
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 4;
PARAM c[1] = { program.local[0] };
TEMP R0;
MOV.F R0, vertex[0].position;
ADD.F R0.xy, R0, -c[0];
MOV.F result.position, R0;
EMIT;
MAD.F R0.x, c[0], {2, 0, 0, 0}, R0;
MOV.F result.position, R0;
EMIT;
MOV.F R0, vertex[0].position;
MAD.F R0.xy, c[0], {-1, 1, 0, 0}, R0;
MOV.F result.position, R0;
EMIT;
MAD.F R0.x, c[0], {2, 0, 0, 0}, R0;
MOV.F result.position, R0;
EMIT;
ENDPRIM;
END
