#version 330 core
// Translated from sparks_floor.vp (!!NVvp5.0): vertex shader, fast numerics
// The floor, with its own places for its light.
//
//   program.local[0..3]   model-view-projection matrix

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
};
out vec4 TEX0;

void main() {
    vec4 HPOS;
    HPOS.x = dot(mvp[0], vertex_position);
    HPOS.y = dot(mvp[1], vertex_position);
    HPOS.z = dot(mvp[2], vertex_position);
    HPOS.w = dot(mvp[3], vertex_position);
    TEX0 = vertex_position.xzyw;
    gl_Position = HPOS;
}
