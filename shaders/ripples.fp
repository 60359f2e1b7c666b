!!FP1.0
# Water: two layers of ripples slide over each other, their slope bends the view to the bottom, and
# what stands around and the sky are reflected the more the flatter one looks.
#   f[TEX0]  where on the water, in ripples
#   f[TEX1]  direction to the viewer, y up, of any length
#   f[TEX2]  where in the picture of the bottom, projected
#   TEX0     normals of the ripples, TEX1 the sky, TEX2 the bottom, TEX3 what stands around, seen from as far below the
#            water, upside down; its alpha says where something stands

DECLARE drift;                           # how far the layers have slid: x, y and z, w
DECLARE turn = {0.8, -0.6, 0.6, 0.8};    # the second layer is turned against the first
DECLARE deep = {0.02, 0.13, 0.17, 0.4};  # the water's colour, and how much of it one sees
DECLARE sun = {0.0, 1.0, 0.0, 600.0};    # unit direction to the sun, and how narrow its glints are
DEFINE clear = 0.02;                     # what water reflects of light straight from above
DEFINE bend = 0.05;

# the slope: 2 a - 1 and 2 b - 1, halfway between them
ADDR R0.xy, f[TEX0], drift;
TEX H0, R0, TEX0, 2D;
MOVR R0.xy, drift.zwzw;
X2DR R0.xy, R0, f[TEX0], turn;
TEX H1, R0, TEX0, 2D;
ADDX H0.xyz, H0, H1;
ADDX H0.xyz, H0, -1.0;
MULX H0.xyz, H0.xzyw, {0.5, 1.0, 0.5};

# the sky in it: the normal may be of any length
RFLR R1.xyz, H0, f[TEX1];
TEX H1, R1, TEX1, CUBE;

# the bottom under it
MULR R2.xy, H0.xzzz, bend;
MADR R2.xy, R2, f[TEX2].w, f[TEX2];
MOVR R2.zw, f[TEX2];
TXP H2, R2, TEX2, 2D;
LRPX H2.xyz, deep.w, deep, H2;

# and what stands around it, in front of the sky
SUBR R2.y, R2.w, R2.y;
TXP H3, R2, TEX3, 2D;
LRPX H1.xyz, H3.w, H3, H1;

# how much of which: (1 - cos)^5
DP3R R3.x, H0, f[TEX1];
DP3R R3.y, H0, H0;
DP3R R3.z, f[TEX1], f[TEX1];
MULR R3.y, R3.y, R3.z;
RSQR R3.y, R3.y;
MULR_SAT R3.x, R3.x, R3.y;
SUBR R3.x, 1.0, R3.x;
POWR R3.x, R3.x, 5.0;
LRPR R3.x, clear, 1.0, R3.x;
LRPH H2.xyz, R3.x, H1, H2;

# the sun on it, where nothing hides it
DP3R R3.y, R1, R1;
RSQR R3.y, R3.y;
DP3R_SAT R3.z, R1, sun;
MULR_SAT R3.z, R3.z, R3.y;
POWR R3.z, R3.z, sun.w;
MADR R3.z, -H3.w, R3.z, R3.z;
ADDH_SAT o[COLH].xyz, H2, R3.z;
MOVH o[COLH].w, 1.0;
END
