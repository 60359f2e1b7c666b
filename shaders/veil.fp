!!NVfp5.0
# Light that was counted, as the eye takes it: by its logarithm, in front of a dark sky.
#
#   image[0]            light: red, green and blue in layers 0 to 2 (ARRAY2D, R32UI)
#   texcoord[0]         where in the picture
#   program.local[0]    x: light that is bright, y: contrast, z: how dark the corners are, w: 1 / light that needs no filter

OPTION ARB_shader_image_size;
IMAGE light = image[0];
PARAM look = program.local[0];
ATTRIB at = fragment.texcoord[0];
TEMP home, texel, counted, sum, color, own, weight, size, r;

main:
CVT.S32.F32.FLR home, fragment.position;
IMQ size, light, ARRAY2D;
MOV color, 0;
MOV.S texel, home;
MOV weight.x, 4.0;
CAL gather;
MUL own, color, 0.25;
# Where little light fell, that of the texels around counts too, so that few visits are no specks
MOV weight.x, 2.0;
ADD.S texel, home, { 1, 0, 0, 0 };
CAL gather;
ADD.S texel, home, { -1, 0, 0, 0 };
CAL gather;
ADD.S texel, home, { 0, 1, 0, 0 };
CAL gather;
ADD.S texel, home, { 0, -1, 0, 0 };
CAL gather;
MOV weight.x, 1.0;
ADD.S texel, home, { 1, 1, 0, 0 };
CAL gather;
ADD.S texel, home, { 1, -1, 0, 0 };
CAL gather;
ADD.S texel, home, { -1, 1, 0, 0 };
CAL gather;
ADD.S texel, home, { -1, -1, 0, 0 };
CAL gather;
MUL color, color, 0.0625;
DP3 sum.x, color, look.w;
MUL.SAT sum.x, sum.x, sum.x;
LRP color, sum.x, own, color;
# The same light falls on more texels in a larger picture
I2F.S size.y, size;
MUL size.y, size.y, 0.00138888889;
MUL size.y, size.y, size.y;
MUL color.xyz, color, size.y;
DP3 sum.x, color, 1.0;
# log (1 + light) over log (1 + bright)
ADD r.x, sum.x, 1.0;
LG2 r.x, r.x;
ADD r.y, look.x, 1.0;
LG2 r.y, r.y;
DIV.SAT r.x, r.x, r.y;
POW r.x, r.x, look.y;
MAX sum.x, sum.x, 1.0;
DIV color.xyz, color, sum.x;
MUL color.xyz, color, 3.0;
# The brightest is nearly white
MUL r.y, r.x, r.x;
MUL r.y, r.y, 0.55;
LRP color.xyz, r.y, 1.0, color;
MUL color.xyz, color, r.x;
MAD r.zw, at.xyxy, 2.0, -1.0;
DP2 r.z, r.zwzw, r.zwzw;
MAD r.z, r.z, -look.z, 1.0;
MAD color.xyz, r.z, { 0.020, 0.022, 0.052, 0.0 }, color;
MOV result.color.xyz, color;
MOV result.color.w, 1.0;
RET;

# color += weight.x times the light of a texel; texels outside are those at the edge
gather:
MAX.S texel.xy, texel, 0;
SUB.S r.xy, size, 1;
MIN.S texel.xy, texel, r;
MOV.S texel.z, 0;
LOADIM.U32 r, texel, light, ARRAY2D;
MOV.U counted.x, r.x;
MOV.S texel.z, 1;
LOADIM.U32 r, texel, light, ARRAY2D;
MOV.U counted.y, r.x;
MOV.S texel.z, 2;
LOADIM.U32 r, texel, light, ARRAY2D;
MOV.U counted.z, r.x;
I2F.U r.xyz, counted;
MAD color.xyz, r, weight.x, color;
RET;
END
