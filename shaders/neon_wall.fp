!!NVfp4.0
# A wall of bricks by the light of neon tubes: each tube is a row of lamps, and a normal map roughens the wall.
# The wall is the plane z = 0, with texture coordinates along x and y.
#
#   texcoord[1]            position in the world
#   texture[0]             its colour
#   texture[1]             its normals, 0.5 for none
#   program.local[0]       xyz: the eye, w: shininess
#   program.local[1]       x: how many lamps, an integer
#   program.local[2]       xy: texture repeats per unit, z: how dark the joints are, w: light from elsewhere
#   program.local[4..51]   lamps: xyz: where, w: how fast it fades; then rgb: colour

PARAM eye    = program.local[0];
PARAM count  = program.local[1];
PARAM grain  = program.local[2];
PARAM lamps[48] = { program.local[4..51] };
ATTRIB world = fragment.texcoord[1];

INT TEMP lamp;
TEMP place, brick, normal, view, way, half, lit, diffuse, gloss;

MUL place.xy, world, grain;
TEX brick, place, texture[0], 2D;
TEX normal, place, texture[1], 2D;
MAD normal.xyz, normal, 2.0, -1.0;
NRM normal.xyz, normal;
SUB view.xyz, eye, world;
NRM view.xyz, view;

MOV diffuse, grain.w;
MOV gloss, 0.0;
MOV.S lamp.x, 0;
REP.S count.x;
    SUB way.xyz, lamps[lamp.x], world;
    DP3 way.w, way, way;
    NRM way.xyz, way;
    MAD way.w, way.w, lamps[lamp.x].w, 0.06;
    RCP way.w, way.w;
    ADD half.xyz, way, view;
    NRM half.xyz, half;
    DP3 lit.x, normal, way;
    DP3 lit.y, normal, half;
    MOV lit.w, eye.w;
    LIT lit, lit;
    MUL lit.yz, lit, way.w;
    MAD diffuse.xyz, lamps[lamp.x + 1], lit.y, diffuse;
    MAD gloss.xyz, lamps[lamp.x + 1], lit.z, gloss;
    ADD.S lamp.x, lamp.x, 2;
ENDREP;

# Bright light saturates as on film: 1 - 2^-c
MUL brick.xyz, brick, diffuse;
MAD brick.xyz, gloss, grain.z, brick;
EX2 brick.x, -brick.x;
EX2 brick.y, -brick.y;
EX2 brick.z, -brick.z;
SUB result.color.xyz, 1.0, brick;
MOV result.color.w, 1.0;
END
