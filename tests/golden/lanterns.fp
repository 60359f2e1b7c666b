!!FP2.0
# Four lanterns in texture coordinates 1 to 4, added up until they are enough; then as the pixel faces.
DECLARE glow = {1, 0.8, 0.5, 0.02};
DEFINE enough = 0.9;

MOVR R0, {0}.x;
LOOP {4, 0, 1};
  ADDR R1.xyz, f[TEX[A0.x+1]], -R2;
  CAL shine;
  SUBRC RC.x, R0, enough;
  BRK (GT.x);
ENDLOOP;
MOVRC RC.x, f[FACE];
IF LT.x;
  MULX H0, R0, glow;
  SWZ R0, H0, y, -x, 1, w;
ELSE;
  NRMH_SSAT R0.xyz, R0;
ENDIF;
MOVR_SAT o[COLR], R0;
RET;

shine:
DP2A R1.w, R1, R1, glow.w;
DIVR R1, R1, R1.w;
MADX R0.xyz, R1, {0.25}.x, R0;
RET;
END
