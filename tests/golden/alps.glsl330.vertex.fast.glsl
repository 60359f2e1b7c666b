#version 330 core
// Translated from alps.vp (!!NVvp5.0): vertex shader, fast numerics

layout(location = 0) in vec4 vertex_position;

void main() {
    vec4 HPOS;
    // Corners of patches of land, as they are: heights come where the patches are cut.
    HPOS = vertex_position;
    gl_Position = HPOS;
}
