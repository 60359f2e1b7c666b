#version 330 core
// The program shaders/lights.vp as one would write it in GLSL.
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
    vec3 world = transform(4, position).xyz;
    vec3 n = normalize(vec3(dot(c[8].xyz, normal.xyz), dot(c[9].xyz, normal.xyz), dot(c[10].xyz, normal.xyz)));
    vec3 to_eye = normalize(c[20].xyz - world);
    vec3 diffuse = c[21].xyz;
    vec3 specular = vec3(0.0);
    int count = int(c[13].x);
    for (int i = 0; i < count; i++) {
        vec4 place = c[32 + 2 * i];
        vec3 brightness = c[33 + 2 * i].xyz;
        vec3 way = place.xyz - world;
        float squared = dot(way, way);
        vec3 to_light = way * inversesqrt(squared);
        float facing = dot(n, to_light);
        if (facing > 0.0) {
            float fall = 1.0 / (squared * place.w + 1.0);
            float shine = pow(max(dot(n, normalize(to_light + to_eye)), 0.0), c[23].w);
            diffuse += facing * fall * brightness;
            specular += shine * fall * brightness;
        }
    }
    float dark = exp2(-(world.x * world.x + world.z * world.z) * c[24].y);
    COL0 = clamp(vec4(diffuse * dark * color.xyz * c[22].xyz, c[22].w), 0.0, 1.0);
    COL1 = clamp(vec4(specular * dark * color.xyz * c[23].xyz, 1.0), 0.0, 1.0);
    TEX0 = vec4(texcoord.xy * c[24].x, 0.0, 1.0);
}
