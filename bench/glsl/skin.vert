#version 330 core
// The program shaders/skin.vp as one would write it in GLSL.
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 weights;
layout(location = 2) in vec4 normal;
layout(location = 3) in vec4 color;
layout(location = 6) in vec4 bones;
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

vec3 turn(int row, vec3 v) {
    return vec3(dot(c[row].xyz, v), dot(c[row + 1].xyz, v), dot(c[row + 2].xyz, v));
}

void main() {
    int bone = int(floor(bones.x)) + int(floor(c[20].x));
    vec3 place = weights.x * vec3(dot(c[bone], position), dot(c[bone + 1], position), dot(c[bone + 2], position));
    vec3 direction = weights.x * turn(bone, normal.xyz);
    if (weights.y != 0.0) {
        bone = int(floor(bones.y)) + int(floor(c[20].x));
        place += weights.y * vec3(dot(c[bone], position), dot(c[bone + 1], position), dot(c[bone + 2], position));
        direction += weights.y * turn(bone, normal.xyz);
    }
    vec4 blended = vec4(place, 1.0);
    gl_Position = transform(0, blended);
    vec3 to_eye = normalize(-transform(4, blended).xyz);
    vec3 n = normalize(turn(8, direction));
    vec3 half_vector = normalize(to_eye + c[16].xyz);
    float facing = dot(n, c[16].xyz);
    float specular = facing > 0.0 ? pow(max(dot(n, half_vector), 0.0), c[23].w) : 0.0;
    float rim = 1.0 - abs(dot(n, to_eye));
    rim *= rim;
    rim *= rim;
    COL1 = clamp(vec4(specular * c[23].xyz * c[17].xyz + rim * c[18].xyz, 1.0), 0.0, 1.0);
    float wrapped = facing * 0.5 + 0.5;
    vec3 light = wrapped * wrapped * c[17].xyz + c[19].xyz;
    vec4 body = mix(c[21], c[22], texcoord.y);
    COL0 = clamp(vec4(light * body.xyz * color.xyz, 1.0), 0.0, 1.0);
    TEX0 = texcoord;
}
