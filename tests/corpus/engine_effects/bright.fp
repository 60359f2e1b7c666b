!!ARBfp1.0
# What is brighter than the threshold
PARAM luminance = { 0.299, 0.587, 0.114, 0 };
PARAM threshold = program.local[0];
TEMP c, l;
TEX c, fragment.texcoord[0], texture[0], 2D;
DP3 l.x, c, luminance;
SUB_SAT l.x, l.x, threshold.x;
MUL l.x, l.x, threshold.y;
MUL result.color, c, l.x;
END
