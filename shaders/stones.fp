!!NVfp4.0
# Cobblestones seen from above, as a picture that repeats: each cell of a lattice has a point by chance, and a stone is
# what is nearer to its point than to any other.
#
#   texcoord[0]        the place, 0 to 1
#   program.local[0]   x: cells along a side, a power of two, y: how far points stray, z: width of the joints
#   program.local[1]   x: cells along a side - 1, an integer
#   color              r: the height of the stone, 0 in the joints, g: another number of each stone

ATTRIB where = fragment.texcoord[0];
PARAM lattice = program.local[0];
PARAM wrap = program.local[1];
PARAM around[9] = {
    { -1, -1, 0, 0 }, { 0, -1, 0, 0 }, { 1, -1, 0, 0 }, { -1, 0, 0, 0 }, { 0, 0, 0, 0 },
    { 1, 0, 0, 0 }, { -1, 1, 0, 0 }, { 0, 1, 0, 0 }, { 1, 1, 0, 0 }
};

TEMP place, home, point, chance, nearest, stone, cell;
INT TEMP number;
UINT TEMP key, shifted;

MUL place.xy, where, lattice.x;
FLR home, place;
MOV nearest, 9.0;                       # x: distance to the nearest point, y: to the next
MOV stone, 0.0;
MOV.S number.x, 0;
REP.S 9;
    ADD point.xy, home, around[number.x];
    FLR.S cell.xy, point;
    AND.S cell.xy, cell, wrap.x;
    MUL.U key.xy, cell, { 2654435769, 2246822519, 0, 0 };
    ADD.U key.x, key.x, key.y;
    ADD.U key, key.x, { 10007, 20011, 30011, 40009 };
    MUL.U key, key, 2654435769;
    SHR.U shifted, key, 15;
    XOR.U key, key, shifted;
    MUL.U key, key, 739982445;
    SHR.U shifted, key, 12;
    XOR.U key, key, shifted;
    I2F.U chance, key;
    MUL chance, chance, 2.3283064e-10;
    SUB point.zw, chance.xxxy, 0.5;
    MAD point.xy, point.zwzw, lattice.y, point;
    ADD point.xy, point, 0.5;
    SUB point.xy, point, place;
    DP2 point.z, point, point;
    RSQ point.w, point.z;
    MUL point.z, point.z, point.w;
    SUB.CC point.w, point.z, nearest.x;
    MIN nearest.y, nearest.y, point.z;
    MOV nearest.y (LT.w), nearest.x;
    MOV stone (LT.w), chance;
    MIN nearest.x, nearest.x, point.z;
    ADD.S number.x, number.x, 1;
ENDREP;

# Flat tops that round off towards the joints; no two stones equally high
SUB point.x, nearest.y, nearest.x;
SUB point.x, point.x, lattice.z;
MUL.SAT point.x, point.x, 2.6;
SUB point.x, 1.0, point.x;
MUL point.y, point.x, point.x;
MUL point.y, point.y, point.x;
SUB point.y, 1.0, point.y;
MAD point.z, stone.z, 0.35, 0.65;
MUL result.color.x, point.y, point.z;
MOV result.color.y, stone.w;
MOV result.color.zw, {0, 0, 0, 1};
END
