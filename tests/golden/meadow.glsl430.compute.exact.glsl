#version 430
// Translated from meadow.vp (!!NVvp4.0): compute shader, exact numerics
// Rolling ground: three waves lift a level mesh. Drawn as points the same program scatters flower heads over it, which
// nod with the wind of grass.gp.
//
//   program.env[0..2]  a wave: x, y: its frequency along x and z, z: phase, w: height
//   program.env[3]     xyz: the direction of the wind, w: its phase
//   program.env[4]     width and height of the picture
//   program.local[0]   x: height of heads above the ground, y: how far they are scattered, in their distance from the
//                      middle, z: their radius, w: how far they nod
//   texcoord[0]        x: an angle by chance, y: how much light reaches the ground, z: a number by chance
//   texcoord[1]        position in the world
//   texcoord[2]        normal

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
    vec4 waves[3];
    vec4 wind;
    vec4 picture;
    vec4 head;
    vec4 state_matrix_projection_row_1;
};

float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

vec4 waves_at(int index) {
    vec4 value = waves[min(uint(index), 2u)];
    return uint(index) < 3u ? value : vec4(zero);
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
vec4 nv_frc(vec4 a) {
    precise vec4 r = a - floor(a);
    return mix(r, vec4(0.99999994), equal(r, vec4(1.0)));
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

// products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 vertex_position = uintBitsToFloat(attributes[vertex * 2u]);
    ivec4 vertex_id = ivec4(attributes[vertex * 2u + 1u]);
    precise vec4 place, slope, wave, chance, HPOS, COL0, TEX0, TEX1, TEX2;
    ivec4 number;
    precise vec4 PSIZ = vec4(zero);
    chance = vec4(nv_opaque(float(vertex_id.x)));
    chance = nv_product(chance, vec4(0.618034, 0.7548777, 0.5698403, 0.4142136));
    chance = nv_frc(chance);
    // Along the rays of the disk and across them
    place = vertex_position;
    slope.xy = nv_flush(chance.yz - 0.5);
    slope.xy = nv_product(slope.xy, head.yy);
    place.x = nv_flush(nv_product(nv_flush(vertex_position.z), slope.x) + nv_flush(place.x));
    place.z = nv_flush(nv_product(nv_flush(vertex_position.x), -slope.x) + nv_flush(place.z));
    place.xz = nv_flush(nv_product(nv_flush(vertex_position.xz), slope.yy) + nv_flush(place.xz));
    slope = vec4(zero);
    number.x = 0;
    for (int count = 3; count > 0; --count) {
        wave = waves_at(number.x);
        wave.xy = nv_product(wave.xy, nv_flush(place.xz));
        wave.x = nv_flush(wave.x + wave.y);
        wave.x = nv_flush(wave.x + wave.z);
        wave.y = nv_sin(wave.x);
        wave.z = nv_cos(wave.x);
        place.y = nv_flush(nv_product(wave.y, wave.w) + nv_flush(place.y));
        wave.z = nv_product(wave.z, wave.w);
        slope.xz = nv_flush(nv_product(wave.zz, waves_at(number.x).xy) + slope.xz);
        number.x = number.x + 1;
    }
    TEX2.x = -slope.x;
    TEX2.y = 1.0;
    TEX2.z = -slope.z;
    TEX2.w = zero;
    // The gust that goes over the meadow
    wave.x = nv_flush(nv_product(chance.w, 0.4) + 0.6);
    place.y = nv_flush(nv_product(wave.x, head.x) + nv_flush(place.y));
    wave.x = nv_product(nv_flush(place.x), 0.35);
    wave.x = nv_flush(nv_product(nv_flush(place.z), 0.24) + wave.x);
    wave.x = nv_flush(wave.x - wind.w);
    wave.x = nv_sin(wave.x);
    wave.x = nv_flush(nv_product(wave.x, 0.5) + 0.6);
    wave.x = nv_product(wave.x, head.w);
    place.xyz = nv_flush(nv_product(wind.xyz, wave.xxx) + nv_flush(place.xyz));
    place.w = 1.0;
    wave.x = nv_dp4(mvp[0], nv_flush(place));
    wave.y = nv_dp4(mvp[1], nv_flush(place));
    wave.z = nv_dp4(mvp[2], nv_flush(place));
    wave.w = nv_dp4(mvp[3], nv_flush(place));
    HPOS = wave;
    slope.x = nv_flush(nv_product(chance.y, 0.5) + 0.75);
    slope.x = nv_product(slope.x, head.z);
    slope.x = nv_product(slope.x, picture.y);
    slope.x = nv_product(slope.x, state_matrix_projection_row_1.y);
    PSIZ.x = nv_flush(slope.x / wave.w);
    TEX0.x = nv_product(chance.x, 6.2831855);
    TEX0.y = 0.3;
    TEX0.z = chance.y;
    TEX0.w = zero;
    TEX1 = place;
    COL0 = chance;
    results[vertex * 6u] = floatBitsToUint(HPOS);
    results[vertex * 6u + 1u] = floatBitsToUint(COL0);
    results[vertex * 6u + 2u] = floatBitsToUint(PSIZ);
    results[vertex * 6u + 3u] = floatBitsToUint(TEX0);
    results[vertex * 6u + 4u] = floatBitsToUint(TEX1);
    results[vertex * 6u + 5u] = floatBitsToUint(TEX2);
}
