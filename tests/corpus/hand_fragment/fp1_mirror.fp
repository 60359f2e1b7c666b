!!FP1.0
# a bumpy mirror: three rows turn the normal, RFL mirrors
MADR R0.xyz, f[TEX4], {2}.x, {-1}.x;
TEX R1, f[TEX0], TEX0, 2D;
MADR R1.xyz, R1, {2}.x, {-1}.x;
DP3R R2.x, f[TEX1], R1;
DP3R R2.y, f[TEX2], R1;
DP3R R2.z, f[TEX3], R1;
RFLR R3.xyz, R2, R0;
TEX R4, R3, TEX1, CUBE;
MOVR o[COLR], R4;
END
