!!ARBfp1.0
OPTION ARB_fog_linear;
TEMP skin, metal, glow;
TEX skin, fragment.texcoord[0], texture[0], 2D;
TEX metal, fragment.texcoord[1], texture[1], 2D;
TEX glow, fragment.texcoord[2], texture[2], 2D;
MAD metal, metal, skin.w, fragment.color;
MUL skin, skin, metal;
MAD result.color.xyz, glow, skin.w, skin;
MOV result.color.w, 1.0;
END
