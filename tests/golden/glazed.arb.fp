!!ARBfp1.0
# Glazed ware in two colours of stripes, lit by a lamp and by the hall around.
#
#   texcoord[0..2]     texture coordinates, position and normal in the world
#   program.local[0]   xyz: the eye
#   program.local[1]   xyz: unit direction to the lamp
#   program.local[2]   rgb: first colour, w: shininess
#   program.local[3]   rgb: second colour, w: how many stripes
#   program.local[4]   x: 1 for film, which saturates, 0 for the light itself; y: how far stripes lean
ATTRIB world = fragment.texcoord[1];
ATTRIB spot = fragment.texcoord[0];
PARAM eye = program.local[0];
PARAM lamp = program.local[1];
PARAM first = program.local[2];
PARAM second = program.local[3];
PARAM more = program.local[4];
PARAM warm = {1.75, 1.45, 1.08, 0.0};
PARAM above = {0.74, 0.8, 0.92, 0.0};
PARAM below = {0.46, 0.36, 0.29, 0.0};
TEMP T1, normal, view, half, s, color, lit, light;

DP3 T1.x, fragment.texcoord[2], fragment.texcoord[2];
RSQ T1.x, T1.x;
MUL normal.xyz, fragment.texcoord[2], T1.x;
SUB view.xyz, eye, world;
DP3 T1.x, view, view;
RSQ T1.x, T1.x;
MUL view.xyz, view, T1.x;
ADD half.xyz, view, lamp;
DP3 T1.x, half, half;
RSQ T1.x, T1.x;
MUL half.xyz, half, T1.x;

MAD s.x, spot.y, more.y, spot.x;
MUL s.x, s.x, second.w;
MUL s.x, s.x, 6.2831855;
SIN s.x, s.x;
MAD_SAT s.x, s.x, 6.0, 0.5;
LRP color.xyz, s.x, second, first;

DP3 lit.x, normal, lamp;
DP3 lit.y, normal, half;
MOV lit.w, first.w;
LIT lit.yz, lit;
MAD s.y, normal.y, 0.5, 0.5;
LRP light.xyz, s.y, above, below;
# Less light reaches what is close to the floor.
MAD_SAT s.z, world.y, 0.8, 0.35;
MUL light.xyz, light, s.z;
MAD light.xyz, lit.y, warm, light;
MUL color.xyz, color, light;
# The glaze mirrors the hall where one looks along it.
DP3_SAT s.w, normal, view;
SUB s.w, 1.0, s.w;
MUL s.z, s.w, s.w;
MUL s.w, s.z, s.w;
MUL s.w, s.w, 0.55;
MAD color.xyz, s.w, above, color;
MUL s.z, lit.z, 0.9;
MAD color.xyz, s.z, warm, color;

EX2 s.x, -color.x;
EX2 s.y, -color.y;
EX2 s.z, -color.z;
SUB s.xyz, 1.0, s;
LRP result.color.xyz, more.x, s, color;
MOV result.color.w, 1.0;
END
