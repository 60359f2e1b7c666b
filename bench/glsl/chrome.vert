#version 330 core
// The program shaders/chrome.vp as one would write it in GLSL.
layout(location = 0) in vec4 position;
layout(location = 2) in vec4 normal;
layout(location = 3) in vec4 color;
layout(std140) uniform ProgramParameters {
    vec4 c[256];
};
out vec4 COL0;
out vec4 TEX0;

vec4 transform(int row, vec4 v) {
    return vec4(dot(c[row], v), dot(c[row + 1], v), dot(c[row + 2], v), dot(c[row + 3], v));
}

void main() {
    gl_Position = transform(0, position);
    vec3 from_eye = normalize(transform(4, position).xyz);
    vec3 n = normalize(vec3(dot(c[8].xyz, normal.xyz), dot(c[9].xyz, normal.xyz), dot(c[10].xyz, normal.xyz)));
    vec3 mirrored = reflect(from_eye, n);
    vec3 ball = normalize(mirrored + vec3(0.0, 0.0, 1.0));
    TEX0 = vec4(ball.xy * 0.5 + 0.5, 0.0, 1.0);
    float grazing = max(1.0 + dot(from_eye, n), 0.0);
    vec3 tint = c[22].xyz + grazing * grazing * grazing * c[23].xyz;
    COL0 = clamp(vec4(tint, c[22].w) * color, 0.0, 1.0);
}
