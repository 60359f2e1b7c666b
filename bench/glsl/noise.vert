#version 330 core
// The program bench/programs/noise.vp as one would write it in GLSL.
layout(location = 0) in vec4 position;
layout(location = 2) in vec4 normal;
layout(location = 3) in vec4 color;
layout(std140) uniform ProgramParameters {
    vec4 scale;
    vec4 mvp[4];
};
out vec4 COL0;

float lattice(int x, int y, int z) {
    uint hash = uint(x ^ y ^ z);
    hash ^= hash >> 13;
    hash *= 0x5bd1e995u;
    hash ^= hash >> 15;
    return float(hash & 0xffffu) / 65536.0;
}

float value(vec3 place) {
    vec3 cell = floor(place);
    vec3 f = place - cell;
    vec3 blend = f * f * (3.0 - 2.0 * f);
    ivec3 a = ivec3(cell) * ivec3(73856093, 19349663, 83492791);
    ivec3 b = a + ivec3(73856093, 19349663, 83492791);
    float low = mix(lattice(a.x, a.y, a.z), lattice(b.x, a.y, a.z), blend.x);
    float high = mix(lattice(a.x, b.y, a.z), lattice(b.x, b.y, a.z), blend.x);
    return mix(low, high, blend.y);
}

void main() {
    vec3 place = position.xyz * scale.x;
    float height = 0.0;
    float amplitude = 0.5;
    for (int octave = 0; octave < 4; ++octave) {
        height += amplitude * value(place);
        amplitude *= 0.5;
        place *= 2.03125;
    }
    height *= scale.y;
    gl_Position = vec4(position.xyz + height * normal.xyz, 1.0) * mat4(mvp[0], mvp[1], mvp[2], mvp[3]);
    COL0 = clamp(color * height, 0.0, 1.0);
}
