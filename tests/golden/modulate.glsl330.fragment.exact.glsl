#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from modulate.fp (!!ARBfp1.0): fragment shader, exact numerics
// A decal over the lit surface: texture 0 tinted by the vertex colour, texture 1 laid on by its alpha.

in vec4 COL0;
in vec4 TEX0;
in vec4 TEX1;
uniform sampler2D texture0;
uniform sampler2D texture1;
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

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

void main() {
    precise vec4 surface, decal;
    surface = texture(texture0, TEX0.xy);
    decal = texture(texture1, TEX1.xy);
    surface = surface * COL0;
    surface.xyz = nv_lrp(decal.www, decal.xyz, surface.xyz);
    color = surface;
    color = nv_saturate(color);
}
