!!FP1.0
# Cartoon shading: the light falls on a ramp of a few tones, the highlight is one spot with a hard
# edge, and ink lies where the surface turns away.
#   f[COL0]  the paint
#   f[TEX0]  normal, f[TEX1] direction to the viewer; both in eye space, of any length
#   TEX0     the ramp, from shadow to light along s

DECLARE light = {0.36, 0.48, 0.8};        # towards the light, of length 1
DECLARE gloss = {1.0, 0.96, 0.84, 40.0};  # the highlight's colour and exponent
DECLARE ink = {0.07, 0.04, 0.1, 0.3};     # the line's colour, and the cosine below which it begins

DP3R R0.w, f[TEX0], f[TEX0];
RSQR R0.w, R0.w;
MULR R0.xyz, f[TEX0], R0.w;
DP3R R1.w, f[TEX1], f[TEX1];
RSQR R1.w, R1.w;
MULR R1.xyz, f[TEX1], R1.w;

# the tone
DP3R R2.x, R0, light;
MADR_SAT R3.x, R2.x, 0.5, 0.5;
TEX H0, R3.x, TEX0, 2D;
MULX H0.xyz, H0, f[COL0];

# the highlight, by the vector half way between light and viewer
ADDR R3.xyz, R1, light;
DP3R R3.w, R3, R3;
RSQR R3.w, R3.w;
DP3R R2.y, R0, R3;
MULR R2.y, R2.y, R3.w;
MOVR R2.w, gloss.w;
LITR R2, R2;
SUBRC RC.x, R2.z, 0.5;
MOVX H0.xyz (GT.x), gloss;

# the ink
DP3R R3.x, R0, R1;
SUBRC RC.x, R3.x, ink.w;
MOVX H0.xyz (LT.x), ink;

MOVH H0.w, f[COL0];
MOVH o[COLH], H0;
END
