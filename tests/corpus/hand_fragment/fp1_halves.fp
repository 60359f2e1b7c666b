!!FP1.0
# everything in halves but the coordinates
DEFINE two = 2;
DEFINE tint = { 1, 0.9, 0.7, 1 };
TEX H0, f[TEX0], TEX0, 2D;
TEX H1, f[TEX1], TEX1, 2D;
MULH H0, H0, H1;
MULH H0.xyz, H0, two;
MULX_SAT H0, H0, tint;
MOVH o[COLH], H0;
END
