!!ARBfp1.0
ATTRIB p = fragment.texcoord[0];
ATTRIB w = fragment.texcoord[1];
TEMP x, y, z;
MOV x, p.yzxw;
MOV y, p.zxyw;
TEX x, x, texture[0], 2D;
TEX y, y, texture[1], 2D;
TEX z, p, texture[0], 2D;
MUL x, x, w.x;
MAD x, y, w.y, x;
MAD x, z, w.z, x;
MUL result.color, x, fragment.color;
END
