#version 330 core
// Translated from curved.vp (!!NVvp5.0): vertex shader, fast numerics
// Corners of a coarse mesh, turned into the world; triangles become curved where they are cut.

layout(location = 0) in vec4 vertex_position;
layout(location = 2) in vec4 vertex_normal;
layout(std140) uniform ProgramParameters {
    vec4 model[4];
    vec4 turn[4];
};
out vec4 ATTR0;

void main() {
    vec4 HPOS;
    HPOS.x = dot(model[0], vertex_position);
    HPOS.y = dot(model[1], vertex_position);
    HPOS.z = dot(model[2], vertex_position);
    HPOS.w = 1.0;
    ATTR0.x = dot(turn[0].xyz, vertex_normal.xyz);
    ATTR0.y = dot(turn[1].xyz, vertex_normal.xyz);
    ATTR0.z = dot(turn[2].xyz, vertex_normal.xyz);
    ATTR0.w = 0.0;
    gl_Position = HPOS;
}
