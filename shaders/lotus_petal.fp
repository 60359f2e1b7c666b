!!NVfp5.0
# A petal that light shines through. What it looks like goes into the list of its pixel; where in the list does
# not matter.
#
#   texcoord[0..1]     position and normal in the world, texcoord[1].w: which petal
#   texcoord[2]        x: across, y: along
#   program.local[0]   xyz: the eye
#   program.local[1]   xyz: the way to the light, w: brightness
#   program.local[2]   x: address of the nodes
#   program.local[3]   rgb: colour at the tip, w: opacity
#   program.local[4]   rgb: colour at the root
#   program.local[5]   xy: width and height of the picture in pixels

OPTION NV_shader_storage_buffer;
STORAGE heads[] = { program.storage[0] };
STORAGE count[] = { program.storage[1] };
PARAM eye   = program.local[0];
PARAM sun   = program.local[1];
PARAM nodes = program.local[2];
PARAM tip   = program.local[3];
PARAM root  = program.local[4];
PARAM size  = program.local[5];
ATTRIB world = fragment.texcoord[0];
ATTRIB at    = fragment.texcoord[2];
TEMP normal, view, half, color, light, r, place, node;

NRM normal.xyz, fragment.texcoord[1];
SUB view.xyz, eye, world;
NRM view.xyz, view;
# The side that is seen
DP3 r.x, normal, view;
SSG r.y, r.x;
MUL normal.xyz, normal, r.y;
ABS light.x, r.x;

# From the root to the tip, with veins
MUL.SAT r.x, at.y, 1.25;
MUL r.x, r.x, r.x;
LRP color.xyz, r.x, tip, root;
MAD r.z, at.x, 7.0, 0.5;
FRC r.z, r.z;
MAD r.z, r.z, 2.0, -1.0;
MUL r.z, r.z, r.z;
MAD r.z, r.z, 0.20, 0.88;
MUL color.xyz, color, r.z;
MAD r.w, fragment.texcoord[1].w, 0.10, 1.0;
MUL color.xyz, color, r.w;

# Light on this side, and a little less from the other; and the glance
DP3 r.x, normal, sun;
MAX r.y, -r.x, 0.0;
MAX r.x, r.x, 0.0;
MAD r.x, r.y, 0.75, r.x;
MAD r.x, r.x, 0.9, 0.32;
MUL r.x, r.x, sun.w;
MUL color.xyz, color, r.x;
ADD half.xyz, view, sun;
NRM half.xyz, half;
DP3 r.y, normal, half;
MAX r.y, r.y, 0.0;
POW r.y, r.y, 48.0;
MUL light.y, r.y, 0.55;
# Thin seen from the front, thick along the edge
SUB light.z, 1.0, light.x;
MUL light.w, light.z, light.z;
MUL light.w, light.w, light.z;
MAD color.w, light.w, 0.55, tip.w;
MAD color.xyz, light.w, { 0.30, 0.22, 0.34, 0.0 }, color;
ADD color.xyz, color, light.y;
ADD color.w, color.w, light.y;
# Its edges fade
MUL r.x, at.x, at.x;
MUL r.x, r.x, r.x;
MUL r.x, r.x, r.x;
MAD.SAT r.x, r.x, -5.0, 5.0;
# over two pixels at least
DDX r.y, at.x;
DDY r.z, at.x;
ADD r.y, |r.y|, |r.z|;
MAX r.y, r.y, 0.001;
RCP r.y, r.y;
MUL r.y, r.y, 0.5;
SUB r.z, 1.0, |at.x|;
MUL.SAT r.y, r.y, r.z;
MUL r.x, r.x, r.y;
# and so do its bends where one looks along it, over three pixels
DDX r.y, light.x;
DDY r.z, light.x;
ADD r.y, |r.y|, |r.z|;
MAX r.y, r.y, 0.03;
RCP r.y, r.y;
MUL r.y, r.y, 0.35;
MUL.SAT r.y, light.x, r.y;
MUL r.x, r.x, r.y;
MAD.SAT r.y, at.y, -14.0, 13.9;
MUL r.x, r.x, r.y;
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
