!!FP1.0
# Paper that burns: the fire climbs and eats along a noise, its front glows and flickers, behind it there is
# nothing, and before it the page is charred.
#   f[TEX0]  where on the page, f[TEX1] the light there
#   TEX0     the page, TEX1 the noise, of three dimensions

DECLARE fire = {0.3, 0.0, 9.0, 4.0};  # how far it is, the time, and how narrow glow and char are
DECLARE glow = {2.0, 0.7, 0.12};
DEFINE coarse = 0.95;
DEFINE climb = 1.5;

MULR R0.xy, f[TEX0], coarse;
MOVR R0.z, fire.y;
TEX R1, R0, TEX1, 3D;
MADR R1.x, f[TEX0].y, climb, R1.x;
SUBR R1.x, R1.x, fire.x;

# one pixel of the edge is half burned
DDXR R2.x, R1.x;
DDYR R2.y, R1.x;
ADDR R2.x, |R2.x|, |R2.y|;
MAXR R2.x, R2.x, 0.0001;
RCPR R2.x, R2.x;
MADR_SAT R2.w, R1.x, R2.x, 0.5;
MOVRC RC.x, R2.w;
KIL LE.x;

# charred: the page through brown smoke
TEX H0, f[TEX0], TEX0, 2D;
MULR_SAT H1.x, R1.x, fire.w;
MULX H1.yzw, H1.x, {0.0, 1.0, 0.9, 0.75};
MULX H0.xyz, H0, H1.yzww;
MULX H0.xyz, H0, f[TEX1];

# glowing: embers flicker with the time
MULR R3.x, R1.x, fire.z;
EX2R R3.x, -R3.x;
MOVR R3.y, fire.y;
MULR R3.y, R3.y, 7.0;
MADR R3.y, R1.y, 12.0, R3.y;
SINR R3.y, R3.y;
MADR R3.y, R3.y, 0.25, 0.75;
MULR R3.x, R3.x, R3.y;
MADX_SAT H0.xyz, glow, R3.x, H0;

MOVH H0.w, R2.w;
MOVH o[COLH], H0;
END
