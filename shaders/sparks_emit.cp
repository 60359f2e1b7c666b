!!NVcp5.0
# Sparks that leave the fountain in a frame, one an invocation. Each draws a number nobody had before, which
# decides all that is random about it, takes a place, and enters the list of the living.
#
#   program.local[0]   address of the sparks: position and age, then velocity and the length of a life
#   program.local[1]   address of the counters: sparks so far (64 bits), places ever used, places given back,
#                      places taken in this frame
#   program.local[2]   address of the places given back
#   program.local[3]   address of the list: how many, then their places
#   program.local[4]   x: time, y: how fast the jets turn
#   program.local[5]   x: how many sparks there is room for (integer)

GROUP_SIZE 64;
PARAM sparks   = program.local[0];
PARAM counters = program.local[1];
PARAM free     = program.local[2];
PARAM living   = program.local[3];
PARAM clock    = program.local[4];
PARAM room     = program.local[5];
LONG TEMP number;
TEMP seed, place, old, random, angle, away, speed;

# A number of its own
ATOM.ADD.U64 number.x, {1}, counters.x;
MOV.U seed.x, number.x;

# A place: one of those given back, the last first, or one that was never used
ADD.U place.xy, counters.x, { 16, 8, 0, 0 };
ATOM.ADD.U32 old.z, {1}, place.x;
LOAD.U32X2 old.xy, place.y;
SUB.S old.w, old.y, old.z;
SGT.S.CC place.z, old.w, 0;
IF NE.z;
SUB.S old.w, old.w, 1;
SHL.U old.w, old.w, 2;
ADD.U old.w, old.w, free.x;
LOAD.U32 place.x, old.w;
ELSE;
SUB.S place.x, old.x, old.w;
SLT.U.CC place.z, place.x, room.x;
IF EQ.z;
RET;
ENDIF;
ENDIF;
ATOM.ADD.U32 old.x, {1}, living.x;
SHL.U old.x, old.x, 2;
ADD.U old.x, old.x, living.x;
ADD.U old.x, old.x, 4;
STORE.U32 place, old.x;

# Four random numbers: steps of a generator, mixed
MAD.U random.x, seed.x, 747796405, 2891336453;
MAD.U random.y, random.x, 747796405, 2891336453;
MAD.U random.z, random.y, 747796405, 2891336453;
MAD.U random.w, random.z, 747796405, 2891336453;
SHR.U old, random, 28;
ADD.U old, old, 4;
SHR.U old.x, random.x, old.x;
SHR.U old.y, random.y, old.y;
SHR.U old.z, random.z, old.z;
SHR.U old.w, random.w, old.w;
XOR.U random, random, old;
MUL.U random, random, 277803737;
SHR.U old, random, 22;
XOR.U random, random, old;
SHR.U random, random, 8;
I2F.U random, random;
MUL random, random, 0.000000059604645;

# Which of six jets, and how far beside it
MOD.U old.x, seed.x, 6;
I2F.U angle.x, old.x;
MUL angle.x, angle.x, 0.16666667;
MAD angle.x, clock.x, clock.y, angle.x;
ADD angle.y, random.x, -0.5;
MAD angle.x, angle.y, 0.03, angle.x;
FRC angle.x, angle.x;
MUL angle.x, angle.x, 6.2831853;
COS away.x, angle.x;
SIN away.z, angle.x;
MOV away.y, 0.0;

# Upwards, outwards and around
MUL speed.x, random.y, random.y;
MAD speed.y, speed.x, 1.35, 2.75;
MAD speed.x, random.z, 0.42, 0.62;
MAD speed.z, random.w, 0.25, 0.55;
MUL angle, away, speed.x;
MAD angle.x, away.z, -speed.z, angle.x;
MAD angle.z, away.x, speed.z, angle.z;
MOV angle.y, speed.y;
MAD angle.w, random.x, 1.0, 1.7;

# Some have left a moment before others
MUL away, away, 0.20;
XOR.U old.x, seed.x, 5;
AND.U old.x, old.x, 63;
I2F.U old.x, old.x;
MUL old.x, old.x, 0.00070313;
MAD away.xyz, angle, old.x, away;
MUL away.w, old.x, 0.5;
ADD away.w, away.w, 0.0001;
SHL.U place.x, place.x, 5;
ADD.U place.x, place.x, sparks.x;
STORE.F32X4 away, place.x;
ADD.U place.x, place.x, 16;
STORE.F32X4 angle, place.x;
END
