#version 330 core
// Translated from slopes.fp (!!ARBfp1.0): fragment shader, fast numerics
// The slopes of a picture of heights: a normal map, with the height in alpha and a tone kept for colours.
//
//   texcoord[0]        the place, 0 to 1
//   texture[0]         r: heights, g: tones
//   program.local[0]   zw: one texel
//   program.local[1]   x: how steep, yz: 0.5
//   color              rg: slope along s and t, 0.5 for none, b: tone, a: height

in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 texel;
    vec4 steep;
};
uniform sampler2D texture0;
layout(location = 0) out vec4 color;

void main() {
    vec4 place;
    vec4 height;
    vec4 beside;
    height = texture(texture0, TEX0.xy);
    place = TEX0 + texel.z;
    place.y = TEX0.y;
    beside = texture(texture0, place.xy);
    place.z = height.x - beside.x;
    place.x = TEX0.x;
    place.y = TEX0.y + texel.w;
    beside = texture(texture0, place.xy);
    place.w = height.x - beside.x;
    color.xy = place.zw * steep.x + steep.y;
    color.z = height.y;
    color.w = height.x;
    color = clamp(color, 0.0, 1.0);
}
