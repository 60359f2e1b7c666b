!!FP2.0
# A ball, by a march of forty steps
DECLARE ball = { 0, 0, -3, 1 };
DECLARE sun = { 0.57735, 0.57735, 0.57735 };
MOVR R0.xyz, {0}.x;
MOVR R1.xy, f[TEX0];
MOVR R1.z, {-1.5}.x;
NRMR R1.xyz, R1;
MOVR R3, {0}.x;
REP {40};
ADDR R2.xyz, R0, -ball;
DP3R R2.w, R2, R2;
RSQR R4.x, R2.w;
MADR R4.y, R2.w, R4.x, -ball.w;
SLTRC RC.x, R4.y, {0.001}.x;
BRK (NE.x);
MADR R0.xyz, R1, R4.y, R0;
ENDREP;
SLTRC RC.x, R4.y, {0.1}.x;
IF NE.x;
MULR R2.xyz, R2, R4.x;
DP3R_SAT R3.xyz, R2, sun;
ENDIF;
MOVR R3.w, {1}.x;
MOVR o[COLR], R3;
END
