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
    vec4 R0, R1, R2, R3, H0, H1, CC0;
    bool killed = false;  // discarded at the end: derivatives need all four of a quad
    R0.xy = TEX0.xy * 0.95;
    R0.z = program.fire.y;
    R1 = texture(texture1, R0.xyz);
    R1.x = TEX0.y * 1.5 + R1.x;
    R1.x = R1.x - program.fire.x;
    // one pixel of the edge is half burned
    R2.x = dFdx(R1.x);
    R2.y = dFdy(R1.x);
    R2.x = abs(R2.x) + abs(R2.y);
    R2.x = max(R2.x, 0.0001);
    R2.x = 1.0 / R2.x;
    R2.w = clamp(R1.x * R2.x + 0.5, 0.0, 1.0);
    CC0.x = R2.w;
    if (CC0.x <= 0.0) killed = true;
    // charred: the page through brown smoke
    H0 = texture(texture0, TEX0.xy);
    H1.x = clamp(R1.x * program.fire.w, 0.0, 1.0);
    H1.yzw = fx12(H1.x * vec3(1.0, 0.9, 0.75));
    H0.xyz = fx12(fx12(H0.xyz) * H1.yzw);
    H0.xyz = H0.xyz * TEX1.xyz;
    // glowing: embers flicker with the time
    R3.x = R1.x * program.fire.z;
    R3.x = exp2(-R3.x);
    R3.y = program.fire.y * 7.0;
    R3.y = R1.y * 12.0 + R3.y;
    R3.y = sin(R3.y);
    R3.y = R3.y * 0.25 + 0.75;
    R3.x = R3.x * R3.y;
    H0.xyz = clamp(fx12(program.glow.xyz) * fx12(R3.x) + fx12(H0.xyz), 0.0, 1.0);
    H0.w = R2.w;
    color = H0;
    if (killed) discard;
    color = clamp(color, 0.0, 1.0);
}
