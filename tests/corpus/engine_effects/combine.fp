!!ARBfp1.0
# The frame, its bloom, and a curve
PARAM strength = program.local[0];
PARAM gamma = program.local[1];
TEMP frame, bloom;
TEX frame, fragment.texcoord[0], texture[0], 2D;
TEX bloom, fragment.texcoord[0], texture[1], 2D;
MAD frame, bloom, strength, frame;
POW frame.x, frame.x, gamma.x;
POW frame.y, frame.y, gamma.x;
POW frame.z, frame.z, gamma.x;
MOV result.color, frame;
END
