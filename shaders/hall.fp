!!NVfp5.0
# The hall: a floor of inlaid tiles with rings of brass, and walls that glow where they end.
#
#   texcoord[1]        position in the world
#   program.local[0]   xyz: the eye
#   program.local[2]   x: 1 for film, 0 for the light itself; y: 1 for the floor, 0 for walls; z: light of a panel
#   program.local[3]   radii of the shadow under the mirror and of the ring

PARAM eye    = program.local[0];
PARAM kind   = program.local[2];
PARAM radii  = program.local[3];
PARAM night  = { 0.07, 0.17, 0.36, 0.0 };
PARAM dusk   = { 0.34, 0.44, 0.72, 0.0 };
PARAM glow   = { 2.10, 0.80, 0.22, 0.0 };
PARAM slate  = { 0.10, 0.20, 0.24, 0.0 };
PARAM ivory  = { 1.05, 0.95, 0.78, 0.0 };
PARAM brass  = { 0.85, 0.60, 0.26, 0.0 };
ATTRIB world = fragment.texcoord[1];
TEMP view, tile, edge, color, s, wall;

# Walls: the night above, a glow at the horizon
SUB view.xyz, world, eye;
NRM view.xyz, view;
MUL s.x, |view.y|, 3.0;
EX2 s.x, -s.x;
MUL s.y, |view.y|, 8.0;
EX2 s.y, -s.y;
LRP wall.xyz, s.x, dusk, night;
MUL s.y, s.y, 0.75;
MAD wall.xyz, s.y, glow, wall;
ADD wall.xyz, wall, kind.z;

# The floor, in tiles that stand on their corners
ADD tile.x, world.x, world.z;
SUB tile.y, world.x, world.z;
MUL tile.xy, tile, 0.85;
FLR edge.xy, tile;
FRC tile.xy, tile;
ADD edge.z, edge.x, edge.y;
MUL edge.z, edge.z, 0.5;
FRC edge.z, edge.z;
MUL edge.z, edge.z, 2.0;
LRP color.xyz, edge.z, ivory, slate;
ADD tile.xy, tile, -0.5;
MAX edge.w, |tile.x|, |tile.y|;
MAD.SAT edge.w, edge.w, -60.0, 29.6;
MAD edge.w, edge.w, 0.75, 0.25;
MUL color.xyz, color, edge.w;
# Rings of brass beside the ring
MUL s.xy, world.xzzz, world.xzzz;
ADD s.x, s.x, s.y;
MAX s.x, s.x, 0.0001;
RSQ s.y, s.x;
MUL s.x, s.x, s.y;
SUB s.y, s.x, radii.y;
ADD s.z, |s.y|, -1.3;
MAD.SAT s.z, |s.z|, -30.0, 2.2;
LRP color.xyz, s.z, brass, color;
# Shadows under the mirror and what goes around it
MUL s.z, s.x, radii.z;
MUL s.z, s.z, s.z;
EX2 s.z, -s.z;
MUL s.w, s.y, 1.0;
MUL s.w, s.w, s.w;
EX2 s.w, -s.w;
MUL s.w, s.w, 0.35;
MAX s.z, s.z, s.w;
MAD s.z, s.z, -0.85, 1.0;
MUL color.xyz, color, s.z;
MUL color.xyz, color, { 1.15, 1.02, 0.86, 0.0 };
# It ends in the walls' glow.
MAD.SAT s.w, s.x, 0.07, -0.5;
LRP color.xyz, s.w, wall, color;
LRP color.xyz, kind.y, color, wall;

EX2 s.x, -color.x;
EX2 s.y, -color.y;
EX2 s.z, -color.z;
SUB s.xyz, 1.0, s;
LRP result.color.xyz, kind.x, s, color;
MOV result.color.w, 1.0;
END
