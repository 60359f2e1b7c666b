#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from alps.vp (!!NVvp5.0): vertex shader, exact numerics

layout(location = 0) in vec4 vertex_position;

void main() {
    precise vec4 HPOS;
    // Corners of patches of land, as they are: heights come where the patches are cut.
    HPOS = vertex_position;
    gl_Position = HPOS;
}
