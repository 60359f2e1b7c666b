#version 330 core
// The program shaders/fog.vp as one would write it in GLSL.
layout(location = 0) in vec4 position;
layout(location = 2) in vec4 normal;
layout(location = 3) in vec4 color;
layout(location = 8) in vec4 texcoord;
layout(std140) uniform ProgramParameters {
    vec4 c[256];
};
out vec4 COL0;
out vec4 COL1;
out vec4 FOGC;
out vec4 TEX0;

vec4 transform(int row, vec4 v) {
    return vec4(dot(c[row], v), dot(c[row + 1], v), dot(c[row + 2], v), dot(c[row + 3], v));
}

void main() {
    gl_Position = transform(0, position);
    vec3 world = transform(4, position).xyz;
    vec3 n = normalize(vec3(dot(c[8].xyz, normal.xyz), dot(c[9].xyz, normal.xyz), dot(c[10].xyz, normal.xyz)));
    vec3 way = c[20].xyz - world;
    float distance = length(way);
    vec3 to_eye = way / distance;
    FOGC = vec4(distance * (1.0 + c[21].x * exp2(-world.y * c[21].y)), 0.0, 0.0, 1.0);
    float diffuse = max(dot(n, c[16].xyz), 0.0);
    float highlight = max(dot(n, normalize(to_eye + c[16].xyz)), 0.0);
    float specular = diffuse > 0.0 ? pow(highlight, c[23].w) : 0.0;
    float sky = dot(n, c[25].xyz) * 0.5 + 0.5;
    vec3 light = diffuse * c[17].xyz + sky * c[18].xyz + (1.0 - sky) * c[19].xyz;
    COL0 = clamp(vec4(light * c[22].xyz * color.xyz, c[22].w), 0.0, 1.0);
    COL1 = clamp(vec4(specular * c[17].xyz * c[23].xyz, 1.0), 0.0, 1.0);
    TEX0 = vec4(texcoord.xy * c[24].xy, 0.0, 1.0);
}
