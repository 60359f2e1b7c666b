!!ARBfp1.0
# hairs are where the noise is above the height of the shell
PARAM height = program.local[0];
TEMP hair, coat;
TEX hair, fragment.texcoord[1], texture[1], 2D;
SUB hair.w, hair.w, height.x;
KIL hair.w;
TEX coat, fragment.texcoord[0], texture[0], 2D;
MUL coat.xyz, coat, fragment.color;
MUL_SAT coat.w, hair.w, height.y;
MOV result.color, coat;
END
