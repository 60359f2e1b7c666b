!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
# What lies in water: the ripples above gather the sun's light into bright lines, what floats and swims there casts shadows,
# and the deeper the less of every colour is left.
#
#   texcoord[0]          texture coordinates
#   texcoord[1]          position in the world, w: cosine of the angle to the sun
#   texcoord[2]          place in the shadow map, 0 to 1, and depth
#   texture[0]           the colour
#   texture[1]           the shadow map
#   texture[2]           normals of ripples, as ripples.fp has them
#   program.local[0]     xz: how far sunlight in the water goes aside for each unit down, y: level of the water,
#                        w: how far a shadow keeps from what casts it, in depth
#   program.local[1]     how far the two layers of ripples have slid: x, y and z, w
#   program.local[2]     x: ripples per unit, y: the step of their curvature, z: how strongly they bend light for each
#                        unit down, w: ambient light
#   program.local[3]     the second layer is turned against the first
#   program.local[4]     yz: size of a texel of the shadow map
#   program.local[5]     what is left of light for each unit of water, as powers of 1/2

PARAM down    = program.local[0];
PARAM drift   = program.local[1];
PARAM ripple  = program.local[2];
PARAM turn    = program.local[3];
PARAM texel   = program.local[4];
PARAM murk    = program.local[5];
PARAM warm    = { 1.25, 1.15, 0.95, 0.0 };
PARAM share   = { 0.25, 1.0, 0.30, 2.2 };
ATTRIB world  = fragment.texcoord[1];

TEMP color, depth, place, here, right, above, slope, bend, lit, sum;

TEX color, fragment.texcoord[0], texture[0], 2D;

# Where the light that arrives here went through the surface
SUB depth.x, down.y, world.y;
MAX depth.x, depth.x, 0.0;
MUL lit.rgb, murk, -depth.x;
EX2 slope.r, lit.r;
EX2 slope.g, lit.g;
EX2 slope.b, lit.b;
MUL color.rgb, color, slope;
MAD depth.yz, down.xxzz, -depth.x, world.xxzz;
MUL depth.yz, depth, ripple.x;

# How much the slope of both layers differs a step to the right, and a step up
ADD place.x, depth.y, drift.x;
ADD place.y, depth.z, drift.y;
TEX here, place, texture[2], 2D;
ADD place.x, place.x, ripple.y;
TEX right, place, texture[2], 2D;
SUB place.x, place.x, ripple.y;
ADD place.y, place.y, ripple.y;
TEX above, place, texture[2], 2D;
SUB right.xy, right, here;
SUB above.xy, above, here;
MUL place, depth.yzyz, turn;
ADD place.x, place.x, place.y;
ADD place.y, place.z, place.w;
ADD place.xy, place, drift.zwzw;
TEX here, place, texture[2], 2D;
ADD place.x, place.x, ripple.y;
TEX slope, place, texture[2], 2D;
SUB slope.xy, slope, here;
ADD right.xy, right, slope;
SUB place.x, place.x, ripple.y;
ADD place.y, place.y, ripple.y;
TEX slope, place, texture[2], 2D;
SUB slope.xy, slope, here;
ADD above.xy, above, slope;

# A beam becomes as large as the determinant of this says, and the light in it as much weaker
MUL bend.w, ripple.z, depth.x;
MUL right.xy, right, bend.w;
MUL above.xy, above, bend.w;
ADD bend.x, right.x, 1.0;
ADD bend.y, above.y, 1.0;
MUL bend.z, right.y, above.x;
MAD bend.x, bend.x, bend.y, -bend.z;
ABS bend.x, bend.x;
ADD bend.x, bend.x, share.z;
RCP bend.x, bend.x;
MIN bend.x, bend.x, share.w;

# Four comparisons with the shadow map, each of which the texture unit filters
MOV place, fragment.texcoord[2];
SUB place.z, place.z, down.w;
MAD place.xy, texel.yzyz, -0.75, place;
TEX sum.x, place, texture[1], SHADOW2D;
MAD place.x, texel.y, 1.5, place.x;
TEX sum.y, place, texture[1], SHADOW2D;
MAD place.y, texel.z, 1.5, place.y;
TEX sum.z, place, texture[1], SHADOW2D;
MAD place.x, texel.y, -1.5, place.x;
TEX sum.w, place, texture[1], SHADOW2D;
DP4 sum.x, sum, share.x;

MAX lit.x, world.w, 0.0;
MUL lit.x, lit.x, sum.x;
MUL lit.x, lit.x, bend.x;
MAD lit.rgb, warm, lit.x, ripple.w;
MUL result.color.rgb, color, lit;
MOV result.color.a, 1.0;
END
