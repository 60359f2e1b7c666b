!!ARBfp1.0
# Glazed ware and polished stone: a texture lit at every pixel, with a highlight and a reflection of the sky.
#
#   texcoord[0..2]     as world.vp gives them
#   texture[0]         its colour
#   program.local[0]   xyz: the eye, w: shininess
#   program.local[1]   xyz: unit direction to the light, w: ambient light
#   program.local[2]   rgb: tint, a: alpha
#   program.local[3]   rgb: what the surface reflects, a: how much of it from straight above
#   program.local[4]   xz: the middle of a shadow on the ground, y: 1 / its radius squared, w: how dark; or 0
#   program.local[5]   x: how bright highlights are

PARAM eye     = program.local[0];
PARAM light   = program.local[1];
PARAM tint    = program.local[2];
PARAM sky     = program.local[3];
PARAM shadow  = program.local[4];
PARAM gloss   = program.local[5];
ATTRIB world  = fragment.texcoord[1];

TEMP color, normal, view, half, lit, share;

TEX color, fragment.texcoord[0], texture[0], 2D;
MUL color, color, tint;

DP3 normal.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ normal.w, normal.w;
MUL normal.xyz, fragment.texcoord[2], normal.w;
SUB view, eye, world;
DP3 view.w, view, view;
RSQ view.w, view.w;
MUL view.xyz, view, view.w;
ADD half, view, light;
DP3 half.w, half, half;
RSQ half.w, half.w;
MUL half.xyz, half, half.w;

DP3 lit.x, normal, light;
DP3 lit.y, normal, half;
MOV lit.w, eye.w;
LIT lit, lit;

# A soft round shadow: 1 in its middle, falling off as 1 / (1 + d^4)
SUB share, world, shadow;
MUL share.xz, share, share;
ADD share.x, share.x, share.z;
MUL share.x, share.x, shadow.y;
MAD share.x, share.x, share.x, 1.0;
RCP share.x, share.x;
MAD share.y, share.x, -shadow.w, 1.0;

MUL lit.yz, lit, share.y;
MAD lit.y, lit.y, 0.8, light.w;
MUL color.rgb, color, lit.y;

DP3_SAT share.z, normal, view;
SUB share.z, 1.0, share.z;
MUL share.w, share.z, share.z;
MUL share.w, share.w, share.w;
MUL share.w, share.w, share.z;
SUB share.z, 1.0, sky.a;
MAD share.w, share.w, share.z, sky.a;
MUL share.w, share.w, share.y;
LRP color.rgb, share.w, sky, color;
MAD result.color.rgb, lit.z, gloss.x, color;
ADD_SAT result.color.a, color.a, share.w;
END
