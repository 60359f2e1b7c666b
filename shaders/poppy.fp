!!ARBfp1.0
OPTION ARB_precision_hint_nicest;
# A flower head on a sprite, four petals that the low sun shines through. Farther away it fades into the haze.
#
#   texcoord[0]        over the sprite, 0 to 1
#   color              numbers by chance
#   program.local[0]   colour of the petals where they are thick, a: density of the haze
#   program.local[1]   and where they are thin
#   program.local[2]   colour of the middle, a: one over its radius squared
#   program.local[3]   colour of the haze

PARAM thick  = program.local[0];
PARAM thin   = program.local[1];
PARAM middle = program.local[2];
PARAM haze   = program.local[3];

TEMP place, color, petal;

MAD place, fragment.texcoord[0], 2.0, -1.0;
MAD place.y, place.x, 0.15, place.y;
MUL petal.xy, place, place;
ADD petal.z, petal.x, petal.y;         # r squared
MUL petal.w, place.x, place.y;
MUL petal.w, petal.w, petal.w;
MAD place.w, petal.w, -2.4, 1.0;       # petals: less towards the diagonals
SUB place.w, place.w, petal.z;
KIL place.w;

# The thin rim glows; each petal has a fold
MUL_SAT color.w, petal.z, 1.1;
LRP color.rgb, color.w, thin, thick;
SUB petal.w, petal.x, petal.y;
ABS petal.w, petal.w;
MAD_SAT petal.w, petal.w, 0.9, 0.62;
MUL color.rgb, color, petal.w;
MAD petal.x, fragment.color.y, 0.3, 0.85;
MUL color.rgb, color, petal.x;
MUL_SAT color.w, petal.z, middle.a;
MUL color.w, color.w, color.w;
LRP color.rgb, color.w, color, middle;

RCP petal.x, fragment.position.w;
MUL petal.x, petal.x, -thick.a;
EX2 petal.x, petal.x;
LRP result.color.rgb, petal.x, color, haze;
MOV result.color.a, 1.0;
END
