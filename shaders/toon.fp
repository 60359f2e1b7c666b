!!FP1.0
# Cartoon shading: the light falls on a surface in three flat tones, and the highlight is one spot with a hard edge.
# Derivatives make every such edge one pixel wide, however fast the surface bends.
#   f[COL0]  the paint
#   f[TEX0]  normal, f[TEX1] direction to the viewer; both in eye space, of any length

DECLARE light = {0.36, 0.48, 0.8};              # towards the light, of length 1
DECLARE gloss = {1.0, 0.98, 0.92, 0.975};       # the highlight's colour, and the cosine at which it begins
DECLARE shade = {0.52, 0.50, 0.66, -0.08};      # what the dark tone leaves of the paint, and the cosine at its edge
DECLARE middle = {0.80, 0.79, 0.87, 0.34};      # the same of the tone between
DEFINE least = {0.001, 0.5};

DP3R R0.w, f[TEX0], f[TEX0];
RSQR R0.w, R0.w;
MULR R0.xyz, f[TEX0], R0.w;
DP3R R1.w, f[TEX1], f[TEX1];
RSQR R1.w, R1.w;
MULR R1.xyz, f[TEX1], R1.w;

# the cosine of the light in R2.x, that of the vector half way between light and viewer in R2.y
DP3R R2.x, R0, light;
ADDR R3.xyz, R1, light;
DP3R R3.w, R3, R3;
RSQR R3.w, R3.w;
MULR R3.xyz, R3, R3.w;
DP3R R2.y, R0, R3;

# how much both change from one pixel to the next
DDXR R3.xy, R2;
DDYR R3.zw, R2.xyxy;
ADDR R3.xy, |R3|, |R3.zwzw|;
MAXR R3.xy, R3, least.x;
RCPR R3.x, R3.x;
RCPR R3.y, R3.y;

# the tones
ADDR R2.z, R2.x, -shade.w;
ADDR R2.w, R2.x, -middle.w;
MADR_SAT R4.x, R2.z, R3.x, least.y;
MADR_SAT R4.y, R2.w, R3.x, least.y;
MOVR R5.xyz, shade;
LRPR R5.xyz, R4.x, middle, R5;
LRPR R5.xyz, R4.y, 1.0, R5;
MULR R5.xyz, R5, f[COL0];

# the highlight, which the dark side has not
ADDR R2.y, R2.y, -gloss.w;
MADR_SAT R4.z, R2.y, R3.y, least.y;
MULR R4.z, R4.z, R4.x;
LRPH H0.xyz, R4.z, gloss, R5;

MOVH H0.w, f[COL0];
MOVH o[COLH], H0;
END
