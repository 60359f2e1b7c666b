!!ARBfp1.0
# c (1 + c / white²) / (1 + c) of the luminance
PARAM exposure = program.env[0];
PARAM luminance = { 0.2125, 0.7154, 0.0721 };
TEMP c, l, t;
TEX c, fragment.texcoord[0], texture[0], 2D;
MUL c.xyz, c, exposure.x;
DP3 l.x, c, luminance;
MAD t.x, l.x, exposure.y, 1;
ADD t.y, l.x, 1;
RCP t.y, t.y;
MUL t.x, t.x, t.y;
MUL result.color.xyz, c, t.x;
MOV result.color.w, 1;
END
