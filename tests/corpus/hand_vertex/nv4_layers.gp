!!NVgp4.0
# One triangle in, the same and a smaller one above it out
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 6;
PARAM lift = program.local[0];
TEMP p;
MOV.F result.position, vertex[0].position;
EMIT;
MOV.F result.position, vertex[1].position;
EMIT;
MOV.F result.position, vertex[2].position;
EMIT;
ENDPRIM;
MAD.F p, vertex[0].position, lift.x, lift.wwzw;
MOV.F result.position, p;
EMIT;
MAD.F p, vertex[1].position, lift.x, lift.wwzw;
MOV.F result.position, p;
EMIT;
MAD.F p, vertex[2].position, lift.x, lift.wwzw;
MOV.F result.position, p;
EMIT;
END
