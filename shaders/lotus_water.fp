!!NVfp5.0
# Still water and the leaves on it, layers like the petals.
#
#   texcoord[0..1]     position and normal in the world
#   program.local[0]   xyz: the eye
#   program.local[1]   xyz: the way to the light, w: brightness
#   program.local[2]   x: address of the nodes
#   program.local[3]   rgb: colour, w: opacity seen from above
#   program.local[4]   x: how much opacity grows to the horizon, y: where it ends, z: how far leaves have veins
#   program.local[5]   xy: width and height of the picture in pixels

OPTION NV_shader_storage_buffer;
STORAGE heads[] = { program.storage[0] };
STORAGE count[] = { program.storage[1] };
PARAM eye   = program.local[0];
PARAM sun   = program.local[1];
PARAM nodes = program.local[2];
PARAM tint  = program.local[3];
PARAM look  = program.local[4];
PARAM size  = program.local[5];
ATTRIB world = fragment.texcoord[0];
ATTRIB at    = fragment.texcoord[1];
TEMP view, half, color, light, r, place, node;

SUB view.xyz, eye, world;
NRM view.xyz, view;
MAX light.x, view.y, 0.0;
SUB light.y, 1.0, light.x;
MUL light.z, light.y, light.y;
MUL light.z, light.z, light.y;
MAD color.w, light.z, look.x, tint.w;
MAD color.xyz, light.z, { 0.10, 0.12, 0.22, 0.0 }, tint;

# Veins of a leaf, from its middle
MAD r.x, at.x, 13.0, 0.5;
FRC r.x, r.x;
MAD r.x, r.x, 2.0, -1.0;
ABS r.x, r.x;
MAD.SAT r.x, r.x, -9.0, 1.4;
MUL r.x, r.x, look.z;
MAD r.x, r.x, 0.55, 1.0;
MUL color.xyz, color, r.x;
MAD.SAT r.y, at.y, -30.0, 29.5;
MAD r.z, look.z, -1.0, 1.0;
MAX r.y, r.y, r.z;
MUL color.w, color.w, r.y;

# The glance of the light
ADD half.xyz, view, sun;
NRM half.xyz, half;
MAX r.x, half.y, 0.0;
POW r.x, r.x, 90.0;
MUL r.x, r.x, sun.w;
MAD color.xyz, r.x, 0.5, color;

# Far away it is the night's
DP2 r.x, world.xzxz, world.xzxz;
MUL r.x, r.x, look.y;
EX2 r.x, -r.x;
MUL.SAT color.w, color.w, r.x;
SUB.CC r.x, color.w, 0.004;
KIL LT.x;

# A node at the head of the list of the pixel; there is room for four a pixel
ATOMB.ADD.U32 node.w, {1}, count[0];
FLR.S r.xy, size;
MUL.S r.z, r.x, r.y;
MUL.S r.z, r.z, 4;
SLT.U.CC r.w, node.w, r.z;
IF NE.w;
FLR.S place.xy, fragment.position;
MAD.S place.x, place.y, r.x, place.x;
SHL.U place.x, place.x, 2;
ADD.U place.y, node.w, 1;
ATOMB.EXCH.U32 place.z, place.y, heads[place.x];
SHL.U place.y, node.w, 4;
ADD.U place.y, place.y, nodes.x;
MOV.U node.x, fragment.position.z;
PK2H node.y, color;
PK2H node.z, color.zwzw;
MOV.U node.w, place.z;
STORE.U32X4 node, place.y;
ENDIF;
MOV result.color, color;
END
