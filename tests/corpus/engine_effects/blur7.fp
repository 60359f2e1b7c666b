!!ARBfp1.0
# Seven samples along one direction, with the weights of a bell
PARAM step = program.local[0];
PARAM w = { 0.1964, 0.1747, 0.1209, 0.0651 };
ATTRIB uv = fragment.texcoord[0];
TEMP t, s, a;
TEX s, uv, texture[0], 2D;
MUL s, s, w.x;
ADD t, uv, step;
TEX a, t, texture[0], 2D;
MAD s, a, w.y, s;
SUB t, uv, step;
TEX a, t, texture[0], 2D;
MAD s, a, w.y, s;
MAD t, step, 2, uv;
TEX a, t, texture[0], 2D;
MAD s, a, w.z, s;
MAD t, step, -2, uv;
TEX a, t, texture[0], 2D;
MAD s, a, w.z, s;
MAD t, step, 3, uv;
TEX a, t, texture[0], 2D;
MAD s, a, w.w, s;
MAD t, step, -3, uv;
TEX a, t, texture[0], 2D;
MAD result.color, a, w.w, s;
END
