!!FP1.0
# Flames over the front of ember.fp's fire: they lean and lick upwards in a noise that rises faster than the fire climbs,
# and above them sparks fly. Added to what is behind.
#   f[TEX0]  where on the sheet, which is larger than the page
#   TEX1     the noise, of three dimensions

DECLARE fire = {0.3, 0.0, 0.4, 0.0};   # how far it is, the time, how high flames are, how far they lean
DECLARE sheet = {1.0, 1.0, 0.0, 0.0};  # from the sheet to the page: scale, offset
DECLARE heat = {2.6, 1.2, 0.4};
DEFINE coarse = 0.95;                  # as in ember.fp
DEFINE climb = 1.5;

MADR R0.xy, f[TEX0], sheet, sheet.zwzw;

# tongues: the noise is stretched along the way it rises, and lets them lean
MULR R1, R0.xyxy, {2.4, 1.2, 0.0, 0.0};
MOVR R2.x, fire.y;
MADR R1.xyz, R2.x, {0.0, -9.0, 3.0, 0.0}, R1;
TEX R2, R1, TEX1, 3D;
ADDR R2.y, R2.x, -0.5;
MADR R0.x, R2.y, fire.w, R0.x;

# how far above the front, as ember.fp counts
MULR R3.xy, R0, coarse;
MOVR R3.z, fire.y;
TEX R3, R3, TEX1, 3D;
MADR R3.x, R0.y, climb, R3.x;
SUBR R3.x, R3.x, fire.x;

# a flame is full at the front, and gone where it is high or where nothing is left to burn
RCPR R4.x, fire.z;
MADR_SAT R4.y, -R3.x, R4.x, 1.0;
MADR_SAT R4.z, R3.x, 9.0, 1.0;
MULR R4.y, R4.y, R4.z;
MADR R4.w, R2.x, 3.4, -0.9;
MULR_SAT R4.y, R4.y, R4.w;

# the page's sides bound it
ADDR R4.w, R0.x, -0.5;
MADR_SAT R4.w, |R4.w|, -9.0, 4.7;
MULR R4.y, R4.y, R4.w;
MULR R4.y, R4.y, R4.z;

MULR R5.x, R4.y, R4.y;
MULR R5.y, R5.x, R4.y;
MULR R5.z, R5.x, R5.x;
MULR o[COLR].xyz, R5, heat;
MOVR o[COLR].w, 1.0;
END
