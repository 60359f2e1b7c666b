#version 430
// Translated from agate.vp (!!ARBvp1.0): compute shader, exact numerics

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
    vec4 modelview[3];
    vec4 normals[3];
    vec4 stone[3];
    vec4 clouds[2];
    vec4 lamp;
    vec4 lamp_color;
    vec4 lamp_gloss;
    vec4 ambient;
    vec4 shininess;
    vec4 bumps[15];
    vec4 shape;
    vec4 begins;
    vec4 sharply;
    vec4 colors[5];
};

float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
vec4 vertex_position;
vec4 vertex_normal;
precise vec4 place = vec4(zero);
precise vec4 around;
precise vec4 phase = vec4(zero);
precise vec4 sum;
precise vec4 depth = vec4(zero);
precise vec4 share = vec4(zero);
precise vec4 color = vec4(zero);
precise vec4 next = vec4(zero);
precise vec4 eye = vec4(zero);
precise vec4 n = vec4(zero);
precise vec4 light = vec4(zero);
precise vec4 v_half = vec4(zero);
ivec4 octave;
precise vec4 HPOS;
precise vec4 COL0 = vec4(zero);
precise vec4 COL1 = vec4(zero);
precise vec4 TEX0 = vec4(zero);
precise vec4 TEX1 = vec4(zero);
precise vec4 CLP0 = vec4(zero);
precise vec4 CLP1 = vec4(zero);

vec4 bumps_at(int index) {
    vec4 value = bumps[min(uint(index), 14u)];
    return uint(index) < 15u ? value : vec4(zero);
}

// products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
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

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
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

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// ARB_vertex_program 2.14.5.22: of the absolute value
float nv_rsq(float a) {
    a = abs(a);
    return a < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : inversesqrt(a);
}

// products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
vec4 nv_max(vec4 a, vec4 b) {
    return mix(b, a, greaterThan(a, b));
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
vec4 nv_min(vec4 a, vec4 b) {
    return mix(a, b, greaterThan(a, b));
}

// magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// NV_gpu_program4 2.X.8, LIT
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
}

// NV_gpu_program4 2.X.8, LG2
float nv_lg2(float a) {
    int bits = floatBitsToInt(a) - 0x3f3504f3;
    float m = intBitsToFloat((bits & 0x007fffff) + 0x3f3504f3);
    precise float x = (m - 1.0) / (m + 1.0);
    precise float y = x * x;
    precise float r = float(bits >> 23)
        + x * (2.88539 + y * (0.96179885 + y * (0.57671386 + y * 0.43174833)));
    if (!(a >= uintBitsToFloat(0x00800000u))) {
        r = a > -uintBitsToFloat(0x00800000u) ? -uintBitsToFloat(0x7f800000u)
            : uintBitsToFloat(0x7fc00000u);
    }
    return isnan(a) || a == uintBitsToFloat(0x7f800000u) ? a : r;
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

// NV_gpu_program4 2.X.8, POW: 2^(b log2 a)
float nv_pow(float a, float b) {
    precise float power = b * nv_lg2(a);
    return nv_ex2(power);
}

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0; anything to the power 0 is 1
float nv_specular(float x, float y, float w) {
    if (!(x > 0.0)) {
        return 0.0;
    }
    y = y < 0.0 ? 0.0 : y;
    w = w < -127.99999 ? -127.99999 : w > 127.99999 ? 127.99999 : w;
    return w == 0.0 ? 1.0 : nv_pow(y, w);
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

void four_waves() {
    // Adds the height of four waves at around to sum.w
    phase = nv_product(around.xxxx, bumps_at(octave.x));
    phase = nv_flush(nv_product(around.yyyy, bumps_at(octave.x + 1)) + phase);
    phase = nv_flush(nv_product(around.zzzz, bumps_at(octave.x + 2)) + phase);
    phase = nv_flush(phase + bumps_at(octave.x + 3));
    phase.x = nv_sin(phase.x);
    phase.y = nv_sin(phase.y);
    phase.z = nv_sin(phase.z);
    phase.w = nv_sin(phase.w);
    phase.x = nv_dp4(phase, bumps_at(octave.x + 4));
    sum.w = nv_flush(sum.w + phase.x);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vertex_position = nv_flush(uintBitsToFloat(attributes[vertex * 2u]));
    vertex_normal = nv_flush(uintBitsToFloat(attributes[vertex * 2u + 1u]));
    // The polished face of a cut stone: a level grid, clipped to what lies inside the stone's skin and outside
    // its hollow. Bands follow the skin, and bend more the deeper they lie; a strip of noise makes them fine.
    //
    // state.matrix.program[2]   from the grid to the stone, whose skin has the radius 1 / (1 + waves)
    // bumps[5 i]                x, y and z of four waves, their phases and heights; 0 and 1 for the skin,
    //                           2 for the bands
    // x = size of the hollow, y = how far bands bend, z = bands, w = side of the face
    // Where each of the colours after the first begins, and how sharply
    HPOS.x = nv_dp4(mvp[0], vertex_position);
    HPOS.y = nv_dp4(mvp[1], vertex_position);
    HPOS.z = nv_dp4(mvp[2], vertex_position);
    HPOS.w = nv_dp4(mvp[3], vertex_position);
    place.x = nv_dp4(stone[0], vertex_position);
    place.y = nv_dp4(stone[1], vertex_position);
    place.z = nv_dp4(stone[2], vertex_position);
    // depth.x = 1 on the skin, 0 in the middle: the radius times 1 + waves
    place.w = nv_dp3(place.xyz, place.xyz);
    place.w = nv_max(place.w, 0.0001);
    around.w = nv_rsq(place.w);
    around.xyz = nv_product(place.xyz, around.www);
    place.w = nv_product(place.w, around.w);
    sum = vec4(zero);
    octave = ivec4(nv_int(floor(0.0)));
    four_waves();
    octave = ivec4(nv_int(floor(5.0)));
    four_waves();
    depth.x = nv_flush(nv_product(place.w, sum.w) + place.w);
    CLP0.x = nv_flush(1.0 - depth.x);
    CLP1.x = nv_flush(depth.x - shape.x);
    // depth.y = how deep, bent; bands narrow towards the hollow
    around = place;
    sum = vec4(zero);
    octave = ivec4(nv_int(floor(10.0)));
    four_waves();
    depth.y = nv_flush(1.0 - depth.x);
    sum.w = nv_product(sum.w, shape.y);
    depth.y = nv_flush(nv_product(depth.y, sum.w) + depth.y);
    // From colour to colour
    share = nv_flush(depth.y - begins);
    share = nv_product(share, sharply);
    share = nv_max(share, vec4(zero));
    share = nv_min(share, vec4(1.0));
    color = colors[0];
    next = nv_flush(colors[1] - color);
    color = nv_flush(nv_product(share.xxxx, next) + color);
    next = nv_flush(colors[2] - color);
    color = nv_flush(nv_product(share.yyyy, next) + color);
    next = nv_flush(colors[3] - color);
    color = nv_flush(nv_product(share.zzzz, next) + color);
    next = nv_flush(colors[4] - color);
    color = nv_flush(nv_product(share.wwww, next) + color);
    // Light on the face, and the gloss of its polish
    eye.x = nv_dp4(modelview[0], vertex_position);
    eye.y = nv_dp4(modelview[1], vertex_position);
    eye.z = nv_dp4(modelview[2], vertex_position);
    n.xyz = nv_product(vertex_normal.xyz, shape.www);
    share.x = nv_dp3(normals[0].xyz, n.xyz);
    share.y = nv_dp3(normals[1].xyz, n.xyz);
    share.z = nv_dp3(normals[2].xyz, n.xyz);
    share.w = nv_dp3(share.xyz, share.xyz);
    share.w = nv_rsq(share.w);
    n.xyz = nv_product(share.xyz, share.www);
    light.xyz = nv_flush(lamp.xyz - eye.xyz);
    light.w = nv_dp3(light.xyz, light.xyz);
    light.w = nv_rsq(light.w);
    light.xyz = nv_product(light.xyz, light.www);
    v_half.w = nv_dp3(eye.xyz, eye.xyz);
    v_half.w = nv_rsq(v_half.w);
    v_half.xyz = nv_flush(nv_product(eye.xyz, -v_half.www) + light.xyz);
    v_half.w = nv_dp3(v_half.xyz, v_half.xyz);
    v_half.w = nv_rsq(v_half.w);
    v_half.xyz = nv_product(v_half.xyz, v_half.www);
    share.x = nv_dp3(n.xyz, light.xyz);
    share.y = nv_dp3(n.xyz, v_half.xyz);
    share.w = shininess.x;
    share = nv_opaque(vec4(1.0, nv_positive(share.x), nv_specular(share.x, share.y, share.w), 1.0));
    light.xyz = nv_flush(nv_product(lamp_color.xyz, share.yyy) + ambient.xyz);
    COL0.xyz = nv_product(color.xyz, light.xyz);
    COL0.w = 1.0;
    COL1.xyz = nv_product(lamp_gloss.xyz, share.zzz);
    TEX0.x = nv_product(depth.y, shape.z);
    TEX0.yzw = vec3(zero, zero, 1.0);
    TEX1.x = nv_dp4(clouds[0], vertex_position);
    TEX1.y = nv_dp4(clouds[1], vertex_position);
    TEX1.zw = vec2(zero, 1.0);
    results[vertex * 7u] = floatBitsToUint(HPOS);
    results[vertex * 7u + 1u] = floatBitsToUint(COL0);
    results[vertex * 7u + 2u] = floatBitsToUint(COL1);
    results[vertex * 7u + 3u] = floatBitsToUint(TEX0);
    results[vertex * 7u + 4u] = floatBitsToUint(TEX1);
    results[vertex * 7u + 5u] = floatBitsToUint(CLP0);
    results[vertex * 7u + 6u] = floatBitsToUint(CLP1);
}
