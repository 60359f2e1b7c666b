#version 330 core
// Translated from deep.vp (!!NVvp5.0): vertex shader, fast numerics
// A screen in front of the camera, and where on it a fragment lies

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 model[4];
};
out vec4 ATTR0;

void main() {
    vec4 HPOS;
    ATTR0 = vec4(0.0);
    HPOS.x = dot(mvp[0], vertex_position);
    HPOS.y = dot(mvp[1], vertex_position);
    HPOS.z = dot(mvp[2], vertex_position);
    HPOS.w = dot(mvp[3], vertex_position);
    // In heights of the picture, from its middle
    ATTR0.x = dot(model[0], vertex_position);
    ATTR0.y = dot(model[1], vertex_position);
    gl_Position = HPOS;
}
