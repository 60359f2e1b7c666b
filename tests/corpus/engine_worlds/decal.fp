!!ARBfp1.0
TEMP mark, d;
# not behind, and not beyond
ABS d.x, fragment.texcoord[1].x;
SUB d.x, 1, d.x;
MOV d.y, fragment.texcoord[1].y;
KIL d.xyxy;
TEX mark, fragment.texcoord[0], texture[0], 2D;
MUL mark.w, mark.w, d.x;
MOV result.color, mark;
END
