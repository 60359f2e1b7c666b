#version 330 core
// Translated from glazed.fp (!!NVfp5.0): fragment shader, fast numerics
// Glazed ware in two colours of stripes, lit by a lamp and by the hall around.
//
//   texcoord[0..2]     texture coordinates, position and normal in the world
//   program.local[0]   xyz: the eye
//   program.local[1]   xyz: unit direction to the lamp
//   program.local[2]   rgb: first colour, w: shininess
//   program.local[3]   rgb: second colour, w: how many stripes
//   program.local[4]   x: 1 for film, which saturates, 0 for the light itself; y: how far stripes lean

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 lamp;
    vec4 first;
    vec4 second;
    vec4 more;
} program;
layout(location = 0) out vec4 color;

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    return x > 0.0 ? r : 0.0;
}

void main() {
    vec4 normal, view, v_half, color_2, lit, light, s;
    normal.xyz = normalize(TEX2.xyz);
    view.xyz = program.eye.xyz - TEX1.xyz;
    view.xyz = normalize(view.xyz);
    v_half.xyz = view.xyz + program.lamp.xyz;
    v_half.xyz = normalize(v_half.xyz);
    s.x = TEX0.y * program.more.y + TEX0.x;
    s.x = s.x * program.second.w;
    s.x = s.x * 6.2831855;
    s.x = sin(s.x);
    s.x = clamp(s.x * 6.0 + 0.5, 0.0, 1.0);
    color_2.xyz = mix(program.first.xyz, program.second.xyz, s.xxx);
    lit.x = dot(normal.xyz, program.lamp.xyz);
    lit.y = dot(normal.xyz, v_half.xyz);
    lit.w = program.first.w;
    lit = vec4(1.0, max(lit.x, 0.0), specular(lit.x, lit.y, lit.w), 1.0);
    s.y = normal.y * 0.5 + 0.5;
    light.xyz = mix(vec3(0.46, 0.36, 0.29), vec3(0.74, 0.8, 0.92), s.yyy);
    // Less light reaches what is close to the floor.
    s.z = clamp(TEX1.y * 0.8 + 0.35, 0.0, 1.0);
    light.xyz = light.xyz * s.z;
    light.xyz = lit.y * vec3(1.75, 1.45, 1.08) + light.xyz;
    color_2.xyz = color_2.xyz * light.xyz;
    // The glaze mirrors the hall where one looks along it.
    s.w = clamp(dot(normal.xyz, view.xyz), 0.0, 1.0);
    s.w = 1.0 - s.w;
    s.z = s.w * s.w;
    s.w = s.z * s.w;
    s.w = s.w * 0.55;
    color_2.xyz = s.w * vec3(0.74, 0.8, 0.92) + color_2.xyz;
    s.z = lit.z * 0.9;
    color_2.xyz = s.z * vec3(1.75, 1.45, 1.08) + color_2.xyz;
    s.x = exp2(-color_2.x);
    s.y = exp2(-color_2.y);
    s.z = exp2(-color_2.z);
    s.xyz = 1.0 - s.xyz;
    color.xyz = mix(color_2.xyz, s.xyz, program.more.xxx);
    color.w = 1.0;
}
