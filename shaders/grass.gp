!!NVgp4.0
# A blade of grass on every triangle: it grows along the normal, in texture coordinate 1, bends with the wind
# and gets narrower towards its tip. Positions arrive untransformed.
#
#   state.matrix.mvp   from the meadow to clip space
#   program.local[0]   x: height, y: half the width at the ground, z: how far the wind bends a blade
#   program.local[1]   the direction of the wind
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 7;

PARAM mvp[4] = { state.matrix.mvp };
PARAM blade = program.local[0];
PARAM wind = program.local[1];
PARAM third = { 0.333333343, 0.333333343, 0.333333343, 0.333333343 };
PARAM roots = { 0.07, 0.2, 0.05, 1.0 };
PARAM tips = { 0.55, 0.8, 0.25, 1.0 };

TEMP root, normal, across, spine, point, level, phase;

ADD root, vertex[0].position, vertex[1].position;
ADD root, root, vertex[2].position;
MUL root, root, third;
ADD normal, vertex[0].texcoord[1], vertex[1].texcoord[1];
ADD normal, normal, vertex[2].texcoord[1];
NRM normal.xyz, normal;

# Every blade stands across another direction and leans by its own amount.
I2F phase.x, primitive.id;
MUL phase.y, phase.x, 2.399963;
SCS across.xy, phase.y;
MOV across.z, across.y;
MOV across.yw, 0.0;
FRC phase.z, phase.y;
MAD phase.z, phase.z, 0.5, 0.5;

# level: x from 0 at the ground to 1 at the tip, y the half width there, z how far it is bent
MOV level, 0.0;
REP.S 3;
    CAL middle;
    SUB level.y, 1.0, level.x;
    MUL level.y, level.y, blade.y;
    MAD point.xyz, across, level.y, spine;
    CAL place;
    MAD point.xyz, -across, level.y, spine;
    CAL place;
    ADD level.x, level.x, third.x;
ENDREP;
MOV level.x, 1.0;
CAL middle;
MOV point.xyz, spine;
CAL place;
RET;

middle:
MUL level.z, level.x, level.x;
MUL level.z, level.z, blade.z;
MUL level.z, level.z, phase.z;
MUL level.w, level.x, blade.x;
MUL level.w, level.w, phase.z;
MAD spine.xyz, normal, level.w, root;
MAD spine.xyz, wind, level.z, spine;
RET;

place:
MOV point.w, 1.0;
DP4 result.position.x, mvp[0], point;
DP4 result.position.y, mvp[1], point;
DP4 result.position.z, mvp[2], point;
DP4 result.position.w, mvp[3], point;
LRP result.color, level.x, tips, roots;
MOV result.texcoord[0], level;
EMIT;
RET;
END
