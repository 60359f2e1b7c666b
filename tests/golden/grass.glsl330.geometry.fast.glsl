#version 330 core
// Translated from grass.gp (!!NVgp4.0): geometry shader, fast numerics

layout(triangles) in;
layout(triangle_strip, max_vertices = 7) out;
in vec4 vertex_TEX1[];
layout(std140) uniform GeometryParameters {
    vec4 mvp[4];
    vec4 blade;
    vec4 wind;
};
out vec4 COL0;
out vec4 TEX0;

vec4 root;
vec4 normal;
vec4 across;
vec4 spine = vec4(0.0);
vec4 point = vec4(0.0);
vec4 level;
vec4 phase = vec4(0.0);
vec4 result_HPOS = vec4(0.0);
vec4 result_COL0 = vec4(0.0);
vec4 result_TEX0 = vec4(0.0);
int emitted = 0;  // vertices: at most 7

// NV_geometry_program4 2.X.8.Z, EMIT
void emit_vertex() {
    if (emitted++ >= 7) return;
    gl_Position = result_HPOS;
    COL0 = clamp(result_COL0, 0.0, 1.0);
    TEX0 = result_TEX0;
    EmitVertex();
}

void middle() {
    level.z = level.x * level.x;
    level.z = level.z * blade.z;
    level.z = level.z * phase.z;
    level.w = level.x * blade.x;
    level.w = level.w * phase.z;
    spine.xyz = normal.xyz * level.w + root.xyz;
    spine.xyz = wind.xyz * level.z + spine.xyz;
}

void place() {
    point.w = 1.0;
    result_HPOS.x = dot(mvp[0], point);
    result_HPOS.y = dot(mvp[1], point);
    result_HPOS.z = dot(mvp[2], point);
    result_HPOS.w = dot(mvp[3], point);
    result_COL0 = mix(vec4(0.07, 0.2, 0.05, 1.0), vec4(0.55, 0.8, 0.25, 1.0), level.xxxx);
    result_TEX0 = level;
    emit_vertex();
}

void main() {
    // A blade of grass on every triangle: it grows along the normal, in texture coordinate 1, bends with the wind
    // and gets narrower towards its tip. Positions arrive untransformed.
    //
    // state.matrix.mvp   from the meadow to clip space
    // program.local[0]   x: height, y: half the width at the ground, z: how far the wind bends a blade
    // program.local[1]   the direction of the wind
    root = gl_in[0].gl_Position + gl_in[1].gl_Position;
    root = root + gl_in[2].gl_Position;
    root = root * 0.33333334;
    normal = vertex_TEX1[0] + vertex_TEX1[1];
    normal = normal + vertex_TEX1[2];
    normal.xyz = normalize(normal.xyz);
    // Every blade stands across another direction and leans by its own amount.
    phase.x = float(ivec4(gl_PrimitiveIDIn).x);
    phase.y = phase.x * 2.399963;
    across.xy = vec2(cos(phase.y), sin(phase.y));
    across.z = across.y;
    across.yw = vec2(0.0);
    phase.z = fract(phase.y);
    phase.z = phase.z * 0.5 + 0.5;
    // level: x from 0 at the ground to 1 at the tip, y the half width there, z how far it is bent
    level = vec4(0.0);
    for (int count = 3; count > 0; --count) {
        middle();
        level.y = 1.0 - level.x;
        level.y = level.y * blade.y;
        point.xyz = across.xyz * level.y + spine.xyz;
        place();
        point.xyz = -across.xyz * level.y + spine.xyz;
        place();
        level.x = level.x + 0.33333334;
    }
    level.x = 1.0;
    middle();
    point.xyz = spine.xyz;
    place();
}
