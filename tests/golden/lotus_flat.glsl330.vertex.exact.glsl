#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from lotus_flat.vp (!!NVvp5.0): vertex shader, exact numerics
// What lies flat: where it is in the world, and on itself.
//
//   program.local[0..3]   model-view-projection matrix
//   program.local[4..6]   rows of the model matrix

layout(location = 0) in vec4 vertex_position;
layout(location = 8) in vec4 vertex_texcoord_0;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 model[3];
};
precise out vec4 TEX0;
precise out vec4 TEX1;

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

void main() {
    precise vec4 HPOS;
    HPOS.x = nv_dp4(mvp[0], vertex_position);
    HPOS.y = nv_dp4(mvp[1], vertex_position);
    HPOS.z = nv_dp4(mvp[2], vertex_position);
    HPOS.w = nv_dp4(mvp[3], vertex_position);
    TEX0.x = nv_dp4(model[0], vertex_position);
    TEX0.y = nv_dp4(model[1], vertex_position);
    TEX0.z = nv_dp4(model[2], vertex_position);
    TEX0.w = 1.0;
    TEX1 = vertex_texcoord_0;
    gl_Position = HPOS;
}
