!!FP1.0
# A page of a comic book: paper with a fine grain, and in an inked frame a sky of dots that grow towards its top, with a
# pale disc before it.
#   f[WPOS]  the place in the picture, in pixels
#   f[TEX0]  texture coordinates over the page
#   TEX0     the grain

DECLARE picture;                                # width and height in pixels, and their reciprocals
DECLARE frame = {0.075, 0.0045, 0.0, 0.0};      # margin and half the width of its line, in heights of the picture
DECLARE disc = {0.16, 0.03, 0.345, 0.0};        # middle and radius, from the middle of the picture
DECLARE dots = {34.0, 0.34, 0.52, 0.0};         # dots per height; their radius at the middle of the page, its growth
DEFINE turn = {0.8, 0.6, -0.6, 0.8};
DEFINE paper = {0.955, 0.925, 0.855, 1.0};
DEFINE bright = {0.54, 0.745, 0.745, 1.0};
DEFINE deep = {0.22, 0.475, 0.555, 1.0};
DEFINE moon = {0.975, 0.845, 0.55, 1.0};
DEFINE ink = {0.085, 0.07, 0.12, 1.0};

# R0.xy = the place in heights, from the middle; R0.zw = half of the page
MULR R0.zw, picture.xyxy, picture.w;
MULR R0.zw, R0, 0.5;
MADR R0.xy, f[WPOS], picture.w, -R0.zwzw;

# The sky: the grid of dots is turned, as printers do
MULR R1.xy, R0.x, turn.xzzz;
MADR R1.xy, R0.y, turn.ywww, R1;
MULR R1.xy, R1, dots.x;
FRCR R1.xy, R1;
ADDR R1.xy, R1, -0.5;
MULR R1.zw, R1.xyxy, R1.xyxy;
ADDR R1.z, R1.z, R1.w;
MAXR R1.z, R1.z, 0.000001;
RSQR R1.w, R1.z;
MULR R1.z, R1.z, R1.w;
MADR R1.w, R0.y, dots.z, dots.y;
ADDR R1.z, R1.w, -R1.z;
RCPR R2.x, dots.x;
MULR R2.x, R2.x, picture.y;
MADR_SAT R1.z, R1.z, R2.x, 0.5;
MOVR R3, bright;
LRPR R3, R1.z, deep, R3;

# The disc
ADDR R2.xy, R0, -disc;
MULR R2.zw, R2.xyxy, R2.xyxy;
ADDR R2.z, R2.z, R2.w;
MAXR R2.z, R2.z, 0.000001;
RSQR R2.w, R2.z;
MADR R2.z, R2.z, -R2.w, disc.z;
MULR R2.z, R2.z, picture.y;
ADDR_SAT R2.z, R2.z, 0.5;
LRPR R3, R2.z, moon, R3;

# The frame: R1.x = how far inside it the place is
ADDR R1.xy, R0.zwzw, -|R0|;
MINR R1.x, R1.x, R1.y;
ADDR R1.x, R1.x, -frame.x;
MULR R1.y, R1.x, picture.y;
ADDR_SAT R1.y, R1.y, 0.5;
LRPR R3, R1.y, R3, paper;
ADDR R1.z, frame.y, -|R1.x|;
MULR R1.z, R1.z, picture.y;
ADDR_SAT R1.z, R1.z, 0.5;
LRPR R3, R1.z, ink, R3;

TEX R4, f[TEX0], TEX0, 2D;
MULR R3, R3, R4;
MOVR R3.w, 1.0;
MOVR o[COLR], R3;
END
