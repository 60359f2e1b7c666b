!!ARBfp1.0
# The wall's colour in that light, and what is there without it.
PARAM wall = program.local[0];
PARAM ambient = program.env[3];
MAD result.color, fragment.color, wall, ambient;
END
