#version 430
// Translated from tree.vp (!!NVvp4.0): compute shader, exact numerics
// A tree that knows itself by counting. Branch n carries the branches 5n + 1 to 5n + 5: to find its
// place a branch asks for that of the branch below it, which asks in turn, down to the trunk. That
// is a subroutine that calls itself four deep, as many calls as the language grants; each level
// keeps its own number on a stack made of an array. Blossoms take the place of their twig.
//
// sun        direction to the sun
// wind       how far it bends a branch; w = time, in falls of a petal
// pieces     integers: vertices a piece, pieces a branch, the first branch
// trunk      length, radius, bend, 0 or 1: wood or blossom
// branching  tilt, length and radius in those of the branch below, pull upwards
// petal      size, distance from the twig, share that falls, height of the fall
// crown      its middle, 1 / radius
// foot, up   w = length and radius of the branch

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    uvec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    uvec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 sun;
    vec4 sunlight;
    vec4 skylight;
    vec4 eye;
    vec4 wind;
    uvec4 pieces;
    vec4 trunk;
    vec4 branching;
    vec4 petal;
    vec4 crown;
    vec4 dark;
    vec4 pale;
};

float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
vec4 vertex_position;
vec4 vertex_normal;
vec4 vertex_texcoord_0;
ivec4 vertex_id;
uvec4 path[4] = uvec4[4](uvec4(0), uvec4(0), uvec4(0), uvec4(0));
precise vec4 right;
precise vec4 up;
precise vec4 forward;
precise vec4 foot;
precise vec4 angle = vec4(zero);
precise vec4 axis = vec4(zero);
precise vec4 turned = vec4(zero);
precise vec4 along = vec4(zero);
precise vec4 place = vec4(zero);
precise vec4 normal = vec4(zero);
precise vec4 view = vec4(zero);
precise vec4 light = vec4(zero);
precise vec4 share = vec4(zero);
precise vec4 tint = vec4(zero);
precise vec4 random = vec4(zero);
uvec4 piece = uvec4(0);
uvec4 branch = uvec4(0);
uvec4 digit = uvec4(0);
uvec4 key = uvec4(0);
uvec4 shifted = uvec4(0);
ivec4 depth = ivec4(0);
precise vec4 HPOS = vec4(zero);
precise vec4 COL0 = vec4(zero);
vec4 CC0 = vec4(0.0);

uvec4 path_at(int index) {
    uvec4 value = path[min(uint(index), 3u)];
    return uint(index) < 4u ? value : floatBitsToUint(vec4(zero));
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

// products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// magnitudes below 2^-126 are zero
vec2 nv_flush(vec2 a) {
    vec2 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec2(uintBitsToFloat(0x00800000u))));
}

// products below 2^-126, before rounding, are zero
vec2 nv_product(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    precise vec2 scaled = a * 16777216.0 * b;
    vec2 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec2(uintBitsToFloat(0x0c800000u))));
}

// magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// angles beyond 4096 within an eighth of a turn, and in which quarter (M. Payne, R. Hanek)
vec2 nv_reduced(float a) {
    const uint digits[7] = uint[7](  // of 1 / (2 pi), 32 bits each, the point behind the first
        0u, 0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u, 0x36d8a566u, 0x4f10e410u);
    uint word = floatBitsToUint(a);
    uint mantissa = (word & 0x7fffffu) | 0x800000u;
    int place = min(int(word >> 23 & 255u) - 118, 136);
    int first = place >> 5, shift = place & 31;
    uint high = digits[first] << shift | digits[first + 1] >> 1 >> (31 - shift);
    uint low = digits[first + 1] << shift | digits[first + 2] >> 1 >> (31 - shift);
    uint turn = mantissa * high + ((mantissa >> 12) * (low >> 12) >> 8)
        + ((mantissa & 0xfffu) * (low >> 12) >> 20);  // 2^32 is a whole one
    turn = a < 0.0 ? 0u - turn : turn;
    uint quadrant = (turn + 0x20000000u) >> 30;
    return vec2(float(int(turn - (quadrant << 30))) * 1.46291808e-9, float(quadrant));
}

// NV_gpu_program4 2.X.8, COS
float nv_cos(float a) {
    float n = roundEven(a * 0.63661977);
    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;
    float quadrant = n - 4.0 * floor(0.25 * n);
    if (abs(a) > 4096.0) {
        vec2 reduced = nv_reduced(a);
        x = reduced.x;
        quadrant = reduced.y;
    }
    precise float y = x * x;
    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));
    precise float c = 1.0 - 0.5 * y
        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));
    float r = quadrant == 1.0 || quadrant == 3.0 ? s : c;
    r = quadrant == 1.0 || quadrant == 2.0 ? -r : r;
    return abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;
}

// NV_gpu_program4 2.X.8, SIN
float nv_sin(float a) {
    float n = roundEven(a * 0.63661977);
    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;
    float quadrant = n - 4.0 * floor(0.25 * n);
    if (abs(a) > 4096.0) {
        vec2 reduced = nv_reduced(a);
        x = reduced.x;
        quadrant = reduced.y;
    }
    precise float y = x * x;
    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));
    precise float c = 1.0 - 0.5 * y
        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));
    float r = quadrant == 1.0 || quadrant == 3.0 ? c : s;
    r = quadrant >= 2.0 ? -r : r;
    return a == 0.0 ? a
        : abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm_flush(vec3 a) {
    precise vec3 squares = nv_product(a, a);
    precise vec3 result = nv_product(a, vec3(nv_rsq(nv_flush(nv_flush(squares.x + squares.y) + squares.z))));
    return result;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

// NV_gpu_program4 2.X.8, XPD
vec3 nv_xpd_flush(vec3 a, vec3 b) {
    precise vec3 result = nv_flush(nv_product(a.yzx, b.zxy) - nv_product(a.zxy, b.yzx));
    return result;
}

// NV_gpu_program4 2.X.8, LRP
float nv_lrp_flush(float a, float b, float c) {
    precise float sum = nv_flush(nv_product(a, b) + nv_product(nv_flush(1.0 - a), c));
    return sum;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

// NV_gpu_program4 2.X.8, LRP
vec4 nv_lrp_flush(vec4 a, vec4 b, vec4 c) {
    precise vec4 sum = nv_flush(nv_product(a, b) + nv_product(nv_flush(1.0 - a), c));
    return sum;
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp_flush(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = nv_flush(nv_product(a, b) + nv_product(nv_flush(1.0 - a), c));
    return sum;
}

// NV_gpu_program4 2.X.8, DIV: all ones for a zero divisor
uint nv_udiv(uint a, uint b) {
    return b == 0u ? 0xffffffffu : a / (b == 0u ? 1u : b);
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

void grow_4() {
    // Axes, foot, length and radius of branch.x, from those of the one below
    if (uint(depth.x) < 4u) path[depth.x].x = branch.x;
    depth.x = depth.x + 1;
    branch.x = branch.x - 1u;
    branch.x = branch.x / 5u;
    CC0.x = float(int(branch.x));
    depth.x = depth.x - 1;
    branch.x = path_at(depth.x).x;
    digit.x = branch.x - 1u;
    digit.x = digit.x % 5u;
    angle.w = nv_opaque(float(digit.x));
    // What chance gives this branch. hash would be the fifth call
    key = branch.x + uvec4(10007u, 20011u, 30011u, 40009u);
    key = key * 0x9e3779b9u;
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    random = nv_opaque(vec4(key));
    random = nv_product(random, vec4(2.3283064e-10));
    // The first continues the branch, the others leave it further down
    along.x = nv_flush(nv_product(angle.w, -0.11) + 1.0);
    along.y = nv_flush(1.0 - nv_flush(along.x));
    along.y = nv_product(nv_flush(along.y), nv_flush(along.x));
    along.y = nv_product(nv_flush(along.y), trunk.z);
    along.xy = nv_product(nv_flush(along.xy), foot.ww);
    foot.xyz = nv_flush(nv_product(up.xyz, nv_flush(along.xxx)) + foot.xyz);
    foot.xyz = nv_flush(nv_product(right.xyz, nv_flush(along.yyy)) + foot.xyz);
    angle.x = nv_flush(nv_product(angle.w, 2.4) + random.x);
    angle.x = nv_flush(angle.x + random.x);
    axis.xy = vec2(nv_cos(angle.x), nv_sin(angle.x));
    share.x = nv_opaque(float(angle.w >= 0.5));
    share.x = nv_flush(nv_product(share.x, 0.65) + 0.35);
    share.y = nv_flush(nv_product(random.y, 0.6) + 0.7);
    angle.y = nv_product(share.x, share.y);
    angle.y = nv_product(angle.y, branching.x);
    angle.xy = vec2(nv_cos(angle.y), nv_sin(angle.y));
    turned.xyz = nv_product(right.xyz, axis.xxx);
    turned.xyz = nv_flush(nv_product(forward.xyz, axis.yyy) + turned.xyz);
    along.xyz = nv_product(forward.xyz, axis.xxx);
    along.xyz = nv_flush(nv_product(right.xyz, -axis.yyy) + nv_flush(along.xyz));
    up.xyz = nv_product(up.xyz, angle.xxx);
    up.xyz = nv_flush(nv_product(turned.xyz, angle.yyy) + up.xyz);
    up.y = nv_flush(up.y + branching.w);
    up.xyz = nv_flush(up.xyz + wind.xyz);
    up.xyz = nv_nrm_flush(up.xyz);
    share.z = nv_dp3(up.xyz, nv_flush(along.xyz));
    right.xyz = nv_flush(nv_product(up.xyz, -share.zzz) + nv_flush(along.xyz));
    right.xyz = nv_nrm_flush(right.xyz);
    forward.xyz = nv_xpd_flush(right.xyz, up.xyz);
    share.w = nv_flush(nv_product(random.z, 0.5) + 0.75);
    foot.w = nv_product(foot.w, branching.y);
    foot.w = nv_product(foot.w, share.w);
    share.y = nv_opaque(float(angle.w < 0.5));
    share.y = nv_lrp_flush(share.y, branching.z, 0.42);
    up.w = nv_product(up.w, share.y);
}

void grow_3() {
    // Axes, foot, length and radius of branch.x, from those of the one below
    if (uint(depth.x) < 4u) path[depth.x].x = branch.x;
    depth.x = depth.x + 1;
    branch.x = branch.x - 1u;
    branch.x = branch.x / 5u;
    CC0.x = float(int(branch.x));
    if (CC0.x != 0.0) {
        grow_4();
    }
    depth.x = depth.x - 1;
    branch.x = path_at(depth.x).x;
    digit.x = branch.x - 1u;
    digit.x = digit.x % 5u;
    angle.w = nv_opaque(float(digit.x));
    // What chance gives this branch. hash would be the fifth call
    key = branch.x + uvec4(10007u, 20011u, 30011u, 40009u);
    key = key * 0x9e3779b9u;
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    random = nv_opaque(vec4(key));
    random = nv_product(random, vec4(2.3283064e-10));
    // The first continues the branch, the others leave it further down
    along.x = nv_flush(nv_product(angle.w, -0.11) + 1.0);
    along.y = nv_flush(1.0 - nv_flush(along.x));
    along.y = nv_product(nv_flush(along.y), nv_flush(along.x));
    along.y = nv_product(nv_flush(along.y), trunk.z);
    along.xy = nv_product(nv_flush(along.xy), foot.ww);
    foot.xyz = nv_flush(nv_product(up.xyz, nv_flush(along.xxx)) + foot.xyz);
    foot.xyz = nv_flush(nv_product(right.xyz, nv_flush(along.yyy)) + foot.xyz);
    angle.x = nv_flush(nv_product(angle.w, 2.4) + random.x);
    angle.x = nv_flush(angle.x + random.x);
    axis.xy = vec2(nv_cos(angle.x), nv_sin(angle.x));
    share.x = nv_opaque(float(angle.w >= 0.5));
    share.x = nv_flush(nv_product(share.x, 0.65) + 0.35);
    share.y = nv_flush(nv_product(random.y, 0.6) + 0.7);
    angle.y = nv_product(share.x, share.y);
    angle.y = nv_product(angle.y, branching.x);
    angle.xy = vec2(nv_cos(angle.y), nv_sin(angle.y));
    turned.xyz = nv_product(right.xyz, axis.xxx);
    turned.xyz = nv_flush(nv_product(forward.xyz, axis.yyy) + turned.xyz);
    along.xyz = nv_product(forward.xyz, axis.xxx);
    along.xyz = nv_flush(nv_product(right.xyz, -axis.yyy) + nv_flush(along.xyz));
    up.xyz = nv_product(up.xyz, angle.xxx);
    up.xyz = nv_flush(nv_product(turned.xyz, angle.yyy) + up.xyz);
    up.y = nv_flush(up.y + branching.w);
    up.xyz = nv_flush(up.xyz + wind.xyz);
    up.xyz = nv_nrm_flush(up.xyz);
    share.z = nv_dp3(up.xyz, nv_flush(along.xyz));
    right.xyz = nv_flush(nv_product(up.xyz, -share.zzz) + nv_flush(along.xyz));
    right.xyz = nv_nrm_flush(right.xyz);
    forward.xyz = nv_xpd_flush(right.xyz, up.xyz);
    share.w = nv_flush(nv_product(random.z, 0.5) + 0.75);
    foot.w = nv_product(foot.w, branching.y);
    foot.w = nv_product(foot.w, share.w);
    share.y = nv_opaque(float(angle.w < 0.5));
    share.y = nv_lrp_flush(share.y, branching.z, 0.42);
    up.w = nv_product(up.w, share.y);
}

void grow_2() {
    // Axes, foot, length and radius of branch.x, from those of the one below
    if (uint(depth.x) < 4u) path[depth.x].x = branch.x;
    depth.x = depth.x + 1;
    branch.x = branch.x - 1u;
    branch.x = branch.x / 5u;
    CC0.x = float(int(branch.x));
    if (CC0.x != 0.0) {
        grow_3();
    }
    depth.x = depth.x - 1;
    branch.x = path_at(depth.x).x;
    digit.x = branch.x - 1u;
    digit.x = digit.x % 5u;
    angle.w = nv_opaque(float(digit.x));
    // What chance gives this branch. hash would be the fifth call
    key = branch.x + uvec4(10007u, 20011u, 30011u, 40009u);
    key = key * 0x9e3779b9u;
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    random = nv_opaque(vec4(key));
    random = nv_product(random, vec4(2.3283064e-10));
    // The first continues the branch, the others leave it further down
    along.x = nv_flush(nv_product(angle.w, -0.11) + 1.0);
    along.y = nv_flush(1.0 - nv_flush(along.x));
    along.y = nv_product(nv_flush(along.y), nv_flush(along.x));
    along.y = nv_product(nv_flush(along.y), trunk.z);
    along.xy = nv_product(nv_flush(along.xy), foot.ww);
    foot.xyz = nv_flush(nv_product(up.xyz, nv_flush(along.xxx)) + foot.xyz);
    foot.xyz = nv_flush(nv_product(right.xyz, nv_flush(along.yyy)) + foot.xyz);
    angle.x = nv_flush(nv_product(angle.w, 2.4) + random.x);
    angle.x = nv_flush(angle.x + random.x);
    axis.xy = vec2(nv_cos(angle.x), nv_sin(angle.x));
    share.x = nv_opaque(float(angle.w >= 0.5));
    share.x = nv_flush(nv_product(share.x, 0.65) + 0.35);
    share.y = nv_flush(nv_product(random.y, 0.6) + 0.7);
    angle.y = nv_product(share.x, share.y);
    angle.y = nv_product(angle.y, branching.x);
    angle.xy = vec2(nv_cos(angle.y), nv_sin(angle.y));
    turned.xyz = nv_product(right.xyz, axis.xxx);
    turned.xyz = nv_flush(nv_product(forward.xyz, axis.yyy) + turned.xyz);
    along.xyz = nv_product(forward.xyz, axis.xxx);
    along.xyz = nv_flush(nv_product(right.xyz, -axis.yyy) + nv_flush(along.xyz));
    up.xyz = nv_product(up.xyz, angle.xxx);
    up.xyz = nv_flush(nv_product(turned.xyz, angle.yyy) + up.xyz);
    up.y = nv_flush(up.y + branching.w);
    up.xyz = nv_flush(up.xyz + wind.xyz);
    up.xyz = nv_nrm_flush(up.xyz);
    share.z = nv_dp3(up.xyz, nv_flush(along.xyz));
    right.xyz = nv_flush(nv_product(up.xyz, -share.zzz) + nv_flush(along.xyz));
    right.xyz = nv_nrm_flush(right.xyz);
    forward.xyz = nv_xpd_flush(right.xyz, up.xyz);
    share.w = nv_flush(nv_product(random.z, 0.5) + 0.75);
    foot.w = nv_product(foot.w, branching.y);
    foot.w = nv_product(foot.w, share.w);
    share.y = nv_opaque(float(angle.w < 0.5));
    share.y = nv_lrp_flush(share.y, branching.z, 0.42);
    up.w = nv_product(up.w, share.y);
}

void grow_1() {
    // Axes, foot, length and radius of branch.x, from those of the one below
    if (uint(depth.x) < 4u) path[depth.x].x = branch.x;
    depth.x = depth.x + 1;
    branch.x = branch.x - 1u;
    branch.x = branch.x / 5u;
    CC0.x = float(int(branch.x));
    if (CC0.x != 0.0) {
        grow_2();
    }
    depth.x = depth.x - 1;
    branch.x = path_at(depth.x).x;
    digit.x = branch.x - 1u;
    digit.x = digit.x % 5u;
    angle.w = nv_opaque(float(digit.x));
    // What chance gives this branch. hash would be the fifth call
    key = branch.x + uvec4(10007u, 20011u, 30011u, 40009u);
    key = key * 0x9e3779b9u;
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    random = nv_opaque(vec4(key));
    random = nv_product(random, vec4(2.3283064e-10));
    // The first continues the branch, the others leave it further down
    along.x = nv_flush(nv_product(angle.w, -0.11) + 1.0);
    along.y = nv_flush(1.0 - nv_flush(along.x));
    along.y = nv_product(nv_flush(along.y), nv_flush(along.x));
    along.y = nv_product(nv_flush(along.y), trunk.z);
    along.xy = nv_product(nv_flush(along.xy), foot.ww);
    foot.xyz = nv_flush(nv_product(up.xyz, nv_flush(along.xxx)) + foot.xyz);
    foot.xyz = nv_flush(nv_product(right.xyz, nv_flush(along.yyy)) + foot.xyz);
    angle.x = nv_flush(nv_product(angle.w, 2.4) + random.x);
    angle.x = nv_flush(angle.x + random.x);
    axis.xy = vec2(nv_cos(angle.x), nv_sin(angle.x));
    share.x = nv_opaque(float(angle.w >= 0.5));
    share.x = nv_flush(nv_product(share.x, 0.65) + 0.35);
    share.y = nv_flush(nv_product(random.y, 0.6) + 0.7);
    angle.y = nv_product(share.x, share.y);
    angle.y = nv_product(angle.y, branching.x);
    angle.xy = vec2(nv_cos(angle.y), nv_sin(angle.y));
    turned.xyz = nv_product(right.xyz, axis.xxx);
    turned.xyz = nv_flush(nv_product(forward.xyz, axis.yyy) + turned.xyz);
    along.xyz = nv_product(forward.xyz, axis.xxx);
    along.xyz = nv_flush(nv_product(right.xyz, -axis.yyy) + nv_flush(along.xyz));
    up.xyz = nv_product(up.xyz, angle.xxx);
    up.xyz = nv_flush(nv_product(turned.xyz, angle.yyy) + up.xyz);
    up.y = nv_flush(up.y + branching.w);
    up.xyz = nv_flush(up.xyz + wind.xyz);
    up.xyz = nv_nrm_flush(up.xyz);
    share.z = nv_dp3(up.xyz, nv_flush(along.xyz));
    right.xyz = nv_flush(nv_product(up.xyz, -share.zzz) + nv_flush(along.xyz));
    right.xyz = nv_nrm_flush(right.xyz);
    forward.xyz = nv_xpd_flush(right.xyz, up.xyz);
    share.w = nv_flush(nv_product(random.z, 0.5) + 0.75);
    foot.w = nv_product(foot.w, branching.y);
    foot.w = nv_product(foot.w, share.w);
    share.y = nv_opaque(float(angle.w < 0.5));
    share.y = nv_lrp_flush(share.y, branching.z, 0.42);
    up.w = nv_product(up.w, share.y);
}

void wood() {
    // A round limb around the branch; texture coordinates run from its foot to its end
    along.x = vertex_texcoord_0.y;
    along.y = nv_flush(1.0 - nv_flush(along.x));
    along.y = nv_product(nv_flush(along.y), nv_flush(along.x));
    along.y = nv_product(nv_flush(along.y), trunk.z);
    along.xy = nv_product(nv_flush(along.xy), foot.ww);
    place.xyz = nv_flush(nv_product(up.xyz, nv_flush(along.xxx)) + foot.xyz);
    place.xyz = nv_flush(nv_product(right.xyz, nv_flush(along.yyy)) + place.xyz);
    along = nv_product(vertex_position, up.wwww);
    place.xyz = nv_flush(nv_product(right.xyz, nv_flush(along.xxx)) + place.xyz);
    place.xyz = nv_flush(nv_product(forward.xyz, nv_flush(along.zzz)) + place.xyz);
    place.w = 1.0;
    normal.xyz = nv_product(right.xyz, vertex_normal.xxx);
    normal.xyz = nv_flush(nv_product(up.xyz, vertex_normal.yyy) + normal.xyz);
    normal.xyz = nv_flush(nv_product(forward.xyz, vertex_normal.zzz) + normal.xyz);
    normal.xyz = nv_nrm_flush(normal.xyz);
    view.xyz = nv_flush(eye.xyz - place.xyz);
    view.xyz = nv_nrm_flush(view.xyz);
    share.x = nv_dp3(normal.xyz, view.xyz);
    share.x = nv_saturate(nv_flush(1.0 - abs(share.x)));
    share.x = nv_product(share.x, share.x);
    tint = nv_lrp_flush(share.xxxx, pale, dark);
}

void hash() {
    // random = numbers from 0 to 1 of the four keys
    key = key * 0x9e3779b9u;
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    random = nv_opaque(vec4(key));
    random = nv_product(random, vec4(2.3283064e-10));
}

void blossom() {
    // A petal near the twig, turned anyhow; some fall, and lie for a while where they fell
    key = piece.x + uvec4(1u, 0xf4243u, 0x1e849du, 0x2dc6d1u);
    hash();
    along.x = nv_product(random.x, foot.w);
    place.xyz = nv_flush(nv_product(up.xyz, nv_flush(along.xxx)) + foot.xyz);
    axis.xyz = nv_flush(random.yzw - 0.5);
    place.xyz = nv_flush(nv_product(axis.xyz, petal.yyy) + place.xyz);
    along = random;
    hash();
    turned.xyz = nv_flush(random.xyz - 0.5);
    axis.xyz = nv_nrm_flush(axis.xyz);
    turned.xyz = nv_xpd_flush(axis.xyz, turned.xyz);
    turned.xyz = nv_nrm_flush(turned.xyz);
    share.x = nv_product(random.w, 0.6);
    share.x = nv_flush(share.x + 0.7);
    share.x = nv_product(share.x, petal.x);
    share.yz = nv_flush(vertex_position.xy + vertex_position.yx);
    share.z = nv_flush(vertex_position.x - vertex_position.y);
    share.y = nv_product(share.y, share.x);
    share.z = nv_product(share.z, share.x);
    share.z = nv_product(share.z, 0.62);
    axis.xyz = nv_product(axis.xyz, share.yyy);
    axis.xyz = nv_flush(nv_product(turned.xyz, share.zzz) + axis.xyz);
    normal.xyz = nv_flush(place.xyz - crown.xyz);
    normal.xyz = nv_nrm_flush(normal.xyz);
    CC0.x = share.x = nv_opaque(float(nv_flush(along.y) < petal.z));
    if (CC0.x != 0.0) {
        share.y = nv_flush(wind.w + nv_flush(along.z));
        share.y = nv_frc(share.y);
        place.y = nv_flush(nv_product(-petal.w, share.y) + place.y);
        share.z = nv_product(share.y, 19.0);
        share.w = nv_sin(share.z);
        share.z = nv_cos(share.z);
        share.zw = nv_product(share.zw, vec2(0.12));
        share.y = nv_product(share.y, 1.2);
        place.xz = nv_flush(nv_product(wind.xz, share.yy) + place.xz);
        // It sways less and turns level as it comes down
        share.x = nv_saturate(nv_flush(place.y + place.y));
        share.zw = nv_product(share.zw, share.xx);
        place.xz = nv_flush(place.xz + share.zw);
        place.y = nv_max(place.y, 0.01);
        share.y = nv_max(share.x, 0.15);
        axis.y = nv_product(axis.y, share.y);
        normal.xyz = nv_lrp_flush(share.xxx, normal.xyz, vec3(zero, 1.0, zero));
    }
    place.xyz = nv_flush(place.xyz + axis.xyz);
    place.w = 1.0;
    tint = nv_lrp_flush(random.yyyy, pale, dark);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vertex_position = nv_flush(uintBitsToFloat(attributes[vertex * 4u]));
    vertex_normal = nv_flush(uintBitsToFloat(attributes[vertex * 4u + 1u]));
    vertex_texcoord_0 = uintBitsToFloat(attributes[vertex * 4u + 2u]);
    vertex_id = ivec4(attributes[vertex * 4u + 3u]);
    piece.x = nv_udiv(uint(vertex_id.x), pieces.x);
    branch.x = nv_udiv(piece.x, pieces.y);
    branch.x = branch.x + pieces.z;
    CC0.x = float(int(branch.x));
    right = vec4(1.0, zero, zero, zero);
    up = vec4(zero, 1.0, zero, zero);
    forward = vec4(zero, zero, 1.0, zero);
    foot.xyz = vec3(zero);
    foot.w = trunk.x;
    up.w = trunk.y;
    depth.x = 0;
    if (CC0.x != 0.0) {
        grow_1();
    }
    CC0.x = nv_flush(share.x = trunk.w);
    if (CC0.x == 0.0) {
        wood();
    } else {
        blossom();
    }
    HPOS.x = nv_dp4(mvp[0], place);
    HPOS.y = nv_dp4(mvp[1], place);
    HPOS.z = nv_dp4(mvp[2], place);
    HPOS.w = nv_dp4(mvp[3], place);
    // Light wraps round bark and shines through petals; the inner parts of the crown are darker
    view.xyz = nv_flush(place.xyz - crown.xyz);
    view.xyz = nv_product(view.xyz, crown.www);
    share.x = nv_dp3(view.xyz, view.xyz);
    share.x = nv_saturate(nv_flush(nv_product(share.x, 0.45) + 0.55));
    light.x = nv_dp3(normal.xyz, sun.xyz);
    light.x = nv_flush(nv_product(light.x, 0.5) + 0.5);
    light.x = nv_product(light.x, light.x);
    light.y = nv_flush(nv_product(normal.y, 0.35) + 0.65);
    light.x = nv_product(light.x, share.x);
    light.y = nv_product(light.y, share.x);
    axis = nv_product(sunlight, light.xxxx);
    axis = nv_flush(nv_product(skylight, light.yyyy) + axis);
    COL0.xyz = nv_product(tint.xyz, axis.xyz);
    COL0.w = 1.0;
    results[vertex * 2u] = floatBitsToUint(HPOS);
    results[vertex * 2u + 1u] = floatBitsToUint(COL0);
}
