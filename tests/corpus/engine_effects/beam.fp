!!ARBfp1.0
TEMP core, noise;
TEX core, fragment.texcoord[0], texture[0], 2D;
TXB noise, fragment.texcoord[0], texture[1], 2D;
MUL core, core, noise.x;
MUL result.color, core, fragment.color;
END
