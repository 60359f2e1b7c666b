// CVT from and to types of 64 bits: pairs of words, the low one in x, doubles by their bits.

// --- Integers: a / 2^count, rounded, and within the range of a type

// NV_gpu_program5 2.X.8, CVT
uvec2 nv_words_rounded(uvec2 a, uint count, bool negative, int rounding) {
    if (count == 0u) return a;
    uvec2 kept = count > 63u ? uvec2(0u) : nv_words_right(a, count);
    uvec2 below = count > 64u ? uvec2(1u, 0u) : count > 63u ? a : nv_words_left(a, 64u - count);
    uint rest = below.y | uint(below.x != 0u);
    kept.x |= uint(rounding == 4 && rest != 0u);
    bool up = nv_round_up(kept.x, rest, 0x80000000u, negative, rounding);
    return up ? uvec2(kept.x + 1u, kept.y + uint(kept.x == 0xffffffffu)) : kept;
}

// NV_gpu_program5 2.X.8, CVT
uvec2 nv_words_within(uvec2 size, bool negative, bool over, uint bits, bool extend,
    bool clamped) {
    uint most = 0xffffffffu >> (bits < 32u ? 32u - bits : 0u);
    uvec2 limit = bits < 64u ? uvec2(most, 0u) : uvec2(0xffffffffu);
    if (negative && !extend) limit = uvec2(0u);
    if (extend) limit = nv_words_right(limit, 1u);
    if (negative && extend) limit = uvec2(limit.x + 1u, limit.y + uint(limit.x == 0xffffffffu));
    if (clamped && (over || nv_uwords_less(limit, size))) size = limit;
    uvec2 words = negative ? nv_negative(size) : size;
    if (bits > 32u) return words;
    uint low = nv_narrow(words.x, bits, extend);
    return uvec2(low, extend ? uint(int(low) >> 31) : 0u);
}

// NV_gpu_program5 2.X.8, CVT
uvec2 nv_integer_of_words(uvec2 a, bool sign, uint bits, bool extend, bool clamped) {
    bool negative = sign && int(a.y) < 0;
    uvec2 size = negative ? nv_negative(a) : a;
    return nv_words_within(size, negative, false, bits, extend, clamped);
}

// NV_gpu_program5 2.X.8, CVT
uvec2 nv_integer_of_double(uvec2 a, int rounding, uint bits, bool extend, bool clamped) {
    uint exponent = a.y >> 20 & 0x7ffu;
    bool nan = exponent == 2047u && ((a.y & 0xfffffu) | a.x) != 0u;
    if (exponent == 0u || nan) return uvec2(0u);
    bool negative = a.y > 0x7fffffffu;
    uvec2 whole = uvec2(a.x, (a.y & 0xfffffu) | 0x100000u), size = uvec2(0u);
    if (exponent < 1075u) size = nv_words_rounded(whole, 1075u - exponent, negative, rounding);
    else if (exponent < 1139u) size = nv_words_left(whole, exponent - 1075u);
    bool limited = clamped || exponent == 2047u;
    return nv_words_within(size, negative, exponent > 1086u, bits, extend, limited);
}

// --- Doubles

// NV_gpu_program5 2.X.8, CVT
uvec2 nv_double_of_words(uvec2 a, bool sign, int rounding) {
    bool negative = sign && int(a.y) < 0;
    uvec2 size = negative ? nv_negative(a) : a;
    if ((size.x | size.y) == 0u) return uvec2(0u);
    uint top = size.y == 0u ? nv_btfm(size.x) : nv_btfm(size.y) + 32u;
    uvec2 kept = top < 53u ? nv_words_left(size, 52u - top)
        : nv_words_rounded(size, top - 52u, negative, rounding);
    kept.y += top + 1022u << 20;
    return uvec2(kept.x, kept.y | (negative ? 0x80000000u : 0u));
}

// NV_gpu_program5 2.X.8, CVT
uvec2 nv_double_of_float(uint a) {
    uint sign = a & 0x80000000u, size = a & 0x7fffffffu;
    if (size < 0x00800000u) return uvec2(0u, sign);
    uint high = size >> 3;
    if (size < 0x7f800000u) high += 0x38000000u;
    else high |= size > 0x7f800000u ? 0x70080000u : 0x70000000u;
    return uvec2(size << 29, high | sign);
}

// NV_gpu_program5 2.X.8, CVT
uvec2 nv_double_flushed(uvec2 a) {
    return (a.y & 0x7ff00000u) == 0u ? uvec2(0u, a.y & 0x80000000u) : a;
}

// --- In [0, 1] or [-1, 1]; NaN stays

// NV_gpu_program5 2.X.8, CVT
uvec2 nv_double_limited(uvec2 a, bool extend) {
    uint high = a.y & 0x7fffffffu;
    if (high > 0x7ff00000u || (high == 0x7ff00000u && a.x != 0u) || (high | a.x) == 0u) return a;
    if (a.y > 0x7fffffffu && !extend) return uvec2(0u);
    return high < 0x3ff00000u ? a : uvec2(0u, 0x3ff00000u | (a.y & 0x80000000u));
}

// NV_gpu_program5 2.X.8, CVT
uint nv_float_of_double(uvec2 a, int rounding) {
    uint sign = a.y & 0x80000000u, exponent = a.y >> 20 & 0x7ffu, fraction = a.y & 0xfffffu;
    bool negative = sign != 0u, nan = exponent == 2047u && (fraction | a.x) != 0u;
    if (nan) return sign | 0x7fc00000u | fraction << 3 | a.x >> 29;
    if (exponent == 2047u) return sign | 0x7f800000u;
    if (exponent == 0u) return sign;
    if (exponent > 1150u) {
        bool most = rounding > 2 || rounding == (negative ? 1 : 2);
        return sign | (most ? 0x7f7fffffu : 0x7f800000u);
    }
    uint count = exponent > 896u ? 29u : min(926u - exponent, 65u);
    uint word = nv_words_rounded(uvec2(a.x, fraction | 0x100000u), count, negative, rounding).x;
    if (exponent > 896u) word += exponent - 897u << 23;
    if (word < 0x00800000u) word = rounding == 4 ? 0x00800001u : 0u;
    return sign | word;
}
