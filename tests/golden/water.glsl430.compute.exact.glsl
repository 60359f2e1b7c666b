#version 430
// Translated from water.vp (!!VP2.0): compute shader, exact numerics
// The sea: a loop adds waves, each a SIN and a COS, to height and slope. Far away only the long
// ones are worth the while; foam is painted where a branch finds a crest.
//
// c[0]-c[3]    model-view-projection matrix
// c[12]        constants 0, 1, 0.5, 2
// c[13]        x = 0, z = 2: first wave and step
// c[14]        x = number of waves near, y = number far away, z = where far begins,
//              w = how fast the distance calms the water
// c[15]        x = time
// c[16]        direction to the sun
// c[17]        colour of the sun's glitter
// c[18]        colour of the sky around the sun
// c[19]        x = least reflection, y = foam begins, z = foam sharpness, w = light in the crests
// c[20]        eye
// c[21]        colour of the sky at the horizon
// c[22]        colour of the sky overhead
// c[23]        colour of deep water
// c[24]        colour of light that shines through a crest
// c[25]        colour of foam
// c[26]        x = shininess of the glitter, y = of the sky around the sun
// c[27]        1 / (2 pi), 2 pi
// c[32]        wave 0: wave vector along x and z, angular frequency, phase
// c[33]        wave 0: height, sway along x and z, sharpness; further waves follow

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    vec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    vec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 c[256];
};

// NV_vertex_program 2.14.1.9: a read outside the parameters gives zeros
vec4 parameter(int index) {
    vec4 value = c[min(uint(index), 255u)];
    return uint(index) < 256u ? value : vec4(0.0);
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_vertex_program2 2.14.3.9
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

// NV_vertex_program2 2.14.3.28: -INF for -0.0, NaN below
float nv_rsq(float a) {
    uint infinity = floatBitsToUint(a) & 0x80000000u | 0x7f800000u;
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(infinity)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
}

// NV_vertex_program2 2.14.3.4: clamped to [-512, 511]; NaN loads 0
ivec4 nv_address(vec4 a) {
    return ivec4(mix(clamp(a, -512.0, 511.0), vec4(0.0), isnan(a)));
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// NV_vertex_program2 2.14.3.10
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

// NV_vertex_program2 2.14.3.16: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
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

// NV_vertex_program2 2.14.3.33: error below 2^-22 in [0, 2 pi)
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

// NV_vertex_program2 2.14.3.8: error below 2^-22 in [0, 2 pi)
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

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec2 nv_product(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    precise vec2 scaled = a * 16777216.0 * b;
    vec2 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec2(uintBitsToFloat(0x0c800000u))));
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec2 nv_flush(vec2 a) {
    vec2 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec2(uintBitsToFloat(0x00800000u))));
}

// NV_vertex_program2 2.14.3.26: 1/a; what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_vertex_program2 2.14.3.21
float nv_max(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}

// NV_vertex_program2 2.14.3.18
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
}

// NV_vertex_program2 2.14.3.18: y^w where x > 0
float nv_specular(float x, float y, float w, float zero) {
    y = y < 0.0 ? 0.0 : y;
    float power = clamp(w, -127.99609375, 127.99609375);
    precise float r = power == 0.0 ? 1.0 : exp2(power * log2(y));
    r = isnan(y) ? y : isnan(w) ? w : r < uintBitsToFloat(0x00800000u) ? 0.0 : r;
    return x > 0.0 ? r : zero;
}

// NV_vertex_program2 2.14.3.22
float nv_min(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) | floatBitsToInt(b)) : min(a, b);
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 v_OPOS = nv_flush(attributes[vertex]);
    float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    float one = uintBitsToFloat(floatBitsToUint(zero) | 0x3f800000u);
    precise vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, CC;
    ivec4 A0;
    precise vec4 HPOS = vec4(0.0, 0.0, 0.0, 1.0);
    precise vec4 COL0 = vec4(0.0, 0.0, 0.0, 1.0);
    precise vec4 COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    precise vec4 FOGC = vec4(0.0, 0.0, 0.0, 1.0);
    int executed = 0;  // ends after 65536 instructions (NV_vertex_program2 2.14.2.3)
    // R0 = where the water is at rest and when: x, z, time, 1
    R0.xy = v_OPOS.xz;
    R0.z = c[15].x;
    R0.w = c[12].y;
    // R1 = moved position, R2 = slope, R3.w = distance
    R1 = v_OPOS;
    R2 = c[12].xyxx;
    R3.xyz = nv_flush(c[20].xyz - R1.xyz);
    R3.w = nv_dp3(R3.xyz, R3.xyz);
    R3.x = nv_rsq(R3.w);
    R3.w = nv_product(R3.w, R3.x);
    R4.x = c[14].x;
    CC.y = R4.y = nv_flush(R3.w - c[14].z);
    if (CC.y > 0.0) R4.x = c[14].y;
    A0 = nv_address(floor(c[13]));
    executed += 13;
    while (executed < 65536) {
        R5.x = nv_dp4(parameter(A0.x + 32), R0);
        R5.x = nv_product(R5.x, c[27].x);
        R5.x = nv_frc(R5.x);
        R5.x = nv_product(R5.x, c[27].y);
        R6.x = nv_sin(R5.x);
        R6.y = nv_cos(R5.x);
        R1.y = nv_flush(nv_product(R6.x, parameter(A0.x + 33).x) + R1.y);
        R1.xz = nv_flush(nv_product(R6.yy, parameter(A0.x + 33).yz) + R1.xz);
        R6.z = nv_product(R6.y, parameter(A0.x + 33).x);
        R2.xz = nv_flush(nv_product(-R6.zz, parameter(A0.x + 32).xy) + R2.xz);
        R2.y = nv_flush(nv_product(-R6.x, parameter(A0.x + 33).w) + R2.y);
        A0.x = clamp(A0.x + A0.z, -512, 511);
        CC.x = R4.x = nv_flush(R4.x - c[12].y);
        executed += 14;
        if (CC.x <= 0.0 || isnan(CC.x)) {
            break;
        }
    }
    if (executed < 65536) HPOS.x = nv_dp4(c[0], R1);
    if (executed < 65535) HPOS.y = nv_dp4(c[1], R1);
    if (executed < 65534) HPOS.z = nv_dp4(c[2], R1);
    if (executed < 65533) HPOS.w = nv_dp4(c[3], R1);
    if (executed < 65532) FOGC.x = R3.w;
    // Distance calms the slope
    R4.x = nv_product(R3.w, c[14].w);
    R4.x = nv_flush(R4.x + c[12].y);
    R4.x = nv_rcp(R4.x);
    R2.xz = nv_product(R2.xz, R4.xx);
    R2.w = nv_dp3(R2.xyz, R2.xyz);
    R2.w = nv_rsq(R2.w);
    R2.xyz = nv_product(R2.xyz, R2.www);
    // R3 = unit vector to the eye, R5 = mirrored view
    R3.xyz = nv_flush(c[20].xyz - R1.xyz);
    R3.w = nv_dp3(R3.xyz, R3.xyz);
    R3.w = nv_rsq(R3.w);
    R3.xyz = nv_product(R3.xyz, R3.www);
    R4.x = nv_dp3(R2.xyz, R3.xyz);
    R4.x = nv_max(R4.x, c[12].x);
    R4.y = nv_flush(R4.x + R4.x);
    R5.xyz = nv_flush(nv_product(R4.yyy, R2.xyz) - R3.xyz);
    R5.y = nv_max(R5.y, c[12].x);
    // Fresnel: least + (1 - least) (1 - N.V)^5
    R4.z = nv_flush(c[12].y - R4.x);
    R4.w = nv_product(R4.z, R4.z);
    R4.w = nv_product(R4.w, R4.w);
    R4.z = nv_product(R4.z, R4.w);
    R4.w = nv_flush(c[12].y - R4.z);
    R4.z = nv_flush(nv_product(R4.w, c[19].x) + R4.z);
    // R7 = mirrored sky: from the horizon up, with the glow around the sun
    R6.x = nv_rsq(abs(R5.y));
    R6.x = nv_product(R6.x, R5.y);
    CC.x = R5.y;
    if (CC.x == 0.0) R6.x = c[12].x;
    R7.xyz = c[21].xyz;
    R8.xyz = nv_flush(c[22].xyz - R7.xyz);
    R7.xyz = nv_flush(nv_product(R6.xxx, R8.xyz) + R7.xyz);
    R6.x = c[12].y;
    R6.y = nv_dp3(R5.xyz, c[16].xyz);
    R6.w = c[26].y;
    R8 = vec4(one, nv_positive(R6.x), nv_specular(R6.x, R6.y, R6.w, zero), one);
    R7.xyz = nv_flush(nv_product(R8.zzz, c[18].xyz) + R7.xyz);
    R6.w = c[26].x;
    R8 = vec4(one, nv_positive(R6.x), nv_specular(R6.x, R6.y, R6.w, zero), one);
    R8.z = nv_product(R8.z, R8.z);
    R9.xyz = nv_product(R8.zzz, c[17].xyz);
    // R10 = the water's own colour; crests let light through
    R6.x = nv_product(R1.y, c[19].w);
    R6.x = nv_max(R6.x, c[12].x);
    R10.xyz = c[23].xyz;
    R10.xyz = nv_flush(nv_product(R6.xxx, c[24].xyz) + R10.xyz);
    R8.xyz = nv_flush(R7.xyz - R10.xyz);
    R10.xyz = nv_flush(nv_product(R4.zzz, R8.xyz) + R10.xyz);
    // Foam on the highest crests
    CC.x = R6.x = nv_flush(R1.y - c[19].y);
    executed += 51;
    if (CC.x > 0.0 || isnan(CC.x)) {
        R6.x = nv_product(R6.x, c[19].z);
        R6.x = nv_min(R6.x, c[12].y);
        R8.xyz = nv_flush(c[25].xyz - R10.xyz);
        R10.xyz = nv_flush(nv_product(R6.xxx, R8.xyz) + R10.xyz);
        executed += 4;
    }
    if (executed < 65536) COL0.xyz = R10.xyz;
    if (executed < 65535) COL0.w = c[12].y;
    if (executed < 65534) COL1.xyz = R9.xyz;
    results[vertex * 4u] = HPOS;
    results[vertex * 4u + 1u] = COL0;
    results[vertex * 4u + 2u] = COL1;
    results[vertex * 4u + 3u] = FOGC;
}
