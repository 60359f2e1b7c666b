#version 430
// Translated from canyon.vp (!!NVvp4.0): compute shader, exact numerics
// A canyon made of integers: a hash of the lattice gives value noise, eight octaves of it, each with
// its slope, give walls, terraces and layers of rock. The mesh is flat and there is no texture.
//
// sun       direction to the sun
// skylight  w = light that rock throws back
// noise     lattice points per unit, octaves, octaves of shadows, where
// river     two bends: length of path and of sway
// walls     where they begin and end, how far noise moves them, water level
// rise      height of the rim, of the hills, terraces per unit, their share
// marching  steps towards the sun, the first one's length, growth, sharpness
// strata    x = layers per unit, z = slope that bares rock, w = sharpness
// scrub     w = how high above the water it grows
// deep      w = how fast water darkens
// horizon   what water mirrors

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
    vec4 noise;
    vec4 river;
    vec4 walls;
    vec4 rise;
    vec4 marching;
    vec4 strata;
    vec4 rust;
    vec4 ochre;
    vec4 cream;
    vec4 sand;
    vec4 scrub;
    vec4 shallow;
    vec4 deep;
    vec4 horizon;
};

float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
vec4 vertex_position;
precise vec4 place = vec4(zero);
precise vec4 octaves = vec4(zero);
precise vec4 ground = vec4(zero);
precise vec4 slope = vec4(zero);
precise vec4 normal = vec4(zero);
precise vec4 light = vec4(zero);
precise vec4 march = vec4(zero);
precise vec4 rock = vec4(zero);
precise vec4 color = vec4(zero);
precise vec4 view = vec4(zero);
precise vec4 share = vec4(zero);
precise vec4 sum = vec4(zero);
precise vec4 lattice = vec4(zero);
precise vec4 frequency = vec4(zero);
precise vec4 amplitude = vec4(zero);
precise vec4 path = vec4(zero);
precise vec4 edge = vec4(zero);
precise vec4 turn = vec4(zero);
precise vec4 layer = vec4(zero);
precise vec4 tone = vec4(zero);
ivec4 cell = ivec4(0);
precise vec4 corners = vec4(zero);
precise vec4 gradient = vec4(zero);
precise vec4 inside = vec4(zero);
precise vec4 curve = vec4(zero);
uvec4 key = uvec4(0);
uvec4 shifted = uvec4(0);
precise vec4 HPOS = vec4(zero);
precise vec4 COL0 = vec4(zero);
precise vec4 FOGC = vec4(zero);
vec4 CC0 = vec4(0.0);
int turns = 0;  // of all loops together: at most 64527

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

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
ivec2 nv_int(vec2 a) {
    return ivec2(nv_int(a.x), nv_int(a.y));
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
vec2 nv_frc(vec2 a) {
    precise vec2 r = a - floor(a);
    return mix(r, vec2(0.99999994), equal(r, vec2(1.0)));
}

// products below 2^-126, before rounding, are zero
vec2 nv_product(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    precise vec2 scaled = a * 16777216.0 * b;
    vec2 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec2(uintBitsToFloat(0x0c800000u))));
}

// magnitudes below 2^-126 are zero
vec2 nv_flush(vec2 a) {
    vec2 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec2(uintBitsToFloat(0x00800000u))));
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
}

// NV_gpu_program4 2.X.8, DP2
float nv_dp2_flush(vec2 a, vec2 b) {
    precise vec2 products = nv_product(a, b);
    precise float result = nv_flush(products.x + products.y);
    return result;
}

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
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

// NV_gpu_program4 2.X.8, SSG
float nv_ssg(float a) {
    return isnan(a) ? a : a == 0.0 ? 0.0 : sign(a);
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
}

// NV_gpu_program4 2.X.8, LRP
float nv_lrp_flush(float a, float b, float c) {
    precise float sum = nv_flush(nv_product(a, b) + nv_product(nv_flush(1.0 - a), c));
    return sum;
}

// NV_gpu_program4 2.X.8, LRP
vec2 nv_lrp_flush(vec2 a, vec2 b, vec2 c) {
    precise vec2 sum = nv_flush(nv_product(a, b) + nv_product(nv_flush(1.0 - a), c));
    return sum;
}

// NV_gpu_program4 2.X.8, LRP
vec4 nv_lrp_flush(vec4 a, vec4 b, vec4 c) {
    precise vec4 sum = nv_flush(nv_product(a, b) + nv_product(nv_flush(1.0 - a), c));
    return sum;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
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

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// exact numerics: constants that no compiler folds
vec3 nv_opaque(vec3 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec3(zero)));
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm_flush(vec3 a) {
    precise vec3 squares = nv_product(a, a);
    precise vec3 result = nv_product(a, vec3(nv_rsq(nv_flush(nv_flush(squares.x + squares.y) + squares.z))));
    return result;
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    return a > b ? b : a;
}

// NV_gpu_program4 2.X.8, EX2
float nv_ex2(float a) {
    float n = roundEven(clamp(a, -150.0, 129.0));
    precise float x = clamp(a, -150.0, 129.0) - n;
    precise float r = 1.0 + x * (0.6931472 + x * (0.2402265 + x * (0.05550357 + x * (0.009618031
        + x * (0.0013390867 + x * 0.00015469735)))));
    int high = int(n) >> 1;
    r *= intBitsToFloat(high + 127 << 23);
    r *= intBitsToFloat(int(n) - high + 127 << 23);
    return isnan(a) ? a : a < -126.0 ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

void hash() {
    // corners = numbers from 0 to 1 of the four keys
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    corners = nv_opaque(vec4(key));
    corners = nv_product(corners, vec4(2.3283064e-10));
}

void octave() {
    // gradient = value noise at lattice.xy, and its slope
    cell.xy = nv_int(floor(lattice.xy));
    cell = cell.xxyy + ivec4(0, 1, 0, 1);
    key = uvec4(cell) * uvec4(0x9e3779b9u, 0x9e3779b9u, 0x85ebca77u, 0x85ebca77u);
    key = key.xyxy ^ key.zzww;
    hash();
    inside.xy = nv_frc(lattice.xy);
    curve.xy = nv_flush(nv_product(inside.xy, -vec2(2.0)) + 3.0);
    curve.zw = nv_product(inside.xy, inside.xy);
    curve.xy = nv_product(curve.xy, curve.zw);
    curve.zw = nv_flush(inside.xy - curve.zw);
    curve.zw = nv_product(curve.zw, vec2(6.0));
    inside.xy = nv_flush(corners.yz - corners.x);
    inside.z = nv_flush(corners.w - corners.z);
    inside.z = nv_flush(inside.z - inside.x);
    gradient.yz = nv_flush(nv_product(inside.zz, curve.yx) + inside.xy);
    gradient.x = nv_flush(nv_product(curve.x, inside.x) + corners.x);
    gradient.x = nv_flush(nv_product(curve.y, gradient.z) + gradient.x);
    gradient.yz = nv_product(gradient.yz, curve.zw);
}

void height() {
    // slope = height at place, its slope along x and z, and the height again
    sum = vec4(zero);
    lattice.xy = nv_flush(nv_product(nv_flush(place.xy), noise.xx) + noise.w);
    frequency = vec4(1.0, zero, zero, 1.0);
    frequency = nv_product(frequency, noise.xxxx);
    amplitude.x = 0.5;
    edge = vec4(zero);
    for (int count = nv_int(floor(octaves.x)); count > 0 && turns++ < 64527; --count) {
        octave();
        // Steep places get less of what is smaller, as if water had smoothed them
        edge.xy = nv_flush(edge.xy + gradient.yz);
        edge.w = nv_dp2_flush(edge.xy, edge.xy);
        edge.w = nv_flush(edge.w + 1.0);
        edge.w = nv_flush(amplitude.x / edge.w);
        sum.x = nv_flush(nv_product(gradient.x, edge.w) + sum.x);
        turn.x = nv_dp2_flush(gradient.yz, frequency.xy);
        turn.y = nv_dp2_flush(gradient.yz, frequency.zw);
        sum.yz = nv_flush(nv_product(turn.xy, edge.ww) + sum.yz);
        // Twice as fine, and turned
        turn = nv_product(lattice.xxyy, vec4(1.6, -1.2, 1.2, 1.6));
        lattice.xy = nv_flush(turn.xy + turn.zw);
        turn = nv_product(frequency.xxzz, vec4(1.6, -1.2, 1.6, -1.2));
        frequency = nv_flush(nv_product(frequency.yyww, vec4(1.2, 1.6, 1.2, 1.6)) + turn);
        amplitude.x = nv_product(amplitude.x, 0.5);
    }
    // Distance from the river, moved by the noise
    path.xy = nv_product(nv_flush(place.yy), river.xz);
    path.z = nv_sin(path.x);
    path.w = nv_sin(path.y);
    path.z = nv_dp2_flush(path.zw, river.yw);
    path.x = nv_cos(path.x);
    path.y = nv_cos(path.y);
    path.xy = nv_product(path.xy, river.xz);
    path.w = nv_dp2_flush(path.xy, river.yw);
    edge.x = nv_flush(nv_flush(place.x) - path.z);
    edge.z = nv_ssg(edge.x);
    edge.w = nv_flush(sum.x - 0.5);
    edge.w = nv_product(edge.w, walls.z);
    edge.x = nv_flush(abs(edge.x) + edge.w);
    turn.y = nv_product(edge.z, -path.w);
    turn.x = edge.z;
    turn.xy = nv_flush(nv_product(sum.yz, walls.zz) + turn.xy);
    // Walls between two distances
    edge.y = nv_flush(walls.y - walls.x);
    edge.x = nv_flush(edge.x - walls.x);
    edge.x = nv_saturate(nv_flush(edge.x / edge.y));
    edge.z = nv_flush(1.0 - edge.x);
    edge.z = nv_product(edge.z, edge.x);
    edge.z = nv_product(edge.z, 6.0);
    edge.z = nv_flush(edge.z / edge.y);
    edge.w = nv_flush(nv_product(edge.x, -2.0) + 3.0);
    edge.x = nv_product(edge.x, edge.x);
    edge.x = nv_product(edge.x, edge.w);
    edge.w = nv_flush(nv_product(sum.x, rise.y) + rise.x);
    slope.x = nv_product(edge.x, edge.w);
    edge.z = nv_product(edge.z, edge.w);
    slope.yz = nv_product(turn.xy, edge.zz);
    edge.x = nv_product(edge.x, rise.y);
    slope.yz = nv_flush(nv_product(sum.yz, edge.xx) + slope.yz);
    // Terraces: steps, as smooth as their share allows
    edge.x = nv_product(slope.x, rise.z);
    edge.y = nv_frc(edge.x);
    edge.x = nv_flush(edge.x - edge.y);
    edge.y = nv_saturate(nv_flush(nv_product(edge.y, 1.6) - 0.6));
    edge.z = nv_flush(1.0 - edge.y);
    edge.z = nv_product(edge.z, edge.y);
    edge.z = nv_product(edge.z, 9.6);
    edge.w = nv_flush(nv_product(edge.y, -2.0) + 3.0);
    edge.y = nv_product(edge.y, edge.y);
    edge.x = nv_flush(nv_product(edge.y, edge.w) + edge.x);
    edge.x = nv_flush(edge.x / rise.z);
    slope.x = nv_lrp_flush(rise.w, edge.x, slope.x);
    edge.w = nv_flush(1.0 - rise.w);
    edge.w = nv_flush(nv_product(edge.z, rise.w) + edge.w);
    slope.yz = nv_product(slope.yz, edge.ww);
    slope.w = slope.x;
}

void layers() {
    // rock = the colour of the layer at this height: noise along y alone
    layer.x = nv_product(ground.x, strata.x);
    cell.x = nv_int(floor(layer.x));
    cell = cell.x + ivec4(0, 1, 0, 1);
    key = uvec4(cell) * uvec4(0x9e3779b9u, 0x9e3779b9u, 0x85ebca77u, 0x85ebca77u);
    hash();
    layer.x = nv_frc(layer.x);
    layer.y = nv_flush(nv_product(layer.x, -2.0) + 3.0);
    layer.x = nv_product(layer.x, layer.x);
    layer.x = nv_product(layer.x, layer.y);
    tone.xy = nv_lrp_flush(layer.xx, corners.yw, corners.xz);
    rock = nv_lrp_flush(tone.xxxx, ochre, rust);
    tone.y = nv_product(tone.y, tone.y);
    rock = nv_lrp_flush(tone.yyyy, cream, rock);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vertex_position = uintBitsToFloat(attributes[vertex]);
    place.xy = vertex_position.xz;
    octaves.x = noise.y;
    height();
    ground = slope;
    ground.x = nv_max(slope.x, walls.w);
    view.xz = vertex_position.xz;
    view.y = ground.x;
    view.w = 1.0;
    HPOS.x = nv_dp4(mvp[0], nv_flush(view));
    HPOS.y = nv_dp4(mvp[1], nv_flush(view));
    HPOS.z = nv_dp4(mvp[2], nv_flush(view));
    HPOS.w = nv_dp4(mvp[3], nv_flush(view));
    view.xyz = nv_flush(eye.xyz - nv_flush(view.xyz));
    view.w = nv_dp3(nv_flush(view.xyz), nv_flush(view.xyz));
    share.x = nv_rsq(nv_flush(view.w));
    FOGC.x = nv_product(nv_flush(view.w), share.x);
    view.xyz = nv_product(nv_flush(view.xyz), share.xxx);
    // Water is level
    share.x = nv_opaque(float(ground.w >= walls.w));
    normal.xz = nv_product(-ground.yz, share.xx);
    normal.y = 1.0;
    normal.xyz = nv_nrm_flush(nv_opaque(normal.xyz));
    // How much of the sun is seen: steps towards it, each longer, over a ground of fewer octaves
    light.x = 1.0;
    octaves.x = noise.z;
    march.x = marching.y;
    for (int count_2 = nv_int(floor(marching.x)); count_2 > 0 && turns++ < 64527; --count_2) {
        place.xy = nv_flush(nv_product(sun.xz, march.xx) + nv_flush(vertex_position.xz));
        height();
        march.y = nv_flush(nv_product(sun.y, march.x) + ground.x);
        march.y = nv_flush(march.y - slope.x);
        march.y = nv_flush(march.y / march.x);
        march.y = nv_saturate(nv_flush(nv_product(march.y, marching.w) + 0.75));
        light.x = nv_min(light.x, march.y);
        march.x = nv_product(march.x, marching.z);
    }
    light.y = nv_saturate(nv_dp3(normal.xyz, sun.xyz));
    light.x = nv_product(light.x, light.y);
    // From the sky, and back from the rock
    light.y = nv_flush(nv_product(normal.y, 0.5) + 0.5);
    light.z = nv_flush(1.0 - normal.y);
    light.z = nv_product(light.z, skylight.w);
    color = nv_product(sunlight, light.xxxx);
    color = nv_flush(nv_product(skylight, light.yyyy) + color);
    color = nv_flush(nv_product(rust, light.zzzz) + color);
    CC0.x = share.x = nv_flush(ground.x - ground.w);
    if (CC0.x > 0.0) {
        // Water: the bed shines through, and at low angles the sky
        share.x = nv_product(share.x, deep.w);
        share.x = nv_ex2(-share.x);
        rock = nv_lrp_flush(share.xxxx, shallow, deep);
        share.y = nv_saturate(nv_flush(1.0 - nv_flush(view.y)));
        share.y = nv_product(share.y, share.y);
        share.y = nv_product(share.y, share.y);
        rock = nv_product(rock, color);
        rock = nv_lrp_flush(share.yyyy, horizon, rock);
        // No line along the shore: water this shallow is wet grass
        share.x = nv_product(share.x, share.x);
        share.x = nv_product(share.x, share.x);
        share.x = nv_product(share.x, share.x);
        march = nv_product(scrub, color);
        rock = nv_lrp_flush(share.xxxx, march, rock);
    } else {
        layers();
        // Flat ground keeps sand, and scrub near the water
        share.x = nv_flush(strata.z - normal.y);
        share.x = nv_saturate(nv_flush(nv_product(share.x, -strata.w) + 0.5));
        share.y = nv_flush(ground.x - walls.w);
        share.z = nv_rcp(scrub.w);
        share.y = nv_saturate(nv_flush(nv_product(share.y, -share.z) + 1.0));
        march = nv_lrp_flush(share.yyyy, scrub, sand);
        rock = nv_lrp_flush(share.xxxx, march, rock);
        rock = nv_product(rock, color);
    }
    COL0.xyz = rock.xyz;
    COL0.w = 1.0;
    results[vertex * 3u] = floatBitsToUint(HPOS);
    results[vertex * 3u + 1u] = floatBitsToUint(COL0);
    results[vertex * 3u + 2u] = floatBitsToUint(FOGC);
}
