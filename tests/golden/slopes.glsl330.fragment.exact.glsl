#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from slopes.fp (!!ARBfp1.0): fragment shader, exact numerics
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
layout(location = 0) precise out vec4 color;

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
vec4 nv_saturate(vec4 a) {
    return vec4(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z), nv_saturate(a.w));
}

void main() {
    precise vec4 place;
    precise vec4 height;
    precise vec4 beside;
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
    color = nv_saturate(color);
}
