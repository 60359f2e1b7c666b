#version 330 core
// Translated from sprites.gp (!!NVgp4.0): geometry shader, fast numerics
// A square that faces the viewer for every point, as large as the point size says, in the point's colour, turned by the
// angle in texture coordinate 0.
//
//   program.local[0]   width and height of the picture, and their reciprocals
//   gives texcoord[0]  0 to 1 over the square

layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
in vec4 vertex_COL0[];
in vec4 vertex_PSIZ[];
in vec4 vertex_TEX0[];
layout(std140) uniform GeometryParameters {
    vec4 picture;
    vec4 corners[4];
} program;
out vec4 COL0;
out vec4 TEX0;

vec4 result_HPOS = vec4(0.0);
vec4 result_COL0 = vec4(0.0);
vec4 result_TEX0 = vec4(0.0);
ivec4 result_primid = ivec4(0);

// NV_geometry_program4 2.X.8.Z, EMIT
void emit_vertex() {
    gl_Position = result_HPOS;
    COL0 = clamp(result_COL0, 0.0, 1.0);
    TEX0 = result_TEX0;
    gl_PrimitiveID = result_primid.x;
    EmitVertex();
}

void main() {
    if (gl_PrimitiveIDIn < 0) {  // never: Mesa 26 does not interpolate what one EmitVertex emits
        COL0 = vec4(0.0);
        TEX0 = vec4(0.0);
        EmitVertex();
    }
    vec2 turn = vec2(cos(vertex_TEX0[0].x), sin(vertex_TEX0[0].x));
    vec2 scale = program.picture.zw * vertex_PSIZ[0].x * gl_in[0].gl_Position.w;
    int number = 0;
    for (int count = 4; count > 0; --count) {
        vec2 corner = program.corners[number].xy;
        vec2 corner2 = vec2(corner.x * turn.x - corner.y * turn.y, corner.y * turn.x + corner.x * turn.y);
        result_HPOS = vec4(corner2 * scale + gl_in[0].gl_Position.xy, gl_in[0].gl_Position.zw);
        result_TEX0 = vec4(program.corners[number].zw, 0.0, 1.0);
        result_COL0 = vertex_COL0[0];
        result_primid.x = gl_PrimitiveIDIn;
        emit_vertex();
        number += 1;
    }
}
