#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from glazed.fp (!!NVfp5.0): fragment shader, exact numerics
// Glazed ware in two colours of stripes, lit by a lamp and by the hall around.
//
//   texcoord[0..2]     texture coordinates, position and normal in the world
//   program.local[0]   xyz: the eye
//   program.local[1]   xyz: unit direction to the lamp
//   program.local[2]   rgb: first colour, w: shininess
//   program.local[3]   rgb: second colour, w: how many stripes
//   program.local[4]   x: 1 for film, which saturates, 0 for the light itself; y: how far stripes lean

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 lamp;
    vec4 first;
    vec4 second;
    vec4 more;
};
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm(vec3 a) {
    precise vec3 squares = a * a;
    precise vec3 result = a * nv_rsq(squares.x + squares.y + squares.z);
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

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
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

void main() {
    precise vec4 normal = vec4(zero);
    precise vec4 view = vec4(zero);
    precise vec4 v_half = vec4(zero);
    precise vec4 color_2;
    precise vec4 lit = vec4(zero);
    precise vec4 light;
    precise vec4 s;
    normal.xyz = nv_nrm(TEX2.xyz);
    view.xyz = eye.xyz - TEX1.xyz;
    view.xyz = nv_nrm(view.xyz);
    v_half.xyz = view.xyz + lamp.xyz;
    v_half.xyz = nv_nrm(v_half.xyz);
    s.x = TEX0.y * more.y + TEX0.x;
    s.x = s.x * second.w;
    s.x = s.x * 6.2831855;
    s.x = nv_sin(s.x);
    s.x = nv_saturate(s.x * 6.0 + 0.5);
    color_2.xyz = nv_lrp(s.xxx, second.xyz, first.xyz);
    lit.x = nv_dp3(normal.xyz, lamp.xyz);
    lit.y = nv_dp3(normal.xyz, v_half.xyz);
    lit.w = first.w;
    lit = nv_opaque(vec4(1.0, nv_positive(lit.x), nv_specular(lit.x, lit.y, lit.w), 1.0));
    s.y = normal.y * 0.5 + 0.5;
    light.xyz = nv_lrp(s.yyy, vec3(0.74, 0.8, 0.92), vec3(0.46, 0.36, 0.29));
    // Less light reaches what is close to the floor.
    s.z = nv_saturate(TEX1.y * 0.8 + 0.35);
    light.xyz = light.xyz * s.z;
    light.xyz = lit.y * vec3(1.75, 1.45, 1.08) + light.xyz;
    color_2.xyz = color_2.xyz * light.xyz;
    // The glaze mirrors the hall where one looks along it.
    s.w = nv_saturate(nv_dp3(normal.xyz, view.xyz));
    s.w = 1.0 - s.w;
    s.z = s.w * s.w;
    s.w = s.z * s.w;
    s.w = s.w * 0.55;
    color_2.xyz = s.w * vec3(0.74, 0.8, 0.92) + color_2.xyz;
    s.z = lit.z * 0.9;
    color_2.xyz = s.z * vec3(1.75, 1.45, 1.08) + color_2.xyz;
    s.x = nv_ex2(-color_2.x);
    s.y = nv_ex2(-color_2.y);
    s.z = nv_ex2(-color_2.z);
    s.xyz = 1.0 - s.xyz;
    color.xyz = nv_lrp(more.xxx, s.xyz, color_2.xyz);
    color.w = 1.0;
}
