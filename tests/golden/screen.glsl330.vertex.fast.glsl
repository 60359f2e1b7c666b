#version 330 core
// Translated from screen.vp (!!ARBvp1.0): vertex shader, fast numerics
// A square over the whole picture, for programs that work on every pixel.

layout(location = 0) in vec4 vertex_position;
layout(location = 8) in vec4 vertex_texcoord_0;
out vec4 TEX0;

void main() {
    vec4 HPOS;
    HPOS = vertex_position;
    TEX0 = vertex_texcoord_0;
    gl_Position = HPOS;
}
