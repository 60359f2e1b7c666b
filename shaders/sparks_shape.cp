!!NVcp5.0
# The living as points to draw: a place and a size, then a colour that cools with age.
#
#   program.local[0]   address of the sparks, program.local[1] of the list of the living
#   program.local[2]   address of the points
#   program.local[3]   x: how many sparks there is room for (integer)

GROUP_SIZE 64;
PARAM sparks = program.local[0];
PARAM living = program.local[1];
PARAM points = program.local[2];
TEMP place, count, spark, speed, color, light;

LOAD.U32 count.x, living.x;
SLT.U.CC count.y, invocation.globalid.x, count.x;
IF EQ.y;
RET;
ENDIF;
SHL.U place.x, invocation.globalid.x, 2;
ADD.U place.x, place.x, living.x;
ADD.U place.x, place.x, 4;
LOAD.U32 place.x, place.x;
SHL.U place.x, place.x, 5;
ADD.U place.x, place.x, sparks.x;
LOAD.F32X4 spark, place.x;
ADD.U place.x, place.x, 16;
LOAD.F32X4 speed, place.x;

# White, gold, rose, violet
MUL.SAT light.x, spark.w, 5.0;
LRP color.xyz, light.x, { 1.0, 0.50, 0.10, 0.0 }, { 1.0, 0.95, 0.85, 0.0 };
MAD.SAT light.x, spark.w, 2.6, -0.45;
LRP color.xyz, light.x, { 1.0, 0.09, 0.22, 0.0 }, color;
MAD.SAT light.x, spark.w, 2.4, -1.15;
LRP color.xyz, light.x, { 0.26, 0.08, 1.0, 0.0 }, color;
# Fading at the end
MAD light.y, spark.w, -spark.w, 1.0;
MUL color.xyz, color, light.y;
MOV color.w, 1.0;
# One in sixteen is large: the length of its life decides, whatever its place is
MUL light.w, speed.w, 64.0;
FRC light.w, light.w;
SLT light.w, light.w, 0.0625;
MAD spark.w, light.w, 1.1, 1.0;

SHL.U place.x, invocation.globalid.x, 5;
ADD.U place.x, place.x, points.x;
STORE.F32X4 spark, place.x;
ADD.U place.x, place.x, 16;
STORE.F32X4 color, place.x;
END
