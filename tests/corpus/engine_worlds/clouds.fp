!!ARBfp1.0
PARAM cover = program.env[4];		# x: how much of the sky is clear, y: sharpness
PARAM shade = { 0.35, 0.40, 0.5, 0 };
TEMP a, b, c;
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX b, fragment.texcoord[1], texture[0], 2D;
MAD a.x, b.x, 0.5, a.x;
SUB_SAT a.x, a.x, cover.x;
MUL c.x, a.x, cover.y;
EX2 c.x, -c.x;
SUB c.w, 1, c.x;
LRP c.xyz, c.x, 1, shade;
MUL result.color, c, fragment.color;
END
