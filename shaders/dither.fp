!!NVfp4.0
OPTION ARB_draw_buffers;
# An ordered dither to four bits a channel, and in a second buffer which material is seen.
#   attrib[0]  material number

FLOAT ATTRIB place = fragment.position;
FLAT INT ATTRIB material = fragment.attrib[0];

PARAM steps = { 15.0, 0.066666667, 0.0625, 0.5 };

FLOAT TEMP color, level;
INT TEMP cell, threshold;

TEX color, fragment.texcoord[0], texture[0], 2D, (1, 0);
MUL color, color, fragment.color;

# the cell of a 4x4 Bayer matrix: the bits of x ^ y and y interleaved
TRUNC.S cell, place;
AND.S cell, cell, 3;
XOR.S cell.z, cell.x, cell.y;
SHL.S threshold.x, cell.z, 3;
AND.S threshold.x, threshold, 8;
SHL.S threshold.y, cell.y, 2;
AND.S threshold.y, threshold, 4;
SHR.S threshold.z, cell.z, 1;
SHL.S threshold.z, threshold, 1;
AND.S threshold.z, threshold, 2;
SHR.S threshold.w, cell.y, 1;
OR.S threshold.x, threshold, threshold.y;
OR.S threshold.x, threshold, threshold.z;
OR.S threshold.x, threshold, threshold.w;

I2F.S level, threshold.x;
MAD level, level, steps.z, -steps.w;
MAD color, color, steps.x, level.x;
ROUND color, color;
MUL.SAT result.color[0], color, steps.y;
MOV.S result.color[1], material;
END
