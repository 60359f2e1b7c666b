!!ARBfp1.0
TEMP c;
TEX c, fragment.texcoord[0], texture[0], 2D;
MUL c, c, fragment.color;
MUL result.color.xyz, c, c.w;
MOV result.color.w, c.w;
END
