#version 330 core
// Translated from lotus_flat.vp (!!NVvp5.0): vertex shader, fast numerics
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
out vec4 TEX0;
out vec4 TEX1;

void main() {
    vec4 HPOS;
    HPOS.x = dot(mvp[0], vertex_position);
    HPOS.y = dot(mvp[1], vertex_position);
    HPOS.z = dot(mvp[2], vertex_position);
    HPOS.w = dot(mvp[3], vertex_position);
    TEX0.x = dot(model[0], vertex_position);
    TEX0.y = dot(model[1], vertex_position);
    TEX0.z = dot(model[2], vertex_position);
    TEX0.w = 1.0;
    TEX1 = vertex_texcoord_0;
    gl_Position = HPOS;
}
