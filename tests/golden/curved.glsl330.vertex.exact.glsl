#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from curved.vp (!!NVvp5.0): vertex shader, exact numerics
// Corners of a coarse mesh, turned into the world; triangles become curved where they are cut.

layout(location = 0) in vec4 vertex_position;
layout(location = 2) in vec4 vertex_normal;
layout(std140) uniform ProgramParameters {
    vec4 model[4];
    vec4 turn[4];
};
precise out vec4 ATTR0;

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
    precise vec4 HPOS;
    HPOS.x = nv_dp4(model[0], vertex_position);
    HPOS.y = nv_dp4(model[1], vertex_position);
    HPOS.z = nv_dp4(model[2], vertex_position);
    HPOS.w = 1.0;
    ATTR0.x = nv_dp3(turn[0].xyz, vertex_normal.xyz);
    ATTR0.y = nv_dp3(turn[1].xyz, vertex_normal.xyz);
    ATTR0.z = nv_dp3(turn[2].xyz, vertex_normal.xyz);
    ATTR0.w = zero;
    gl_Position = HPOS;
}
