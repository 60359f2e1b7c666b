#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from screen.vp (!!ARBvp1.0): vertex shader, exact numerics
// A square over the whole picture, for programs that work on every pixel.

layout(location = 0) in vec4 vertex_position;
layout(location = 8) in vec4 vertex_texcoord_0;
precise out vec4 TEX0;

void main() {
    precise vec4 HPOS;
    HPOS = vertex_position;
    TEX0 = vertex_texcoord_0;
    gl_Position = HPOS;
}
