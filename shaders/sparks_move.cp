!!NVcp5.0
# A sixtieth of a second for every place: sparks fly on, fall, and bounce off the floor. Those whose life is over
# give their place back; all others enter the list of the living.
#
#   program.local[0]   address of the sparks, program.local[1] of the counters, program.local[2] of the places
#   program.local[3]   address of the list: how many, then their places
#   program.local[4]   x: seconds, y: gravity, z: drag, w: what is left of a fall

GROUP_SIZE 64;
PARAM sparks   = program.local[0];
PARAM counters = program.local[1];
PARAM free     = program.local[2];
PARAM living   = program.local[3];
PARAM step     = program.local[4];
TEMP place, spark, speed, old, number;

SHL.U place.x, invocation.globalid.x, 5;
ADD.U place.x, place.x, sparks.x;
LOAD.F32X4 spark, place.x;
# Age 0: nobody is here
MOV.CC old.x, spark.w;
IF EQ.x;
RET;
ENDIF;
ADD.U place.y, place.x, 16;
LOAD.F32X4 speed, place.y;

# Older, by parts of its life
RCP old.x, speed.w;
MAD spark.w, step.x, old.x, spark.w;
SUB.CC old.x, spark.w, 1.0;
IF GE.x;
STORE.F32X4 {0.0, 0.0, 0.0, 0.0}, place.x;
ADD.U number.x, counters.x, 12;
ATOM.ADD.S32 number.y, {1}, number.x;
SHL.S number.y, number.y, 2;
ADD.U number.y, number.y, free.x;
STORE.U32 invocation.globalid, number.y;
RET;
ENDIF;

MAD speed.y, step.x, step.y, speed.y;
MUL speed.xyz, speed, step.z;
MAD spark.xyz, speed, step.x, spark;
MOV.CC old.x, spark.y;
IF LT.x;
MUL spark.y, spark.y, -step.w;
MUL speed.y, speed.y, -step.w;
MUL speed.xz, speed, 0.8;
ENDIF;
STORE.F32X4 spark, place.x;
STORE.F32X4 speed, place.y;

ATOM.ADD.U32 number.x, {1}, living.x;
SHL.U number.x, number.x, 2;
ADD.U number.x, number.x, living.x;
ADD.U number.x, number.x, 4;
STORE.U32 invocation.globalid, number.x;
END
