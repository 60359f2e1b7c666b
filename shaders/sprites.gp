!!NVgp4.0
# A square that faces the viewer for every point, as large as the point size says, in the point's colour, turned by the
# angle in texture coordinate 0.
#
#   program.local[0]   width and height of the picture, and their reciprocals
#   gives texcoord[0]  0 to 1 over the square
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 4;

PARAM picture = program.local[0];
PARAM corners[4] = { { -1, -1, 0, 0 }, { 1, -1, 1, 0 }, { -1, 1, 0, 1 }, { 1, 1, 1, 1 } };
OUTPUT position = result.position;

TEMP turn, corner, scale;
INT TEMP number;

SCS turn.xy, vertex[0].texcoord[0].x;
MUL scale.xy, picture.zwzw, vertex[0].pointsize.x;
MUL scale.xy, scale, vertex[0].position.w;
MOV.S number.x, 0;
REP.S 4;
    MOV corner, corners[number.x];
    MUL corner.z, corner.x, turn.y;
    MUL corner.w, corner.y, turn.y;
    MAD corner.x, corner.x, turn.x, -corner.w;
    MAD corner.y, corner.y, turn.x, corner.z;
    MAD position.xy, corner, scale, vertex[0].position;
    MOV position.zw, vertex[0].position;
    MOV corner, corners[number.x];
    MOV result.texcoord[0].xy, corner.zwzw;
    MOV result.texcoord[0].zw, {0, 0, 0, 1};
    MOV result.color, vertex[0].color;
    MOV.S result.primid.x, primitive.id.x;
    EMIT;
    ADD.S number.x, number.x, 1;
ENDREP;
END
