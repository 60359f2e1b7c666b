!!NVfp5.0
# The list of a pixel, put in order and laid over what is behind it. Of more than 20 the nearest count; of two
# at one depth their colours decide, so that the picture does not depend on the order of the list.
#
#   program.local[0]   x: how many numbers a row of pixels has
#   program.local[1]   x: address of the nodes, low word (integer)

OPTION NV_shader_storage_buffer;
STORAGE heads[] = { program.storage[0] };
PARAM size  = program.local[0];
PARAM nodes = program.local[1];
TEMP layer[21];
TEMP count, place, node, k, found, r, color, sum;

FLR.S place.xy, fragment.position;
FLR.S place.z, size.x;
MAD.S place.x, place.y, place.z, place.x;
SHL.U place.x, place.x, 2;
LDB.U32 place.x, heads[place.x];
MOV.S count.x, 0;
REP.S { 64 };
SEQ.U.CC r.x, place.x, 0;
BRK (NE.x);
SUB.U place.x, place.x, 1;
SHL.U place.x, place.x, 4;
ADD.U place.x, place.x, nodes.x;
LOAD.U32X4 node, place.x;
MOV.U place.x, node.w;
# Up from the end, those that are farther make room
MOV.S k.x, count.x;
REP.S { 21 };
SEQ.S.CC r.x, k.x, 0;
BRK (NE.x);
SUB.S k.y, k.x, 1;
MOV.U found, layer[k.y];
SLT r.x, node.x, found.x;
SEQ r.y, node.x, found.x;
SLT.U r.z, node.y, found.y;
AND.U r.z, r.z, 0x3F800000;
MAD.CC r.x, r.y, r.z, r.x;
BRK (EQ.x);
MOV.U layer[k.x], found;
MOV.S k.x, k.y;
ENDREP;
MOV.U layer[k.x], node;
ADD.S count.x, count.x, 1;
MIN.S count.x, count.x, 20;
ENDREP;
SEQ.S.CC r.x, count.x, 0;
KIL NE.x;

# From the front to the back
MOV sum, { 0.0, 0.0, 0.0, 1.0 };
MOV.S k.x, 0;
REP.S count.x;
MOV.U node, layer[k.x];
UP2H color.xy, node.y;
UP2H r.xy, node.z;
MOV color.zw, r.xxxy;
MUL r.z, color.w, sum.w;
MAD sum.xyz, color, r.z, sum;
SUB r.z, 1.0, color.w;
MUL sum.w, sum.w, r.z;
ADD.S k.x, k.x, 1;
ENDREP;
MOV result.color.xyz, sum;
SUB result.color.w, 1.0, sum.w;
END
