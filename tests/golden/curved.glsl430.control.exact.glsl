#version 430
// Translated from curved.tcp (!!NVtcp5.0): tessellation control shader, exact numerics
// Curved point-normal triangles: thread i makes the edge from corner i to the next, which is a cubic curve at right
// angles to the normals of its ends. The middle of the triangle needs what the other threads made.
//
// local[0]  eye in world space, w = how many pieces an edge as long as it is far away has
// local[1]  x, y = fewest and most pieces, z = where along x edges begin to be cut, w = how fast they are cut finer

layout(vertices = 3) out;
in vec4 vertex_ATTR0[];
layout(std140, binding = 52) uniform ControlParameters {
    vec4 eye;
    vec4 range;
};
out vec4 control_ATTR0[];
out vec4 control_ATTR1[];
out vec4 control_ATTR2[];
out vec4 control_ATTR3[];
out vec4 control_ATTR4[];
patch out vec4 tessouter_0;
patch out vec4 tessouter_1;
patch out vec4 tessouter_2;
patch out vec4 tessinner_0;
patch out vec4 patch_attrib_0;

float zero = intBitsToFloat(gl_PrimitiveID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
ivec4 i;
precise vec4 here;
precise vec4 there;
precise vec4 way;
precise vec4 m;
precise vec4 n;
precise vec4 edge;
precise vec4 level;
precise vec4 k;

vec4 corner_of(int vertex) {
    vec4 value = gl_in[min(uint(vertex), uint(gl_PatchVerticesIn) - 1u)].gl_Position;
    return uint(vertex) < uint(gl_PatchVerticesIn) ? value : vec4(zero);
}

vec4 normal_of(int vertex) {
    vec4 value = vertex_ATTR0[min(uint(vertex), uint(gl_PatchVerticesIn) - 1u)];
    return uint(vertex) < uint(gl_PatchVerticesIn) ? value : vec4(zero);
}

// NV_gpu_program4 2.X.8, MOD: all ones for a zero divisor, the dividend's sign
int nv_mod(int a, int b) {
    int divisor = b == 0 || b == -1 ? 1 : b;
    return b == 0 ? -1 : a - a / divisor * divisor;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
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

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    return a > b ? b : a;
}

void main() {
    if (gl_InvocationID == 0) {
        tessouter_0 = vec4(0);
        tessouter_1 = vec4(0);
        tessouter_2 = vec4(0);
        tessinner_0 = vec4(0);
        patch_attrib_0 = vec4(0);
    }
    barrier();
    i.x = gl_InvocationID;
    i.y = i.x + 1;
    i.y = nv_mod(i.y, 3);
    here = corner_of(i.x);
    there = corner_of(i.y);
    m.w = nv_dp3(normal_of(i.x).xyz, normal_of(i.x).xyz);
    m.w = nv_rsq(m.w);
    m.xyz = normal_of(i.x).xyz * m.w;
    n.w = nv_dp3(normal_of(i.y).xyz, normal_of(i.y).xyz);
    n.w = nv_rsq(n.w);
    n.xyz = normal_of(i.y).xyz * n.w;
    way = there - here;
    // A third of the way, and down to the plane that touches the surface at this end.
    k.x = nv_dp3(way.xyz, m.xyz);
    edge = here * 2.0 + there;
    edge.xyz = m.xyz * -k.x + edge.xyz;
    edge = edge * 0.33333334;
    control_ATTR1[gl_InvocationID] = edge;
    gl_out[gl_InvocationID].gl_Position = here;
    control_ATTR0[gl_InvocationID] = m;
    // The same from the other end.
    k.y = nv_dp3(way.xyz, n.xyz);
    edge = there * 2.0 + here;
    edge.xyz = n.xyz * k.y + edge.xyz;
    edge = edge * 0.33333334;
    control_ATTR2[gl_InvocationID] = edge;
    // The normal in the middle of the edge: the sum of both, mirrored at the plane halfway.
    k.z = nv_dp3(way.xyz, way.xyz);
    k.z = nv_rcp(k.z);
    edge = m + n;
    k.w = nv_dp3(way.xyz, edge.xyz);
    k.w = k.w * k.z;
    edge.xyz = way.xyz * -k.w + edge.xyz;
    edge.xyz = way.xyz * -k.w + edge.xyz;
    edge.w = nv_dp3(edge.xyz, edge.xyz);
    edge.w = nv_rsq(edge.w);
    edge.xyz = edge.xyz * edge.w;
    edge.w = zero;
    control_ATTR3[gl_InvocationID] = edge;
    // How many pieces: by length and distance, and the more the further along x.
    there = there + here;
    m.xyz = there.xyz * 0.5 - eye.xyz;
    level.x = nv_dp3(m.xyz, m.xyz);
    level.y = nv_dp3(way.xyz, way.xyz);
    level.x = level.y / level.x;
    level.y = nv_rsq(level.x);
    level.x = level.x * level.y;
    level.x = level.x * eye.w;
    level.y = there.x * 0.5 - range.z;
    level.y = nv_saturate(level.y * range.w);
    level.z = level.y * level.y;
    level.w = level.y * -2.0 + 3.0;
    level.y = level.z * level.w;
    level.x = level.x * level.y;
    level.x = nv_max(level.x, range.x);
    level.x = nv_min(level.x, range.y);
    control_ATTR4[gl_InvocationID].x = level.x;
    control_ATTR4[gl_InvocationID].yzw = vec3(zero);
    // What the others have made: the levels, and the control point in the middle.
    barrier();
    level.x = control_ATTR4[1].x;
    level.y = control_ATTR4[2].x;
    level.z = control_ATTR4[0].x;
    tessouter_0.x = level.x;
    tessouter_1.x = level.y;
    tessouter_2.x = level.z;
    level.w = nv_max(level.x, level.y);
    level.w = nv_max(level.w, level.z);
    tessinner_0.x = level.w;
    edge = control_ATTR1[0] + control_ATTR2[0];
    edge = edge + control_ATTR1[1];
    edge = edge + control_ATTR2[1];
    edge = edge + control_ATTR1[2];
    edge = edge + control_ATTR2[2];
    here = gl_in[0].gl_Position + corner_of(1);
    here = here + corner_of(2);
    edge = edge * 0.25;
    edge = here * -0.16666667 + edge;
    patch_attrib_0 = edge;
    barrier();  // whichever thread wrote the levels
    gl_TessLevelOuter[0] = tessouter_0.x;
    gl_TessLevelOuter[1] = tessouter_1.x;
    gl_TessLevelOuter[2] = tessouter_2.x;
    gl_TessLevelOuter[3] = 0.0;
    gl_TessLevelInner[0] = tessinner_0.x;
    gl_TessLevelInner[1] = 0.0;
}
