#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from deep.vp (!!NVvp5.0): vertex shader, exact numerics
// A screen in front of the camera, and where on it a fragment lies

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 model[4];
};
precise out vec4 ATTR0;

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

void main() {
    precise vec4 HPOS;
    ATTR0 = vec4(0.0);
    HPOS.x = nv_dp4(mvp[0], vertex_position);
    HPOS.y = nv_dp4(mvp[1], vertex_position);
    HPOS.z = nv_dp4(mvp[2], vertex_position);
    HPOS.w = nv_dp4(mvp[3], vertex_position);
    // In heights of the picture, from its middle
    ATTR0.x = nv_dp4(model[0], vertex_position);
    ATTR0.y = nv_dp4(model[1], vertex_position);
    gl_Position = HPOS;
}
