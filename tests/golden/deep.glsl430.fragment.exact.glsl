#version 430
// Translated from deep.fp (!!NVfp5.0): fragment shader, exact numerics
// A wheel of spirals in the Mandelbrot set, so small that neighbours are the same point to singles:
// z becomes z^2 + c in doubles, and with it goes dz/dc, which tells how far the set is and where its slopes face.
// program.local[0]: height of the picture as a power of two; angle in radians; shift of the colours

in vec4 ATTR0;
layout(std140, binding = 20) uniform FragmentParameters {
    vec4 view;
};
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

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

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_gpu_program5 2.X.4.1
double nv_double(uvec2 words) {
    bool small = (words.y & 0x7ff00000u) == 0u;
    return packDouble2x32(small ? uvec2(0u, words.y & 0x80000000u) : words);
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_double_words(double a) {
    uvec2 words = unpackDouble2x32(a);
    return (words.y & 0x7ff00000u) == 0u ? uvec2(0u, words.y & 0x80000000u) : words;
}

// NV_gpu_program5 2.X.4.1
double nv_opaque_double(uvec2 words) {
    return nv_double(words | uvec2(floatBitsToUint(zero)));
}

// NV_gpu_program5 2.X.4.1
float nv_double_code(uvec2 words) {
    uint high = words.y & 0x7fffffffu;
    bool nan = high > 0x7ff00000u || (high == 0x7ff00000u && words.x != 0u);
    if (nan) return uintBitsToFloat(0x7fc00000u);
    return (high | words.x) == 0u ? 0.0 : words.y > 0x7fffffffu ? -1.0 : 1.0;
}

// NV_gpu_program4 2.X.8, DP2
float nv_dp2(vec2 a, vec2 b) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y;
    return result;
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
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

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
}

// NV_gpu_program4 2.X.8, POW: 2^(b log2 a)
float nv_pow(float a, float b) {
    precise float power = b * nv_lg2(a);
    return nv_ex2(power);
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

void main() {
    uvec4 c_high = uvec4(0);
    uvec4 c = floatBitsToUint(vec4(zero));
    uvec4 z_high = uvec4(0);
    uvec4 z;
    uvec4 d_high = uvec4(0);
    uvec4 d;
    uvec4 p_high = uvec4(0);
    uvec4 p = floatBitsToUint(vec4(zero));
    uvec4 q_high = uvec4(0);
    uvec4 q = floatBitsToUint(vec4(zero));
    precise vec4 at = vec4(zero);
    precise vec4 turn = vec4(zero);
    precise vec4 scale = vec4(zero);
    precise vec4 slope = vec4(zero);
    precise vec4 far = vec4(zero);
    precise vec4 tint = vec4(zero);
    precise vec4 light = vec4(zero);
    ivec4 turns_2 = ivec4(0);
    vec4 CC0 = vec4(0.0);
    color = vec4(zero);
    // Where on the plane: the middle of the wheel in doubles, what is around it in singles
    scale.x = nv_ex2(view.x);
    turn.xy = vec2(nv_cos(view.y), nv_sin(view.y));
    at.x = ATTR0.x * turn.x;
    at.x = -ATTR0.y * turn.y + at.x;
    at.y = ATTR0.x * turn.y;
    at.y = ATTR0.y * turn.x + at.y;
    at.xy = at.xy * scale.x;
    {
        precise double number_x = double(nv_flush(nv_opaque(at.x))) + nv_double(uvec2(0x7074564u, 0x3f5aee45u));
        uvec2 wide_x = nv_double_words(number_x);
        precise double number_y = double(nv_flush(nv_opaque(at.y))) + nv_double(uvec2(0xa46130afu, 0xbfea51a7u));
        uvec2 wide_y = nv_double_words(number_y);
        c.x = wide_x.x;
        c_high.x = wide_x.y;
        c.y = wide_y.x;
        c_high.y = wide_y.y;
    }
    {
        precise double number_x = nv_opaque_double(uvec2(0x0u, 0x0u));
        uvec2 wide_x = nv_double_words(number_x);
        precise double number_y = nv_opaque_double(uvec2(0x0u, 0x0u));
        uvec2 wide_y = nv_double_words(number_y);
        precise double number_z = nv_opaque_double(uvec2(0x0u, 0x0u));
        uvec2 wide_z = nv_double_words(number_z);
        precise double number_w = nv_opaque_double(uvec2(0x0u, 0x0u));
        uvec2 wide_w = nv_double_words(number_w);
        z.x = wide_x.x;
        z_high.x = wide_x.y;
        z.y = wide_y.x;
        z_high.y = wide_y.y;
        z.z = wide_z.x;
        z_high.z = wide_z.y;
        z.w = wide_w.x;
        z_high.w = wide_w.y;
    }
    {
        precise double number_x = nv_opaque_double(uvec2(0x0u, 0x0u));
        uvec2 wide_x = nv_double_words(number_x);
        precise double number_y = nv_opaque_double(uvec2(0x0u, 0x0u));
        uvec2 wide_y = nv_double_words(number_y);
        precise double number_z = nv_opaque_double(uvec2(0x0u, 0x0u));
        uvec2 wide_z = nv_double_words(number_z);
        precise double number_w = nv_opaque_double(uvec2(0x0u, 0x0u));
        uvec2 wide_w = nv_double_words(number_w);
        d.x = wide_x.x;
        d_high.x = wide_x.y;
        d.y = wide_y.x;
        d_high.y = wide_y.y;
        d.z = wide_z.x;
        d_high.z = wide_z.y;
        d.w = wide_w.x;
        d_high.w = wide_w.y;
    }
    turns_2.x = 0;
    for (int count = 900; count-- > 0;) {
        {
            precise double number_x = nv_opaque_double(uvec2(z.x, z_high.x)) * nv_opaque_double(uvec2(d.x, d_high.x));
            uvec2 wide_x = nv_double_words(number_x);
            precise double number_y = nv_opaque_double(uvec2(z.x, z_high.x)) * nv_opaque_double(uvec2(d.y, d_high.y));
            uvec2 wide_y = nv_double_words(number_y);
            precise double number_z = nv_opaque_double(uvec2(z.y, z_high.y)) * nv_opaque_double(uvec2(d.x, d_high.x));
            uvec2 wide_z = nv_double_words(number_z);
            precise double number_w = nv_opaque_double(uvec2(z.y, z_high.y)) * nv_opaque_double(uvec2(d.y, d_high.y));
            uvec2 wide_w = nv_double_words(number_w);
            p.x = wide_x.x;
            p_high.x = wide_x.y;
            p.y = wide_y.x;
            p_high.y = wide_y.y;
            p.z = wide_z.x;
            p_high.z = wide_z.y;
            p.w = wide_w.x;
            p_high.w = wide_w.y;
        }
        {
            precise double number_x = nv_opaque_double(uvec2(z.x, z_high.x)) * nv_opaque_double(uvec2(z.x, z_high.x));
            uvec2 wide_x = nv_double_words(number_x);
            precise double number_y = nv_opaque_double(uvec2(z.y, z_high.y)) * nv_opaque_double(uvec2(z.y, z_high.y));
            uvec2 wide_y = nv_double_words(number_y);
            precise double number_z = nv_opaque_double(uvec2(z.x, z_high.x)) * nv_opaque_double(uvec2(z.y, z_high.y));
            uvec2 wide_z = nv_double_words(number_z);
            q.x = wide_x.x;
            q_high.x = wide_x.y;
            q.y = wide_y.x;
            q_high.y = wide_y.y;
            q.z = wide_z.x;
            q_high.z = wide_z.y;
        }
        {
            precise double number_x = nv_opaque_double(uvec2(p.x, p_high.x)) - nv_opaque_double(uvec2(p.w, p_high.w));
            uvec2 wide_x = nv_double_words(number_x);
            d.x = wide_x.x;
            d_high.x = wide_x.y;
        }
        {
            precise double number_y = nv_opaque_double(uvec2(p.y, p_high.y)) + nv_opaque_double(uvec2(p.z, p_high.z));
            uvec2 wide_y = nv_double_words(number_y);
            d.y = wide_y.x;
            d_high.y = wide_y.y;
        }
        {
            precise double number_x = nv_opaque_double(uvec2(d.x, d_high.x)) * nv_double(uvec2(0x0u, 0x40000000u)) + nv_double(uvec2(0x0u, 0x3ff00000u));
            uvec2 wide_x = nv_double_words(number_x);
            precise double number_y = nv_opaque_double(uvec2(d.y, d_high.y)) * nv_double(uvec2(0x0u, 0x40000000u)) + nv_opaque_double(uvec2(0x0u, 0x0u));
            uvec2 wide_y = nv_double_words(number_y);
            d.x = wide_x.x;
            d_high.x = wide_x.y;
            d.y = wide_y.x;
            d_high.y = wide_y.y;
        }
        {
            precise double number_x = nv_opaque_double(uvec2(q.x, q_high.x)) - nv_opaque_double(uvec2(q.y, q_high.y));
            uvec2 wide_x = nv_double_words(number_x);
            z.x = wide_x.x;
            z_high.x = wide_x.y;
        }
        {
            precise double number_y = nv_opaque_double(uvec2(q.z, q_high.z)) + nv_opaque_double(uvec2(q.z, q_high.z));
            uvec2 wide_y = nv_double_words(number_y);
            z.y = wide_y.x;
            z_high.y = wide_y.y;
        }
        {
            precise double number_x = nv_opaque_double(uvec2(z.x, z_high.x)) + nv_opaque_double(uvec2(c.x, c_high.x));
            uvec2 wide_x = nv_double_words(number_x);
            precise double number_y = nv_opaque_double(uvec2(z.y, z_high.y)) + nv_opaque_double(uvec2(c.y, c_high.y));
            uvec2 wide_y = nv_double_words(number_y);
            z.x = wide_x.x;
            z_high.x = wide_x.y;
            z.y = wide_y.x;
            z_high.y = wide_y.y;
        }
        {
            precise double number_x = nv_opaque_double(uvec2(z.x, z_high.x)) * nv_opaque_double(uvec2(z.x, z_high.x));
            uvec2 wide_x = nv_double_words(number_x);
            precise double number_y = nv_opaque_double(uvec2(z.y, z_high.y)) * nv_opaque_double(uvec2(z.y, z_high.y));
            uvec2 wide_y = nv_double_words(number_y);
            q.x = wide_x.x;
            q_high.x = wide_x.y;
            q.y = wide_y.x;
            q_high.y = wide_y.y;
        }
        {
            precise double number_x = nv_opaque_double(uvec2(q.x, q_high.x)) + nv_opaque_double(uvec2(q.y, q_high.y));
            uvec2 wide_x = nv_double_words(number_x);
            q.x = wide_x.x;
            q_high.x = wide_x.y;
        }
        {
            precise double number_y = nv_double(uvec2(0x0u, 0x40b00000u)) - nv_opaque_double(uvec2(q.x, q_high.x));
            uvec2 wide_y = nv_double_words(number_y);
            q.y = wide_y.x;
            q_high.y = wide_y.y;
            CC0.y = nv_double_code(wide_y);
        }
        if (CC0.y < 0.0) {
            break;
        }
        turns_2.x = turns_2.x + 1;
    }
    // z / (dz/dc) in heights of the picture: its length tells the distance, its direction the slope
    {
        precise double number_x = nv_opaque_double(uvec2(d.x, d_high.x)) * double(nv_flush(nv_opaque(scale.x)));
        uvec2 wide_x = nv_double_words(number_x);
        precise double number_y = nv_opaque_double(uvec2(d.y, d_high.y)) * double(nv_flush(nv_opaque(scale.x)));
        uvec2 wide_y = nv_double_words(number_y);
        d.x = wide_x.x;
        d_high.x = wide_x.y;
        d.y = wide_y.x;
        d_high.y = wide_y.y;
    }
    {
        precise double number_x = nv_opaque_double(uvec2(z.x, z_high.x));
        uvec2 wide_x = uvec2(floatBitsToUint(nv_flush(float(number_x))), 0u);
        precise double number_y = nv_opaque_double(uvec2(z.y, z_high.y));
        uvec2 wide_y = uvec2(floatBitsToUint(nv_flush(float(number_y))), 0u);
        slope.x = uintBitsToFloat(wide_x.x);
        slope.y = uintBitsToFloat(wide_y.x);
    }
    {
        precise double number_z = nv_opaque_double(uvec2(d.x, d_high.x));
        uvec2 wide_z = uvec2(floatBitsToUint(nv_flush(float(number_z))), 0u);
        precise double number_w = nv_opaque_double(uvec2(d.y, d_high.y));
        uvec2 wide_w = uvec2(floatBitsToUint(nv_flush(float(number_w))), 0u);
        slope.z = uintBitsToFloat(wide_z.x);
        slope.w = uintBitsToFloat(wide_w.x);
    }
    far.x = nv_dp2(slope.zw, slope.zw);
    far.x = nv_rcp(far.x);
    far.y = nv_dp2(slope.xy, slope.zw);
    far.z = slope.y * slope.z;
    far.z = -slope.x * slope.w + far.z;
    slope.xy = far.yz * far.x;
    far.w = nv_dp2(slope.xy, slope.xy);
    far.w = nv_max(far.w, 1e-30);
    far.z = nv_rsq(far.w);
    slope.xy = slope.xy * far.z;
    // Turns as if they were no whole numbers
    {
        precise double number_x = nv_opaque_double(uvec2(q.x, q_high.x));
        uvec2 wide_x = uvec2(floatBitsToUint(nv_flush(float(number_x))), 0u);
        far.x = uintBitsToFloat(wide_x.x);
    }
    far.x = nv_lg2(far.x);
    far.y = nv_lg2(far.x);
    light.w = nv_opaque(float(turns_2.x));
    light.w = light.w - far.y;
    // Colours run round a circle, each at a rate and a place of its own
    light.w = light.w * 0.025;
    light.w = light.w + view.z;
    light.w = nv_frc(light.w);
    tint.xyz = light.w * 6.2831855 + vec3(zero, 0.5654867, 1.3823009);
    light.x = nv_cos(tint.x);
    light.y = nv_cos(tint.y);
    light.z = nv_cos(tint.z);
    tint.xyz = light.xyz * 0.5 + 0.5;
    tint.y = nv_pow(tint.y, 1.15);
    tint.z = nv_pow(tint.z, 1.3);
    // How many pixels it is to the set; threads thinner than that are dark
    light.x = dFdy(ATTR0.y);
    light.y = far.w * far.z;
    light.y = light.y * far.x;
    light.x = nv_rcp(abs(light.x));
    light.y = light.y * light.x;
    light.y = nv_saturate(light.y * 0.19);
    light.y = nv_max(light.y, 1e-6);
    light.x = nv_rsq(light.y);
    light.x = nv_rcp(light.x);
    light.x = light.x * 0.88 + 0.12;
    // A lamp at the upper right
    light.z = nv_dp2(slope.xy, vec2(0.7071068));
    light.y = nv_saturate(light.z * 0.501 + 0.514);
    light.y = light.y * 0.85 + 0.3;
    tint.xyz = tint.xyz * light.y;
    tint.xyz = tint.xyz * light.x;
    light.z = nv_max(light.z, 0.001);
    light.z = nv_pow(light.z, 18.0);
    light.z = light.z * 0.35;
    light.z = light.z * light.x;
    tint.xyz = vec3(1.0, 0.92, 0.75) * light.z + tint.xyz;
    // The set itself is night
    turns_2.x = turns_2.x - 900;
    CC0.x = float(turns_2.x);
    if (CC0.x == 0.0) tint.xyz = vec3(0.008, 0.01, 0.03);
    // Darker towards the corners
    light.xy = ATTR0.xy * ATTR0.xy;
    light.x = nv_dp2(light.xy, vec2(0.16, 0.4));
    light.x = 1.0 - light.x;
    color.xyz = tint.xyz * light.x;
    color.w = 1.0;
}
