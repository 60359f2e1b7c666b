#version 430 core
// Cobblestones by the two nearest points of a jittered lattice that repeats.
layout(std140) uniform FragmentParameters {
    vec4 lattice;  // x: cells along a side, y: how far points stray, z: width of the joints
    ivec4 wrap;
};
in vec2 uv;
out vec4 color;

vec4 chance(ivec2 cell) {
    uvec2 key = uvec2(cell & wrap.x) * uvec2(2654435769u, 2246822519u);
    uvec4 mixed = (key.x + key.y + uvec4(10007u, 20011u, 30011u, 40009u)) * 2654435769u;
    mixed = (mixed ^ (mixed >> 15)) * 739982445u;
    return vec4(mixed ^ (mixed >> 12)) * 2.3283064e-10;
}

void main() {
    vec2 place = uv * lattice.x;
    vec2 home = floor(place);
    float nearest = 9.0, next = 9.0;
    vec2 stone = vec2(0.0);
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            vec2 cell = home + vec2(x, y);
            vec4 random = chance(ivec2(cell));
            float far = distance(cell + 0.5 + (random.xy - 0.5) * lattice.y, place);
            if (far < nearest) {
                next = nearest;
                nearest = far;
                stone = random.zw;
            } else {
                next = min(next, far);
            }
        }
    }
    float low = 1.0 - clamp((next - nearest - lattice.z) * 2.6, 0.0, 1.0);
    color = vec4((1.0 - low * low * low) * (stone.x * 0.35 + 0.65), stone.y, 0.0, 1.0);
}
