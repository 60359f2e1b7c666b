!!ARBfp1.0
TEMP n1, n2, ripple, where, refl, view, f;
PARAM depth = program.local[0];
PARAM deep = program.local[1];
TEX n1, fragment.texcoord[0], texture[0], 2D;
TEX n2, fragment.texcoord[1], texture[0], 2D;
ADD ripple, n1, n2;
SUB ripple.xyz, ripple, 1.0;
# the mirror is bent by the ripples
RCP where.w, fragment.texcoord[2].w;
MUL where.xy, fragment.texcoord[2], where.w;
MAD where.xy, ripple, depth.x, where;
TEX refl, where, texture[1], 2D;
# Fresnel
DP3 view.w, fragment.texcoord[3], fragment.texcoord[3];
RSQ view.w, view.w;
MUL view.xyz, fragment.texcoord[3], view.w;
DP3_SAT f.x, view, ripple.xzyw;
SUB f.x, 1.0, f.x;
MUL f.x, f.x, f.x;
LRP result.color.xyz, f.x, refl, deep;
MOV result.color.w, deep.w;
END
