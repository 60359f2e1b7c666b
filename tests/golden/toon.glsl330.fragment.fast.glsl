#version 330 core
// Translated from toon.fp (!!FP1.0): fragment shader, fast numerics
// Cartoon shading: the light falls on a surface in three flat tones, and the highlight is one spot with a hard edge.
// Derivatives make every such edge one pixel wide, however fast the surface bends.
//   f[COL0]  the paint
//   f[TEX0]  normal, f[TEX1] direction to the viewer; both in eye space, of any length

in vec4 COL0;
in vec4 TEX0;
in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 light;  // towards the light, of length 1; at first 0.36, 0.48, 0.8, 1.0
    vec4 gloss;  // the highlight's colour, and the cosine at which it begins; at first 1.0, 0.98, 0.92, 0.975
    vec4 shade;  // what the dark tone leaves of the paint, and the cosine at its edge; at first 0.52, 0.5, 0.66, -0.08
    vec4 middle;  // the same of the tone between; at first 0.8, 0.79, 0.87, 0.34
};
layout(location = 0) out vec4 color;

void main() {
    vec4 R0;
    vec4 R1;
    vec4 R2;
    vec4 R3 = vec4(0.0);
    vec4 R4;
    vec4 R5;
    vec4 H0;
    R0.w = dot(TEX0.xyz, TEX0.xyz);
    R0.w = inversesqrt(R0.w);
    R0.xyz = TEX0.xyz * R0.w;
    R1.w = dot(TEX1.xyz, TEX1.xyz);
    R1.w = inversesqrt(R1.w);
    R1.xyz = TEX1.xyz * R1.w;
    // the cosine of the light in R2.x, that of the vector half way between light and viewer in R2.y
    R2.x = dot(R0.xyz, light.xyz);
    R3.xyz = R1.xyz + light.xyz;
    R3.w = dot(R3.xyz, R3.xyz);
    R3.w = inversesqrt(R3.w);
    R3.xyz = R3.xyz * R3.w;
    R2.y = dot(R0.xyz, R3.xyz);
    // how much both change from one pixel to the next
    R3.xy = dFdx(R2.xy);
    R3.zw = dFdy(R2.xy);
    R3.xy = abs(R3.xy) + abs(R3.zw);
    R3.xy = max(R3.xy, vec2(0.001));
    R3.x = 1.0 / R3.x;
    R3.y = 1.0 / R3.y;
    // the tones
    R2.z = R2.x - shade.w;
    R2.w = R2.x - middle.w;
    R4.x = clamp(R2.z * R3.x + 0.5, 0.0, 1.0);
    R4.y = clamp(R2.w * R3.x + 0.5, 0.0, 1.0);
    R5.xyz = shade.xyz;
    R5.xyz = mix(R5.xyz, middle.xyz, R4.xxx);
    R5.xyz = mix(R5.xyz, vec3(1.0), R4.yyy);
    R5.xyz = R5.xyz * COL0.xyz;
    // the highlight, which the dark side has not
    R2.y = R2.y - gloss.w;
    R4.z = clamp(R2.y * R3.y + 0.5, 0.0, 1.0);
    R4.z = R4.z * R4.x;
    H0.xyz = mix(R5.xyz, gloss.xyz, R4.zzz);
    H0.w = COL0.w;
    color = H0;
    color = clamp(color, 0.0, 1.0);
}
