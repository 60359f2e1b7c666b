#version 330 core
// Translated from blur.fp (!!ARBfp1.0): fragment shader, fast numerics
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
layout(location = 0) out vec4 color;

void main() {
    vec4 v_step;
    vec4 place;
    vec4 sum;
    vec4 color_2;
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
    color = clamp(color, 0.0, 1.0);
}
