!!FP2.0
# A road along the sea at sunset: rays are marched through a landscape of noise, until BRK.
#
# f[TEX0]      x and y on the screen, whose height is 2
# f[TEX1]…     six lamps in the world, read by the loop's index
# f[TEX7]      the eye in the world
# TEX0         noise, which repeats
#
# R0    the eye
# R1    the direction of the ray, a unit vector
# R2    x: how far along it; y: the point before; z: 0 in the sky; w: how high the point before was
# R3    the point
# R4    ground: x its height, y how far to the right of the road's middle, z noise, w how high the road is
# R8    the colour
# R9    a direction that the sky is seen in, R10 its colour there
# R11   the normal
# R15   what the ground throws back of light

DECLARE sun = {-0.3443, 0.1101, 0.9324};
DECLARE road = {0.041, 0.019, 7, 4};
DECLARE climb = {0.031, 0.9, 2.2};
DECLARE lens = {0, -0.16, 1.55};
DECLARE low = {1.0, 0.47, 0.20};
DECLARE middle = {0.55, 0.27, 0.38};
DECLARE zenith = {0.075, 0.09, 0.23};
DECLARE fire = {1.0, 0.62, 0.28};
DECLARE lamp = {1.0, 0.72, 0.36};

MOVR R0, f[TEX7];
MOVR R1.xy, f[TEX0];
MOVR R1.z, {0}.x;
ADDR R1.xyz, R1, lens;
NRMR R1.xyz, R1;

# Along the ray until it is below the ground, by steps that grow with the way
MOVR R2, {0.7, 0, 0, 0};
MOVR R2.z, {1}.x;
REP {88};
  MADR R3.xyz, R1, R2.x, R0;
  CAL ground;
  MAXR R5.x, R4.x, {0}.x;
  ADDR R5.x, R3.y, -R5.x;
  MADRC RC.x, R2.x, {-0.0012}.x, R5.x;
  BRK (LE.x);
  MOVR R2.y, R2.x;
  MOVR R2.w, R5.x;
  MULR R5.y, R2.x, {0.011}.x;
  MADR R5.x, R5.x, {0.42}.x, R5.y;
  ADDR R2.x, R2.x, R5.x;
  # Far away, or above every mountain and rising: the sky
  SGTR R2.z, {190}.x, R2.x;
  MOVRC RC.x, -R2.z;
  BRK (EQ.x);
ENDREP;
# Between the last point above the ground and the first below it
ADDR R5.y, R2.w, -R5.x;
RCPR R5.y, R5.y;
MULR_SAT R5.y, R2.w, R5.y;
LRPR R2.x, R5.y, R2.x, R2.y;

MOVR R9.xyz, R1;
CAL sky;
MOVR R8, R10;
MOVRC RC.x, R2.z;
IF NE.x;
  CAL surface;
ENDIF;

# Lamps, the farthest first: a post that hides what is behind it, and a halo
LOOP {6, 5, -1};
  MOVR R5.xyz, f[TEX[A0.x+1]];
  ADDR R5.xyz, R5, -R0;
  RCPR R5.w, R5.z;
  MULR R6.xy, R5, R5.w;
  MULR R6.xy, R6, lens.z;
  ADDR R6.xy, f[TEX0], -R6;
  ADDR R6.y, R6.y, lens.y;
  # R6.xy from the lamp on the screen; in metres there
  RCPR R6.z, R5.w;
  MULR R6.z, R6.z, {0.645}.x;
  MULR R7.xy, R6, R6.z;
  ADDRC RC.x, R2.x, -R5.z;
  IF GT.x;
    # The post is 8 cm wide and ends below the lamp
    MADR_SAT R7.z, |R7.x|, {-14}.x, {1.6}.x;
    SLTR R7.w, R7.y, {0.05}.x;
    MULR R7.z, R7.z, R7.w;
    SGTR R7.w, R7.y, {-4.4}.x;
    MULR R7.z, R7.z, R7.w;
    LRPR R8.xyz, R7.z, {0.03, 0.02, 0.035, 0}, R8;
    DP2R R7.z, R7, R7;
    ADDR R7.w, R7.z, {0.02}.x;
    RCPR R7.w, R7.w;
    MULR R7.w, R7.w, {0.055}.x;
    MADR R8.xyz, lamp, R7.w, R8;
  ENDIF;
ENDLOOP;

# Film
MULR R8.xyz, R8, {-1.9}.x;
EX2R R8.x, R8.x;
EX2R R8.y, R8.y;
EX2R R8.z, R8.z;
ADDR R8.xyz, {1}.x, -R8;
MOVR o[COLR].xyz, R8;
MOVR o[COLR].w, {1}.x;
RET;

# R4 = the ground at R3.xz
ground:
MULR R5.xy, R3.z, road;
SINR R5.x, R5.x;
SINR R5.y, R5.y;
MULR R5.xy, R5, road.zwzw;
ADDR R5.x, R5.x, R5.y;
ADDR R4.y, R3.x, -R5.x;
MULR R5.x, R3.z, climb.x;
SINR R5.x, R5.x;
MULR R5.x, R5.x, climb.y;
ADDR R4.w, R5.x, climb.z;
MULR R5, R3.xzxz, {0.0085, 0.0085, 0.047, 0.047};
MOVR R6.xy, R5.zwzw;
MOVR R5.w, {0}.x;
MOVR R6.w, {0}.x;
TXL R7, R5, TEX0, 2D;
TXL R6, R6, TEX0, 2D;
MULR R4.z, R7.x, {0.84}.x;
MADR R4.z, R6.x, {0.16}.x, R4.z;
# Mountains to the right, from beside the road on
MADR_SAT R5.x, R4.y, {0.075}.x, {-0.17}.x;
MADR R5.y, R5.x, {-2}.x, {3}.x;
MULR R5.x, R5.x, R5.x;
MULR R5.x, R5.x, R5.y;
MADR R5.z, R4.z, {30}.x, {-5}.x;
MULR R5.x, R5.x, R5.z;
# A beach to the left
MADR_SAT R5.y, R4.y, {-0.14}.x, {-0.33}.x;
MADR R5.z, R5.y, {-2}.x, {3}.x;
MULR R5.y, R5.y, R5.y;
MULR R5.y, R5.y, R5.z;
MADR R5.z, R4.z, {5.5}.x, {-3.4}.x;
LRPR R4.x, R5.y, R5.z, R4.w;
ADDR R4.x, R4.x, R5.x;
RET;

# R10 = the sky in direction R9
sky:
MOVR R5.xyz, R9;
MAXR R5.y, R5.y, {0}.x;
MULR_SAT R6.x, R5.y, {4.2}.x;
MOVR R10.xyz, low;
LRPR R10.xyz, R6.x, middle, R10;
MADR_SAT R6.x, R5.y, {1.9}.x, {-0.12}.x;
LRPR R10.xyz, R6.x, zenith, R10;
DP3R_SAT R6.y, R9, sun;
POWR R6.z, R6.y, {7}.x;
MULR R6.z, R6.z, {0.42}.x;
MADR R10.xyz, fire, R6.z, R10;
POWR R6.z, R6.y, {90}.x;
MULR R6.z, R6.z, {0.8}.x;
MADR R10.xyz, fire, R6.z, R10;
MADR_SAT R6.z, R6.y, {2600}.x, {-2597}.x;
MULR R6.z, R6.z, {3}.x;
MADR R10.xyz, fire, R6.z, R10;
# Streaks of cloud, lit from below near the sun
ADDR R6.x, R5.y, {0.11}.x;
RCPR R6.x, R6.x;
MULR R6.xy, R9.xzzz, R6.x;
MULR R6.xy, R6, {0.021, 0.075, 0, 0};
MOVR R6.w, {0}.x;
TXL R7, R6, TEX0, 2D;
MADR_SAT R7.x, R7.x, {3.2}.x, {-1.55}.x;
MULR_SAT R7.y, R5.y, {9}.x;
MULR R7.x, R7.x, R7.y;
MULR R7.x, R7.x, {0.6}.x;
DP3R_SAT R6.y, R9, sun;
POWR R6.z, R6.y, {5}.x;
MULR R7.yzw, low.xxyz, R6.z;
MADR R10.w, R6.z, {0.4}.x, {0.45}.x;
MADR R7.yzw, middle.xxyz, R10.w, R7;
LRPR R10.xyz, R7.x, R7.yzwy, R10;
RET;

# R8 = what is seen of the ground, R4 at R3, in front of R8, the sky
surface:
MADR R3.xyz, R1, R2.x, R0;
CAL ground;
MOVR R12, R4;
MOVR R13.xyz, R3;
MOVR R14.xyz, R8;
SLTRC RC.x, R4.x, {0}.x;
IF NE.x;
  CAL sea;
ELSE;
  CAL land;
ENDIF;
# The lamps' light on the ground
MOVR R6, {0}.x;
LOOP {6, 0, 1};
  ADDR R5.xyz, f[TEX[A0.x+1]], -R13;
  DP3R R5.w, R5, R5;
  MADR R5.w, R5.w, R5.w, {60}.x;
  RCPR R5.w, R5.w;
  MADR R6.x, R5.w, {420}.x, R6.x;
ENDLOOP;
MULR R6.xyz, R6.x, lamp;
MADR R8.xyz, R15, R6, R8;
# Haze
MULR R5.x, R2.x, {-0.0125}.x;
EX2R R5.x, R5.x;
LRPR R8.xyz, R5.x, R8, R14;
RET;

# R8 = the sea at R3 from R1; R15 = what it throws back
sea:
MULR R5.xy, R3.xzzz, {0.11, 0.05, 0, 0};
MADR R5.xy, R3.z, {0, 0.013, 0, 0}, R5;
MOVR R5.w, {0}.x;
TXL R6, R5, TEX0, 2D;
MULR R5.xy, R5.yxxx, {3.7}.x;
TXL R7, R5, TEX0, 2D;
ADDR R6.x, R6.x, {-0.5}.x;
ADDR R6.z, R7.x, {-0.5}.x;
MULR R11.xz, R6, {0.22}.x;
MOVR R11.y, {1}.x;
NRMR R11.xyz, R11;
DP3R R12.w, R1, R11;
RFLR R9.xyz, R11, -R1;
MOVR R9.y, |R9.y|;
CAL sky;
# Fresnel
ADDR_SAT R5.x, {1}.x, R12.w;
POWR R5.x, R5.x, {4}.x;
MADR R5.x, R5.x, {0.93}.x, {0.05}.x;
LRPR R8.xyz, R5.x, R10, {0.012, 0.035, 0.06, 0};
MOVR R15, {0.05}.x;
RET;

# R8 = road, rock or grass at R3 as the sun lights it; R15 = its colour
land:
# The ground's slopes
MADR R3.x, R2.x, {0.006}.x, R13.x;
ADDR R3.x, R3.x, {0.06}.x;
CAL ground;
ADDR R11.x, R12.x, -R4.x;
MOVR R3.x, R13.x;
MADR R3.z, R2.x, {0.006}.x, R13.z;
ADDR R3.z, R3.z, {0.06}.x;
CAL ground;
ADDR R11.z, R12.x, -R4.x;
MADR R11.y, R2.x, {0.006}.x, {0.06}.x;
NRMR R11.xyz, R11;
MOVR R3.xyz, R13;
MOVR R4, R12;
# Rock where it is steep, grass where it is level, sand near the sea
MADR_SAT R5.x, R11.y, {4}.x, {-2.6}.x;
MADR R5.y, R4.z, {0.9}.x, {0.35}.x;
MOVR R6, {0.27, 0.17, 0.13, 0};
LRPR R15.xyz, R5.x, {0.17, 0.19, 0.06, 0}, R6;
MADR_SAT R5.x, R4.x, {-0.9}.x, {1.5}.x;
LRPR R15.xyz, R5.x, {0.36, 0.24, 0.15, 0}, R15;
MULR R15.xyz, R15, R5.y;
# Blades and stones, which the distance blurs
MULR R5.xy, R3.xzzz, {0.31}.x;
MULR R5.w, R2.x, {0.09}.x;
TXL R7, R5, TEX0, 2D;
MADR R5.x, R7.x, {1.5}.x, {0.3}.x;
MULR R15.xyz, R15, R5.x;
# The road, whose edges are as soft as they are far
MADR R12.z, R2.x, {0.0035}.x, {0.002}.x;
RCPR R12.z, R12.z;
ADDR R12.w, {1.75}.x, -|R4.y|;
MULRC_SAT R12.w, R12.w, R12.z;
IF GT.w;
  MADR R16.xyz, R4.z, {0.06}.x, {0.075}.x;
  # White lines beside it and dashes in its middle
  ADDR R5.y, |R4.y|, {-1.32}.x;
  MADR_SAT R5.y, |R5.y|, {-22}.x, {1.9}.x;
  MADR_SAT R5.z, |R4.y|, {-22}.x, {1.8}.x;
  MULR R5.w, R3.z, {0.16}.x;
  FRCR R5.w, R5.w;
  SLTR R5.w, R5.w, {0.45}.x;
  MULR R5.z, R5.z, R5.w;
  MAXR R5.y, R5.y, R5.z;
  LRPR R16.xyz, R5.y, {0.62}.x, R16;
  # Red and white kerbs
  MULR R5.w, R3.z, {0.5}.x;
  FRCR R5.w, R5.w;
  ADDRC RC.x, R5.w, {-0.5}.x;
  MOVR R17.xyz, {0.62, 0.56, 0.5, 0};
  MOVR R17.xyz (GT.x), {0.55, 0.05, 0.03, 0};
  ADDR R5.y, |R4.y|, {-1.5}.x;
  MULR_SAT R5.y, R5.y, R12.z;
  LRPR R16.xyz, R5.y, R17, R16;
  LRPR R15.xyz, R12.w, R16, R15;
ENDIF;
DP3R_SAT R5.x, R11, sun;
MULR R6.xyz, fire, R5.x;
MULR R6.xyz, R6, {2.6}.x;
MADR R5.y, R11.y, {0.5}.x, {0.5}.x;
MULR R7.xyz, middle, R5.y;
MADR R6.xyz, R7, {1.5}.x, R6;
MULR R8.xyz, R15, R6;
RET;
END
