#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from blur.fp (!!ARBfp1.0): fragment shader, exact numerics
// One direction of a Gaussian blur: nine texels, two at a time between the texels the unit filters.
//
//   texcoord[0]        the place in the picture
//   texture[0]         the picture
//   program.local[0]   zw: one texel of it
//   program.local[1]   xy: 1, 0 for across, 0, 1 for down
//   program.local[2]   rgb: what the sum is multiplied by

in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 texel;
    vec4 along;
    vec4 tint;
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
    precise vec4 v_step, place, sum, color_2;
    v_step = texel.zwzw * along;
    sum = texture(texture0, TEX0.xy);
    sum = sum * 0.22702703;
    place = v_step * 1.3846154 + TEX0;
    color_2 = texture(texture0, place.xy);
    sum = color_2 * 0.31621623 + sum;
    place = v_step * -1.3846154 + TEX0;
    color_2 = texture(texture0, place.xy);
    sum = color_2 * 0.31621623 + sum;
    place = v_step * 3.2307692 + TEX0;
    color_2 = texture(texture0, place.xy);
    sum = color_2 * 0.07027027 + sum;
    place = v_step * -3.2307692 + TEX0;
    color_2 = texture(texture0, place.xy);
    sum = color_2 * 0.07027027 + sum;
    color = sum * tint;
    color = nv_saturate(color);
}
