#version 330 core
// Translated from prepare_lights.vp (!!VSP1.0): vertex shader for transform feedback, fast numerics
// Runs once before a draw and leaves in the parameters what every vertex would otherwise work
// out again: the light and the eye in object space, the half vector, light times material.
//
// v[0]         direction to the light in eye space, of any length
// c[4]-c[7]    inverse of the model-view matrix (tracked)
// c[20]        light colour
// c[22]        diffuse colour of the material
// c[23]        specular colour of the material, shininess
// writes
// c[16]        unit direction to the light, object space
// c[17]        eye, object space
// c[18]        unit half vector for the middle of the object
// c[24]        light colour times diffuse colour
// c[25]        light colour times specular colour, shininess

layout(location = 0) in vec4 v_OPOS;
layout(std140) uniform ProgramParameters {
    vec4 c[26];
} program;
out vec4 c_16;
out vec4 c_17;
out vec4 c_18;
out vec4 c_24;
out vec4 c_25;

vec4 c[26];

void main() {
    for (int i = 0; i < 26; ++i) c[i] = program.c[i];
    // Light
    vec3 R0 = vec3(dot(c[4].xyz, v_OPOS.xyz), dot(c[5].xyz, v_OPOS.xyz), dot(c[6].xyz, v_OPOS.xyz));
    R0 = normalize(R0);
    c[16].xyz = R0;
    // Eye: the last column of the inverse
    vec3 R1 = vec3(c[4].w, c[5].w, c[6].w);
    c[17].xyz = R1;
    // Half vector
    c[18].xyz = normalize(R1 * inversesqrt(dot(R1, R1)) + R0);
    // Products of colours
    vec3 R3 = c[20].xyz;
    c[24].xyz = R3 * c[22].xyz;
    c[25].xyz = R3 * c[23].xyz;
    c[25].w = c[23].w;
    c_16 = c[16];
    c_17 = c[17];
    c_18 = c[18];
    c_24 = c[24];
    c_25 = c[25];
}
