#version 330 core
// The program bench/programs/lamps.vp as one would write it in GLSL.
layout(location = 0) in vec4 position;
layout(location = 2) in vec4 normal;
layout(location = 8) in vec4 texcoord;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 modelview[4];
    vec4 turn[4];
    vec4 sun;
    vec4 sun_half;
    vec4 sun_ambient;
    vec4 sun_diffuse;
    vec4 sun_specular;
    vec4 lamp;
    vec4 fading;
    vec4 aim;
    vec4 lamp_diffuse;
    vec4 lamp_specular;
    vec4 scene;
    vec4 material;
};
out vec4 COL0;
out vec4 COL1;
out vec4 TEX0;

float highlight(float facing, float reflected) {
    return facing > 0.0 ? pow(max(reflected, 0.0), material.x) : 0.0;
}

void main() {
    gl_Position = position * mat4(mvp[0], mvp[1], mvp[2], mvp[3]);
    vec3 eye = vec3(dot(modelview[0], position), dot(modelview[1], position), dot(modelview[2], position));
    vec3 n = normalize(vec3(dot(turn[0].xyz, normal.xyz), dot(turn[1].xyz, normal.xyz), dot(turn[2].xyz, normal.xyz)));

    float facing = dot(n, sun.xyz);
    vec3 color = scene.xyz + sun_ambient.xyz + max(facing, 0.0) * sun_diffuse.xyz;
    vec3 shine = highlight(facing, dot(n, sun_half.xyz)) * sun_specular.xyz;

    vec3 towards = lamp.xyz - eye;
    float far = length(towards);
    towards /= far;
    vec3 half_vector = normalize(towards - normalize(eye));
    float along = dot(towards, -aim.xyz);
    float spot = along >= aim.w ? pow(max(along, 0.0), fading.w) : 0.0;
    spot /= fading.x + fading.y * far + fading.z * far * far;
    facing = dot(n, towards);
    color += spot * max(facing, 0.0) * lamp_diffuse.xyz;
    shine += spot * highlight(facing, dot(n, half_vector)) * lamp_specular.xyz;

    COL0 = clamp(vec4(color, sun_diffuse.w), 0.0, 1.0);
    COL1 = clamp(vec4(shine, 1.0), 0.0, 1.0);
    TEX0 = texcoord;
}
