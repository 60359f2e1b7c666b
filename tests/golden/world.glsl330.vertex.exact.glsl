#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from world.vp (!!ARBvp1.0): vertex shader, exact numerics
// What programs that light every pixel want: texture coordinates, position and normal in the world.
//
//   state.matrix.program[0]   from the mesh to the world
//   texcoord[0]               texture coordinates
//   texcoord[1]               position in the world
//   texcoord[2]               normal in the world, not of unit length

layout(location = 0) in vec4 vertex_position;
layout(location = 2) in vec4 vertex_normal;
layout(location = 8) in vec4 vertex_texcoord_0;
layout(std140) uniform ProgramParameters {
    vec4 place[4];
    vec4 turn[4];
} program;
layout(std140) uniform FixedFunction {
    vec4 mvp[4];
};
precise out vec4 TEX0;
precise out vec4 TEX1;
precise out vec4 TEX2;
invariant gl_Position;

// Position invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
vec4 fixed_function_position(vec4 position) {
    mat4 columns = transpose(mat4(mvp[0], mvp[1], mvp[2], mvp[3]));
    vec4 sum = columns[0] * position.x + columns[1] * position.y;
    return sum + columns[2] * position.z + columns[3] * position.w;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

void main() {
    float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    TEX1.x = nv_dp4(program.place[0], vertex_position);
    TEX1.y = nv_dp4(program.place[1], vertex_position);
    TEX1.z = nv_dp4(program.place[2], vertex_position);
    TEX1.w = 1.0;
    TEX2.x = nv_dp3(program.turn[0].xyz, vertex_normal.xyz);
    TEX2.y = nv_dp3(program.turn[1].xyz, vertex_normal.xyz);
    TEX2.z = nv_dp3(program.turn[2].xyz, vertex_normal.xyz);
    TEX2.w = zero;
    TEX0 = vertex_texcoord_0;
    gl_Position = fixed_function_position(vertex_position);
}
