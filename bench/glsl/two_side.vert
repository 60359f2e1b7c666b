#version 330 core
// The program shaders/two_side.vp as one would write it in GLSL.
layout(location = 0) in vec4 position;
layout(location = 2) in vec4 normal;
layout(location = 3) in vec4 color;
layout(location = 8) in vec4 texcoord;
layout(std140) uniform ProgramParameters {
    vec4 c[256];
};
out vec4 COL0;
out vec4 COL1;
out vec4 BFC0;
out vec4 BFC1;
out vec4 TEX0;

vec4 transform(int row, vec4 v) {
    return vec4(dot(c[row], v), dot(c[row + 1], v), dot(c[row + 2], v), dot(c[row + 3], v));
}

void shade(vec3 n, vec3 to_light, vec3 half_vector, vec4 body, vec4 gloss, out vec4 primary, out vec4 secondary) {
    float diffuse = max(dot(n, to_light), 0.0);
    float specular = diffuse > 0.0 ? pow(max(dot(n, half_vector), 0.0), gloss.w) : 0.0;
    float sky = (dot(n, c[20].xyz) * 0.5 + 0.5) * 0.5 + 0.5;
    vec3 light = diffuse * c[17].xyz + max(dot(n, c[18].xyz), 0.0) * c[19].xyz + sky * c[21].xyz;
    primary = clamp(vec4(light * body.xyz * color.xyz, body.w), 0.0, 1.0);
    secondary = clamp(vec4(specular * c[17].xyz * gloss.xyz, 1.0), 0.0, 1.0);
}

void main() {
    gl_Position = transform(0, position);
    vec3 eye_position = transform(4, position).xyz;
    vec3 n = normalize(vec3(dot(c[8].xyz, normal.xyz), dot(c[9].xyz, normal.xyz), dot(c[10].xyz, normal.xyz)));
    vec3 to_light = normalize(c[16].xyz - eye_position);
    vec3 half_vector = normalize(to_light + normalize(-eye_position));
    shade(n, to_light, half_vector, c[22], c[23], COL0, COL1);
    shade(-n, to_light, half_vector, c[24], c[25], BFC0, BFC1);
    TEX0 = texcoord;
}
