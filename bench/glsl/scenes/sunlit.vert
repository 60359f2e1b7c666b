#version 430 core
// Texture coordinates, position and normal in the world, and the place in the light's view.
layout(location = 0) in vec4 position;
layout(location = 2) in vec3 normal;
layout(location = 8) in vec2 texcoord;
layout(std140, row_major) uniform ProgramParameters {
    mat4 light;
    mat4 model;
    mat4 turn;
};
layout(std140, row_major) uniform FixedFunction {
    mat4 mvp;
};
out vec2 uv;
out vec3 world;
out vec3 world_normal;
out vec3 in_light;

void main() {
    gl_Position = mvp * position;
    uv = texcoord;
    world = (model * position).xyz;
    world_normal = mat3(turn) * normal;
    in_light = (light * position).xyz * 0.5 + 0.5;
}
