!!NVfp4.0
# Grass, rock, snow and a lake, by height and slope. Haze by distance.
#
# local[0]  direction to the sun       local[1]  colour of the sun
# local[2]  colour of the sky          local[3]  eye, w = how thick the haze is
# local[4]  x = where snow begins, y = where grass ends, z = height of the water
PARAM sun = program.local[0];
PARAM light = program.local[1];
PARAM sky = program.local[2];
PARAM eye = program.local[3];
PARAM bands = program.local[4];
TEMP a, b, n, c, r, s, v;

DP3 n.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ n.w, n.w;
MUL n.xyz, fragment.texcoord[1], n.w;

# Grass below, rock where it is steep, snow where it is high and flat.
SUB r.x, bands.y, fragment.texcoord[0].y;
MUL_SAT r.x, r.x, 1.6;
MAD_SAT r.y, n.y, 5, -3.0;
MUL r.x, r.x, r.y;
LRP c.xyz, r.x, {0.17, 0.25, 0.08, 0}, {0.35, 0.30, 0.26, 0};
SUB r.x, fragment.texcoord[0].y, bands.x;
MUL_SAT r.x, r.x, 1.4;
MAD_SAT r.y, n.y, 5, -2.6;
MUL r.x, r.x, r.y;
LRP c.xyz, r.x, {0.93, 0.95, 1.0, 0}, c;

# The lake is level, and darker where it is deep.
SUB v.xyz, fragment.texcoord[0], eye;
DP3 v.w, v, v;
RSQ r.w, v.w;
MUL v.xyz, v, r.w;
SUB r.x, bands.z, fragment.texcoord[0].w;
SGE s.x, r.x, 0;
MUL r.y, r.x, -1.2;
EX2_SAT r.y, r.y;
LRP b.xyz, r.y, {0.12, 0.30, 0.30, 0}, {0.02, 0.10, 0.16, 0};
ADD_SAT r.z, v.y, 1;
MUL r.z, r.z, r.z;
MUL r.z, r.z, r.z;
LRP b.xyz, r.z, sky, b;
DP3_SAT r.x, n, sun;
MAD a.xyz, n.y, 0.25, 0.3;
MUL a.xyz, a, sky;
MAD a.xyz, light, r.x, a;
MUL c.xyz, c, a;
LRP c.xyz, s.x, b, c;

MUL r.x, v.w, r.w;
MUL r.x, r.x, -eye.w;
EX2_SAT r.x, r.x;
LRP result.color.xyz, r.x, c, sky;
MOV result.color.w, 1;
END
