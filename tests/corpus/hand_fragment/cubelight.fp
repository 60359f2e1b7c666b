!!ARBfp1.0
# normals by a normalising cube map, as before there was anything better
TEMP n, l, h, c, s;
TEX n, fragment.texcoord[1], texture[0], CUBE;
TEX l, fragment.texcoord[2], texture[0], CUBE;
TEX h, fragment.texcoord[3], texture[0], CUBE;
MAD n, n, 2, -1;
MAD l, l, 2, -1;
MAD h, h, 2, -1;
DP3_SAT c, n, l;
DP3_SAT s, n, h;
MUL s, s, s;
MUL s, s, s;
MUL s, s, s;
MUL s, s, s;
MAD result.color, c, fragment.color, s;
END
