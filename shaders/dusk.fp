!!ARBfp1.0
# An evening sky over four ridges, one behind the other, as they are seen from one place: only the direction counts.
#
#   texcoord[1]        the direction, of any length
#   texture[0]         noise, which repeats
#   program.local[0]   xyz: unit direction to the sun, w: how far the clouds have drifted

PARAM sun     = program.local[0];
PARAM zenith  = { 0.085, 0.130, 0.270, 1.0 };
PARAM middle  = { 0.360, 0.350, 0.470, 1.0 };
PARAM low     = { 0.930, 0.580, 0.360, 1.0 };
PARAM glow    = { 1.000, 0.700, 0.380, 0.0 };
PARAM veil    = { 0.760, 0.420, 0.390, 0.0 };
# Of each ridge how high it is, how much of that is noise, how far away the noise is cut, how soft its edge
PARAM first   = { 0.105, 0.190, 0.31, 90.0 };
PARAM second  = { 0.062, 0.150, 0.47, 120.0 };
PARAM third   = { 0.024, 0.105, 0.73, 150.0 };
PARAM fourth  = { 0.000, 0.060, 1.30, 180.0 };
PARAM tone1   = { 0.520, 0.400, 0.440, 1.0 };
PARAM tone2   = { 0.330, 0.275, 0.345, 1.0 };
PARAM tone3   = { 0.170, 0.155, 0.220, 1.0 };
PARAM tone4   = { 0.060, 0.062, 0.095, 1.0 };
PARAM some    = { 0.5, 2.0, 0.06, 0.35 };

TEMP d, round, place, noise, share, color, lit;

DP3 d.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ d.w, d.w;
MUL d.xyz, fragment.texcoord[1], d.w;

# The circle this direction lies on, and how steeply it rises
MUL round.x, d.x, d.x;
MAD round.x, d.z, d.z, round.x;
MAX round.x, round.x, some.z;
RSQ round.w, round.x;
MUL round.xy, d.xzzz, round.w;
MUL round.z, d.y, round.w;

MAD_SAT share.x, round.z, 4.2, 0.0;
MAD_SAT share.y, round.z, 1.3, -0.12;
LRP color, share.x, middle, low;
LRP color, share.y, zenith, color;
DP3_SAT lit.x, d, sun;
POW lit.y, lit.x, {9.0}.x;
POW lit.z, lit.x, {260.0}.x;
POW lit.w, lit.x, {4000.0}.x;
MUL lit.y, lit.y, 0.55;
MAD color.rgb, glow, lit.y, color;
MUL lit.z, lit.z, 0.6;
MAD color.rgb, glow, lit.z, color;
MAD color.rgb, glow, lit.w, color;

# Streaks of cloud on a plane high above
MAX place.w, d.y, some.z;
RCP place.w, place.w;
MUL place.xy, d.xzzz, place.w;
MAD place.x, place.x, 0.05, sun.w;
MUL place.y, place.y, 0.16;
TEX noise, place, texture[0], 2D;
MAD_SAT share.x, noise.x, 2.4, -1.15;
MUL_SAT share.y, d.y, 5.0;
MUL share.x, share.x, share.y;
MUL share.x, share.x, 0.55;
MAD place.rgb, glow, lit.y, veil;
LRP color.rgb, share.x, place, color;

# Each ridge hides what is behind it and stands in its own haze
MUL place.xy, round, first.z;
TEX noise, place, texture[0], 2D;
MAD share.x, noise.x, first.y, first.x;
SUB share.x, share.x, round.z;
MUL_SAT share.x, share.x, first.w;
MAD place.rgb, glow, lit.y, tone1;
LRP color.rgb, share.x, place, color;

MAD place.xy, round, second.z, some.x;
TEX noise, place, texture[0], 2D;
MAD share.x, noise.x, second.y, second.x;
SUB share.x, share.x, round.z;
MUL_SAT share.x, share.x, second.w;
MUL lit.y, lit.y, some.x;
MAD place.rgb, glow, lit.y, tone2;
LRP color.rgb, share.x, place, color;

MAD place.xy, round, third.z, some.w;
TEX noise, place, texture[0], 2D;
MAD share.x, noise.x, third.y, third.x;
SUB share.x, share.x, round.z;
MUL_SAT share.x, share.x, third.w;
MUL lit.y, lit.y, some.x;
MAD place.rgb, glow, lit.y, tone3;
LRP color.rgb, share.x, place, color;

MUL place.xy, round, fourth.z;
TEX noise, place, texture[0], 2D;
MAD share.x, noise.x, fourth.y, fourth.x;
SUB share.x, share.x, round.z;
MUL_SAT share.x, share.x, fourth.w;
LRP result.color.rgb, share.x, tone4, color;
MOV result.color.a, 1.0;
END
