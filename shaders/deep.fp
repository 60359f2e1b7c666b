!!NVfp5.0
# A wheel of spirals in the Mandelbrot set, so small that neighbours are the same point to singles:
# z becomes z^2 + c in doubles, and with it goes dz/dc, which tells how far the set is and where its slopes face.
# program.local[0]: height of the picture as a power of two; angle in radians; shift of the colours
PARAM view = program.local[0];
PARAM rates = { 1.0, 1.15, 1.3, 0.025 };
PARAM shifts = { 0.0, 0.5654867, 1.3823008, 6.2831853 };
PARAM glint = { 1.0, 0.92, 0.75, 18.0 };
PARAM night = { 0.008, 0.010, 0.030, 1.0 };
ATTRIB place = fragment.attrib[0];
LONG TEMP c, z, d, p, q;
TEMP at, turn, scale, slope, far, tint, light;
INT TEMP turns;

# Where on the plane: the middle of the wheel in doubles, what is around it in singles
EX2 scale.x, view.x;
SCS turn.xy, view.y;
MUL at.x, place.x, turn.x;
MAD at.x, -place.y, turn.y, at.x;
MUL at.y, place.x, turn.y;
MAD at.y, place.y, turn.x, at.y;
MUL at.xy, at, scale.x;
ADD.F64 c.xy, at, { 0.001643721971153, -0.822467633298876, 0, 0 };

MOV.F64 z, 0;
MOV.F64 d, 0;
MOV.S turns.x, 0;
REP.S 900;
MUL.F64 p, z.xxyy, d.xyxy;
MUL.F64 q.xyz, z.xyxx, z.xyyy;
SUB.F64 d.x, p.x, p.w;
ADD.F64 d.y, p.y, p.z;
MAD.F64 d.xy, d, 2, { 1, 0, 0, 0 };
SUB.F64 z.x, q.x, q.y;
ADD.F64 z.y, q.z, q.z;
ADD.F64 z.xy, z, c;
MUL.F64 q.xy, z, z;
ADD.F64 q.x, q.x, q.y;
SUB.F64.CC q.y, 4096, q.x;
BRK (LT.y);
ADD.S turns.x, turns.x, 1;
ENDREP;

# z / (dz/dc) in heights of the picture: its length tells the distance, its direction the slope
MUL.F64 d.xy, d, scale.x;
MOV.F64 slope.xy, z;
MOV.F64 slope.zw, d.xyxy;
DP2 far.x, slope.zwzw, slope.zwzw;
RCP far.x, far.x;
DP2 far.y, slope, slope.zwzw;
MUL far.z, slope.y, slope.z;
MAD far.z, -slope.x, slope.w, far.z;
MUL slope.xy, far.yzyz, far.x;
DP2 far.w, slope, slope;
MAX far.w, far.w, 1e-30;
RSQ far.z, far.w;
MUL slope.xy, slope, far.z;

# Turns as if they were no whole numbers
MOV.F64 far.x, q.x;
LG2 far.x, far.x;
LG2 far.y, far.x;
I2F.S light.w, turns.x;
SUB light.w, light.w, far.y;

# Colours run round a circle, each at a rate and a place of its own
MUL light.w, light.w, rates.w;
ADD light.w, light.w, view.z;
FRC light.w, light.w;
MAD tint.xyz, light.w, shifts.w, shifts;
COS light.x, tint.x;
COS light.y, tint.y;
COS light.z, tint.z;
MAD tint.xyz, light, 0.5, 0.5;
POW tint.y, tint.y, rates.y;
POW tint.z, tint.z, rates.z;

# How many pixels it is to the set; threads thinner than that are dark
DDY light.x, place.y;
MUL light.y, far.w, far.z;
MUL light.y, light.y, far.x;
RCP light.x, |light.x|;
MUL light.y, light.y, light.x;
MUL_SAT light.y, light.y, 0.19;
MAX light.y, light.y, 1e-6;
RSQ light.x, light.y;
RCP light.x, light.x;
MAD light.x, light.x, 0.88, 0.12;

# A lamp at the upper right
DP2 light.z, slope, { 0.7071068, 0.7071068, 0, 0 };
MAD_SAT light.y, light.z, 0.501, 0.514;
MAD light.y, light.y, 0.85, 0.3;
MUL tint.xyz, tint, light.y;
MUL tint.xyz, tint, light.x;
MAX light.z, light.z, 1e-3;
POW light.z, light.z, glint.w;
MUL light.z, light.z, 0.35;
MUL light.z, light.z, light.x;
MAD tint.xyz, glint, light.z, tint;

# The set itself is night
SUB.S.CC turns.x, turns.x, 900;
MOV tint.xyz (EQ.x), night;

# Darker towards the corners
MUL light.xy, place, place;
DP2 light.x, light, { 0.16, 0.40, 0, 0 };
SUB light.x, 1.0, light.x;
MUL result.color.xyz, tint, light.x;
MOV result.color.w, 1.0;
END
