!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
OPTION ARB_precision_hint_nicest;
# Four comparisons around the place
PARAM texel = program.local[0];
PARAM quarter = { 0.25, 0.25, 0.25, 0.25 };
TEMP p, q, s;
RCP p.w, fragment.texcoord[1].w;
MUL p.xyz, fragment.texcoord[1], p.w;
ADD q, p, texel.xyzz;
TEX s.x, q, texture[1], SHADOW2D;
ADD q, p, -texel.xyzz;
TEX s.y, q, texture[1], SHADOW2D;
MAD q, texel.xyzz, { 1, -1, 0, 0 }, p;
TEX s.z, q, texture[1], SHADOW2D;
MAD q, texel.xyzz, { -1, 1, 0, 0 }, p;
TEX s.w, q, texture[1], SHADOW2D;
DP4 s, s, quarter;
MUL result.color, s, fragment.color;
END
