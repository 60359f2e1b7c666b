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
    // A mirror in the manner of 2001: the reflected view looks up a picture of the surroundings,
    // arranged as seen in a small silver ball.
    //
    // c[0]-c[3]    model-view-projection matrix
    // c[4]-c[7]    model-view matrix
    // c[8]-c[11]   inverse transpose of the model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[22]        colour straight on, alpha
    // c[23]        colour added at grazing angles
    gl_Position = v_OPOS * mat4(program.c[0], program.c[1], program.c[2], program.c[3]);
    // R0 = unit vector from the eye, R1 = unit normal
    vec3 R0 = normalize(v_OPOS * mat3x4(program.c[4], program.c[5], program.c[6]));
    vec3 R1 = normalize(v_NRML.xyz * mat3(program.c[8].xyz, program.c[9].xyz, program.c[10].xyz));
    // R2 = mirrored view: E - 2 (N.E) N
    vec3 R2 = reflect(R0, R1);
    // Sphere map: s = x / m + 1/2 with m = 2 sqrt(x^2 + y^2 + (z + 1)^2)
    vec3 R3 = R2 + program.c[12].xxy;
    TEX0 = vec4(R2.xy * inversesqrt(dot(R3, R3)) * program.c[12].z + program.c[12].z, 0.0, 1.0);
    // Stronger at grazing angles
    float R4 = max(program.c[12].y + dot(R0, R1), program.c[12].x);
    vec4 R5 = program.c[22];
    R5.xyz += R4 * (R4 * R4) * program.c[23].xyz;
    COL0 = clamp(R5 * v_COL0, 0.0, 1.0);
}
