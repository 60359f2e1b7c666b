!!ARBfp1.0
# One direction of a Gaussian blur: nine texels, two at a time between the texels the unit filters.
#
#   texcoord[0]        the place in the picture
#   texture[0]         the picture
#   program.local[0]   zw: one texel of it
#   program.local[1]   xy: 1, 0 for across, 0, 1 for down
#   program.local[2]   rgb: what the sum is multiplied by

PARAM texel  = program.local[0];
PARAM along  = program.local[1];
PARAM tint   = program.local[2];
PARAM far    = { 1.3846153846, 3.2307692308, 0.0, 0.0 };
PARAM weight = { 0.2270270270, 0.3162162162, 0.0702702703, 1.0 };
ATTRIB here  = fragment.texcoord[0];

TEMP step, place, sum, color;

MUL step, texel.zwzw, along;
TEX sum, here, texture[0], 2D;
MUL sum, sum, weight.x;
MAD place, step, far.x, here;
TEX color, place, texture[0], 2D;
MAD sum, color, weight.y, sum;
MAD place, step, -far.x, here;
TEX color, place, texture[0], 2D;
MAD sum, color, weight.y, sum;
MAD place, step, far.y, here;
TEX color, place, texture[0], 2D;
MAD sum, color, weight.z, sum;
MAD place, step, -far.y, here;
TEX color, place, texture[0], 2D;
MAD sum, color, weight.z, sum;
MUL result.color, sum, tint;
END
