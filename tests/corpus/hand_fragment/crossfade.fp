!!ARBfp1.0
TEMP a, b; PARAM t = program.local[0];
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX b, fragment.texcoord[0], texture[1], 2D;
SUB b, b, a; MAD result.color, b, t.x, a;
END
