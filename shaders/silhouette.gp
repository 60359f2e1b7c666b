!!NVgp4.0
# Ink: outlines where a triangle faces the viewer and its neighbour does not, and creases where two that face him meet
# at an angle. A line is the way of a round pen, an octagon at either end, so that lines meet without gaps; its
# pressure grows away from the light. Draw with TRIANGLES_ADJACENCY, in the place of the faces.
#
#   texcoord[0]        normal in eye space
#   texcoord[1]        from the vertex to the viewer, in eye space
#   program.local[0]   x: half the width of an outline, y: of a crease, both in halves of the picture's height, z: how much
#                      heavier than this lines get away from the light, w: the cosine of the angle that makes a crease
#   program.local[1]   the colour of the ink
#   program.local[2]   width and height of the picture, and their reciprocals
#   program.local[3]   xyz: unit direction to the light in eye space, w: how far outlines lie behind the faces, in depth,
#                      and creases before them
PRIMITIVE_IN TRIANGLES_ADJACENCY;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 24;

ATTRIB corner = vertex.position;
ATTRIB normals = vertex.texcoord[0];
ATTRIB viewers = vertex.texcoord[1];
PARAM pen = program.local[0];
PARAM ink = program.local[1];
PARAM picture = program.local[2];
PARAM light = program.local[3];
# The octagon, along the line and across
PARAM octagon[4] = { { 0.92, 0.38, 0, 0 }, { 0.38, 0.92, 0, 0 }, { -0.38, 0.92, 0, 0 }, { -0.92, 0.38, 0, 0 } };

INT TEMP place;         # x: the vertex an edge begins at, y: its end, z: the vertex across
INT TEMP point;         # x: a point of the octagon, y: the vertex of the triangle it is around
TEMP a, b, c;           # three places on the screen
TEMP own, other;        # normals of the two triangles
TEMP along, side, facing, line, scale;

# Square units: halves of the picture's height
MOV scale.xy, {1, 1, 0, 0};
MUL scale.x, picture.x, picture.w;
MUL scale.z, picture.y, picture.z;

RCP a.w, corner[0].w;
MUL a.xy, corner[0], a.w;
RCP b.w, corner[2].w;
MUL b.xy, corner[2], b.w;
RCP c.w, corner[4].w;
MUL c.xy, corner[4], c.w;
CAL area;
MOV.CC0 facing.x, facing.x;
RET (LE0.x);

SUB a.xyz, viewers[0], viewers[2];
SUB b.xyz, viewers[0], viewers[4];
XPD own.xyz, a, b;

MOV.S place, {0, 2, 1, 0};
REP.S 3;
    # The neighbour shares the edge the other way round.
    MOV a, corner[place.y];
    MOV b, corner[place.x];
    MOV c, corner[place.z];
    RCP a.w, a.w;
    MUL a.xy, a, a.w;
    RCP b.w, b.w;
    MUL b.xy, b, b.w;
    RCP c.w, c.w;
    MUL c.xy, c, c.w;
    CAL area;
    # facing.y = the cosine between the two triangles, less the one that makes a crease; 0 is that of no neighbour
    MOV other, viewers[place.y];
    SUB side.xyz, other, viewers[place.x];
    SUB along.xyz, other, viewers[place.z];
    XPD other.xyz, side, along;
    DP3 facing.y, own, own;
    DP3 facing.z, other, other;
    MUL facing.y, facing.y, facing.z;
    MAX facing.y, facing.y, 1.0e-30;
    RSQ facing.y, facing.y;
    DP3 facing.z, own, other;
    MAD.CC1 facing.y, facing.z, facing.y, -pen.w;
    MOV line.xy, 0.0;
    MOV.CC0 facing.x, facing.x;
    IF LE0.x;
        MOV line.x, pen.x;
        MOV line.y, light.w;
        MOV facing.w, 0.15;
    ELSE;
        MOV line.x (LT1.y), pen.y;
        MOV line.y, -light.w;
        MOV facing.w, 1.0;
        MOV facing.y, -1.0;
    ENDIF;
    MOV.CC0 line.x, line.x;
    IF GT0.x;
        CAL stroke;
    ENDIF;
    ADD.S place, place, {2, 2, 2, 0};
    SUB.S.CC1 place.w, place.y, 6;
    MOV.S place.y (EQ1.w), 0;
ENDREP;
RET;

# facing.x = twice the area of a, b, c
area:
SUB b.zw, b.xyxy, a.xyxy;
SUB c.zw, c.xyxy, a.xyxy;
MUL facing.x, b.w, c.z;
MAD facing.x, b.z, c.w, -facing.x;
RET;

# A line of half the width line.x from a, the edge's end, to b, its beginning
stroke:
SUB along.xy, a, b;
MUL along.xy, along, scale;
DP2 along.w, along, along;
MAX along.w, along.w, 1.0e-20;
RSQ along.z, along.w;
MUL along.xy, along, along.z;
MUL along.w, along.w, along.z;
MUL side.xy, along.yxyx, {-1, 1, 0, 0};

MOV.CC1 facing.y, facing.y;
MOV.S point, 0;
MOV.S point.y, place.y;
CAL end;
MOV.S point.y, place.x;
CAL end;
ENDPRIM;
RET;

# Half of the octagon around a vertex, no longer than the edge; of outlines hardly more than the outer side, so that
# they end where the faces begin. On a round body the line is drawn along the normals, without ends: where its outline
# steps from one row of triangles to the next they show the way. The pen presses by the normal: 0 towards the light,
# 1 away from it
end:
MOV other, normals[point.y];
DP2 line.z, other, other;
MAX line.z, line.z, 1.0e-20;
RSQ line.z, line.z;
MUL other.xy, other, line.z;
DP2 line.z, other, light;
MAD line.z, line.z, -0.5, 0.5;
MAD line.z, line.z, pen.z, 1.0;
MUL line.z, line.z, line.x;
MIN line.w, line.z, along.w;
MOV side.xy (GT1.y), -other;
MOV line.w (GT1.y), 0.0;
REP.S 2;
    MOV c, octagon[point.x];
    MUL c, c, line.wzzz;
    MUL a.zw, side.xyxy, c.y;
    MUL b.xy, a.zwzw, facing.w;
    MAD b.xy, along, c.x, b;
    MAD b.zw, along.xyxy, c.x, -a;
    MUL b.xz, b, scale.z;
    MOV other, corner[point.y];
    MOV result.color, ink;
    MAD result.position.xy, b, other.w, other;
    MAD result.position.z, other.w, line.y, other.z;
    MOV result.position.w, other.w;
    EMIT;
    MOV result.color, ink;
    MAD result.position.xy, b.zwzw, other.w, other;
    MAD result.position.z, other.w, line.y, other.z;
    MOV result.position.w, other.w;
    EMIT;
    ADD.S point.x, point.x, 1;
ENDREP;
RET;
END
