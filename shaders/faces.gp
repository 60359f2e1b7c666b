!!NVgp5.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
INVOCATIONS 6;
# Each triangle to the six faces of a cube map: an invocation a face, which is its layer. Triangles that a face does
# not see end early.
#
#   program.local[4 n]   four rows: from the mesh to the clip coordinates of face n

PARAM faces[24] = { program.local[0..23] };
PARAM sides = { 1.0, -1.0, 1.0, -1.0 };
ATTRIB object = vertex.attrib[0];
ATTRIB place = vertex.texcoord[0];
ATTRIB world = vertex.texcoord[1];
ATTRIB normal = vertex.texcoord[2];
TEMP clip[3], room, nearest;
INT TEMP face, vertex_number;

MUL.S face.x, primitive.invocation.x, 4;
MOV.S vertex_number, 0;
MOV nearest, { -1.0, -1.0, -1.0, -1.0 };
REP.S 3;
  DP4 clip[vertex_number.x].x, faces[face.x], object[vertex_number.x];
  DP4 clip[vertex_number.x].y, faces[face.x + 1], object[vertex_number.x];
  DP4 clip[vertex_number.x].z, faces[face.x + 2], object[vertex_number.x];
  DP4 clip[vertex_number.x].w, faces[face.x + 3], object[vertex_number.x];
  # How far inside the left, right, lower and upper side the vertex is
  MAD room, clip[vertex_number.x].xxyy, sides, clip[vertex_number.x].w;
  MAX nearest, nearest, room;
  ADD.S vertex_number.x, vertex_number.x, 1;
ENDREP;
# All three are outside one of them
SLT.CC nearest, nearest, 0.0;
RET (NE);

MOV.S vertex_number, 0;
REP.S 3;
  MOV result.position, clip[vertex_number.x];
  MOV result.texcoord[0], place[vertex_number.x];
  MOV result.texcoord[1], world[vertex_number.x];
  MOV result.texcoord[2], normal[vertex_number.x];
  MOV.S result.layer.x, primitive.invocation.x;
  EMIT;
  ADD.S vertex_number.x, vertex_number.x, 1;
ENDREP;
END
