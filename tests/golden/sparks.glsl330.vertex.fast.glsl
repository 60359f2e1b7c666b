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
    vec4 place, size, r, HPOS, PSIZ, CC0;
    place = position;
    place.w = 1.0;
    r = program.mvp * place;
    CC0.y = position.w;
    // Outside of everything
    if (CC0.y == 0.0) r = vec4(0.0, 0.0, 2.0, 1.0);
    HPOS = r;
    size.x = position.w / r.w;
    size.x = size.x * program.look.x;
    size.x = size.x * program.viewport.y;
    size.x = min(size.x, program.look.z);
    size.z = max(size.x, 1.5);
    PSIZ.x = size.z;
    // Less than a pixel and a half gives less light
    size.w = clamp(size.x / size.z, 0.0, 1.0);
    size.w = size.w * size.w;
    size.w = size.w * program.look.y;
    COL0.xyz = vertex_color_primary.xyz * size.w;
    COL0.w = 1.0;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    gl_PointSize = max(PSIZ.x, 1.0);
}
