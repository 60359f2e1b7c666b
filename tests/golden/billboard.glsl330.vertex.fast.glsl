#version 330 core
// Translated from billboard.vp (!!VP1.1): vertex shader, fast numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 3) in vec4 v_COL0;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[24];
} program;
out vec4 COL0;
out vec4 TEX0;

void main() {
    // A textured square that always faces the eye: the corner is added after the model-view matrix.
    //
    // c[0]-c[3]    projection matrix
    // c[4]-c[7]    model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[22]        colour, alpha
    // c[23]        x = half the size
    vec4 R0 = program.c[12].xxxy;
    vec4 R1 = vec4(R0 * mat3x4(program.c[4], program.c[5], program.c[6]), program.c[12].y);
    R1.xy += v_OPOS.xy * program.c[23].x;
    gl_Position = R1 * mat4(program.c[0], program.c[1], program.c[2], program.c[3]);
    COL0 = clamp(program.c[22] * v_COL0, 0.0, 1.0);
    TEX0 = v_TEX0;
}
