#version 430 core
// A glowing tube: white-hot in its middle, coloured towards its edges.
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 gas;  // a: how bright
};
in vec3 world;
in vec3 world_normal;
out vec4 color;

void main() {
    vec3 n = normalize(world_normal);
    vec3 v = normalize(eye.xyz - world);
    float facing = clamp(dot(n, v), 0.0, 1.0);
    float heat = 0.72 * facing * facing * facing;
    vec3 tube = mix(gas.rgb, vec3(1.0), heat) * (0.72 * facing + 0.28);
    color = vec4(min(tube * gas.a, 1.0), 1.0);
}
