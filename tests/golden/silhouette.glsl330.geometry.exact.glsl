#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from silhouette.gp (!!NVgp4.0): geometry shader, exact numerics
// Ink: outlines where a triangle faces the viewer and its neighbour does not, and creases where two that face him meet
// at an angle. A line is the way of a round pen, an octagon at either end, so that lines meet without gaps; its
// pressure grows away from the light. Draw with TRIANGLES_ADJACENCY, in the place of the faces.
//
//   texcoord[0]        normal in eye space
//   texcoord[1]        from the vertex to the viewer, in eye space
//   program.local[0]   x: half the width of an outline, y: of a crease, both in halves of the picture's height, z: how much
//                      heavier than this lines get away from the light, w: the cosine of the angle that makes a crease
//   program.local[1]   the colour of the ink
//   program.local[2]   width and height of the picture, and their reciprocals
//   program.local[3]   xyz: unit direction to the light in eye space, w: how far outlines lie behind the faces, in depth,
//                      and creases before them

layout(triangles_adjacency) in;
layout(triangle_strip, max_vertices = 24) out;
in vec4 vertex_TEX0[];
in vec4 vertex_TEX1[];
layout(std140) uniform GeometryParameters {
    vec4 pen;
    vec4 ink;
    vec4 picture;
    vec4 light;
    vec4 octagon[4];
};
out vec4 COL0;

float zero = intBitsToFloat(gl_PrimitiveIDIn >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
ivec4 place = ivec4(0);
ivec4 point = ivec4(0);
precise vec4 a = vec4(zero);
precise vec4 b = vec4(zero);
precise vec4 c = vec4(zero);
precise vec4 own = vec4(zero);
precise vec4 other = vec4(zero);
precise vec4 along = vec4(zero);
precise vec4 side = vec4(zero);
precise vec4 facing = vec4(zero);
precise vec4 line = vec4(zero);
precise vec4 scale = vec4(zero);
precise vec4 result_HPOS = vec4(zero);
precise vec4 result_COL0 = vec4(zero);
vec4 CC0 = vec4(0.0);
vec4 CC1 = vec4(0.0);
int emitted = 0;  // vertices: at most 24

vec4 octagon_at(int index) {
    vec4 value = octagon[min(uint(index), 3u)];
    return uint(index) < 4u ? value : vec4(zero);
}

vec4 normals_of(int vertex) {
    vec4 value = vertex_TEX0[min(uint(vertex), 5u)];
    return uint(vertex) < 6u ? value : vec4(zero);
}

vec4 corner_of(int vertex) {
    vec4 value = gl_in[min(uint(vertex), 5u)].gl_Position;
    return uint(vertex) < 6u ? value : vec4(zero);
}

vec4 viewers_of(int vertex) {
    vec4 value = vertex_TEX1[min(uint(vertex), 5u)];
    return uint(vertex) < 6u ? value : vec4(zero);
}

// NV_geometry_program4 2.X.8.Z, EMIT
void emit_vertex() {
    if (emitted++ >= 24) return;
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

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    return a > b ? b : a;
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_gpu_program4 2.X.8, XPD
vec3 nv_xpd(vec3 a, vec3 b) {
    precise vec3 result = a.yzx * b.zxy - a.zxy * b.yzx;
    return result;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

void area() {
    // facing.x = twice the area of a, b, c
    b.zw = b.xy - a.xy;
    c.zw = c.xy - a.xy;
    facing.x = b.w * c.z;
    facing.x = b.z * c.w - facing.x;
}

void end() {
    // Half of the octagon around a vertex, no longer than the edge; of outlines hardly more than the outer side, so that
    // they end where the faces begin. On a round body the line is drawn along the normals, without ends: where its outline
    // steps from one row of triangles to the next they show the way. The pen presses by the normal: 0 towards the light,
    // 1 away from it
    other = normals_of(point.y);
    line.z = nv_dp2(other.xy, other.xy);
    line.z = nv_max(line.z, 1e-20);
    line.z = nv_rsq(line.z);
    other.xy = other.xy * line.z;
    line.z = nv_dp2(other.xy, light.xy);
    line.z = line.z * -0.5 + 0.5;
    line.z = line.z * pen.z + 1.0;
    line.z = line.z * line.x;
    line.w = nv_min(line.z, along.w);
    if (CC1.y > 0.0) side.xy = -other.xy;
    if (CC1.y > 0.0) line.w = zero;
    for (int count = 2; count > 0; --count) {
        c = octagon_at(point.x);
        c = c * line.wzzz;
        a.zw = side.xy * c.y;
        b.xy = a.zw * facing.w;
        b.xy = along.xy * c.x + b.xy;
        b.zw = along.xy * c.x - a.zw;
        b.xz = b.xz * scale.z;
        other = corner_of(point.y);
        result_COL0 = ink;
        result_HPOS.xy = b.xy * other.w + other.xy;
        result_HPOS.z = other.w * line.y + other.z;
        result_HPOS.w = other.w;
        emit_vertex();
        result_COL0 = ink;
        result_HPOS.xy = b.zw * other.w + other.xy;
        result_HPOS.z = other.w * line.y + other.z;
        result_HPOS.w = other.w;
        emit_vertex();
        point.x = point.x + 1;
    }
}

void stroke() {
    // A line of half the width line.x from a, the edge's end, to b, its beginning
    along.xy = a.xy - b.xy;
    along.xy = along.xy * scale.xy;
    along.w = nv_dp2(along.xy, along.xy);
    along.w = nv_max(along.w, 1e-20);
    along.z = nv_rsq(along.w);
    along.xy = along.xy * along.z;
    along.w = along.w * along.z;
    side.xy = along.yx * vec2(-1.0, 1.0);
    CC1.y = facing.y = facing.y;
    point = ivec4(0);
    point.y = place.y;
    end();
    point.y = place.x;
    end();
    EndPrimitive();
}

void main() {
    // The octagon, along the line and across
    // x: the vertex an edge begins at, y: its end, z: the vertex across
    // x: a point of the octagon, y: the vertex of the triangle it is around
    // three places on the screen
    // normals of the two triangles
    // Square units: halves of the picture's height
    scale.xy = vec2(1.0);
    scale.x = picture.x * picture.w;
    scale.z = picture.y * picture.z;
    a.w = nv_rcp(gl_in[0].gl_Position.w);
    a.xy = gl_in[0].gl_Position.xy * a.w;
    b.w = nv_rcp(gl_in[2].gl_Position.w);
    b.xy = gl_in[2].gl_Position.xy * b.w;
    c.w = nv_rcp(gl_in[4].gl_Position.w);
    c.xy = gl_in[4].gl_Position.xy * c.w;
    area();
    CC0.x = facing.x = facing.x;
    if (CC0.x <= 0.0) {
        return;
    }
    a.xyz = vertex_TEX1[0].xyz - vertex_TEX1[2].xyz;
    b.xyz = vertex_TEX1[0].xyz - vertex_TEX1[4].xyz;
    own.xyz = nv_xpd(a.xyz, b.xyz);
    place = ivec4(0, 2, 1, 0);
    for (int count_2 = 3; count_2 > 0; --count_2) {
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
        // facing.y = the cosine between the two triangles, less the one that makes a crease; 0 is that of no neighbour
        other = viewers_of(place.y);
        side.xyz = other.xyz - viewers_of(place.x).xyz;
        along.xyz = other.xyz - viewers_of(place.z).xyz;
        other.xyz = nv_xpd(side.xyz, along.xyz);
        facing.y = nv_dp3(own.xyz, own.xyz);
        facing.z = nv_dp3(other.xyz, other.xyz);
        facing.y = facing.y * facing.z;
        facing.y = nv_max(facing.y, 1e-30);
        facing.y = nv_rsq(facing.y);
        facing.z = nv_dp3(own.xyz, other.xyz);
        CC1.y = facing.y = facing.z * facing.y - pen.w;
        line.xy = vec2(zero);
        CC0.x = facing.x = facing.x;
        if (CC0.x <= 0.0) {
            line.x = pen.x;
            line.y = light.w;
            facing.w = 0.15;
        } else {
            if (CC1.y < 0.0) line.x = pen.y;
            line.y = -light.w;
            facing.w = 1.0;
            facing.y = -1.0;
        }
        CC0.x = line.x = line.x;
        if (CC0.x > 0.0) {
            stroke();
        }
        place = place + ivec4(2, 2, 2, 0);
        place.w = place.y - 6;
        CC1.w = float(place.w);
        if (CC1.w == 0.0) place.y = 0;
    }
}
