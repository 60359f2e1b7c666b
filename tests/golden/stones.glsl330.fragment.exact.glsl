#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from stones.fp (!!NVfp4.0): fragment shader, exact numerics
// Cobblestones seen from above, as a picture that repeats: each cell of a lattice has a point by chance, and a stone is
// what is nearer to its point than to any other.
//
//   texcoord[0]        the place, 0 to 1
//   program.local[0]   x: cells along a side, a power of two, y: how far points stray, z: width of the joints
//   program.local[1]   x: cells along a side - 1, an integer
//   color              r: the height of the stone, 0 in the joints, g: another number of each stone

in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 lattice;
    ivec4 wrap;
    vec4 around[9];
};
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

vec4 around_at(int index) {
    vec4 value = around[min(uint(index), 8u)];
    return uint(index) < 9u ? value : vec4(zero);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
ivec2 nv_int(vec2 a) {
    return ivec2(nv_int(a.x), nv_int(a.y));
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
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

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    return a > b ? b : a;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

void main() {
    precise vec4 place = vec4(zero);
    precise vec4 home;
    precise vec4 point = vec4(zero);
    precise vec4 chance = vec4(zero);
    precise vec4 nearest;
    precise vec4 stone;
    ivec4 cell = ivec4(0);
    ivec4 number = ivec4(0);
    uvec4 key = uvec4(0);
    uvec4 shifted = uvec4(0);
    vec4 CC0 = vec4(0.0);
    color = vec4(zero);
    place.xy = TEX0.xy * lattice.x;
    home = floor(place);
    nearest = vec4(9.0);  // x: distance to the nearest point, y: to the next
    stone = vec4(zero);
    number.x = 0;
    for (int count = 9; count > 0; --count) {
        point.xy = home.xy + around_at(number.x).xy;
        cell.xy = nv_int(floor(point.xy));
        cell.xy = cell.xy & wrap.x;
        key.xy = uvec2(cell.xy) * uvec2(0x9e3779b9u, 0x85ebca77u);
        key.x = key.x + key.y;
        key = key.x + uvec4(10007u, 20011u, 30011u, 40009u);
        key = key * 0x9e3779b9u;
        shifted = key >> 15u;
        key = key ^ shifted;
        key = key * 0x2c1b3c6du;
        shifted = key >> 12u;
        key = key ^ shifted;
        chance = nv_opaque(vec4(key));
        chance = nv_opaque(chance) * nv_opaque(2.3283064e-10);
        point.zw = chance.xy - 0.5;
        point.xy = point.zw * lattice.y + point.xy;
        point.xy = point.xy + 0.5;
        point.xy = point.xy - place.xy;
        point.z = nv_dp2(point.xy, point.xy);
        point.w = nv_rsq(point.z);
        point.z = point.z * point.w;
        CC0.w = point.w = point.z - nearest.x;
        nearest.y = nv_min(nearest.y, point.z);
        if (CC0.w < 0.0) nearest.y = nearest.x;
        if (CC0.w < 0.0) stone = chance;
        nearest.x = nv_min(nearest.x, point.z);
        number.x = number.x + 1;
    }
    // Flat tops that round off towards the joints; no two stones equally high
    point.x = nearest.y - nearest.x;
    point.x = point.x - lattice.z;
    point.x = nv_saturate(point.x * 2.6);
    point.x = 1.0 - point.x;
    point.y = point.x * point.x;
    point.y = point.y * point.x;
    point.y = 1.0 - point.y;
    point.z = stone.z * 0.35 + 0.65;
    color.x = point.y * point.z;
    color.y = stone.w;
    color.zw = vec2(zero, 1.0);
}
