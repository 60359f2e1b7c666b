!!ARBfp1.0
OPTION ARB_fog_exp2;
OPTION ARB_fragment_coord_origin_upper_left;
# A hillside in haze. The option blends the fog in after the program; nearer the top of the
# window the ground is bleached by the sky as well.

PARAM window = program.local[0];     # 1 / height in y
PARAM sky    = { 0.62, 0.71, 0.83, 1.0 };

ATTRIB place = fragment.position;

TEMP ground, height;

TXP ground, fragment.texcoord[0], texture[0], 2D;
MUL ground, ground, fragment.color.primary;
ADD_SAT ground.rgb, ground, fragment.color.secondary;
MAD_SAT height, place.y, -window.y, 0.35;
LRP result.color.rgb, height.x, sky, ground;
MOV result.color.a, ground.a;
END
