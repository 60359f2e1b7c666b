!!ARBfp1.0
# FOG WITHOUT THE OPTION
PARAM FOGCOLOR = state.fog.color;
PARAM FOGRANGE = state.fog.params;
TEMP BASE, FOG;
TEX BASE, fragment.texcoord[0], texture[0], 2D;
SUB FOG.x, FOGRANGE.z, fragment.fogcoord.x;
MUL_SAT FOG.x, FOG.x, FOGRANGE.w;
LRP result.color.rgb, FOG.x, BASE, FOGCOLOR;
MOV result.color.a, BASE.a;
END
