#version 330 core
// The program bench/programs/haze.vp as one would write it in GLSL.
layout(location = 0) in vec4 position;
layout(location = 2) in vec4 normal;
layout(location = 3) in vec4 color;
layout(std140) uniform ProgramParameters {
    vec4 modelview[4];
    vec4 turn[4];
    vec4 fog;
};
layout(std140) uniform FixedFunction {
    vec4 mvp[4];
};
out vec4 COL0;
out vec4 TEX0;

void main() {
    gl_Position = position * mat4(mvp[0], mvp[1], mvp[2], mvp[3]);
    vec3 eye = vec3(dot(modelview[0], position), dot(modelview[1], position), dot(modelview[2], position));
    vec3 n = vec3(dot(turn[0].xyz, normal.xyz), dot(turn[1].xyz, normal.xyz), dot(turn[2].xyz, normal.xyz));
    float far = length(eye);
    vec3 r = reflect(eye / far, n);
    vec3 m = normalize(r + vec3(0.0, 0.0, 1.0));
    TEX0 = vec4(0.5 * m.xy + 0.5, 0.0, 1.0);
    COL0 = clamp(vec4(color.xyz * exp2(-fog.x * far) + 0.25, color.w), 0.0, 1.0);
}
