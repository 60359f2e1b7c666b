!!ARBfp1.0
# Grass in low sun: what the sun sends through a blade is brighter and yellower than what it throws back. Between the
# roots it is dark, and far away the haze takes its colour from how near the sun one looks.
#
#   texcoord[0..2]     as grass.gp and meadow.vp give them
#   program.local[0]   xyz: the eye, w: density of the haze
#   program.local[1]   xyz: unit direction to the sun, w: how much goes through
#   program.local[2]   colour at the roots, program.local[3] colour at the tips
#   program.local[4]   colour of the haze, program.local[5] what it has more towards the sun

PARAM eye     = program.local[0];
PARAM sun     = program.local[1];
PARAM root    = program.local[2];
PARAM tip     = program.local[3];
PARAM haze    = program.local[4];
PARAM blaze   = program.local[5];
PARAM sunlight = { 1.00, 0.80, 0.52, 0.0 };
PARAM skylight = { 0.40, 0.46, 0.52, 0.0 };
PARAM through  = { 1.12, 1.00, 0.40, 0.0 };
ATTRIB world  = fragment.texcoord[1];

TEMP place, color, normal, view, light, far;

# Blades are narrower than pixels, whose middles may lie beside them
MOV_SAT place.yz, fragment.texcoord[0];
MAX place.x, fragment.texcoord[0].x, -1.0;
MIN place.x, place.x, 1.0;

DP3 normal.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ normal.w, normal.w;
MUL normal.xyz, fragment.texcoord[2], normal.w;
SUB view, eye, world;
DP3 view.w, view, view;
RSQ far.x, view.w;
MUL view.xyz, view, far.x;
MUL far.x, view.w, far.x;              # the distance

# The side that is seen
DP3 light.x, normal, view;
CMP normal.xyz, light.x, -normal, normal;
DP3 light.x, normal, sun;

# light: x: thrown back, y: sent through, z: how near the sun one looks, w: what of it reaches so deep
DP3_SAT light.z, -view, sun;
MUL light.z, light.z, light.z;
MUL light.w, light.z, light.z;
MAD light.y, light.w, 1.0, 0.15;
CMP light.y, light.x, 1.0, light.y;
MUL light.y, light.y, sun.w;
MAX light.x, light.x, 0.0;
MAD_SAT light.w, place.y, 0.8, 0.12;

LRP color.rgb, place.y, tip, root;
MAD far.y, place.z, 0.7, 0.62;
MUL color.rgb, color, far.y;
# the rib
MUL far.y, place.x, place.x;
MAD far.y, far.y, 0.25, 0.80;
MUL color.rgb, color, far.y;

MAD far.y, normal.y, 0.35, 0.65;
MUL normal.xyz, far.y, skylight;
MUL far.z, light.x, 0.9;
MAD normal.xyz, far.z, sunlight, normal;
MUL far.z, light.y, place.y;
MAD normal.xyz, far.z, through, normal;
MUL normal.xyz, normal, light.w;
MUL color.rgb, color, normal;

# The haze
MUL far.x, far.x, -eye.w;
EX2 far.x, far.x;
MUL light.w, light.z, light.z;
MAD view.rgb, light.w, blaze, haze;
LRP result.color.rgb, far.x, color, view;
MOV result.color.a, 1.0;
END
