!!ARBfp1.0
PARAM k = { 2, 0.66, 0.2, 5 };
PARAM tint = program.local[0];
TEMP n, i, r, t, refl, refr, f;
DP3 n.w, fragment.texcoord[0], fragment.texcoord[0];
RSQ n.w, n.w;
MUL n.xyz, fragment.texcoord[0], n.w;
DP3 i.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ i.w, i.w;
MUL i.xyz, fragment.texcoord[1], i.w;
# the mirrored ray
DP3 f.x, n, i;
MUL r.w, f.x, k.x;
MAD r.xyz, n, -r.w, i;
TEX refl, r, texture[0], CUBE;
# a bent one, near enough
MAD t.xyz, n, -k.z, i;
TEX refr, t, texture[0], CUBE;
MUL refr, refr, tint;
# how much of each
ADD_SAT f.x, f.x, 1.0;
POW f.x, f.x, k.w;
LRP result.color, f.x, refl, refr;
END
