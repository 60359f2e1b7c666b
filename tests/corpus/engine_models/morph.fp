!!ARBfp1.0
ATTRIB uv = fragment.texcoord[0];
TEMP base;
TEX base, uv, texture[0], 2D;
MAD base.xyz, base, fragment.color, fragment.color.secondary;
MOV result.color, base;
END
