!!ARBfp1.0
OPTION ARB_draw_buffers;
# cgc version 1.5.0014, build date Sep 18 2006 20:37:38
#profile arbfp1
#program geometry
#semantic geometry.albedo
#var float2 uv : $vin.TEXCOORD0 : TEX0 : 0 : 1
#var float3 normal : $vin.TEXCOORD1 : TEX1 : 1 : 1
#var sampler2D albedo :  : texunit 0 : 2 : 1
#var float4 color : $vout.COLOR0 : COL0 : 3 : 1
#var float4 normals : $vout.COLOR1 : COL1 : 4 : 1
#const c[0] = 0.5 1 0 0
PARAM c[1] = { { 0.5, 1 } };
TEMP R0;
DP3 R0.x, fragment.texcoord[1], fragment.texcoord[1];
RSQ R0.x, R0.x;
MUL R0.xyz, R0.x, fragment.texcoord[1];
MAD result.color[1].xyz, R0, c[0].x, c[0].x;
MOV result.color[1].w, c[0].y;
TEX result.color[0], fragment.texcoord[0], texture[0], 2D;
END
