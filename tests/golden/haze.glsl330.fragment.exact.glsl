#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from haze.fp (!!ARBfp1.0): fragment shader, exact numerics
// A hillside in haze. The option blends the fog in after the program; nearer the top of the
// window the ground is bleached by the sky as well.

layout(origin_upper_left) in vec4 gl_FragCoord;
in vec4 COL0;
in vec4 COL1;
in vec4 FOGC;
in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 window;  // 1 / height in y
} program;
uniform sampler2D texture0;
layout(std140) uniform FragmentState {
    vec4 fog_color;
    float fog_density;
    float fog_end;
    float fog_scale;  // 1 / (end - start)
    float alpha_reference;
};
layout(location = 0) precise out vec4 color;

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float r = mix(mix(a, 0.0, a < 0.0), 1.0, a > 1.0);
    return r;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
vec4 nv_saturate(vec4 a) {
    return vec4(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z), nv_saturate(a.w));
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
vec3 nv_saturate(vec3 a) {
    return vec3(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z));
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

void main() {
    precise vec4 ground, height;
    ground = textureProj(texture0, TEX0);
    ground = ground * COL0;
    ground.xyz = nv_saturate(ground.xyz + COL1.xyz);
    height = vec4(nv_saturate(gl_FragCoord.y * -program.window.y + 0.35));
    color.xyz = nv_lrp(height.xxx, vec3(0.62, 0.71, 0.83), ground.xyz);
    color.w = ground.w;
    color = nv_saturate(color);
    float fog = clamp(exp(-(fog_density * FOGC.x) * (fog_density * FOGC.x)), 0.0, 1.0);
    color.rgb = fog * color.rgb + (1.0 - fog) * fog_color.rgb;
}
