#version 330 core
// The program bench/programs/palette.vp as one would write it in GLSL.
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 weights;
layout(location = 2) in vec4 normal;
layout(location = 6) in vec4 bones;
layout(location = 8) in vec4 texcoord;
layout(std140) uniform ProgramParameters {
    vec4 rows[48];
    vec4 light;
    vec4 color;
    vec4 ambient;
    vec4 mvp[4];
};
out vec4 COL0;
out vec4 TEX0;

void main() {
    ivec4 bone = ivec4(floor(bones));
    vec3 place = vec3(0.0);
    vec3 direction = vec3(0.0);
    for (int i = 0; i < 4; ++i) {
        vec4 x = rows[bone[i]];
        vec4 y = rows[bone[i] + 1];
        vec4 z = rows[bone[i] + 2];
        place += weights[i] * vec3(dot(x, position), dot(y, position), dot(z, position));
        direction += weights[i] * vec3(dot(x.xyz, normal.xyz), dot(y.xyz, normal.xyz), dot(z.xyz, normal.xyz));
    }
    gl_Position = vec4(place, 1.0) * mat4(mvp[0], mvp[1], mvp[2], mvp[3]);
    float facing = max(dot(normalize(direction), light.xyz), 0.0);
    COL0 = clamp(vec4(facing * color.xyz + ambient.xyz, 1.0), 0.0, 1.0);
    TEX0 = texcoord;
}
