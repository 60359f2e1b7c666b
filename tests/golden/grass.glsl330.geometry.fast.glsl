#version 330 core
// Translated from grass.gp (!!NVgp4.0): geometry shader, fast numerics
// A blade of grass, or a leaf, on every triangle: it stands at a place by chance along the ground's normal, leans its own
// way, bends in gusts that go over the meadow, and narrows towards its tip.
//
//   state.matrix.program[1]   from the world to the eye
//   texcoord[1]        place on the ground, in the world; texcoord[2] its normal
//   program.local[0]   x: height, y: half the width at the ground, z: how far the wind bends a blade, w: how much broader
//                      it gets a unit away from the eye, for there are fewer in the distance
//   program.local[1]   xyz: the direction of the wind, w: its phase
//   program.local[2]   the eye
//   gives texcoord[0]  x: -1 to 1 across the blade, y: 0 at the ground to 1 at the tip, z: a number by chance
//         texcoord[1]  position, texcoord[2] normal

layout(triangles) in;
layout(triangle_strip, max_vertices = 7) out;
in vec4 vertex_TEX1[];
in vec4 vertex_TEX2[];
layout(std140) uniform GeometryParameters {
    vec4 view[4];
    vec4 projection[4];
    vec4 blade;
    vec4 wind;
    vec4 eye;
};
out vec4 TEX0;
out vec4 TEX1;
out vec4 TEX2;

vec4 root;
vec4 normal;
vec4 across;
vec4 bend;
vec4 spine = vec4(0.0);
vec4 point = vec4(0.0);
vec4 level;
vec4 chance;
vec4 size = vec4(0.0);
vec4 along = vec4(0.0);
vec4 seen = vec4(0.0);
vec4 result_HPOS = vec4(0.0);
vec4 result_TEX0 = vec4(0.0);
vec4 result_TEX1 = vec4(0.0);
vec4 result_TEX2 = vec4(0.0);
int emitted = 0;  // vertices: at most 7

// NV_geometry_program4 2.X.8.Z, EMIT
void emit_vertex() {
    if (emitted++ >= 7) return;
    gl_Position = result_HPOS;
    TEX0 = result_TEX0;
    TEX1 = result_TEX1;
    TEX2 = result_TEX2;
    EmitVertex();
}

void middle() {
    // Where the middle of the blade is, and where it goes
    level.w = level.y * size.x;
    spine.xyz = normal.xyz * level.w + root.xyz;
    level.w = level.w * level.y;
    spine.xyz = bend.xyz * level.w + spine.xyz;
    along.w = level.y * 2.0;
    along.xyz = bend.xyz * along.w + normal.xyz;
    // Bent blades are not longer
    along.w = dot(bend.xyz, bend.xyz);
    along.w = along.w * level.w;
    spine.y = along.w * -0.35 + spine.y;
}

void place() {
    point.w = 1.0;
    seen.x = dot(view[0], point);
    seen.y = dot(view[1], point);
    seen.z = dot(view[2], point);
    seen.w = dot(view[3], point);
    result_HPOS.x = dot(projection[0], seen);
    result_HPOS.y = dot(projection[1], seen);
    result_HPOS.z = dot(projection[2], seen);
    result_HPOS.w = dot(projection[3], seen);
    point.xyz = cross(across.xyz, along.xyz);
    result_TEX2.xyz = across.xyz * level.x + point.xyz;
    result_TEX2.w = 0.0;
    result_TEX0 = level;
    point.xyz = across.xyz * level.x + spine.xyz;
    result_TEX1 = point;
    emit_vertex();
}

void main() {
    // Four numbers by chance, which do not repeat for long
    chance = vec4(float(gl_PrimitiveIDIn));
    chance = chance * vec4(0.618034, 0.7548777, 0.5698403, 0.4142136);
    chance = fract(chance);
    // The place in the triangle
    root = vertex_TEX1[1] - vertex_TEX1[0];
    root = root * chance.y + vertex_TEX1[0];
    level = vertex_TEX1[2] - root;
    level.w = chance.z * 0.999;
    root.xyz = level.xyz * level.w + root.xyz;
    root.w = 1.0;
    normal = vertex_TEX2[0] + vertex_TEX2[1];
    normal = normal + vertex_TEX2[2];
    normal.xyz = normalize(normal.xyz);
    // x: height, y: half the width
    level.xyz = eye.xyz - root.xyz;
    level.w = dot(level.xyz, level.xyz);
    level.x = inversesqrt(level.w);
    level.w = level.w * level.x;
    size.x = chance.w * 0.75 + 0.5;
    size.x = size.x * blade.x;
    size.y = level.w * blade.w + 1.0;
    size.y = size.y * blade.y;
    // Across which direction it stands, and which way it leans
    level.x = chance.x * 6.2831855;
    across.xy = vec2(cos(level.x), sin(level.x));
    across.z = across.y;
    across.yw = vec2(0.0);
    level.x = level.x + 2.2;
    bend.xy = vec2(cos(level.x), sin(level.x));
    bend.z = bend.y;
    bend.yw = vec2(0.0);
    level.y = chance.z * 0.4 + 0.08;
    bend.xz = bend.xz * level.y;
    // A gust, and its own tremble
    level.x = root.x * 0.35;
    level.x = root.z * 0.24 + level.x;
    level.x = level.x - wind.w;
    level.x = sin(level.x);
    level.x = level.x * 0.5 + 0.6;
    level.y = root.x * 2.1;
    level.y = root.z * -1.7 + level.y;
    level.y = wind.w * 3.0 + level.y;
    level.y = chance.y * 4.0 + level.y;
    level.y = sin(level.y);
    level.x = level.y * 0.14 + level.x;
    level.x = level.x * blade.z;
    bend.xyz = wind.xyz * level.x + bend.xyz;
    // level: x: across, y: from 0 at the ground to 1 at the tip, z: chance
    level = vec4(0.0);
    level.z = chance.y;
    for (int count = 3; count > 0; --count) {
        middle();
        level.w = level.y * level.y;
        level.w = 1.0 - level.w;
        level.w = level.w * size.y;
        level.x = 1.0;
        point.xyz = across.xyz * level.w + spine.xyz;
        place();
        level.x = -1.0;
        point.xyz = across.xyz * -level.w + spine.xyz;
        place();
        level.y = level.y + 0.36;
    }
    level.y = 1.0;
    middle();
    level.x = 0.0;
    point.xyz = spine.xyz;
    place();
}
