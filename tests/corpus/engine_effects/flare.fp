!!ARBfp1.0
TEMP c;
MOV c, fragment.color;
MUL c.rgb, c, c.a;
MOV result.color, c;
END
