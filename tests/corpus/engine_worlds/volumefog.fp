!!ARBfp1.0
PARAM fog = state.fog.color;
TEMP base;
TEX base, fragment.texcoord[0], texture[0], 2D;
MUL base, base, fragment.color;
LRP_SAT result.color.xyz, fragment.texcoord[1].x, base, fog;
MOV result.color.w, base.w;
END
