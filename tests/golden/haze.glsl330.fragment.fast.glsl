#version 330 core
// Translated from haze.fp (!!ARBfp1.0): fragment shader, fast numerics
// A hillside in haze. The option blends the fog in after the program; nearer the top of the
// window the ground is bleached by the sky as well.

layout(origin_upper_left) in vec4 gl_FragCoord;
in vec4 COL0;
in vec4 COL1;
in vec4 FOGC;
in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 window;  // 1 / height in y
};
uniform sampler2D texture0;
layout(std140) uniform FragmentState {
    vec4 fog_color;
    float fog_density;
    float fog_end;
    float fog_scale;  // 1 / (end - start)
    float alpha_reference;
};
layout(location = 0) out vec4 color;

void main() {
    vec4 ground;
    vec4 height;
    ground = textureProj(texture0, TEX0);
    ground = ground * COL0;
    ground.xyz = clamp(ground.xyz + COL1.xyz, 0.0, 1.0);
    height = vec4(clamp(gl_FragCoord.y * -window.y + 0.35, 0.0, 1.0));
    color.xyz = mix(ground.xyz, vec3(0.62, 0.71, 0.83), height.xxx);
    color.w = ground.w;
    color = clamp(color, 0.0, 1.0);
    float fog = clamp(exp(-(fog_density * FOGC.x) * (fog_density * FOGC.x)), 0.0, 1.0);
    color.rgb = fog * color.rgb + (1.0 - fog) * fog_color.rgb;
}
