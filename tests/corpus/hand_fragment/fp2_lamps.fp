!!FP2.0
# lamps in f[TEX1] and behind it, by the loop's index
MOVR R0, {0, 0, 0, 1};
MOVR R2, f[TEX0];
LOOP {3, 1, 1};
ADDR R1.xyz, f[TEX[A0.x]], -R2;
DP3R R1.w, R1, R1;
RCPR R1.w, R1.w;
ADDR R0.xyz, R0, R1.w;
ENDLOOP;
MULR_SAT o[COLR], R0, {0.2}.x;
END
