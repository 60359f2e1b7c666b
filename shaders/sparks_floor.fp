!!NVfp5.0
# A dark, polished floor under the fountain: it lets the mirrored sparks through, and their light lies on it.
#
#   texcoord[0]        position on the floor, in the world
#   program.local[0]   rgb: the light's colour, w: how far it reaches
#   program.local[1]   x: how the light wavers, y: how much of the mirror is seen

PARAM glow = program.local[0];
PARAM look = program.local[1];
ATTRIB at = fragment.texcoord[0];
TEMP r, light, ring;

DP2 r.x, at, at;
RCP r.y, glow.w;
MUL r.z, r.x, r.y;
EX2 light.x, -r.z;
MUL light.x, light.x, look.x;
# Rings, as of stone that was turned
MAD r.w, r.x, 0.6, 1.0;
LG2 r.w, r.w;
MUL r.w, r.w, 9.0;
FRC r.w, r.w;
MAD r.w, r.w, 2.0, -1.0;
ABS r.w, r.w;
MAD.SAT ring.x, r.w, -24.0, 23.4;
MAD ring.x, ring.x, 0.35, 0.65;
MUL light.x, light.x, ring.x;
MUL result.color.xyz, glow, light.x;
# Far away it is the night's
MUL r.x, r.x, 0.022;
EX2 r.x, -r.x;
MUL result.color.w, r.x, look.y;
END
