!!ARBfp1.0
PARAM overbright = { 4, 2, 1, 0 };
TEMP diffuse, light, detail;
TEX diffuse, fragment.texcoord[0], texture[0], 2D;
TEX light, fragment.texcoord[1], texture[1], 2D;
TEX detail, fragment.texcoord[2], texture[2], 2D;
MUL detail, detail, overbright.y;
MUL diffuse.rgb, diffuse, detail;
MUL light, light, overbright.x;
MUL_SAT result.color.rgb, diffuse, light;
MOV result.color.a, diffuse.a;
END
