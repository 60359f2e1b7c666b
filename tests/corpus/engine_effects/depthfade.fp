!!ARBfp1.0
# Particles that fade where they meet a wall
PARAM near = program.env[6];	# x: near * far, y: far - near, z: far, w: 1 / how soft
PARAM inverse = program.env[0];
TEMP z, c;
MUL z, fragment.position, inverse;
TEX z, z, texture[1], 2D;
MAD z.x, z.x, -near.y, near.z;
RCP z.x, z.x;
MUL z.x, z.x, near.x;
MAD z.y, fragment.position.z, -near.y, near.z;
RCP z.y, z.y;
MAD z.x, z.y, -near.x, z.x;
MUL_SAT z.x, z.x, near.w;
TEX c, fragment.texcoord[0], texture[0], 2D;
MUL c.w, c.w, z.x;
MUL result.color, c, fragment.color;
END
