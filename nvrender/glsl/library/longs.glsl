// Integers of 64 bits, where GLSL has them

// NV_gpu_program5 2.X.4.1
int64_t nv_long(int a) {
    return packInt2x32(ivec2(a, a >> 31));
}

// NV_gpu_program5 2.X.4.1
uint64_t nv_long_size(int64_t a) {
    return a < int64_t(0) ? ~uint64_t(a) + uint64_t(1) : uint64_t(a);
}

// NV_gpu_program5 2.X.4.1
uint64_t nv_ulong_div(uint64_t a, uint64_t b) {
    return b == uint64_t(0) ? ~uint64_t(0) : a / max(b, uint64_t(1));
}

// NV_gpu_program5 2.X.4.1
uint64_t nv_ulong_mod(uint64_t a, uint64_t b) {
    return b == uint64_t(0) ? ~uint64_t(0) : a - a / max(b, uint64_t(1)) * b;
}

// NV_gpu_program5 2.X.4.1
int64_t nv_long_div(int64_t a, int64_t b) {
    uint64_t size = nv_ulong_div(nv_long_size(a), nv_long_size(b));
    bool negative = b != int64_t(0) && (a < int64_t(0)) != (b < int64_t(0));
    return int64_t(negative ? ~size + uint64_t(1) : size);
}

// NV_gpu_program5 2.X.4.1
int64_t nv_long_mod(int64_t a, int64_t b) {
    uint64_t size = nv_ulong_mod(nv_long_size(a), nv_long_size(b));
    return int64_t(b != int64_t(0) && a < int64_t(0) ? ~size + uint64_t(1) : size);
}

// NV_gpu_program5 2.X.4.1
uint64_t nv_ulong_shl(uint64_t a, uint64_t b) {
    return b < uint64_t(64) ? a << (uint(b) & 63u) : uint64_t(0);
}

// NV_gpu_program5 2.X.4.1
int64_t nv_long_shl(int64_t a, int64_t b) {
    return int64_t(nv_ulong_shl(uint64_t(a), uint64_t(b)));
}

// NV_gpu_program5 2.X.4.1
uint64_t nv_ulong_shr(uint64_t a, uint64_t b) {
    return b < uint64_t(64) ? a >> (uint(b) & 63u) : uint64_t(0);
}

// NV_gpu_program5 2.X.4.1
int64_t nv_long_shr(int64_t a, int64_t b) {
    return a >> (uint64_t(b) < uint64_t(64) ? uint(b) & 63u : 63u);
}

// NV_gpu_program5 2.X.4.1
int64_t nv_long_of_double(double a) {
    if (isnan(a)) return int64_t(0);
    if (a >= 9223372036854775808.0lf) return packInt2x32(ivec2(-1, 0x7fffffff));
    if (a < -9223372036854775808.0lf) return packInt2x32(ivec2(0, ~0x7fffffff));
    return int64_t(a);
}

// NV_gpu_program5 2.X.4.1
uint64_t nv_ulong_of_double(double a) {
    if (isnan(a) || a <= 0.0lf) return uint64_t(0);
    if (a >= 18446744073709551616.0lf) return ~uint64_t(0);
    if (a < 9223372036854775808.0lf) return uint64_t(int64_t(a));
    return uint64_t(int64_t(a - 9223372036854775808.0lf)) + packUint2x32(uvec2(0u, 0x80000000u));
}

// NV_gpu_program5 2.X.4.1
int nv_long_code(uvec2 words) {
    return (words.x | words.y) == 0u ? 0 : words.y > 0x7fffffffu ? -1 : 1;
}

// NV_gpu_program5 2.X.4.1
bvec2 nv_long_sum_flags(uint64_t a, uint64_t b) {
    uint64_t total = a + b;
    uvec2 signs = unpackUint2x32((a ^ total) & (b ^ total));
    return bvec2(signs.y >> 31 != 0u, total < a);
}

// NV_gpu_program5 2.X.4.1
bvec2 nv_long_difference_flags(uint64_t a, uint64_t b) {
    uvec2 signs = unpackUint2x32((a ^ b) & (a ^ (a - b)));
    return bvec2(signs.y >> 31 != 0u, a >= b);
}
