#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from neon.fp (!!ARBfp1.0): fragment shader, exact numerics
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

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// ARB_vertex_program 2.14.5.22: of the absolute value
float nv_rsq(float a) {
    a = abs(a);
    return a < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : inversesqrt(a);
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

void main() {
    precise vec4 normal;
    precise vec4 view;
    precise vec4 share;
    precise vec4 color_2;
    normal.w = nv_dp3(TEX2.xyz, TEX2.xyz);
    normal.w = nv_rsq(normal.w);
    normal.xyz = TEX2.xyz * normal.w;
    view = eye - TEX1;
    view.w = nv_dp3(view.xyz, view.xyz);
    view.w = nv_rsq(view.w);
    view.xyz = view.xyz * view.w;
    share.x = nv_saturate(nv_dp3(normal.xyz, view.xyz));
    share.y = share.x * share.x;
    share.y = share.y * share.x;
    share.y = share.y * 0.72;
    color_2.xyz = nv_lrp(share.yyy, vec3(1.0), gas.xyz);
    share.x = share.x * 0.72 + 0.28;
    color_2.xyz = color_2.xyz * share.x;
    color.xyz = color_2.xyz * gas.w;
    color.w = 1.0;
    color = nv_saturate(color);
}
