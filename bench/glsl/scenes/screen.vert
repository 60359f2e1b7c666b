#version 430 core
// A square over the whole picture.
layout(location = 0) in vec4 position;
layout(location = 8) in vec2 texcoord;
out vec2 uv;

void main() {
    gl_Position = position;
    uv = texcoord;
}
