#version 330 core
// The program shaders/lighting.vp as one would write it in GLSL.
layout(location = 0) in vec4 position;
layout(location = 2) in vec4 normal;
layout(location = 3) in vec4 color;
layout(location = 8) in vec4 texcoord;
layout(std140) uniform ProgramParameters {
    vec4 c[256];
};
out vec4 COL0;
out vec4 COL1;
out vec4 TEX0;

vec4 transform(int row, vec4 v) {
    return vec4(dot(c[row], v), dot(c[row + 1], v), dot(c[row + 2], v), dot(c[row + 3], v));
}

void main() {
    gl_Position = transform(0, position);
    vec3 eye_position = transform(4, position).xyz;
    vec3 n = normalize(vec3(dot(c[8].xyz, normal.xyz), dot(c[9].xyz, normal.xyz), dot(c[10].xyz, normal.xyz)));
    vec3 to_eye = normalize(-eye_position);
    vec3 to_light = normalize(c[16].xyz - eye_position);
    vec3 half_vector = normalize(to_light + to_eye);
    float diffuse = max(dot(n, to_light), 0.0);
    float specular = diffuse > 0.0 ? pow(max(dot(n, half_vector), 0.0), c[23].w) : 0.0;
    float sky = dot(n, c[20].xyz) * 0.5 + 0.5;
    vec3 light = diffuse * c[17].xyz + max(dot(n, c[18].xyz), 0.0) * c[19].xyz + sky * c[21].xyz;
    COL0 = clamp(vec4(light * c[22].xyz * color.xyz, c[22].w), 0.0, 1.0);
    float grazing = 1.0 - max(dot(n, to_eye), 0.0);
    grazing *= grazing;
    vec3 shine = grazing * grazing * sky * c[21].xyz + specular * c[17].xyz;
    COL1 = clamp(vec4(shine * c[23].xyz, 1.0), 0.0, 1.0);
    TEX0 = texcoord;
}
