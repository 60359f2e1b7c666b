!!ARBfp1.0
TEMP c;
TEX c, fragment.texcoord[0], texture[0], 2D;
MUL result.color.rgb, c, fragment.color;
MOV result.color.a, fragment.color.a;
END
