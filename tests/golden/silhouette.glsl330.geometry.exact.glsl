#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from silhouette.gp (!!NVgp4.0): geometry shader, exact numerics

layout(triangles_adjacency) in;
layout(triangle_strip, max_vertices = 12) out;
layout(std140) uniform GeometryParameters {
    vec4 width;
    vec4 color;
};
out vec4 COL0;

float zero = float(gl_PrimitiveIDIn >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
ivec4 place = ivec4(0);
precise vec4 a = vec4(zero);
precise vec4 b = vec4(zero);
precise vec4 c = vec4(zero);
precise vec4 along = vec4(zero);
precise vec4 side = vec4(zero);
precise vec4 facing = vec4(zero);
precise vec4 result_HPOS = vec4(zero);
precise vec4 result_COL0 = vec4(zero);
vec4 CC0 = vec4(0.0);
ivec4 CC1 = ivec4(0);
int emitted = 0;  // vertices: at most 12

vec4 corner_of(int vertex) {
    vec4 value = gl_in[min(uint(vertex), 5u)].gl_Position;
    return uint(vertex) < 6u ? value : vec4(zero);
}

// NV_geometry_program4 2.X.8.Z, EMIT
void emit_vertex() {
    if (emitted++ >= 12) return;
    gl_Position = result_HPOS;
    COL0 = clamp(result_COL0, 0.0, 1.0);
    EmitVertex();
}

// NV_gpu_program4 2.X.8, DP2
float nv_dp2(vec2 a, vec2 b) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y;
    return result;
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

void area() {
    b.zw = b.xy - a.xy;
    c.zw = c.xy - a.xy;
    facing.x = b.w * c.z;
    facing.x = b.z * c.w - facing.x;
}

void ends() {
    result_COL0 = color;
    result_HPOS.xy = side.xy * along.w + along.xy;
    result_HPOS.z = along.w * -0.0005 + along.z;
    result_HPOS.w = along.w;
    emit_vertex();
    result_COL0 = color;
    result_HPOS.xy = -side.xy * along.w + along.xy;
    result_HPOS.z = along.w * -0.0005 + along.z;
    result_HPOS.w = along.w;
    emit_vertex();
}

void edge() {
    // A quad from b to a, a little nearer than the faces.
    along.xy = a.xy - b.xy;
    along.w = nv_dp2(along.xy, along.xy);
    along.w = nv_rsq(along.w);
    along.xy = along.xy * along.w;
    side.xy = along.yx * vec2(-1.0, 1.0);
    side.xy = side.xy * width.xy;
    along = corner_of(place.x);
    ends();
    along = corner_of(place.y);
    ends();
    EndPrimitive();
}

void main() {
    // Outlines: a triangle with its neighbours gives a quad along each edge where it faces the viewer and the
    // neighbour does not. Draw with TRIANGLES_ADJACENCY.
    //
    // program.local[0]   x, y: half the width of a line in the two directions of clip space
    // program.local[1]   the colour of the lines
    // x: the vertex an edge begins at, y: its end, z: the vertex across
    // the three on the screen
    // Twice the area of the triangle itself.
    a.w = nv_rcp(gl_in[0].gl_Position.w);
    a.xy = gl_in[0].gl_Position.xy * a.w;
    b.w = nv_rcp(gl_in[2].gl_Position.w);
    b.xy = gl_in[2].gl_Position.xy * b.w;
    c.w = nv_rcp(gl_in[4].gl_Position.w);
    c.xy = gl_in[4].gl_Position.xy * c.w;
    area();
    CC0.x = facing.x = facing.x;
    if (CC0.x > 0.0) {
        place = ivec4(0, 2, 1, 0);
        for (int count = 3; count > 0; --count) {
            // The neighbour shares the edge the other way round.
            a = corner_of(place.y);
            b = corner_of(place.x);
            c = corner_of(place.z);
            a.w = nv_rcp(a.w);
            a.xy = a.xy * a.w;
            b.w = nv_rcp(b.w);
            b.xy = b.xy * b.w;
            c.w = nv_rcp(c.w);
            c.xy = c.xy * c.w;
            area();
            CC0.x = facing.x = facing.x;
            if (CC0.x <= 0.0) {
                edge();
            }
            place = place + ivec4(2, 2, 2, 0);
            {
                int value = place.y - 6;
                CC1.w = value;
                place.w = value;
            }
            if (CC1.w == 0) place.y = 0;
        }
    }
}
