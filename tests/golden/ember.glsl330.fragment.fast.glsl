#version 330 core
// Translated from ember.fp (!!FP1.0): fragment shader, fast numerics
// Paper that burns: the fire climbs and eats along a noise, its front glows and flickers, behind it there is
// nothing, and before it the page is charred.
//   f[TEX0]  where on the page, f[TEX1] the light there
//   TEX0     the page, TEX1 the noise, of three dimensions

in vec4 TEX0;
in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 fire;  // how far it is, the time, and how narrow glow and char are; at first 0.3, 0.0, 9.0, 4.0
    vec4 glow;  // at first 2.0, 0.7, 0.12, 1.0
} program;
uniform sampler2D texture0;
uniform sampler3D texture1;
layout(location = 0) out vec4 color;

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point
vec3 fx12(vec3 a) {
    return clamp(a, -2.0, 1.9990234375);
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point
float fx12(float a) {
    return clamp(a, -2.0, 1.9990234375);
}

void main() {
    bool killed = false;  // discarded at the end: derivatives need all four of a quad
    vec2 R1 = texture(texture1, vec3(TEX0.xy * 0.95, program.fire.y)).xy;
    float R1b = TEX0.y * 1.5 + R1.x - program.fire.x;
    // one pixel of the edge is half burned
    float R2 = clamp(R1b / max(abs(dFdx(R1b)) + abs(dFdy(R1b)), 0.0001) + 0.5, 0.0, 1.0);
    if (R2 <= 0.0) killed = true;
    // charred: the page through brown smoke
    vec3 H0 = texture(texture0, TEX0.xy).xyz;
    vec3 H0b = fx12(fx12(H0) * fx12(clamp(R1b * program.fire.w, 0.0, 1.0) * vec3(1.0, 0.9, 0.75)));
    // glowing: embers flicker with the time
    float R3 = exp2(-(R1b * program.fire.z)) * (sin(R1.y * 12.0 + program.fire.y * 7.0) * 0.25 + 0.75);
    color = vec4(clamp(fx12(program.glow.xyz) * fx12(R3) + fx12(H0b * TEX1.xyz), 0.0, 1.0), clamp(R2, 0.0, 1.0));
    if (killed) discard;
}
