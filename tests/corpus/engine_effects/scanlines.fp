!!ARBfp1.0
PARAM tv = { 0.25, 3.0, 0.7, 1.0 };
PARAM shift = program.local[0];
TEMP a, b, l;
ADD a, fragment.texcoord[0], shift.xwww;
TEX b.x, a, texture[0], 2D;
TEX b.y, fragment.texcoord[0], texture[0], 2D;
SUB a, fragment.texcoord[0], shift.xwww;
TEX b.z, a, texture[0], 2D;
MUL l.x, fragment.position.y, tv.x;
FRC l.x, l.x;
SGE l.x, l.x, 0.5;
LRP l.x, l.x, tv.w, tv.z;
MUL result.color.xyz, b, l.x;
MOV result.color.w, 1;
END
