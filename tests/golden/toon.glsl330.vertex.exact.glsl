#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from toon.vp (!!ARBvp1.0): vertex shader, exact numerics
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
precise out vec4 COL0;
precise out vec4 TEX0;
precise out vec4 TEX1;
invariant gl_Position;

// Position invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
vec4 fixed_function_position(vec4 position) {
    mat4 columns = transpose(mat4(mvp[0], mvp[1], mvp[2], mvp[3]));
    vec4 sum = columns[0] * position.x + columns[1] * position.y;
    return sum + columns[2] * position.z + columns[3] * position.w;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

void main() {
    float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    precise vec4 place;
    TEX0.x = nv_dp3(turn[0].xyz, vertex_normal.xyz);
    TEX0.y = nv_dp3(turn[1].xyz, vertex_normal.xyz);
    TEX0.z = nv_dp3(turn[2].xyz, vertex_normal.xyz);
    TEX0.w = zero;
    place.x = nv_dp4(view[0], vertex_position);
    place.y = nv_dp4(view[1], vertex_position);
    place.z = nv_dp4(view[2], vertex_position);
    TEX1.xyz = -place.xyz;
    TEX1.w = zero;
    COL0 = program_local_0;
    gl_Position = fixed_function_position(vertex_position);
    COL0 = clamp(COL0, 0.0, 1.0);
}
