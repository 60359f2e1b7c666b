#version 330 core
// Translated from world.vp (!!ARBvp1.0): vertex shader, fast numerics
// What programs that light every pixel want: texture coordinates, position and normal in the world.
//
//   state.matrix.program[0]   from the mesh to the world
//   texcoord[0]               texture coordinates
//   texcoord[1]               position in the world
//   texcoord[2]               normal in the world, not of unit length

layout(location = 0) in vec4 position;
layout(location = 2) in vec4 vertex_normal;
layout(location = 8) in vec4 texcoord0;
layout(std140) uniform ProgramParameters {
    layout(row_major) mat4 place;
    layout(row_major) mat4 turn;
} program;
layout(std140) uniform FixedFunction {
    vec4 mvp[4];
};
out vec4 TEX0;
out vec4 TEX1;
out vec4 TEX2;
invariant gl_Position;

// Position invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
vec4 fixed_function_position(vec4 position) {
    mat4 columns = transpose(mat4(mvp[0], mvp[1], mvp[2], mvp[3]));
    vec4 sum = columns[0] * position.x + columns[1] * position.y;
    return sum + columns[2] * position.z + columns[3] * position.w;
}

void main() {
    TEX1 = vec4((program.place * position).xyz, 1.0);
    TEX2 = vec4(mat3(program.turn) * vertex_normal.xyz, 0.0);
    TEX0 = texcoord0;
    gl_Position = fixed_function_position(position);
}
