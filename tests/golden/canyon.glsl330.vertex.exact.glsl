#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from canyon.vp (!!NVvp4.0): vertex shader, exact numerics
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

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
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
precise out vec4 COL0;
precise out vec4 FOGC;

float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
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
vec4 CC0 = vec4(0.0);
int turns = 0;  // of all loops together: at most 64527

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
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

// NV_gpu_program4 2.X.8, DP2
float nv_dp2(vec2 a, vec2 b) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y;
    return result;
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
float nv_lrp(float a, float b, float c) {
    precise float sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, LRP
vec2 nv_lrp(vec2 a, vec2 b, vec2 c) {
    precise vec2 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, LRP
vec4 nv_lrp(vec4 a, vec4 b, vec4 c) {
    precise vec4 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
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

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// exact numerics: constants that no compiler folds
vec3 nv_opaque(vec3 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec3(zero)));
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm(vec3 a) {
    precise vec3 squares = a * a;
    precise vec3 result = a * nv_rsq(squares.x + squares.y + squares.z);
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
    corners = corners * 2.3283064e-10;
}

void octave() {
    // gradient = value noise at lattice.xy, and its slope
    cell.xy = nv_int(floor(lattice.xy));
    cell = cell.xxyy + ivec4(0, 1, 0, 1);
    key = uvec4(cell) * uvec4(0x9e3779b9u, 0x9e3779b9u, 0x85ebca77u, 0x85ebca77u);
    key = key.xyxy ^ key.zzww;
    hash();
    inside.xy = nv_frc(lattice.xy);
    curve.xy = inside.xy * -2.0 + 3.0;
    curve.zw = inside.xy * inside.xy;
    curve.xy = curve.xy * curve.zw;
    curve.zw = inside.xy - curve.zw;
    curve.zw = curve.zw * 6.0;
    inside.xy = corners.yz - corners.x;
    inside.z = corners.w - corners.z;
    inside.z = inside.z - inside.x;
    gradient.yz = inside.z * curve.yx + inside.xy;
    gradient.x = curve.x * inside.x + corners.x;
    gradient.x = curve.y * gradient.z + gradient.x;
    gradient.yz = gradient.yz * curve.zw;
}

void height() {
    // slope = height at place, its slope along x and z, and the height again
    sum = vec4(zero);
    lattice.xy = place.xy * noise.x + noise.w;
    frequency = vec4(1.0, zero, zero, 1.0);
    frequency = frequency * noise.x;
    amplitude.x = 0.5;
    edge = vec4(zero);
    for (int count = nv_int(floor(octaves.x)); count > 0 && turns++ < 64527; --count) {
        octave();
        // Steep places get less of what is smaller, as if water had smoothed them
        edge.xy = edge.xy + gradient.yz;
        edge.w = nv_dp2(edge.xy, edge.xy);
        edge.w = edge.w + 1.0;
        edge.w = amplitude.x / edge.w;
        sum.x = gradient.x * edge.w + sum.x;
        turn.x = nv_dp2(gradient.yz, frequency.xy);
        turn.y = nv_dp2(gradient.yz, frequency.zw);
        sum.yz = turn.xy * edge.w + sum.yz;
        // Twice as fine, and turned
        turn = lattice.xxyy * vec4(1.6, -1.2, 1.2, 1.6);
        lattice.xy = turn.xy + turn.zw;
        turn = frequency.xxzz * vec4(1.6, -1.2, 1.6, -1.2);
        frequency = frequency.yyww * vec4(1.2, 1.6, 1.2, 1.6) + turn;
        amplitude.x = amplitude.x * 0.5;
    }
    // Distance from the river, moved by the noise
    path.xy = place.y * river.xz;
    path.z = nv_sin(path.x);
    path.w = nv_sin(path.y);
    path.z = nv_dp2(path.zw, river.yw);
    path.x = nv_cos(path.x);
    path.y = nv_cos(path.y);
    path.xy = path.xy * river.xz;
    path.w = nv_dp2(path.xy, river.yw);
    edge.x = place.x - path.z;
    edge.z = nv_ssg(edge.x);
    edge.w = sum.x - 0.5;
    edge.w = edge.w * walls.z;
    edge.x = abs(edge.x) + edge.w;
    turn.y = edge.z * -path.w;
    turn.x = edge.z;
    turn.xy = sum.yz * walls.z + turn.xy;
    // Walls between two distances
    edge.y = walls.y - walls.x;
    edge.x = edge.x - walls.x;
    edge.x = nv_saturate(edge.x / edge.y);
    edge.z = 1.0 - edge.x;
    edge.z = edge.z * edge.x;
    edge.z = edge.z * 6.0;
    edge.z = edge.z / edge.y;
    edge.w = edge.x * -2.0 + 3.0;
    edge.x = edge.x * edge.x;
    edge.x = edge.x * edge.w;
    edge.w = sum.x * rise.y + rise.x;
    slope.x = edge.x * edge.w;
    edge.z = edge.z * edge.w;
    slope.yz = turn.xy * edge.z;
    edge.x = edge.x * rise.y;
    slope.yz = sum.yz * edge.x + slope.yz;
    // Terraces: steps, as smooth as their share allows
    edge.x = slope.x * rise.z;
    edge.y = nv_frc(edge.x);
    edge.x = edge.x - edge.y;
    edge.y = nv_saturate(edge.y * 1.6 - 0.6);
    edge.z = 1.0 - edge.y;
    edge.z = edge.z * edge.y;
    edge.z = edge.z * 9.6;
    edge.w = edge.y * -2.0 + 3.0;
    edge.y = edge.y * edge.y;
    edge.x = edge.y * edge.w + edge.x;
    edge.x = edge.x / rise.z;
    slope.x = nv_lrp(rise.w, edge.x, slope.x);
    edge.w = 1.0 - rise.w;
    edge.w = edge.z * rise.w + edge.w;
    slope.yz = slope.yz * edge.w;
    slope.w = slope.x;
}

void layers() {
    // rock = the colour of the layer at this height: noise along y alone
    layer.x = ground.x * strata.x;
    cell.x = nv_int(floor(layer.x));
    cell = cell.x + ivec4(0, 1, 0, 1);
    key = uvec4(cell) * uvec4(0x9e3779b9u, 0x9e3779b9u, 0x85ebca77u, 0x85ebca77u);
    hash();
    layer.x = nv_frc(layer.x);
    layer.y = layer.x * -2.0 + 3.0;
    layer.x = layer.x * layer.x;
    layer.x = layer.x * layer.y;
    tone.xy = nv_lrp(layer.xx, corners.yw, corners.xz);
    rock = nv_lrp(tone.xxxx, ochre, rust);
    tone.y = tone.y * tone.y;
    rock = nv_lrp(tone.yyyy, cream, rock);
}

void main() {
    COL0 = vec4(zero);
    FOGC = vec4(zero);
    place.xy = vertex_position.xz;
    octaves.x = noise.y;
    height();
    ground = slope;
    ground.x = nv_max(slope.x, walls.w);
    view.xz = vertex_position.xz;
    view.y = ground.x;
    view.w = 1.0;
    HPOS.x = nv_dp4(mvp[0], view);
    HPOS.y = nv_dp4(mvp[1], view);
    HPOS.z = nv_dp4(mvp[2], view);
    HPOS.w = nv_dp4(mvp[3], view);
    view.xyz = eye.xyz - view.xyz;
    view.w = nv_dp3(view.xyz, view.xyz);
    share.x = nv_rsq(view.w);
    FOGC.x = view.w * share.x;
    view.xyz = view.xyz * share.x;
    // Water is level
    share.x = nv_opaque(float(ground.w >= walls.w));
    normal.xz = -ground.yz * share.x;
    normal.y = 1.0;
    normal.xyz = nv_nrm(nv_opaque(normal.xyz));
    // How much of the sun is seen: steps towards it, each longer, over a ground of fewer octaves
    light.x = 1.0;
    octaves.x = noise.z;
    march.x = marching.y;
    for (int count_2 = nv_int(floor(marching.x)); count_2 > 0 && turns++ < 64527; --count_2) {
        place.xy = sun.xz * march.x + vertex_position.xz;
        height();
        march.y = sun.y * march.x + ground.x;
        march.y = march.y - slope.x;
        march.y = march.y / march.x;
        march.y = nv_saturate(march.y * marching.w + 0.75);
        light.x = nv_min(light.x, march.y);
        march.x = march.x * marching.z;
    }
    light.y = nv_saturate(nv_dp3(normal.xyz, sun.xyz));
    light.x = light.x * light.y;
    // From the sky, and back from the rock
    light.y = normal.y * 0.5 + 0.5;
    light.z = 1.0 - normal.y;
    light.z = light.z * skylight.w;
    color = sunlight * light.x;
    color = skylight * light.y + color;
    color = rust * light.z + color;
    CC0.x = share.x = ground.x - ground.w;
    if (CC0.x > 0.0) {
        // Water: the bed shines through, and at low angles the sky
        share.x = share.x * deep.w;
        share.x = nv_ex2(-share.x);
        rock = nv_lrp(share.xxxx, shallow, deep);
        share.y = nv_saturate(1.0 - view.y);
        share.y = share.y * share.y;
        share.y = share.y * share.y;
        rock = rock * color;
        rock = nv_lrp(share.yyyy, horizon, rock);
        // No line along the shore: water this shallow is wet grass
        share.x = share.x * share.x;
        share.x = share.x * share.x;
        share.x = share.x * share.x;
        march = scrub * color;
        rock = nv_lrp(share.xxxx, march, rock);
    } else {
        layers();
        // Flat ground keeps sand, and scrub near the water
        share.x = strata.z - normal.y;
        share.x = nv_saturate(share.x * -strata.w + 0.5);
        share.y = ground.x - walls.w;
        share.z = nv_rcp(scrub.w);
        share.y = nv_saturate(share.y * -share.z + 1.0);
        march = nv_lrp(share.yyyy, scrub, sand);
        rock = nv_lrp(share.xxxx, march, rock);
        rock = rock * color;
    }
    COL0.xyz = rock.xyz;
    COL0.w = 1.0;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}
