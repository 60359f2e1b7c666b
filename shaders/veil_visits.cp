!!NVcp5.0
# Where a point that a quadratic map moves again and again comes to: every visit adds light to a texel.
# The order of the visits does not show, since sums do not mind it.
#
#   image[0]               light: red, green and blue in layers 0 to 2 (ARRAY2D, R32UI)
#   program.local[0..2]    the map: x' and y' from 1, x, x x, x y, y and y y, six numbers each
#   program.local[3]       the middle of the picture, its scale in heights, and how far the point before counts

OPTION ARB_shader_image_size;
GROUP_SIZE 64;
IMAGE light = image[0];
PARAM map[3] = { program.local[0..2] };
PARAM view = program.local[3];
TEMP p, before, power, size, place, weight, texel, sum;

main:
# Somewhere near the origin, each invocation elsewhere
MUL.U p, invocation.globalid.x, { 2654435769, 1013904243, 0, 0 };
SHR.U p, p, 16;
I2F.U p, p;
MAD p, p, 0.0000015, -0.05;
IMQ size, light, ARRAY2D;
I2F.S size, size;
MUL size.z, size.y, view.z;
MUL size.xy, size, 0.5;
# At first it is not yet where it always returns to
REP.S { 24 };
  CAL move;
ENDREP;
REP.S { 480 };
  CAL move;
  CAL visit;
ENDREP;
RET;

move:
MOV before, p;
MUL power.x, p.x, p.x;
MUL power.y, p.x, p.y;
MUL power.z, p.y, p.y;
MAD p.z, map[0].y, p.x, map[0].x;
MAD p.z, map[0].z, power.x, p.z;
MAD p.z, map[0].w, power.y, p.z;
MAD p.z, map[1].x, p.y, p.z;
MAD p.z, map[1].y, power.z, p.z;
MAD p.w, map[1].w, p.x, map[1].z;
MAD p.w, map[2].x, power.x, p.w;
MAD p.w, map[2].y, power.y, p.w;
MAD p.w, map[2].z, p.y, p.w;
MAD p.w, map[2].w, power.z, p.w;
MOV p.xy, p.zwzw;
RET;

visit:
# What the point was before shows it from another side
SUB place.xy, before, view;
MUL place.xy, place.yxyx, view.w;
ADD place.xy, place, p;
SUB place.xy, place, view;
MAD place.xy, place, size.z, size;
CVT.S32.F32.FLR texel.xy, place;
# Short ways are blue, far ones to the side red, far ones up gold
SUB weight, p, before;
MAD weight.x, |weight.x|, 15.0, 2.0;
MAD weight.y, |weight.y|, 9.0, 4.0;
MAD weight.z, weight.x, -0.4, 17.0;
CVT.U32.F32 weight, weight;
MOV.S texel.z, 0;
ATOMIM.ADD.U32 sum, weight.x, texel, light, ARRAY2D;
MOV.S texel.z, 1;
ATOMIM.ADD.U32 sum, weight.y, texel, light, ARRAY2D;
MOV.S texel.z, 2;
ATOMIM.ADD.U32 sum, weight.z, texel, light, ARRAY2D;
RET;
END
