!!ARBfp1.0
TEMP weave, thread;
MUL thread, fragment.texcoord[0], { 32, 32, 1, 1 };
TEX weave, fragment.texcoord[0], texture[0], 2D;
TEX thread, thread, texture[1], 2D;
MUL weave, weave, thread;
ADD weave, weave, weave;
MUL result.color, weave, fragment.color;
END
