!!NVgp4.0
# A blade of grass, or a leaf, on every triangle: it stands at a place by chance along the ground's normal, leans its own
# way, bends in gusts that go over the meadow, and narrows towards its tip.
#
#   state.matrix.program[1]   from the world to the eye
#   texcoord[1]        place on the ground, in the world; texcoord[2] its normal
#   program.local[0]   x: height, y: half the width at the ground, z: how far the wind bends a blade, w: how much broader
#                      it gets a unit away from the eye, for there are fewer in the distance
#   program.local[1]   xyz: the direction of the wind, w: its phase
#   program.local[2]   the eye
#   gives texcoord[0]  x: -1 to 1 across the blade, y: 0 at the ground to 1 at the tip, z: a number by chance
#         texcoord[1]  position, texcoord[2] normal
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 7;

PARAM view[4] = { state.matrix.program[1] };
PARAM projection[4] = { state.matrix.projection };
PARAM blade = program.local[0];
PARAM wind = program.local[1];
PARAM eye = program.local[2];

TEMP root, normal, across, bend, spine, point, level, chance, size, along, seen;

# Four numbers by chance, which do not repeat for long
I2F chance, primitive.id.x;
MUL chance, chance, { 0.618034, 0.7548777, 0.5698403, 0.4142136 };
FRC chance, chance;

# The place in the triangle
SUB root, vertex[1].texcoord[1], vertex[0].texcoord[1];
MAD root, root, chance.y, vertex[0].texcoord[1];
SUB level, vertex[2].texcoord[1], root;
MUL level.w, chance.z, 0.999;
MAD root.xyz, level, level.w, root;
ADD normal, vertex[0].texcoord[2], vertex[1].texcoord[2];
ADD normal, normal, vertex[2].texcoord[2];
NRM normal.xyz, normal;

# x: height, y: half the width
SUB level.xyz, eye, root;
DP3 level.w, level, level;
RSQ level.x, level.w;
MUL level.w, level.w, level.x;
MAD size.x, chance.w, 0.75, 0.5;
MUL size.x, size.x, blade.x;
MAD size.y, level.w, blade.w, 1.0;
MUL size.y, size.y, blade.y;

# Across which direction it stands, and which way it leans
MUL level.x, chance.x, 6.2831853;
SCS across.xy, level.x;
MOV across.z, across.y;
MOV across.yw, 0.0;
ADD level.x, level.x, 2.2;
SCS bend.xy, level.x;
MOV bend.z, bend.y;
MOV bend.yw, 0.0;
MAD level.y, chance.z, 0.4, 0.08;
MUL bend.xz, bend, level.y;

# A gust, and its own tremble
MUL level.x, root.x, 0.35;
MAD level.x, root.z, 0.24, level.x;
SUB level.x, level.x, wind.w;
SIN level.x, level.x;
MAD level.x, level.x, 0.5, 0.6;
MUL level.y, root.x, 2.1;
MAD level.y, root.z, -1.7, level.y;
MAD level.y, wind.w, 3.0, level.y;
MAD level.y, chance.y, 4.0, level.y;
SIN level.y, level.y;
MAD level.x, level.y, 0.14, level.x;
MUL level.x, level.x, blade.z;
MAD bend.xyz, wind, level.x, bend;

# level: x: across, y: from 0 at the ground to 1 at the tip, z: chance
MOV level, 0.0;
MOV level.z, chance.y;
REP.S 3;
    CAL middle;
    MUL level.w, level.y, level.y;
    SUB level.w, 1.0, level.w;
    MUL level.w, level.w, size.y;
    MOV level.x, 1.0;
    MAD point.xyz, across, level.w, spine;
    CAL place;
    MOV level.x, -1.0;
    MAD point.xyz, across, -level.w, spine;
    CAL place;
    ADD level.y, level.y, 0.36;
ENDREP;
MOV level.y, 1.0;
CAL middle;
MOV level.x, 0.0;
MOV point.xyz, spine;
CAL place;
RET;

# Where the middle of the blade is, and where it goes
middle:
MUL level.w, level.y, size.x;
MAD spine.xyz, normal, level.w, root;
MUL level.w, level.w, level.y;
MAD spine.xyz, bend, level.w, spine;
MUL along.w, level.y, 2.0;
MAD along.xyz, bend, along.w, normal;
# Bent blades are not longer
DP3 along.w, bend, bend;
MUL along.w, along.w, level.w;
MAD spine.y, along.w, -0.35, spine.y;
RET;

place:
MOV point.w, 1.0;
DP4 seen.x, view[0], point;
DP4 seen.y, view[1], point;
DP4 seen.z, view[2], point;
DP4 seen.w, view[3], point;
DP4 result.position.x, projection[0], seen;
DP4 result.position.y, projection[1], seen;
DP4 result.position.z, projection[2], seen;
DP4 result.position.w, projection[3], seen;
XPD point.xyz, across, along;
MAD result.texcoord[2].xyz, across, level.x, point;
MOV result.texcoord[2].w, 0.0;
MOV result.texcoord[0], level;
MAD point.xyz, across, level.x, spine;
MOV result.texcoord[1], point;
EMIT;
RET;
END
