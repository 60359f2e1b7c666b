#version 330 core
// The program shaders/octopus.vp as one would write it in GLSL.
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 weights;
layout(location = 2) in vec4 normal;
layout(location = 6) in ivec4 rig;
layout(location = 7) in vec4 rings;
layout(location = 8) in vec4 texcoord;
layout(std140) uniform ProgramParameters {
    vec4 sun;
    vec4 sunlight;
    vec4 water;
    vec4 rim;
    vec4 back;
    vec4 belly;
    vec4 sucker;
    vec4 gloss;
    vec4 repeats;
    vec4 bones[60];
    vec4 mvp[4];
    vec4 modelview[4];
    vec4 turn[4];
};
out vec4 COL0;
out vec4 COL1;
out vec4 FOGC;
out vec4 TEX0;

void main() {
    vec3 place = vec3(0.0);
    vec3 direction = vec3(0.0);
    for (int i = 0; i < rig.y; ++i) {
        int row = 3 * (rig.x + i);
        vec4 x = bones[row];
        vec4 y = bones[row + 1];
        vec4 z = bones[row + 2];
        place += weights[i] * vec3(dot(x, position), dot(y, position), dot(z, position));
        direction += weights[i] * vec3(dot(x.xyz, normal.xyz), dot(y.xyz, normal.xyz), dot(z.xyz, normal.xyz));
    }
    vec4 blended = vec4(place, 1.0);
    gl_Position = blended * mat4(mvp[0], mvp[1], mvp[2], mvp[3]);
    vec3 eye = vec3(dot(modelview[0], blended), dot(modelview[1], blended), dot(modelview[2], blended));
    FOGC = vec4(-eye.z, 0.0, 0.0, 0.0);
    vec3 view = normalize(-eye);
    vec3 n = normalize(vec3(dot(turn[0].xyz, direction), dot(turn[1].xyz, direction), dot(turn[2].xyz, direction)));

    float lower = clamp(sin(texcoord.x * 6.2831853) * 1.6 - 0.35, 0.0, 1.0);
    vec3 body = mix(mix(back.xyz, belly.xyz, lower), sucker.xyz, rings.x);

    float wrapped = dot(n, sun.xyz) * 0.5 + 0.5;
    float grazing = 1.0 - clamp(dot(n, view), 0.0, 1.0);
    float facing = clamp(dot(n, normalize(view + sun.xyz)), 0.0, 1.0);
    vec3 light = sunlight.xyz * wrapped * wrapped + water.xyz;
    vec3 color = body * light + rim.xyz * grazing * grazing * grazing;
    COL0 = clamp(vec4(color, 1.0), 0.0, 1.0);
    COL1 = clamp(vec4(gloss.xyz * pow(facing, gloss.w) * sunlight.xyz, 0.0), 0.0, 1.0);
    TEX0 = texcoord * repeats;
}
