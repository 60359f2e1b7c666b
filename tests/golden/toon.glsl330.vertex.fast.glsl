#version 330 core
// Translated from toon.vp (!!ARBvp1.0): vertex shader, fast numerics
// What cartoon shading and its outlines want: paint, and in eye space the normal and the way to the viewer.
//
//   state.matrix.modelview[0]   from the mesh to the eye
//   program.local[0]            the paint
//   texcoord[0]                 normal, not of unit length
//   texcoord[1]                 from the vertex to the viewer

layout(location = 0) in vec4 vertex_position;
layout(location = 2) in vec4 vertex_normal;
layout(std140) uniform ProgramParameters {
    vec4 view[3];
    vec4 turn[3];
    vec4 program_local_0;
};
layout(std140) uniform FixedFunction {
    vec4 mvp[4];
};
out vec4 COL0;
out vec4 TEX0;
out vec4 TEX1;
invariant gl_Position;

// Position invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
vec4 fixed_function_position(vec4 position) {
    mat4 columns = transpose(mat4(mvp[0], mvp[1], mvp[2], mvp[3]));
    vec4 sum = columns[0] * position.x + columns[1] * position.y;
    return sum + columns[2] * position.z + columns[3] * position.w;
}

void main() {
    vec4 place;
    TEX0.x = dot(turn[0].xyz, vertex_normal.xyz);
    TEX0.y = dot(turn[1].xyz, vertex_normal.xyz);
    TEX0.z = dot(turn[2].xyz, vertex_normal.xyz);
    TEX0.w = 0.0;
    place.x = dot(view[0], vertex_position);
    place.y = dot(view[1], vertex_position);
    place.z = dot(view[2], vertex_position);
    TEX1.xyz = -place.xyz;
    TEX1.w = 0.0;
    COL0 = program_local_0;
    gl_Position = fixed_function_position(vertex_position);
    COL0 = clamp(COL0, 0.0, 1.0);
}
