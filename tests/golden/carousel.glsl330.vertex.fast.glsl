#version 330 core
// Translated from carousel.vp (!!NVvp5.0): vertex shader, fast numerics
// What stands around a mirror, for the picture and for all faces of its cube map at once.
//
//   state.matrix.program[0]   from the mesh to the world
//   texcoord[0]               texture coordinates
//   texcoord[1]               position in the world
//   texcoord[2]               normal in the world, not of unit length
//   attrib[0]                 position in the mesh, which faces.gp turns to each face

layout(location = 0) in vec4 vertex_position;
layout(location = 2) in vec4 vertex_normal;
layout(location = 8) in vec4 vertex_texcoord_0;
layout(std140) uniform ProgramParameters {
    vec4 place[4];
    vec4 turn[4];
};
layout(std140) uniform FixedFunction {
    vec4 mvp[4];
};
out vec4 TEX0;
out vec4 TEX1;
out vec4 TEX2;
out vec4 ATTR0;
invariant gl_Position;

// Position invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
vec4 fixed_function_position(vec4 position) {
    mat4 columns = transpose(mat4(mvp[0], mvp[1], mvp[2], mvp[3]));
    vec4 sum = columns[0] * position.x + columns[1] * position.y;
    return sum + columns[2] * position.z + columns[3] * position.w;
}

void main() {
    TEX1.x = dot(place[0], vertex_position);
    TEX1.y = dot(place[1], vertex_position);
    TEX1.z = dot(place[2], vertex_position);
    TEX1.w = 1.0;
    TEX2.x = dot(turn[0].xyz, vertex_normal.xyz);
    TEX2.y = dot(turn[1].xyz, vertex_normal.xyz);
    TEX2.z = dot(turn[2].xyz, vertex_normal.xyz);
    TEX2.w = 0.0;
    TEX0 = vertex_texcoord_0;
    ATTR0 = vertex_position;
    gl_Position = fixed_function_position(vertex_position);
}
