!!NVfp5.0
# A mirror of silver: what a cube map of its surroundings shows in the direction that light comes from.
#
#   texcoord[1..2]     position and normal in the world
#   program.local[0]   xyz: the eye
#   program.local[1]   rgb: what silver keeps of the light, w: how strongly the middle of the map is drawn in
#   program.local[2]   xyz: where the map was taken
#   texture[0]         the surroundings, a cube map

PARAM eye   = program.local[0];
PARAM metal = program.local[1];
PARAM taken = program.local[2];
ATTRIB world = fragment.texcoord[1];
TEMP normal, view, way, color, s;

NRM normal.xyz, fragment.texcoord[2];
SUB view.xyz, eye, world;
NRM view.xyz, view;
# Also what faces away a little is seen at its rim.
DP3 s.x, normal, view;
MAX s.x, s.x, 0.02;
RFL way.xyz, normal, view;
# The map's middle is not where the light is mirrored.
SUB s.yzw, world.wxyz, taken.wxyz;
MAD way.xyz, s.yzww, metal.w, way;
TEX color, way, texture[0], CUBE;
# Metal is white at its rim.
SUB s.x, 1.0, s.x;
MUL s.y, s.x, s.x;
MUL s.y, s.y, s.y;
MUL s.x, s.y, s.x;
LRP s.xyz, s.x, 1.0, metal;
MUL color.xyz, color, s;
EX2 s.x, -color.x;
EX2 s.y, -color.y;
EX2 s.z, -color.z;
SUB result.color.xyz, 1.0, s;
MOV result.color.w, 1.0;
END
