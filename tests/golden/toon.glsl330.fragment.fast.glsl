#version 330 core
// Translated from toon.fp (!!FP1.0): fragment shader, fast numerics
// Cartoon shading: the light falls on a ramp of a few tones, the highlight is one spot with a hard
// edge, and ink lies where the surface turns away.
// f[COL0]  the paint
// f[TEX0]  normal, f[TEX1] direction to the viewer; both in eye space, of any length
// TEX0     the ramp, from shadow to light along s

in vec4 COL0;
in vec4 TEX0;
in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 light;  // towards the light, of length 1; at first 0.36, 0.48, 0.8, 1.0
    vec4 gloss;  // the highlight's colour and exponent; at first 1.0, 0.96, 0.84, 40.0
    vec4 ink;  // the line's colour, and the cosine below which it begins; at first 0.07, 0.04, 0.1, 0.3
};
uniform sampler2D texture0;
layout(location = 0) out vec4 color;

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point
vec3 fx12(vec3 a) {
    return clamp(a, -2.0, 1.9990234375);
}

// NV_fragment_program 3.11.5.13, LIT: y^w where x > 0
float specular(float x, float y, float w) {
    return x > 0.0 ? pow(max(y, 0.0), w) : 0.0;
}

void main() {
    vec4 R0;
    vec4 R1;
    vec4 R2 = vec4(0.0);
    vec4 R3 = vec4(0.0);
    vec4 H0;
    vec4 CC0;
    R0.w = dot(TEX0.xyz, TEX0.xyz);
    R0.w = inversesqrt(R0.w);
    R0.xyz = TEX0.xyz * R0.w;
    R1.w = dot(TEX1.xyz, TEX1.xyz);
    R1.w = inversesqrt(R1.w);
    R1.xyz = TEX1.xyz * R1.w;
    // the tone
    R2.x = dot(R0.xyz, light.xyz);
    R3.x = clamp(R2.x * 0.5 + 0.5, 0.0, 1.0);
    H0 = texture(texture0, R3.xx);
    H0.xyz = fx12(fx12(H0.xyz) * fx12(COL0.xyz));
    // the highlight, by the vector half way between light and viewer
    R3.xyz = R1.xyz + light.xyz;
    R3.w = dot(R3.xyz, R3.xyz);
    R3.w = inversesqrt(R3.w);
    R2.y = dot(R0.xyz, R3.xyz);
    R2.y = R2.y * R3.w;
    R2.w = gloss.w;
    R2 = vec4(1.0, max(R2.x, 0.0), specular(R2.x, R2.y, R2.w), 1.0);
    CC0.x = R2.z - 0.5;
    if (CC0.x > 0.0) H0.xyz = fx12(gloss.xyz);
    // the ink
    R3.x = dot(R0.xyz, R1.xyz);
    CC0.x = R3.x - ink.w;
    if (CC0.x < 0.0) H0.xyz = fx12(ink.xyz);
    H0.w = COL0.w;
    color = H0;
    color = clamp(color, 0.0, 1.0);
}
