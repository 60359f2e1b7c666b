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
    vec3 normal = normalize(TEX2.xyz);
    vec3 view = normalize(program.eye.xyz - TEX1.xyz);
    float s = clamp(sin((TEX0.y * program.more.y + TEX0.x) * program.second.w * 6.2831855) * 6.0 + 0.5, 0.0, 1.0);
    vec3 lit;
    lit.x = dot(normal, program.lamp.xyz);
    lit.y = dot(normal, normalize(view + program.lamp.xyz));
    lit.z = program.first.w;
    vec2 lit2 = vec2(max(lit.x, 0.0), specular(lit.x, lit.y, lit.z));
    float s2 = normal.y * 0.5 + 0.5;
    vec3 light = mix(vec3(0.46, 0.36, 0.29), vec3(0.74, 0.8, 0.92), s2);
    // Less light reaches what is close to the floor.
    vec3 light2 = lit2.x * vec3(1.75, 1.45, 1.08) + light * clamp(TEX1.y * 0.8 + 0.35, 0.0, 1.0);
    vec3 color2 = mix(program.first.xyz, program.second.xyz, s) * light2;
    // The glaze mirrors the hall where one looks along it.
    float s3 = 1.0 - clamp(dot(normal, view), 0.0, 1.0);
    color2 += s3 * s3 * s3 * 0.55 * vec3(0.74, 0.8, 0.92);
    color2 += lit2.y * 0.9 * vec3(1.75, 1.45, 1.08);
    vec3 s4 = 1.0 - vec3(exp2(-color2.x), exp2(-color2.y), exp2(-color2.z));
    color = vec4(mix(color2, s4, program.more.x), 1.0);
}
