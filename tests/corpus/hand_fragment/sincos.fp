!!ARBfp1.0
TEMP a, b;
PARAM w = { 6.2831853, 0.5, 0.5, 1 };
MUL a.x, fragment.texcoord[0].x, w.x;
SCS b.xy, a.x;
MAD b.xy, b, w.y, w.z;
SIN b.z, a.x;
MOV b.w, w.w;
MOV result.color, b;
END
