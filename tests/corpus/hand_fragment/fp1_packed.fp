!!FP1.0
# two halves in a word, and out again
TEX R0, f[TEX0], TEX0, 2D;
PK2H R1.x, R0;
UP2H R2, R1.x;
ADDR o[COLR], R2, R0;
END
