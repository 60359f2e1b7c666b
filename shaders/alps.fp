!!NVfp4.0
# Meadows, woods, rock, snow and lakes, by height and slope. Crags finer than the land is cut come from a picture of
# normals, laid on from above and from two sides; its alpha parts woods from meadows and frays the snow. Haze by distance.
#
# texcoord[0]  place, w = height of the land also under water; texcoord[1]  normal, of any length
# texture[0]   normals of crags, 0.5 for none; alpha: their height
# local[0]  direction to the sun       local[1]  colour of the sun
# local[2]  colour of the haze         local[3]  eye, w = how thick the haze is
# local[4]  x = where snow begins, y = where grass ends, z = height of the water, w = how rough rock is
# local[5]  w = 1 / height of the picture in pixels
PARAM sun = program.local[0];
PARAM light = program.local[1];
PARAM haze = program.local[2];
PARAM eye = program.local[3];
PARAM bands = program.local[4];
PARAM sky = { 0.42, 0.60, 0.86, 0 };
PARAM picture = program.local[5];
PARAM levels = { 6.929, 9.073, 11.180, 0 };
PARAM scales = { 0.31, 1.37, 5.9, 0.6 };
ATTRIB place = fragment.texcoord[0];
TEMP a, b, n, c, r, s, v, w, t, crag, fine;

NRM n.xyz, fragment.texcoord[1];
# Distance and direction of view
SUB v.xyz, place, eye;
DP3 v.w, v, v;
RSQ r.w, v.w;
MUL v.xyz, v, r.w;
MUL v.w, v.w, r.w;

# How much of what lies on from above, from along x and from along z
MUL w.xyz, n, n;
MUL w.xyz, w, w;
DP3 w.w, w, 1;
RCP w.w, w.w;
MUL w.xyz, w, w.w;

# Three sizes of crags, one after the other, each at the level of detail for its distance
MUL b.w, v.w, picture.w;
LG2 b.w, b.w;
MOV crag, 0;
MUL t.xyz, place, scales.x;
ADD t.w, b.w, levels.x;
MOV s.x, 1;
CAL lay;
MUL t.xyz, place, scales.y;
ADD t.w, b.w, levels.y;
MOV s.x, 0.75;
CAL lay;
MUL t.xyz, place, scales.z;
ADD t.w, b.w, levels.z;
MOV s.x, 0.5;
CAL lay;
MUL crag.w, crag.w, 0.444;

# Flat ground is smoother than rock
MAD_SAT r.x, n.y, -2.2, 2.2;
MAD r.x, r.x, 0.8, 0.2;
MUL r.x, r.x, bands.w;
MAD a.xyz, crag, r.x, n;
NRM a.xyz, a;

# Rock in layers, dark where it is cleft
MUL r.x, place.y, 9;
MAD r.x, crag.w, 7, r.x;
SIN r.x, r.x;
MAD r.x, r.x, 0.25, 0.5;
LRP c.xyz, r.x, {0.44, 0.42, 0.40, 0}, {0.27, 0.25, 0.235, 0};
MAD_SAT r.x, crag.w, 2.2, -0.35;
MAD r.x, r.x, 0.9, 0.45;
MUL c.xyz, c, r.x;

# Meadows and woods below, where it is not steep
MAD_SAT r.x, crag.w, 8, -3.6;
LRP b.xyz, r.x, {0.13, 0.19, 0.055, 0}, {0.030, 0.065, 0.030, 0};
MAD r.x, crag.w, 0.8, bands.y;
SUB r.x, r.x, place.y;
ADD r.x, r.x, -0.4;
MUL_SAT r.x, r.x, 2.5;
MAD r.y, crag.w, 1.4, n.y;
MAD_SAT r.y, r.y, 4, -4.4;
MUL r.x, r.x, r.y;
LRP c.xyz, r.x, b, c;

# Snow above, frayed
MAD r.x, crag.w, 1.6, place.y;
ADD r.x, r.x, -0.8;
SUB r.x, r.x, bands.x;
MUL_SAT r.x, r.x, 2.2;
MAD r.y, crag.w, -0.5, a.y;
MAD_SAT r.y, r.y, 4, -1.1;
MUL r.x, r.x, r.y;
LRP c.xyz, r.x, {0.86, 0.90, 0.97, 0}, c;

# Pebbles above the water
SUB r.z, place.w, bands.z;
MAD_SAT r.x, r.z, -16, 1.6;
LRP c.xyz, r.x, {0.33, 0.30, 0.25, 0}, c;

# Sun, sky and what the ground gives back
DP3_SAT r.x, a, sun;
DP3_SAT r.y, n, sun;
MAD_SAT r.y, r.y, 3, 0.15;
MUL r.x, r.x, r.y;
MAD b.xyz, a.y, 0.27, 0.30;
MUL b.xyz, b, sky;
MAD b.xyz, light, r.x, b;
MUL c.xyz, c, b;

# Lakes are level, darker where they are deep, and mirror the sky the more the flatter one looks; their shores are about
# a pixel soft
MUL r.y, r.z, 2.4;
EX2_SAT r.y, r.y;
LRP b.xyz, r.y, {0.10, 0.26, 0.26, 0}, {0.015, 0.085, 0.125, 0};
ADD_SAT r.x, v.y, 1;
MUL r.y, r.x, r.x;
MUL r.y, r.y, r.y;
MUL r.x, r.y, r.x;
LRP b.xyz, r.x, haze, b;
MUL s.x, v.w, picture.w;
RCP s.x, s.x;
MAD_SAT s.x, -r.z, s.x, 0.5;
LRP c.xyz, s.x, b, c;

# The haze is thin near by and hides the end of the land
MUL r.x, v.w, eye.w;
MUL r.x, r.x, -r.x;
EX2_SAT r.x, r.x;
LRP result.color.xyz, r.x, c, haze;
MOV result.color.w, 1;
RET;

# crag += the texture at t, level t.w, from three sides, s.x of it; its alpha to crag.w
lay:
MOV fine.xyw, t.xzzw;
TXL fine, fine, texture[0], 2D;
MAD fine.xy, fine, 2, -1;
MUL fine, fine, w.y;
MAD crag.xz, fine.xxyy, s.x, crag;
MAD crag.w, fine.w, s.x, crag.w;
MOV fine.xyw, t.zyyw;
TXL fine, fine, texture[0], 2D;
MAD fine.xy, fine, 2, -1;
MUL fine, fine, w.x;
MAD crag.yz, fine.yyxx, s.x, crag;
MAD crag.w, fine.w, s.x, crag.w;
MOV fine.xyw, t;
TXL fine, fine, texture[0], 2D;
MAD fine.xy, fine, 2, -1;
MUL fine, fine, w.z;
MAD crag.xy, fine, s.x, crag;
MAD crag.w, fine.w, s.x, crag.w;
RET;
END
