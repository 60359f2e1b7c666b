!!ARBfp1.0
TEMP lit, strand;
TEX lit, fragment.texcoord[0], texture[0], 2D;
TEX strand, fragment.texcoord[1], texture[1], 2D;
MAD_SAT result.color.xyz, strand, lit.x, lit.y;
MOV result.color.w, strand.w;
END
