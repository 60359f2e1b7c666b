!!ARBfp1.0
TEMP ramp, base;
TEX ramp, fragment.texcoord[1], texture[1], 2D;	# tones
TEX base, fragment.texcoord[0], texture[0], 2D;
MUL base, base, ramp;
MUL result.color, base, fragment.color;
END
