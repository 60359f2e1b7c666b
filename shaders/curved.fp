!!NVfp4.0
# Folded paper on one side, glazed porcelain on the other: facets by derivatives, the edges of the coarse mesh in ink,
# and a studio with a window that the glaze mirrors.
#
# local[0]  eye                 local[1]  direction to the light
# local[2]  x = where along x paper ends, y = how fast
# local[3]  colour of paper     local[4]  colour of the glaze     local[5]  colour of ink, w = its strength
PARAM eye = program.local[0];
PARAM sun = program.local[1];
PARAM border = program.local[2];
PARAM paper = program.local[3];
PARAM glaze = program.local[4];
PARAM ink = program.local[5];
TEMP n, f, a, b, v, r, t, c, d, k;

# n is the surface's normal, f the facet's.
DP3 n.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ n.w, n.w;
MUL n.xyz, fragment.texcoord[1], n.w;
DDX a, fragment.texcoord[0];
DDY b, fragment.texcoord[0];
XPD f.xyz, a, b;
DP3 f.w, f, f;
MAX f.w, f.w, 1e-20;
RSQ f.w, f.w;
MUL f.xyz, f, f.w;
SUB v.xyz, eye, fragment.texcoord[0];
DP3 v.w, v, v;
RSQ v.w, v.w;
MUL v.xyz, v, v.w;

# How far the paper has become porcelain.
SUB t.x, fragment.texcoord[0].x, border.x;
MUL_SAT t.x, t.x, border.y;
MUL t.y, t.x, t.x;
MAD t.z, t.x, -2, 3;
MUL t.x, t.y, t.z;

# Paper: facets, soft light from the window and from below.
DP3 a.x, f, sun;
MAD_SAT a.x, a.x, 0.6, 0.4;
MAD a.y, f.y, 0.5, 0.5;
LRP b.xyz, a.y, {0.50, 0.53, 0.60, 0}, {0.36, 0.26, 0.22, 0};
MUL a.x, a.x, 0.50;
MAD b.xyz, a.x, {1.0, 0.95, 0.86, 0}, b;
MUL c.xyz, paper, b;

# Porcelain: the glaze under light, what it mirrors, more of it at the rim.
DP3 a.x, n, sun;
MAD_SAT a.x, a.x, 0.75, 0.25;
MAD a.y, n.y, 0.5, 0.5;
LRP b.xyz, a.y, {0.42, 0.48, 0.60, 0}, {0.16, 0.11, 0.10, 0};
MAD b.xyz, a.x, {0.95, 0.90, 0.80, 0}, b;
MUL d.xyz, glaze, b;
DP3 k.x, n, v;
ADD k.y, k.x, k.x;
MAD r.xyz, n, k.y, -v;
MAD_SAT k.z, r.y, 1.6, 0.45;
LRP b.xyz, k.z, {0.80, 0.86, 0.95, 0}, {0.20, 0.14, 0.12, 0};
# The window: a bright rectangle of four panes.
DP3 k.w, r, sun;
MAD a.xyz, sun, -k.w, r;
MOV_SAT k.w, k.w;
ABS a.xy, a;
SUB a.z, 0.30, a.x;
SUB a.w, 0.22, a.y;
MUL_SAT a.zw, a, 24;
MUL a.z, a.z, a.w;
SUB a.x, a.x, 0.014;
SUB a.y, a.y, 0.014;
MUL_SAT a.xy, a, 60;
MUL a.z, a.z, a.x;
MUL a.z, a.z, a.y;
MUL a.z, a.z, k.w;
MAD b.xyz, a.z, {2.6, 2.5, 2.3, 0}, b;
SUB_SAT k.x, 1, k.x;
MUL k.y, k.x, k.x;
MUL k.y, k.y, k.y;
MUL k.x, k.x, k.y;
MAD k.x, k.x, 0.62, 0.07;
LRP d.xyz, k.x, b, d;
MAD d.xyz, a.z, 0.30, d;

LRP c.xyz, t.x, d, c;

# Edges of the coarse mesh, as wide everywhere on the screen.
DDX a, fragment.texcoord[2];
DDY b, fragment.texcoord[2];
ADD a.xyz, |a|, |b|;
RCP b.x, a.x;
RCP b.y, a.y;
RCP b.z, a.z;
MUL a.xyz, fragment.texcoord[2], b;
MIN a.x, a.x, a.y;
MIN a.x, a.x, a.z;
MAD_SAT a.x, a.x, -1, 1.4;
MUL a.x, a.x, ink.w;
MAD t.y, t.x, -0.86, 1;
MUL a.x, a.x, t.y;
LRP c.xyz, a.x, ink, c;
MOV result.color.xyz, c;
MOV result.color.w, 1;
END
