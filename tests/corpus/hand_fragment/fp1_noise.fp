!!FP1.0
DECLARE time = { 0 };
MULR R0.xyz, f[TEX0], {4}.x;
ADDR R0.xyz, R0, time.x;
TEX R1, R0, TEX0, 3D;
MADR R0.xyz, R0, {2}.x, R1;
TEX R2, R0, TEX0, 3D;
MADR R1, R2, {0.5}.x, R1;
X2DR R3.xy, f[TEX0], R1, {1, 0.5, -0.5, 1};
TEX R4, R3, TEX1, 2D;
LRPR o[COLR], R1.x, R4, {0.1, 0.1, 0.3, 1};
END
