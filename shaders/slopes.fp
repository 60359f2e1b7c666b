!!ARBfp1.0
# The slopes of a picture of heights: a normal map, with the height in alpha and a tone kept for colours.
#
#   texcoord[0]        the place, 0 to 1
#   texture[0]         r: heights, g: tones
#   program.local[0]   zw: one texel
#   program.local[1]   x: how steep, yz: 0.5
#   color              rg: slope along s and t, 0.5 for none, b: tone, a: height

PARAM texel = program.local[0];
PARAM steep = program.local[1];
ATTRIB here = fragment.texcoord[0];

TEMP place, height, beside;

TEX height, here, texture[0], 2D;
ADD place, here, texel.zzzz;
MOV place.y, here.y;
TEX beside, place, texture[0], 2D;
SUB place.z, height.x, beside.x;
MOV place.x, here.x;
ADD place.y, here.y, texel.w;
TEX beside, place, texture[0], 2D;
SUB place.w, height.x, beside.x;
MAD result.color.rg, place.zwzw, steep.x, steep.y;
MOV result.color.b, height.y;
MOV result.color.a, height.x;
END
