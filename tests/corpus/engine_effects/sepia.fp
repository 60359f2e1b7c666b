!!ARBfp1.0
PARAM weights = { 0.3, 0.59, 0.11, 0.0 };
PARAM light = { 1.0, 0.9, 0.5, 1.0 };
PARAM dark = { 0.2, 0.05, 0.0, 1.0 };
TEMP pic, grey, tone;
TEX pic, fragment.texcoord[0], texture[0], 2D;
DP3 grey, pic, weights;
LRP tone, grey, light, dark;
LRP result.color, program.local[0].x, tone, pic;
END
