!!ARBfp1.0
PARAM cut = { 0.35 };
TEMP blade, alpha;
TEX blade, fragment.texcoord[0], texture[0], 2D;
MUL blade, blade, fragment.color;
SUB alpha, blade.w, cut.x;
KIL alpha;
MOV result.color, blade;
END
