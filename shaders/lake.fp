!!ARBfp1.0
# A lake that mirrors what stands far away by a cube map, and what stands on its shore by a picture from below the water;
# two sheets of ripples travel over it.
#
#   texcoord[1]        position in the world, the water at y = 0
#   fragment.position  where in the window, for the mirrored picture
#   texture[0]         normals of ripples, 0.5 for none, y along z of the world
#   texture[1]         the surroundings, a cube map
#   texture[2]         the mirrored picture, upside down; its alpha says where something stands
#   program.local[0]   xyz: the eye, w: shininess
#   program.local[1]   xyz: unit direction to the sun, w: height of the ripples
#   program.local[2]   xy, zw: how far the two sheets have travelled
#   program.local[3]   zw: 1 / width, 1 / height of the window
#   program.local[4]   rgb: the depth of the lake, a: mirrored from straight above

PARAM eye    = program.local[0];
PARAM sun    = program.local[1];
PARAM drift  = program.local[2];
PARAM window = program.local[3];
PARAM deep   = program.local[4];
PARAM scales = { 0.21, 0.13, 0.5, 2.0 };
PARAM bend   = { 0.9, 1.6, 1.0, 0.0 };
PARAM warm   = { 1.0, 0.72, 0.42, 0.0 };
ATTRIB world = fragment.texcoord[1];

TEMP place, normal, other, view, mirrored, near, share, half;

MAD place.xy, world.xzzz, scales.x, drift;
TEX normal, place, texture[0], 2D;
MAD place.xy, world.xzzz, scales.y, drift.zwzw;
TEX other, place, texture[0], 2D;
ADD normal, normal, other;
ADD normal.xy, normal, -1.0;

# Farther off one pixel has many ripples, which take each other away
SUB view, eye, world;
DP3 view.w, view, view;
RSQ view.w, view.w;
MUL view.xyz, view, view.w;
MUL_SAT share.x, view.w, 5.0;
MUL share.x, share.x, sun.w;
MUL normal.xz, normal.xxyw, share.x;
MOV normal.y, 1.0;
DP3 normal.w, normal, normal;
RSQ normal.w, normal.w;
MUL normal.xyz, normal, normal.w;

DP3 mirrored.w, normal, view;
ADD mirrored.w, mirrored.w, mirrored.w;
MAD mirrored.xyz, normal, mirrored.w, -view;
MAX mirrored.y, mirrored.y, 0.002;
TEX mirrored, mirrored, texture[1], CUBE;
# The sun is seen in the sky, which is bright, and not in the hills before it
MAD_SAT normal.w, mirrored.r, 5.0, -3.4;

MUL place, fragment.position, window.zwzw;
SUB place.y, 1.0, place.y;
MUL other.xy, normal.xzzz, bend;
MUL other.xy, other, share.x;
ADD place.xy, place, other;
TEX near, place, texture[2], 2D;
LRP mirrored.rgb, near.a, near, mirrored;

# Fresnel's share, after Schlick
DP3_SAT share.y, normal, view;
SUB share.y, 1.0, share.y;
MUL share.z, share.y, share.y;
MUL share.z, share.z, share.z;
MUL share.y, share.z, share.y;
SUB share.z, 1.0, deep.a;
MAD share.y, share.y, share.z, deep.a;
LRP mirrored.rgb, share.y, mirrored, deep;

# The sun on the ripples
ADD half, view, sun;
DP3 half.w, half, half;
RSQ half.w, half.w;
MUL half.xyz, half, half.w;
DP3_SAT half.w, half, normal;
POW half.w, half.w, eye.w;
MAD near.a, near.a, -normal.w, normal.w;
MUL half.w, half.w, near.a;
MAD result.color.rgb, warm, half.w, mirrored;
MOV result.color.a, 1.0;
END
