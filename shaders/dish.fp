!!NVfp4.0
# A thin layer of liquid that shows how sick its cells are: the sicker, the paler, and the higher the surface.
#
#   texcoord[1]        position in the world, the middle of the dish at 0 and its radius 1
#   texture[0]         the cells, red from 0 to 0.78
#   program.local[0]   xyz: the eye, w: shininess
#   program.local[1]   xyz: unit direction to the light, w: how steep the waves are

PARAM eye   = program.local[0];
PARAM light = program.local[1];
PARAM deep  = { 0.015, 0.040, 0.090, 1.0 };
PARAM blue  = { 0.040, 0.230, 0.380, 1.0 };
PARAM amber = { 0.900, 0.420, 0.100, 1.0 };
PARAM cream = { 1.000, 0.900, 0.700, 1.0 };
PARAM sky   = { 0.400, 0.520, 0.620, 1.0 };

TEMP place, cells, right, above, normal, view, half, lit, color, share;

MAD place.xy, fragment.texcoord[1].xzzz, 0.48, 0.5;
TEX cells, place, texture[0], 2D;
TEX right, place, texture[0], 2D, (1, 0);
TEX above, place, texture[0], 2D, (0, 1);

# The surface leans away from where it is higher
SUB normal.x, cells.x, right.x;
SUB normal.z, cells.x, above.x;
MUL normal.xz, normal, light.w;
MOV normal.y, 1.0;
NRM normal.xyz, normal;

SUB view.xyz, eye, fragment.texcoord[1];
NRM view.xyz, view;
ADD half.xyz, view, light;
NRM half.xyz, half;
DP3 lit.x, normal, light;
DP3 lit.y, normal, half;
MOV lit.w, eye.w;
LIT lit, lit;

# Deep where all is well, then blue, amber, cream; between the three texels fronts are not as jagged
ADD cells.x, cells.x, right.x;
ADD cells.x, cells.x, above.x;
MUL.SAT share.x, cells.x, 1.0;
MAD.SAT share.y, cells.x, 1.1, -0.9;
MAD.SAT share.z, cells.x, 1.2, -1.8;
LRP color, share.x, blue, deep;
LRP color, share.y, amber, color;
LRP color, share.z, cream, color;
MAD lit.y, lit.y, 0.75, 0.30;
MUL color.xyz, color, lit.y;

# A still film reflects little from above and much at a slant
DP3.SAT share.w, normal, view;
SUB share.w, 1.0, share.w;
MUL share.x, share.w, share.w;
MUL share.x, share.x, share.x;
MAD.SAT share.x, share.x, share.w, 0.03;
LRP color.xyz, share.x, sky, color;
MAD color.xyz, lit.z, 0.55, color;

# The wall of the dish keeps light from the rim
DP3 share.y, fragment.texcoord[1], fragment.texcoord[1];
MUL share.y, share.y, share.y;
MUL share.y, share.y, share.y;
MAD share.y, share.y, -0.6, 1.0;
MUL result.color.xyz, color, share.y;
MOV result.color.w, 1.0;
END
