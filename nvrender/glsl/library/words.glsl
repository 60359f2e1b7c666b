// Integers of 64 bits as pairs of words, the low one in x: nothing beyond shifts and sums, so that every target
// has them.

// NV_gpu_program5 2.X.4.1
uvec2 nv_words(int a) {
    return uvec2(uint(a), uint(a >> 31));
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_truth(bool a) {
    return uvec2(a ? 0xffffffffu : 0u);
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_add(uvec2 a, uvec2 b) {
    uint low = a.x + b.x;
    return uvec2(low, a.y + b.y + uint(low < a.x));
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_sub(uvec2 a, uvec2 b) {
    return uvec2(a.x - b.x, a.y - b.y - uint(a.x < b.x));
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_mul(uvec2 a, uvec2 b) {
    return uvec2(a.x * b.x, nv_umul_high(a.x, b.x) + a.x * b.y + a.y * b.x);
}

// NV_gpu_program5 2.X.4.5
uvec2 nv_negative(uvec2 a) {
    return uvec2(-a.x, ~a.y + uint(a.x == 0u));
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_abs(uvec2 a) {
    return int(a.y) < 0 ? nv_negative(a) : a;
}

// NV_gpu_program5 2.X.4.1
bool nv_words_less(uvec2 a, uvec2 b) {
    return int(a.y) < int(b.y) || (a.y == b.y && a.x < b.x);
}

// NV_gpu_program5 2.X.4.1
bool nv_uwords_less(uvec2 a, uvec2 b) {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_max(uvec2 a, uvec2 b) {
    return nv_words_less(b, a) ? a : b;
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_min(uvec2 a, uvec2 b) {
    return nv_words_less(b, a) ? b : a;
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_uwords_max(uvec2 a, uvec2 b) {
    return nv_uwords_less(b, a) ? a : b;
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_uwords_min(uvec2 a, uvec2 b) {
    return nv_uwords_less(b, a) ? b : a;
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_distance(uvec2 a, uvec2 b) {
    return nv_words_less(a, b) ? nv_words_sub(b, a) : nv_words_sub(a, b);
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_uwords_distance(uvec2 a, uvec2 b) {
    return nv_uwords_less(a, b) ? nv_words_sub(b, a) : nv_words_sub(a, b);
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_choose(uvec2 a, uvec2 b, uvec2 c) {
    return int(a.y) < 0 ? b : c;
}

// --- Shifts; those called left and right by 0 to 63

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_left(uvec2 a, uint count) {
    uint n = count & 31u;
    uvec2 moved = uvec2(a.x << n, a.y << n | a.x >> 1 >> (31u - n));
    return count > 31u ? uvec2(0u, moved.x) : moved;
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_right(uvec2 a, uint count) {
    uint n = count & 31u;
    uvec2 moved = uvec2(a.x >> n | a.y << 1 << (31u - n), a.y >> n);
    return count > 31u ? uvec2(moved.y, 0u) : moved;
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_shl(uvec2 a, uvec2 b) {
    return b.y == 0u && b.x < 64u ? nv_words_left(a, b.x) : uvec2(0u);
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_uwords_shr(uvec2 a, uvec2 b) {
    return b.y == 0u && b.x < 64u ? nv_words_right(a, b.x) : uvec2(0u);
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_shr(uvec2 a, uvec2 b) {
    uvec2 sign = uvec2(uint(int(a.y) >> 31));
    return b.y == 0u && b.x < 64u ? nv_words_right(a ^ sign, b.x) ^ sign : sign;
}

// --- Division, bit by bit: the quotient in xy, the remainder in zw

// NV_gpu_program5 2.X.4.1
uvec4 nv_words_divided(uvec2 a, uvec2 b) {
    uvec2 rest = uvec2(0u);
    for (int step = 0; step < 64; ++step) {
        bool over = rest.y > 0x7fffffffu;
        rest = uvec2(rest.x << 1 | a.y >> 31, rest.y << 1 | rest.x >> 31);
        a = uvec2(a.x << 1, a.y << 1 | a.x >> 31);
        if (over || !nv_uwords_less(rest, b)) {
            rest = nv_words_sub(rest, b);
            a.x |= 1u;
        }
    }
    return uvec4(a, rest);
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_uwords_div(uvec2 a, uvec2 b) {
    return (b.x | b.y) == 0u ? uvec2(0xffffffffu) : nv_words_divided(a, b).xy;
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_uwords_mod(uvec2 a, uvec2 b) {
    return (b.x | b.y) == 0u ? uvec2(0xffffffffu) : nv_words_divided(a, b).zw;
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_div(uvec2 a, uvec2 b) {
    if ((b.x | b.y) == 0u) return uvec2(0xffffffffu);
    uvec2 size = nv_words_divided(nv_words_abs(a), nv_words_abs(b)).xy;
    return (a.y ^ b.y) > 0x7fffffffu ? nv_negative(size) : size;
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_words_mod(uvec2 a, uvec2 b) {
    if ((b.x | b.y) == 0u) return uvec2(0xffffffffu);
    uvec2 size = nv_words_divided(nv_words_abs(a), nv_words_abs(b)).zw;
    return a.y > 0x7fffffffu ? nv_negative(size) : size;
}

// --- Overflow and carry

// NV_gpu_program5 2.X.4.1
bvec2 nv_words_sum_flags(uvec2 a, uvec2 b) {
    uvec2 total = nv_words_add(a, b);
    uint signs = (a.y ^ total.y) & (b.y ^ total.y);
    return bvec2(signs >> 31 != 0u, nv_uwords_less(total, a));
}

// NV_gpu_program5 2.X.4.1
bvec2 nv_words_difference_flags(uvec2 a, uvec2 b) {
    uint signs = (a.y ^ b.y) & (a.y ^ nv_words_sub(a, b).y);
    return bvec2(signs >> 31 != 0u, !nv_uwords_less(a, b));
}
