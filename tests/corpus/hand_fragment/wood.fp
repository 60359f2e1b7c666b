!!ARBfp1.0
# Rings around an axis, roughened by noise
PARAM rings = { 8.0, 0.1, 0.5, 1.0 };
PARAM light = { 0.72, 0.48, 0.26, 1.0 };
PARAM dark = { 0.42, 0.24, 0.11, 1.0 };
ATTRIB p = fragment.texcoord[0];
TEMP n, r, k;
TEX n, p, texture[0], 3D;
MAD n.xy, n, rings.y, p;
MUL r.xy, n, n;
ADD r.x, r.x, r.y;
RSQ r.y, r.x;
MUL r.x, r.x, r.y;
MUL r.x, r.x, rings.x;
FRC r.x, r.x;
# up slowly, down fast
SGE k.x, r.x, rings.z;
SUB r.y, rings.w, r.x;
CMP k.y, -k.x, r.y, r.x;
LRP result.color, k.y, dark, light;
END
