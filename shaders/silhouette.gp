!!NVgp4.0
# Outlines: a triangle with its neighbours gives a quad along each edge where it faces the viewer and the
# neighbour does not. Draw with TRIANGLES_ADJACENCY.
#
#   program.local[0]   x, y: half the width of a line in the two directions of clip space
#   program.local[1]   the colour of the lines
PRIMITIVE_IN TRIANGLES_ADJACENCY;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 12;

ATTRIB corner = vertex.position;
PARAM width = program.local[0];
PARAM color = program.local[1];

INT TEMP place;         # x: the vertex an edge begins at, y: its end, z: the vertex across
TEMP a, b, c;           # the three on the screen
TEMP along, side, facing;

# Twice the area of the triangle itself.
RCP a.w, vertex[0].position.w;
MUL a.xy, vertex[0].position, a.w;
RCP b.w, vertex[2].position.w;
MUL b.xy, vertex[2].position, b.w;
RCP c.w, vertex[4].position.w;
MUL c.xy, vertex[4].position, c.w;
CAL area;
MOV.CC0 facing.x, facing.x;
IF GT.x;
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
        MOV.CC0 facing.x, facing.x;
        IF LE.x;
            CAL edge;
        ENDIF;
        ADD.S place, place, {2, 2, 2, 0};
        SUB.S.CC1 place.w, place.y, 6;
        MOV.S place.y (EQ1.w), 0;
    ENDREP;
ENDIF;
RET;

area:
SUB b.zw, b.xyxy, a.xyxy;
SUB c.zw, c.xyxy, a.xyxy;
MUL facing.x, b.w, c.z;
MAD facing.x, b.z, c.w, -facing.x;
RET;

# A quad from b to a, a little nearer than the faces.
edge:
SUB along.xy, a, b;
DP2 along.w, along, along;
RSQ along.w, along.w;
MUL along.xy, along, along.w;
MUL side.xy, along.yxyx, {-1, 1, 0, 0};
MUL side.xy, side, width;
MOV along, corner[place.x];
CAL ends;
MOV along, corner[place.y];
CAL ends;
ENDPRIM;
RET;

ends:
MOV result.color, color;
MAD result.position.xy, side, along.w, along;
MAD result.position.z, along.w, -0.0005, along.z;
MOV result.position.w, along.w;
EMIT;
MOV result.color, color;
MAD result.position.xy, -side, along.w, along;
MAD result.position.z, along.w, -0.0005, along.z;
MOV result.position.w, along.w;
EMIT;
RET;
END
