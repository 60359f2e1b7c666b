!!ARBfp1.0
OPTION NV_fragment_program;
# condition codes and derivatives beside ARB's names
TEMP a, b;
SHORT TEMP h;
DDX a, fragment.texcoord[0];
DDY b, fragment.texcoord[0];
MULC a.x, a.x, b.y;
MAD a.x, a.y, -b.x, a.x;
MOVH h, fragment.color;
MOV h.xyz (LT.x), -h;
MOV result.color, h;
END
