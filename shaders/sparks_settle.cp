!!NVcp5.0
# At the end of a frame: what was taken of the places is gone, and the living make groups of 64.
#
#   program.local[0]   address of the counters: sparks so far (64 bits), places ever used, places given back,
#                      places taken in this frame
#   program.local[1]   address of the list of the living, program.local[2] of what the next dispatch reads
#   program.local[3]   x: how many sparks there is room for (integer)

GROUP_SIZE 1;
PARAM counters = program.local[0];
PARAM living   = program.local[1];
PARAM groups   = program.local[2];
PARAM room     = program.local[3];
TEMP place, count, given;

ADD.U place.x, counters.x, 8;
LOAD.U32X2 count.xy, place.x;
ADD.U place.y, counters.x, 16;
LOAD.U32 given.x, place.y;
# Those given back first, then new ones
MIN.U given.y, given.x, count.y;
SUB.U count.y, count.y, given.y;
SUB.U given.x, given.x, given.y;
ADD.U count.x, count.x, given.x;
MIN.U count.x, count.x, room.x;
STORE.U32X2 count, place.x;
STORE.U32 {0}, place.y;

LOAD.U32 count.x, living.x;
ADD.U count.x, count.x, 63;
SHR.U count.x, count.x, 6;
MOV.U count.yzw, 1;
STORE.U32X4 count, groups.x;
END
