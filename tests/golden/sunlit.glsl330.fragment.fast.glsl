#version 330 core
// Translated from sunlit.fp (!!ARBfp1.0): fragment shader, fast numerics
// Sun and sky on stone and metal. The sun's share is the mean of nine comparisons with its shadow map, each of which
// the texture unit filters; metal mirrors the sky.
//
//   texcoord[0..3]     as sunlit.vp gives them
//   texture[0]         the material's colour
//   texture[1]         the shadow map
//   texture[2]         the sky, a cube map
//   program.local[0]   xyz: the eye, w: shininess
//   program.local[1]   xyz: unit direction to the sun, w: how far a shadow keeps from what casts it, in depth
//   program.local[2]   rgb: tint, a: how metallic, 0 to 1
//   program.local[3]   x: texture repeats per unit, yz: size of a texel of the shadow map, times 1.25

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
in vec4 TEX3;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 sun;
    vec4 tint;
    vec4 grain;
};
uniform sampler2D texture0;
uniform sampler2DShadow texture1;
uniform samplerCube texture2;
layout(location = 0) out vec4 color;

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    return x > 0.0 ? r : 0.0;
}

void main() {
    vec4 color_2;
    vec4 normal;
    vec4 view;
    vec4 v_half;
    vec4 lit;
    vec4 place;
    vec4 v_step;
    vec4 sum = vec4(0.0);
    vec4 mirrored;
    vec4 share;
    place = TEX0 * grain.x;
    color_2 = texture(texture0, place.xy);
    color_2.xyz = color_2.xyz * tint.xyz;
    normal.w = dot(TEX2.xyz, TEX2.xyz);
    normal.w = inversesqrt(abs(normal.w));
    normal.xyz = TEX2.xyz * normal.w;
    view = eye - TEX1;
    view.w = dot(view.xyz, view.xyz);
    view.w = inversesqrt(abs(view.w));
    view.xyz = view.xyz * view.w;
    // Nine places around, a little over a texel apart; a comparison's result is in x, y and z, as a luminance
    place = TEX3;
    place.z = place.z - sun.w;
    v_step.xy = grain.yz;
    sum.x = texture(texture1, vec3(place.xy, clamp(place.z, 0.0, 1.0)));
    place.x = place.x + v_step.x;
    sum.y = texture(texture1, vec3(place.xy, clamp(place.z, 0.0, 1.0)));
    place.y = place.y + v_step.y;
    sum.z = texture(texture1, vec3(place.xy, clamp(place.z, 0.0, 1.0)));
    place.x = place.x - v_step.x;
    share.x = texture(texture1, vec3(place.xy, clamp(place.z, 0.0, 1.0)));
    place.x = place.x - v_step.x;
    share.y = texture(texture1, vec3(place.xy, clamp(place.z, 0.0, 1.0)));
    place.y = place.y - v_step.y;
    share.z = texture(texture1, vec3(place.xy, clamp(place.z, 0.0, 1.0)));
    place.y = place.y - v_step.y;
    lit.x = texture(texture1, vec3(place.xy, clamp(place.z, 0.0, 1.0)));
    place.x = place.x + v_step.x;
    lit.y = texture(texture1, vec3(place.xy, clamp(place.z, 0.0, 1.0)));
    place.x = place.x + v_step.x;
    lit.z = texture(texture1, vec3(place.xy, clamp(place.z, 0.0, 1.0)));
    sum.xyz = sum.xyz + share.xyz;
    sum.xyz = sum.xyz + lit.xyz;
    sum.x = dot(sum.xyz, vec3(0.11111111));
    // The sky from above, what the ground gives back from below
    share.x = normal.y * 0.5 + 0.5;
    share.yzw = mix(vec3(0.17, 0.145, 0.12), vec3(0.27, 0.36, 0.5), share.xxx);
    lit.x = dot(normal.xyz, sun.xyz);
    v_half = view + sun;
    v_half.w = dot(v_half.xyz, v_half.xyz);
    v_half.w = inversesqrt(abs(v_half.w));
    v_half.xyz = v_half.xyz * v_half.w;
    lit.y = dot(normal.xyz, v_half.xyz);
    lit.w = eye.w;
    lit = vec4(1.0, max(lit.x, 0.0), specular(lit.x, lit.y, lit.w), 1.0);
    lit.yz = lit.yz * sum.x;
    sum.xyz = vec3(1.1, 0.98, 0.78) * lit.y + share.yzw;
    sum.xyz = color_2.xyz * sum.xyz;
    // Metal shows the sky instead, in its own colour; where the sun does not reach it, less of it
    mirrored.w = dot(normal.xyz, view.xyz);
    mirrored.xyz = normal.xyz * mirrored.w;
    mirrored.xyz = mirrored.xyz * 2.0 - view.xyz;
    mirrored = texture(texture2, mirrored.xyz);
    share.x = lit.y * 0.55 + 0.45;
    mirrored.xyz = mirrored.xyz * share.x;
    mirrored.xyz = mirrored.xyz * color_2.xyz;
    sum.xyz = mix(sum.xyz, mirrored.xyz, tint.www);
    lit.z = lit.z * 0.8;
    color.xyz = vec3(1.1, 0.98, 0.78) * lit.z + sum.xyz;
    color.w = 1.0;
    color = clamp(color, 0.0, 1.0);
}
