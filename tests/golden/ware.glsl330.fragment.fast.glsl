#version 330 core
// Translated from ware.fp (!!ARBfp1.0): fragment shader, fast numerics
// Glazed ware and polished stone: a texture lit at every pixel, with a highlight and a reflection of the sky.
//
//   texcoord[0..2]     as world.vp gives them
//   texture[0]         its colour
//   program.local[0]   xyz: the eye, w: shininess
//   program.local[1]   xyz: unit direction to the light, w: ambient light
//   program.local[2]   rgb: tint, a: alpha
//   program.local[3]   rgb: what the surface reflects, a: how much of it from straight above
//   program.local[4]   xz: the middle of a shadow on the ground, y: 1 / its radius squared, w: how dark; or 0
//   program.local[5]   x: how bright highlights are

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 light;
    vec4 tint;
    vec4 sky;
    vec4 shadow;
    vec4 gloss;
};
uniform sampler2D texture0;
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
    vec4 lit = vec4(0.0);
    vec4 share;
    color_2 = texture(texture0, TEX0.xy);
    color_2 = color_2 * tint;
    normal.w = dot(TEX2.xyz, TEX2.xyz);
    normal.w = inversesqrt(abs(normal.w));
    normal.xyz = TEX2.xyz * normal.w;
    view = eye - TEX1;
    view.w = dot(view.xyz, view.xyz);
    view.w = inversesqrt(abs(view.w));
    view.xyz = view.xyz * view.w;
    v_half = view + light;
    v_half.w = dot(v_half.xyz, v_half.xyz);
    v_half.w = inversesqrt(abs(v_half.w));
    v_half.xyz = v_half.xyz * v_half.w;
    lit.x = dot(normal.xyz, light.xyz);
    lit.y = dot(normal.xyz, v_half.xyz);
    lit.w = eye.w;
    lit = vec4(1.0, max(lit.x, 0.0), specular(lit.x, lit.y, lit.w), 1.0);
    // A soft round shadow: 1 in its middle, falling off as 1 / (1 + d^4)
    share = TEX1 - shadow;
    share.xz = share.xz * share.xz;
    share.x = share.x + share.z;
    share.x = share.x * shadow.y;
    share.x = share.x * share.x + 1.0;
    share.x = 1.0 / share.x;
    share.y = share.x * -shadow.w + 1.0;
    lit.yz = lit.yz * share.y;
    lit.y = lit.y * 0.8 + light.w;
    color_2.xyz = color_2.xyz * lit.y;
    share.z = clamp(dot(normal.xyz, view.xyz), 0.0, 1.0);
    share.z = 1.0 - share.z;
    share.w = share.z * share.z;
    share.w = share.w * share.w;
    share.w = share.w * share.z;
    share.z = 1.0 - sky.w;
    share.w = share.w * share.z + sky.w;
    share.w = share.w * share.y;
    color_2.xyz = mix(color_2.xyz, sky.xyz, share.www);
    color.xyz = lit.z * gloss.x + color_2.xyz;
    color.w = clamp(color_2.w + share.w, 0.0, 1.0);
    color = clamp(color, 0.0, 1.0);
}
