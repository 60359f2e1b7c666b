#version 330 core
// Translated from marquetry.vp (!!NVvp5.0): vertex shader, fast numerics
// A wall to be inlaid: where it is, which way it faces, and which way is along it.
//
//   state.matrix.program[0]   from the mesh to the world
//   texcoord[0]               position on the wall, in tiles
//   texcoord[1]               position in the world
//   texcoord[2]               normal in the world
//   texcoord[3]               direction of the tiles' rows in the world
//   program.local[0]          xy: tiles along half the wall

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 place[4];
    vec4 program_local_0;
};
layout(std140) uniform FixedFunction {
    vec4 mvp[4];
};
out vec4 TEX0;
out vec4 TEX1;
out vec4 TEX2;
out vec4 TEX3;
invariant gl_Position;

// Position invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
vec4 fixed_function_position(vec4 position) {
    mat4 columns = transpose(mat4(mvp[0], mvp[1], mvp[2], mvp[3]));
    vec4 sum = columns[0] * position.x + columns[1] * position.y;
    return sum + columns[2] * position.z + columns[3] * position.w;
}

void main() {
    vec4 n;
    vec4 a;
    TEX1.x = dot(place[0], vertex_position);
    TEX1.y = dot(place[1], vertex_position);
    TEX1.z = dot(place[2], vertex_position);
    TEX1.w = 1.0;
    n = vec4(0.0, 0.0, 1.0, 0.0);
    a = vec4(1.0, 0.0, 0.0, 0.0);
    TEX2.x = dot(place[0].xyz, n.xyz);
    TEX2.y = dot(place[1].xyz, n.xyz);
    TEX2.z = dot(place[2].xyz, n.xyz);
    TEX2.w = 0.0;
    TEX3.x = dot(place[0].xyz, a.xyz);
    TEX3.y = dot(place[1].xyz, a.xyz);
    TEX3.z = dot(place[2].xyz, a.xyz);
    TEX3.w = 0.0;
    TEX0 = vertex_position * program_local_0;
    gl_Position = fixed_function_position(vertex_position);
}
