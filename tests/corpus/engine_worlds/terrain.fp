!!ARBfp1.0
OPTION ARB_fog_exp2;
# Splatting: the map of shares chooses between four grounds
TEMP share, grass, rock, sand, snow, sum;
TEX share, fragment.texcoord[0], texture[0], 2D;
TEX grass, fragment.texcoord[1], texture[1], 2D;
TEX rock, fragment.texcoord[1], texture[2], 2D;
TEX sand, fragment.texcoord[1], texture[3], 2D;
TEX snow, fragment.texcoord[1], texture[4], 2D;
MUL sum, grass, share.x;
MAD sum, rock, share.y, sum;
MAD sum, sand, share.z, sum;
MAD sum, snow, share.w, sum;
MUL result.color, sum, fragment.color;
END
