#version 330 core
// Translated from poppy.fp (!!ARBfp1.0): fragment shader, fast numerics
// A flower head on a sprite, four petals that the low sun shines through. Farther away it fades into the haze.
//
//   texcoord[0]        over the sprite, 0 to 1
//   color              numbers by chance
//   program.local[0]   colour of the petals where they are thick, a: density of the haze
//   program.local[1]   and where they are thin
//   program.local[2]   colour of the middle, a: one over its radius squared
//   program.local[3]   colour of the haze

in vec4 COL0;
in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 thick;
    vec4 thin;
    vec4 middle;
    vec4 haze;
};
layout(location = 0) out vec4 color;

void main() {
    vec4 place;
    vec4 color_2;
    vec4 petal;
    place = TEX0 * 2.0 - 1.0;
    place.y = place.x * 0.15 + place.y;
    petal.xy = place.xy * place.xy;
    petal.z = petal.x + petal.y;  // r squared
    petal.w = place.x * place.y;
    petal.w = petal.w * petal.w;
    place.w = petal.w * -2.4 + 1.0;  // petals: less towards the diagonals
    place.w = place.w - petal.z;
    if (place.w < 0.0) discard;
    // The thin rim glows; each petal has a fold
    color_2.w = clamp(petal.z * 1.1, 0.0, 1.0);
    color_2.xyz = mix(thick.xyz, thin.xyz, color_2.www);
    petal.w = petal.x - petal.y;
    petal.w = abs(petal.w);
    petal.w = clamp(petal.w * 0.9 + 0.62, 0.0, 1.0);
    color_2.xyz = color_2.xyz * petal.w;
    petal.x = COL0.y * 0.3 + 0.85;
    color_2.xyz = color_2.xyz * petal.x;
    color_2.w = clamp(petal.z * middle.w, 0.0, 1.0);
    color_2.w = color_2.w * color_2.w;
    color_2.xyz = mix(middle.xyz, color_2.xyz, color_2.www);
    petal.x = 1.0 / gl_FragCoord.w;
    petal.x = petal.x * -thick.w;
    petal.x = exp2(petal.x);
    color.xyz = mix(haze.xyz, color_2.xyz, petal.xxx);
    color.w = 1.0;
    color = clamp(color, 0.0, 1.0);
}
