!!FP1.0
# a screen door: what is kept is a matter of the alpha and of the pixel
DECLARE door;
MULR R0.xy, f[WPOS], {0.25}.x;
FRCR R0.xy, R0;
ADDR R0.x, R0.x, R0.y;
MULR R0.x, R0.x, door.x;
TEX R1, f[TEX0], TEX0, 2D;
SLTRC RC.x, R1.w, R0.x;
KIL NE.x;
MOVR o[COLR], R1;
END
