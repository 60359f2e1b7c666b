!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
# The depth of the light's view is compared by the texture
PARAM ambient = program.local[0];
TEMP base, shadow, sum;
TEX base, fragment.texcoord[0], texture[0], 2D;
TXP shadow, fragment.texcoord[1], texture[1], SHADOW2D;
MAD sum.xyz, fragment.color, shadow.x, ambient;
MUL result.color.xyz, base, sum;
MOV result.color.w, base.w;
END
