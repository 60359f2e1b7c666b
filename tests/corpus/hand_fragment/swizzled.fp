!!ARBfp1.0
TEMP a; SWZ a, fragment.color, w, -z, 0, 1;
ABS a, a; FLR a.y, a.y; FRC a.x, a.x;
ADD_SAT result.color, a, -fragment.color.wzyx; END
