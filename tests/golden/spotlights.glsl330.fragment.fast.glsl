#version 330 core
// Translated from spotlights.fp (!!ARBfp1.0): fragment shader, fast numerics
// Several lights in one loop: texcoord[1] and those after it are directions to the lights, with the
// distance in w. The loop's index chooses among them; a light too far away is passed over.
//   program.local[0]  number of lights, 1, 1
//   program.local[1]  1 / reach in y
//   program.local[2]  colour of the lights

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
in vec4 TEX3;
in vec4 TEX4;
in vec4 TEX5;
in vec4 TEX6;
in vec4 TEX7;
layout(std140) uniform FragmentParameters {
    vec4 lights;
    vec4 reach;
    vec4 glow;
} program;
layout(location = 0) out vec4 color;

vec4 fragment_facing;
vec4 fragment_texcoord[8];
vec4 normal, sum, light, near, CC0;

vec4 fragment_texcoord_at(int index) {
    vec4 value = fragment_texcoord[min(uint(index), 7u)];
    return uint(index) < 8u ? value : vec4(0);
}

void shade() {
    light.xyz = normalize(light.xyz);
    CC0.w = light.w = clamp(dot(normal.xyz, light.xyz), 0.0, 1.0);
    if (CC0.w == 0.0) return;
    light.w *= near.x;
    sum.xyz += program.glow.xyz * light.w;
}

void main() {
    fragment_facing = vec4(gl_FrontFacing ? 1.0 : -1.0, 0.0, 0.0, 1.0);
    fragment_texcoord[0] = TEX0;
    fragment_texcoord[1] = TEX1;
    fragment_texcoord[2] = TEX2;
    fragment_texcoord[3] = TEX3;
    fragment_texcoord[4] = TEX4;
    fragment_texcoord[5] = TEX5;
    fragment_texcoord[6] = TEX6;
    fragment_texcoord[7] = TEX7;
    normal.xyz = normalize(fragment_texcoord[0].xyz);
    sum = vec4(0.05, 0.05, 0.08, 1.0);
    for (int count = min(int(floor(program.lights.x)), 255), A0 = max(int(floor(program.lights.y)), 0), step = int(floor(program.lights.z)); count > 0; --count, A0 = max(A0 + step, 0)) {
        light = fragment_texcoord_at(A0);
        near.x = clamp(1.0 - light.w * program.reach.y, 0.0, 1.0);
        if (near.x > 0.0) {
            shade();
        }
    }
    if (fragment_facing.x < 0.0) sum.xyz *= 0.25;  // the inside is darker
    color = clamp(sum, 0.0, 1.0);
}
