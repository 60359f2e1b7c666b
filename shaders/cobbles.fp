!!ARBfp1.0
OPTION NV_fragment_program2;
# A street of stones that really stand out: along the line of sight through the texture the first place is looked for where
# the street is higher, then once more towards the lamp, for shadows. The street is the plane y = 0.
#
#   texcoord[1]        position in the world
#   texture[0]         as slopes.fp leaves it: rg: slopes, b: tone, a: height
#   program.local[0]   xyz: the eye, w: shininess
#   program.local[1]   xyz: the lamp, w: how fast its light fades
#   program.local[2]   x: repeats per unit, y: depth of the joints in repeats, z: level of detail for each unit away,
#                      w: how far slopes turn the normal
#   program.local[3]   rgb: colour of the lamp, a: wetness
#   program.local[4]   xyz: unit direction to the moon, w: its light

PARAM eye    = program.local[0];
PARAM lamp   = program.local[1];
PARAM relief = program.local[2];
PARAM glow   = program.local[3];
PARAM moon   = program.local[4];
PARAM march  = { 18.0, 0.0, 1.0, 0.05555556 };
PARAM halve  = { 5.0, 0.0, 1.0, 0.5 };
PARAM shade  = { 9.0, 0.0, 1.0, 0.1111111 };
PARAM pale   = { 0.46, 0.44, 0.43, 0.0 };
PARAM dark   = { 0.20, 0.19, 0.21, 0.0 };
PARAM earth  = { 0.045, 0.040, 0.036, 0.0 };
PARAM night  = { 0.30, 0.42, 0.68, 0.0 };
ATTRIB world = fragment.texcoord[1];

TEMP view, place, step, stone, normal, way, half, lit, moonlit, color, share;

SUB view.xyz, eye, world;
DP3 view.w, view, view;
RSQ view.w, view.w;
MUL view.xyz, view, view.w;

# place: xy: where in the texture, z: height there, w: level of detail
MUL place.xy, world.xzzz, relief.x;
MOV place.z, 1.0;
RCP place.w, view.w;
MUL place.w, place.w, relief.z;
LG2 place.w, place.w;
RCP step.w, view.y;
MUL step.xy, view.xzzz, step.w;
MUL step.xy, step, -relief.y;
MOV step.z, -1.0;
MUL step.xyz, step, march.w;

# Down in equal steps until below the street, back by halves
REP march;
  TXL stone, place.xyxw, texture[0], 2D;
  SUBC share.x, stone.a, place.z;
  BRK (GE.x);
  ADD place.xyz, place, step;
ENDREP;
REP halve;
  MUL step.xyz, step, halve.w;
  TXL stone, place.xyxw, texture[0], 2D;
  SUBC share.x, stone.a, place.z;
  ADD place.xyz (GE.x), place, -step;
  ADD place.xyz (LT.x), place, step;
ENDREP;
TXL stone, place.xyxw, texture[0], 2D;

MAD normal.xz, stone.xxyy, 2.0, -1.0;
MUL normal.xz, normal, relief.w;
MOV normal.y, 1.0;
NRM normal.xyz, normal;

SUB way.xyz, lamp, world;
DP3 way.w, way, way;
RSQ share.w, way.w;
MUL way.xyz, way, share.w;
MAD way.w, way.w, lamp.w, 0.25;
RCP way.w, way.w;
ADD half.xyz, way, view;
NRM half.xyz, half;
DP3 lit.x, normal, way;
DP3 lit.y, normal, half;
MOV lit.w, eye.w;
LIT lit, lit;
DP3_SAT moonlit.x, normal, moon;
ADD half.xyz, moon, view;
NRM half.xyz, half;
DP3_SAT moonlit.y, normal, half;
POW moonlit.y, moonlit.y, eye.w;
MUL moonlit.xy, moonlit, moon.w;

# Towards the lamp: how far the street rises above the ray
RCP step.w, way.y;
MUL step.xy, way.xzzz, step.w;
MUL step.xy, step, relief.y;
MOV step.z, 1.0;
SUB share.w, 1.0, stone.a;
MUL share.w, share.w, shade.w;
MUL step.xyz, step, share.w;
MOV share.y, 0.0;
REP shade;
  ADD place.xyz, place, step;
  TXL half, place.xyxw, texture[0], 2D;
  SUB share.x, half.a, place.z;
  MAX share.y, share.y, share.x;
ENDREP;
MAD_SAT share.y, share.y, -9.0, 1.0;
MUL way.w, way.w, share.y;
MUL lit.yz, lit, way.w;

# Stones by their tones, earth between them, and water in what is low
LRP color.rgb, stone.b, pale, dark;
MAD_SAT share.x, stone.a, 3.0, -0.3;
LRP color.rgb, share.x, color, earth;
MUL half.rgb, glow, lit.y;
MAD half.rgb, night, moonlit.x, half;
MUL color.rgb, color, half;
MUL half.rgb, glow, lit.z;
MAD half.rgb, night, moonlit.y, half;
MAD color.rgb, half, glow.a, color;
EX2 color.r, -color.r;
EX2 color.g, -color.g;
EX2 color.b, -color.b;
SUB result.color.rgb, 1.0, color;
MOV result.color.a, 1.0;
END
