#version 430
// Translated from stone.vp (!!ARBvp1.0): compute shader, exact numerics

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
    vec4 modelview[4];
    vec4 normals[3];
    vec4 cut;
    vec4 grain[2];
    vec4 from_cut;
    vec4 lamp;
    vec4 lamp_color;
    vec4 window;
    vec4 window_color;
    vec4 glow;
    vec4 bumps[10];
};

float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
vec4 vertex_position;
precise vec4 around;
precise vec4 phase = vec4(zero);
precise vec4 wave = vec4(zero);
precise vec4 slope = vec4(zero);
precise vec4 sum;
precise vec4 place = vec4(zero);
precise vec4 eye = vec4(zero);
precise vec4 n = vec4(zero);
precise vec4 light = vec4(zero);
ivec4 octave;
precise vec4 HPOS = vec4(zero);
precise vec4 COL0 = vec4(zero);
precise vec4 TEX0 = vec4(zero);
precise vec4 TEX1 = vec4(zero);
precise vec4 CLP0 = vec4(zero);

vec4 bumps_at(int index) {
    vec4 value = bumps[min(uint(index), 9u)];
    return uint(index) < 10u ? value : vec4(zero);
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

// magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
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

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    return a > b ? b : a;
}

void four_waves() {
    // Adds the height of four waves at around to sum.w, their slope to sum.xyz
    phase = nv_product(around.xxxx, bumps_at(octave.x));
    phase = nv_flush(nv_product(around.yyyy, bumps_at(octave.x + 1)) + phase);
    phase = nv_flush(nv_product(around.zzzz, bumps_at(octave.x + 2)) + phase);
    phase = nv_flush(phase + bumps_at(octave.x + 3));
    wave.x = nv_sin(phase.x);
    wave.y = nv_sin(phase.y);
    wave.z = nv_sin(phase.z);
    wave.w = nv_sin(phase.w);
    wave.x = nv_dp4(wave, bumps_at(octave.x + 4));
    sum.w = nv_flush(sum.w + wave.x);
    slope.x = nv_cos(phase.x);
    slope.y = nv_cos(phase.y);
    slope.z = nv_cos(phase.z);
    slope.w = nv_cos(phase.w);
    slope = nv_product(slope, bumps_at(octave.x + 4));
    wave.x = nv_dp4(slope, bumps_at(octave.x));
    wave.y = nv_dp4(slope, bumps_at(octave.x + 1));
    wave.z = nv_dp4(slope, bumps_at(octave.x + 2));
    sum.xyz = nv_flush(sum.xyz + wave.xyz);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vertex_position = nv_flush(uintBitsToFloat(attributes[vertex]));
    // The rough skin of a stone: a unit sphere with bumps, cut off by clip plane 0 of the GL's state. Texture
    // coordinates come from the planes of TexGen: unit 0 lies on the stone, unit 1 measures from the cut.
    //
    // bumps[5 i]      x, y and z of four waves, their phases and heights; large ones, then small ones
    around = vertex_position;
    sum = vec4(zero);
    octave = ivec4(nv_int(floor(0.0)));
    four_waves();
    octave = ivec4(nv_int(floor(5.0)));
    four_waves();
    // The surface is where radius * (1 + sum.w) = 1; its normal is the gradient of that
    place.w = nv_flush(sum.w + 1.0);
    place.w = nv_rcp(place.w);
    place.xyz = nv_product(around.xyz, place.www);
    place.w = 1.0;
    n.w = nv_dp3(sum.xyz, around.xyz);
    sum.xyz = nv_flush(nv_product(around.xyz, -n.www) + sum.xyz);
    n = nv_flush(around + sum);
    HPOS.x = nv_dp4(mvp[0], place);
    HPOS.y = nv_dp4(mvp[1], place);
    HPOS.z = nv_dp4(mvp[2], place);
    HPOS.w = nv_dp4(mvp[3], place);
    eye.x = nv_dp4(modelview[0], place);
    eye.y = nv_dp4(modelview[1], place);
    eye.z = nv_dp4(modelview[2], place);
    eye.w = nv_dp4(modelview[3], place);
    CLP0.x = nv_dp4(cut, eye);
    slope.x = nv_dp3(normals[0].xyz, n.xyz);
    slope.y = nv_dp3(normals[1].xyz, n.xyz);
    slope.z = nv_dp3(normals[2].xyz, n.xyz);
    slope.w = nv_dp3(slope.xyz, slope.xyz);
    slope.w = nv_rsq(slope.w);
    n.xyz = nv_product(slope.xyz, slope.www);
    // Lambert's cosine for the lamp and the window; hollows are a little darker
    light.xyz = nv_flush(lamp.xyz - eye.xyz);
    light.w = nv_dp3(light.xyz, light.xyz);
    light.w = nv_rsq(light.w);
    phase.x = nv_dp3(light.xyz, n.xyz);
    phase.x = nv_product(phase.x, light.w);
    phase.x = nv_max(phase.x, zero);
    phase.x = nv_min(phase.x, 1.0);
    wave.xyz = nv_product(lamp_color.xyz, phase.xxx);
    phase.x = nv_dp3(window.xyz, n.xyz);
    phase.x = nv_max(phase.x, zero);
    phase.x = nv_min(phase.x, 1.0);
    wave.xyz = nv_flush(nv_product(window_color.xyz, phase.xxx) + wave.xyz);
    phase.y = nv_flush(nv_product(sum.w, -5.0) + 1.0);
    phase.y = nv_max(phase.y, zero);
    phase.y = nv_min(phase.y, 1.0);
    wave.xyz = nv_flush(wave.xyz + glow.xyz);
    COL0.xyz = nv_product(wave.xyz, phase.yyy);
    COL0.w = glow.w;
    TEX0.x = nv_dp4(grain[0], vertex_position);
    TEX0.y = nv_dp4(grain[1], vertex_position);
    TEX0.zw = vec2(zero, 1.0);
    TEX1.y = nv_dp4(from_cut, eye);
    TEX1.xzw = vec3(zero, zero, 1.0);
    results[vertex * 5u] = floatBitsToUint(HPOS);
    results[vertex * 5u + 1u] = floatBitsToUint(COL0);
    results[vertex * 5u + 2u] = floatBitsToUint(TEX0);
    results[vertex * 5u + 3u] = floatBitsToUint(TEX1);
    results[vertex * 5u + 4u] = floatBitsToUint(CLP0);
}
