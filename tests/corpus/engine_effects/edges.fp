!!ARBfp1.0
# Sobel over depths, whose steps are ink
PARAM texel = program.local[0];
TEMP p, l, r, u, d, e;
ADD p, fragment.texcoord[0], -texel.xwww;
TEX l.x, p, texture[0], 2D;
ADD p, fragment.texcoord[0], texel.xwww;
TEX r.x, p, texture[0], 2D;
ADD p, fragment.texcoord[0], -texel.wyww;
TEX u.x, p, texture[0], 2D;
ADD p, fragment.texcoord[0], texel.wyww;
TEX d.x, p, texture[0], 2D;
SUB e.x, l.x, r.x;
SUB e.y, u.x, d.x;
MUL e, e, e;
ADD e.x, e.x, e.y;
RSQ e.y, e.x;
MUL_SAT e.x, e.x, e.y;
SUB result.color, 1, e.x;
END
