!!ARBfp1.0
PARAM levels = { 5, 0.2, 0.5, 1 };
TEMP c;
TEX c, fragment.texcoord[0], texture[0], 2D;
MAD c.xyz, c, levels.x, levels.z;
FLR c.xyz, c;
MUL c.xyz, c, levels.y;
MAX c.xyz, c, 0.0;
MIN c.xyz, c, 1.0;
MOV result.color, c;
END
