!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
# Sun and sky on stone and metal. The sun's share is the mean of nine comparisons with its shadow map, each of which
# the texture unit filters; metal mirrors the sky.
#
#   texcoord[0..3]     as sunlit.vp gives them
#   texture[0]         the material's colour
#   texture[1]         the shadow map
#   texture[2]         the sky, a cube map
#   program.local[0]   xyz: the eye, w: shininess
#   program.local[1]   xyz: unit direction to the sun, w: how far a shadow keeps from what casts it, in depth
#   program.local[2]   rgb: tint, a: how metallic, 0 to 1
#   program.local[3]   x: texture repeats per unit, yz: size of a texel of the shadow map, times 1.25

PARAM eye     = program.local[0];
PARAM sun     = program.local[1];
PARAM tint    = program.local[2];
PARAM grain   = program.local[3];
PARAM warm    = { 1.10, 0.98, 0.78, 0.0 };
PARAM zenith  = { 0.27, 0.36, 0.50, 0.0 };
PARAM ground  = { 0.17, 0.145, 0.12, 0.0 };
PARAM ninth   = { 0.111111112, 0.5, 0.0, 2.0 };
ATTRIB world  = fragment.texcoord[1];

TEMP color, normal, view, half, lit, place, step, sum, mirrored, share;

MUL place, fragment.texcoord[0], grain.x;
TEX color, place, texture[0], 2D;
MUL color.rgb, color, tint;

DP3 normal.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ normal.w, normal.w;
MUL normal.xyz, fragment.texcoord[2], normal.w;
SUB view, eye, world;
DP3 view.w, view, view;
RSQ view.w, view.w;
MUL view.xyz, view, view.w;

# Nine places around, a little over a texel apart; a comparison's result is in x, y and z, as a luminance
MOV place, fragment.texcoord[3];
ADD place.z, place.z, -sun.w;
MOV step.xy, grain.yzzz;
TEX sum.x, place, texture[1], SHADOW2D;
ADD place.x, place.x, step.x;
TEX sum.y, place, texture[1], SHADOW2D;
ADD place.y, place.y, step.y;
TEX sum.z, place, texture[1], SHADOW2D;
ADD place.x, place.x, -step.x;
TEX share.x, place, texture[1], SHADOW2D;
ADD place.x, place.x, -step.x;
TEX share.y, place, texture[1], SHADOW2D;
ADD place.y, place.y, -step.y;
TEX share.z, place, texture[1], SHADOW2D;
ADD place.y, place.y, -step.y;
TEX lit.x, place, texture[1], SHADOW2D;
ADD place.x, place.x, step.x;
TEX lit.y, place, texture[1], SHADOW2D;
ADD place.x, place.x, step.x;
TEX lit.z, place, texture[1], SHADOW2D;
ADD sum.xyz, sum, share;
ADD sum.xyz, sum, lit;
DP3 sum.x, sum, ninth.x;

# The sky from above, what the ground gives back from below
MAD share.x, normal.y, ninth.y, ninth.y;
LRP share.yzw, share.x, zenith.xxyz, ground.xxyz;
DP3 lit.x, normal, sun;
ADD half, view, sun;
DP3 half.w, half, half;
RSQ half.w, half.w;
MUL half.xyz, half, half.w;
DP3 lit.y, normal, half;
MOV lit.w, eye.w;
LIT lit, lit;
MUL lit.yz, lit, sum.x;
MAD sum.rgb, warm, lit.y, share.yzwx;
MUL sum.rgb, color, sum;

# Metal shows the sky instead, in its own colour; where the sun does not reach it, less of it
DP3 mirrored.w, normal, view;
MUL mirrored.xyz, normal, mirrored.w;
MAD mirrored.xyz, mirrored, ninth.w, -view;
TEX mirrored, mirrored, texture[2], CUBE;
MAD share.x, lit.y, 0.55, 0.45;
MUL mirrored.rgb, mirrored, share.x;
MUL mirrored.rgb, mirrored, color;
LRP sum.rgb, tint.a, mirrored, sum;
MUL lit.z, lit.z, 0.8;
MAD result.color.rgb, warm, lit.z, sum;
MOV result.color.a, 1.0;
END
