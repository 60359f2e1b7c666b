!!ARBfp1.0
# The air over a fire bends what is behind it
PARAM amount = program.local[0];
PARAM screen = program.env[0];		# 1 / width, 1 / height
TEMP bump, mask, place;
TEX mask, fragment.texcoord[0], texture[2], 2D;
SUB mask.xy, mask, 0.01;
KIL mask;
TEX bump, fragment.texcoord[1], texture[1], 2D;
MAD bump, bump, 2.0, -1.0;
MUL bump.xy, bump.wyzx, mask;
MUL place, fragment.position, screen;
MAD_SAT place, bump, amount, place;
TEX result.color, place, texture[0], 2D;
END
