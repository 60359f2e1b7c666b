#version 330 core
// Translated from sparks_floor.fp (!!NVfp5.0): fragment shader, fast numerics
// A dark, polished floor under the fountain: it lets the mirrored sparks through, and their light lies on it.
//
//   texcoord[0]        position on the floor, in the world
//   program.local[0]   rgb: the light's colour, w: how far it reaches
//   program.local[1]   x: how the light wavers, y: how much of the mirror is seen

in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 glow;
    vec4 look;
};
layout(location = 0) out vec4 color;

void main() {
    vec4 r;
    vec4 light;
    vec4 ring;
    r.x = dot(TEX0.xy, TEX0.xy);
    r.y = 1.0 / glow.w;
    r.z = r.x * r.y;
    light.x = exp2(-r.z);
    light.x = light.x * look.x;
    // Rings, as of stone that was turned
    r.w = r.x * 0.6 + 1.0;
    r.w = log2(r.w);
    r.w = r.w * 9.0;
    r.w = fract(r.w);
    r.w = r.w * 2.0 - 1.0;
    r.w = abs(r.w);
    ring.x = clamp(r.w * -24.0 + 23.4, 0.0, 1.0);
    ring.x = ring.x * 0.35 + 0.65;
    light.x = light.x * ring.x;
    color.xyz = glow.xyz * light.x;
    // Far away it is the night's
    r.x = r.x * 0.022;
    r.x = exp2(-r.x);
    color.w = r.x * look.y;
}
