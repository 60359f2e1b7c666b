!!ARBfp1.0
# Water: two layers of ripples slide over each other, their slope bends the view to the bottom, and
# what stands around and the sky are reflected the more the flatter one looks.
#   f[TEX0]  where on the water, in ripples
#   f[TEX1]  direction to the viewer, y up, of any length
#   f[TEX2]  where in the picture of the bottom, projected
#   TEX0     normals of the ripples, TEX1 the sky, TEX2 the bottom, TEX3 what stands around, seen from as far below the
#            water, upside down; its alpha says where something stands
# how far the layers have slid: x, y and z, w
# the second layer is turned against the first
# the water's colour, and how much of it one sees
# unit direction to the sun, and how narrow its glints are
# what water reflects of light straight from above
PARAM drift = program.local[0];
PARAM turn = program.local[1];
PARAM deep = program.local[2];
PARAM sun = program.local[3];
TEMP R0, H0, T1, H1, T2, R1, R2, H2, T3, H3, R3;

# the slope: 2 a - 1 and 2 b - 1, halfway between them
ADD R0.xy, fragment.texcoord[0], drift;
TEX H0.xyz, R0, texture[0], 2D;
MAD T1.xy, fragment.texcoord[0].x, turn.xzxz, drift.zwzw;
MAD R0.xy, fragment.texcoord[0].y, turn.ywyw, T1;
TEX H1.xyz, R0, texture[0], 2D;
MAX T1.xyz, H0, -2.0;
MIN T1.xyz, T1, 1.9990234;
MAX T2.xyz, H1, -2.0;
MIN T2.xyz, T2, 1.9990234;
ADD T1.xyz, T1, T2;
MAX T1.xyz, T1, -2.0;
MIN H0.xyz, T1, 1.9990234;
ADD T1.xyz, H0, -1.0;
MAX T1.xyz, T1, -2.0;
MIN H0.xyz, T1, 1.9990234;
MUL T1.xyz, H0.xzyz, {0.5, 1.0, 0.5, 0.0};
MAX T1.xyz, T1, -2.0;
MIN H0.xyz, T1, 1.9990234;

# the sky in it: the normal may be of any length
DP3 T1.x, H0, fragment.texcoord[1];
MUL T1.x, T1.x, 2.0;
DP3 T2.x, H0, H0;
RCP T2.x, T2.x;
MUL T1.x, T1.x, T2.x;
MAD R1.xyz, T1.x, H0, -fragment.texcoord[1];
TEX H1.xyz, R1, texture[1], CUBE;

# the bottom under it
MUL R2.xy, H0.xzxz, 0.05;
MAD R2.xy, R2, fragment.texcoord[2].w, fragment.texcoord[2];
MOV R2.w, fragment.texcoord[2].w;
TXP H2.xyz, R2, texture[2], 2D;
MAX T1.x, deep.w, -2.0;
MIN T1.x, T1.x, 1.9990234;
MAX T2.xyz, deep, -2.0;
MIN T2.xyz, T2, 1.9990234;
MAX T3.xyz, H2, -2.0;
MIN T3.xyz, T3, 1.9990234;
LRP T1.xyz, T1.x, T2, T3;
MAX T1.xyz, T1, -2.0;
MIN H2.xyz, T1, 1.9990234;

# and what stands around it, in front of the sky
SUB R2.y, R2.w, R2.y;
TXP H3, R2, texture[3], 2D;
MAX T1.x, H3.w, -2.0;
MIN T1.x, T1.x, 1.9990234;
MAX T2.xyz, H3, -2.0;
MIN T2.xyz, T2, 1.9990234;
MAX T3.xyz, H1, -2.0;
MIN T3.xyz, T3, 1.9990234;
LRP T1.xyz, T1.x, T2, T3;
MAX T1.xyz, T1, -2.0;
MIN H1.xyz, T1, 1.9990234;

# how much of which: (1 - cos)^5
DP3 R3.x, H0, fragment.texcoord[1];
DP3 R3.y, H0, H0;
DP3 R3.z, fragment.texcoord[1], fragment.texcoord[1];
MUL R3.y, R3.y, R3.z;
RSQ R3.y, R3.y;
MUL_SAT R3.x, R3.x, R3.y;
SUB R3.x, 1.0, R3.x;
POW R3.x, R3.x, {5.0}.x;
LRP R3.x, 0.02, 1.0, R3.x;
LRP H2.xyz, R3.x, H1, H2;

# the sun on it, where nothing hides it
DP3 R3.y, R1, R1;
RSQ R3.y, R3.y;
DP3_SAT R3.z, R1, sun;
MUL_SAT R3.z, R3.z, R3.y;
POW R3.z, R3.z, sun.w;
MAD R3.z, -H3.w, R3.z, R3.z;
ADD_SAT result.color.xyz, H2, R3.z;
MOV result.color.w, 1.0;
END
