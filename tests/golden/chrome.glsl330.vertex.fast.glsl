#version 330 core
// Translated from chrome.vp (!!VP1.0): vertex shader, fast numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(location = 3) in vec4 v_COL0;
layout(std140) uniform ProgramParameters {
    vec4 c[24];
} program;
out vec4 COL0;
out vec4 TEX0;

void main() {
    vec4 R0, R1, R2, R3, R4, R5, HPOS;
    TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    // A mirror in the manner of 2001: the reflected view looks up a picture of the surroundings,
    // arranged as seen in a small silver ball.
    //
    // c[0]-c[3]    model-view-projection matrix
    // c[4]-c[7]    model-view matrix
    // c[8]-c[11]   inverse transpose of the model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[22]        colour straight on, alpha
    // c[23]        colour added at grazing angles
    HPOS = v_OPOS * mat4(program.c[0], program.c[1], program.c[2], program.c[3]);
    // R0 = unit vector from the eye, R1 = unit normal
    R0.xyz = v_OPOS * mat3x4(program.c[4], program.c[5], program.c[6]);
    R0.xyz = normalize(R0.xyz);
    R1.xyz = v_NRML.xyz * mat3(program.c[8].xyz, program.c[9].xyz, program.c[10].xyz);
    R1.xyz = normalize(R1.xyz);
    // R2 = mirrored view: E - 2 (N.E) N
    R2.w = dot(R0.xyz, R1.xyz);
    R2.xyz = reflect(R0.xyz, R1.xyz);
    // Sphere map: s = x / m + 1/2 with m = 2 sqrt(x^2 + y^2 + (z + 1)^2)
    R3.xyz = R2.xyz + program.c[12].xxy;
    R3.w = dot(R3.xyz, R3.xyz);
    R3.w = inversesqrt(R3.w);
    R3.xy = R2.xy * R3.w;
    TEX0.xy = R3.xy * program.c[12].z + program.c[12].z;
    // Stronger at grazing angles
    R4.x = program.c[12].y + R2.w;
    R4.x = max(R4.x, program.c[12].x);
    R4.y = R4.x * R4.x;
    R4.x = R4.x * R4.y;
    R5 = program.c[22];
    R5.xyz = R4.x * program.c[23].xyz + R5.xyz;
    COL0 = R5 * v_COL0;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}
