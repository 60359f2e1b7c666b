!!NVfp5.0
# Inlaid tiles: every tile is of the material its number chooses, every wall in the light its draw chooses.
#
#   texcoord[0]        position on the wall, in tiles
#   texcoord[1..3]     position, normal and direction of the rows in the world
#   program.local[0]   xyz: the eye
#   program.local[1]   xyz: the lamp, or the way to the moon; w: how fast the lamp fades
#   program.local[2]   rgb: the light's colour, w: light from everywhere
#   program.local[3]   x: which tile comes first, an integer
#   program.local[4]   x: how far waves have gone, in radians

SUBROUTINETYPE Material { wood, marble, brass, glaze, quilt, water };
SUBROUTINETYPE Light { lamp, moon };
SUBROUTINE Material materials[6] = { program.subroutine[0..5] };
SUBROUTINE Light light = program.subroutine[6];

PARAM eye    = program.local[0];
PARAM source = program.local[1];
PARAM tint   = program.local[2];
PARAM first  = program.local[3];
PARAM clock  = program.local[4];
ATTRIB tiles = fragment.texcoord[0];
ATTRIB world = fragment.texcoord[1];

# What a material is asked for: where on its tile, -1 to 1; what it answers.
TEMP spot, cell, slope, color, gloss;
TEMP r, s, normal, along, up, view, way, half, lit, edge;
INT TEMP which;

main:
FLR cell.xy, tiles;
FRC spot.xy, tiles;
MAD spot.xy, spot, 2.0, -1.0;
# 2 x + 3 y, and one more every fourth row, of six
FLR.S which.xy, cell;
SHR.S which.w, which.y, 2;
MAD.S which.z, which.y, 3, which.w;
MAD.S which.x, which.x, 2, which.z;
SHR.S which.w, which.y, 1;
ADD.S which.x, which.x, which.w;
ADD.S which.x, which.x, first.x;
ADD.S which.x, which.x, 600;
MOD.S which.x, which.x, 6;
MOV slope, 0.0;
MOV gloss, { 0.2, 20.0, 0.0, 0.0 };
CALI materials[which.x];

# The rims of tiles fall away, and between them is dark mortar.
ABS edge.xy, spot;
MAD edge.xy, edge, 9.0, -7.9;
MOV.SAT edge.xy, edge;
SSG r.xy, spot;
MUL r.xy, r, edge;
MAD slope.xy, r, 0.55, slope;
MAX edge.z, |spot.x|, |spot.y|;
MAD.SAT edge.z, edge.z, -40.0, 39.2;
MAD edge.w, edge.z, 0.92, 0.08;
MUL color.xyz, color, edge.w;
MUL gloss.x, gloss.x, edge.z;

NRM normal.xyz, fragment.texcoord[2];
NRM along.xyz, fragment.texcoord[3];
XPD up.xyz, normal, along;
MAD normal.xyz, along, slope.x, normal;
MAD normal.xyz, up, slope.y, normal;
NRM normal.xyz, normal;
SUB view.xyz, eye, world;
NRM view.xyz, view;
CALI light;

ADD half.xyz, way, view;
NRM half.xyz, half;
DP3 lit.x, normal, way;
DP3 lit.y, normal, half;
MOV lit.w, gloss.y;
LIT lit, lit;
MUL lit.yz, lit, way.w;
MUL lit.z, lit.z, gloss.x;
ADD lit.y, lit.y, tint.w;
MUL r.xyz, color, lit.y;
# Metal shines in its own colour.
LRP s.xyz, gloss.z, color, 1.0;
MAD r.xyz, s, lit.z, r;
MUL r.xyz, r, tint;
# Bright light saturates as on film: 1 - 2^-c
EX2 r.x, -r.x;
EX2 r.y, -r.y;
EX2 r.z, -r.z;
SUB result.color.xyz, 1.0, r;
MOV result.color.w, 1.0;
RET;

lamp SUBROUTINENUM(10):
SUB way.xyz, source, world;
DP3 way.w, way, way;
NRM way.xyz, way;
MAD way.w, way.w, source.w, 0.16;
RCP way.w, way.w;
RET;

moon SUBROUTINENUM(11):
NRM way.xyz, source;
MOV way.w, 1.0;
RET;

# Rings of a trunk, cut lengthwise
wood SUBROUTINENUM(0):
MAD r.xy, cell, { 1.7, 0.9, 0.0, 0.0 }, spot;
MUL s.x, r.x, 2.3;
SIN s.x, s.x;
MAD r.y, r.y, 5.0, s.x;
MAD s.y, r.x, 5.1, r.y;
SIN s.y, s.y;
MAD r.z, s.y, 0.35, r.y;
MUL r.z, r.z, 3.0;
SIN s.z, r.z;
MUL r.w, r.z, 4.3;
SIN s.w, r.w;
MAD.SAT s.z, s.z, 0.5, 0.5;
MAD.SAT s.z, s.w, 0.12, s.z;
LRP color.xyz, s.z, { 0.72, 0.43, 0.20, 0.0 }, { 0.40, 0.20, 0.085, 0.0 };
MUL slope.y, s.w, 0.05;
MOV gloss, { 0.35, 28.0, 0.0, 0.0 };
RET;

# Veins where two waves meet
marble SUBROUTINENUM(1):
MAD r.xy, cell, { 2.1, 1.3, 0.0, 0.0 }, spot;
MUL s.x, r.y, 3.1;
SIN s.x, s.x;
MAD s.y, r.x, 2.2, s.x;
SIN s.y, s.y;
MUL s.z, r.x, 5.3;
MAD s.z, r.y, 2.0, s.z;
SIN s.z, s.z;
MAD s.w, s.z, 0.45, s.y;
MAD s.w, s.y, s.x, s.w;
ABS s.w, s.w;
MAD.SAT s.w, s.w, -3.2, 1.0;
MUL s.w, s.w, s.w;
LRP color.xyz, s.w, { 0.16, 0.22, 0.21, 0.0 }, { 0.82, 0.80, 0.75, 0.0 };
MOV gloss, { 0.9, 70.0, 0.0, 0.0 };
RET;

# Turned on a lathe: grooves around the middle
brass SUBROUTINENUM(2):
DP2 r.x, spot, spot;
MAX r.x, r.x, 0.0001;
RSQ r.y, r.x;
MUL r.x, r.x, r.y;
MUL s.x, r.x, 34.0;
COS s.x, s.x;
MUL s.x, s.x, 0.22;
MUL s.yz, spot.xxyy, r.y;
MUL slope.xy, s.yzyz, s.x;
MOV color, { 0.70, 0.47, 0.16, 0.0 };
MOV gloss, { 2.4, 26.0, 1.0, 0.0 };
RET;

# Small glazed squares in two greens, rounded
glaze SUBROUTINENUM(3):
MAD r.xy, spot, 2.0, 2.0;
FLR r.zw, r.xyxy;
FRC r.xy, r;
MAD r.xy, r, 2.0, -1.0;
MUL s.xy, r, r;
MUL s.xy, s, s;
MUL s.xy, s, s;
MUL s.xy, s, r;
MUL slope.xy, s, 0.9;
ADD s.z, r.z, r.w;
MUL s.z, s.z, 0.5;
FRC s.z, s.z;
MUL s.z, s.z, 2.0;
LRP color.xyz, s.z, { 0.05, 0.34, 0.33, 0.0 }, { 0.36, 0.62, 0.50, 0.0 };
MOV gloss, { 1.5, 90.0, 0.0, 0.0 };
RET;

# Padded leather, in diamonds
quilt SUBROUTINENUM(4):
ADD r.x, spot.x, spot.y;
SUB r.y, spot.x, spot.y;
MUL r.xy, r, 3.14159265;
SIN s.x, r.x;
SIN s.y, r.y;
COS s.z, r.x;
COS s.w, r.y;
MUL r.z, s.z, s.y;
MUL r.w, s.x, s.w;
MUL s.x, s.x, s.y;
SSG s.y, s.x;
ADD r.x, r.z, r.w;
SUB r.y, r.z, r.w;
MUL r.xy, r, -s.y;
MUL slope.xy, r, 0.8;
ABS s.x, s.x;
MAD.SAT s.x, s.x, 3.0, 0.3;
MUL color.xyz, { 0.50, 0.065, 0.085, 0.0 }, s.x;
MOV gloss, { 0.55, 16.0, 0.0, 0.0 };
RET;

# Rings on a pond, off the middle
water SUBROUTINENUM(5):
ADD r.xy, spot, { 0.35, -0.25, 0.0, 0.0 };
DP2 r.z, r, r;
MAX r.z, r.z, 0.0001;
RSQ r.w, r.z;
MUL r.z, r.z, r.w;
MAD s.x, r.z, 17.0, -clock.x;
SIN s.x, s.x;
MAD s.y, r.z, 0.9, 1.0;
RCP s.y, s.y;
MUL s.x, s.x, s.y;
MUL s.x, s.x, 0.34;
MUL s.zw, r.xyxy, r.w;
MUL slope.xy, s.zwzw, s.x;
MAD.SAT s.x, s.x, 1.2, 0.45;
LRP color.xyz, s.x, { 0.16, 0.42, 0.72, 0.0 }, { 0.03, 0.11, 0.30, 0.0 };
MOV gloss, { 2.0, 48.0, 0.0, 0.0 };
RET;
END
