#version 330 core
// Translated from neon.fp (!!ARBfp1.0): fragment shader, fast numerics
// A glowing tube: white-hot where one looks through most of the gas, coloured towards its edges.
//
//   texcoord[1..2]     position and normal in the world
//   program.local[0]   xyz: the eye
//   program.local[1]   rgb: the gas, a: how bright, above 1 for targets of floats

in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 gas;
};
layout(location = 0) out vec4 color;

void main() {
    vec4 normal;
    vec4 view;
    vec4 share;
    vec4 color_2;
    normal.w = dot(TEX2.xyz, TEX2.xyz);
    normal.w = inversesqrt(abs(normal.w));
    normal.xyz = TEX2.xyz * normal.w;
    view = eye - TEX1;
    view.w = dot(view.xyz, view.xyz);
    view.w = inversesqrt(abs(view.w));
    view.xyz = view.xyz * view.w;
    share.x = clamp(dot(normal.xyz, view.xyz), 0.0, 1.0);
    share.y = share.x * share.x;
    share.y = share.y * share.x;
    share.y = share.y * 0.72;
    color_2.xyz = mix(gas.xyz, vec3(1.0), share.yyy);
    share.x = share.x * 0.72 + 0.28;
    color_2.xyz = color_2.xyz * share.x;
    color.xyz = color_2.xyz * gas.w;
    color.w = 1.0;
    color = clamp(color, 0.0, 1.0);
}
