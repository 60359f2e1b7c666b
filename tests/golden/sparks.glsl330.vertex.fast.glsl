#version 330 core
// Translated from sparks.vp (!!NVvp5.0): vertex shader, fast numerics
// Sparks as points: small far away, and where nobody lives nothing at all.
//
//   program.local[0..3]   model-view-projection matrix
//   program.local[4]      width and height of the picture in pixels
//   program.local[5]      x: size, y: brightness, z: largest size in pixels

layout(location = 0) in vec4 position;
layout(location = 3) in vec4 vertex_color_primary;
layout(std140) uniform ProgramParameters {
    layout(row_major) mat4 mvp;
    vec4 viewport;
    vec4 look;
} program;
out vec4 COL0;

void main() {
    vec4 place = vec4(position.xyz, 1.0);
    vec4 r = program.mvp * place;
    // Outside of everything
    if (position.w == 0.0) r = vec4(0.0, 0.0, 2.0, 1.0);
    gl_Position = r;
    float size = min(position.w / r.w * program.look.x * program.viewport.y, program.look.z);
    float size2 = max(size, 1.5);
    gl_PointSize = max(size2, 1.0);
    // Less than a pixel and a half gives less light
    size = clamp(size / size2, 0.0, 1.0);
    COL0 = vec4(clamp(vertex_color_primary.xyz * (size * size * program.look.y), 0.0, 1.0), 1.0);
}
