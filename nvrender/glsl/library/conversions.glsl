// CVT between types of 32 bits and less, without floats. Roundings: 0 to even, 1 up, 2 down, 3 to zero, 4 to
// odd.

// NV_gpu_program5 2.X.8, CVT
uint nv_narrow(uint a, uint bits, bool extend) {
    uint high = a << (32u - bits);
    return extend ? uint(int(high) >> (32u - bits)) : high >> (32u - bits);
}

// NV_gpu_program5 2.X.8, CVT
bool nv_round_up(uint kept, uint rest, uint middle, bool negative, int rounding) {
    if (rounding == 0) return rest > middle || (rest == middle && (kept & 1u) != 0u);
    return rest != 0u && (rounding == 1 ? !negative : rounding == 2 && negative);
}

// NV_gpu_program5 2.X.8, CVT
uint nv_within(uint size, bool negative, bool over, uint bits, bool extend, bool clamped) {
    uint limit = negative ? (extend ? 1u << (bits - 1u) : 0u)
        : 0xffffffffu >> (extend ? 33u - bits : 32u - bits);
    if (clamped && (over || size > limit)) size = limit;
    return nv_narrow(negative ? ~size + 1u : size, bits, extend);
}

// NV_gpu_program5 2.X.8, CVT
uint nv_integer_of_integer(uint a, bool sign, uint bits, bool extend, bool clamped) {
    bool negative = sign && int(a) < 0;
    return nv_within(negative ? ~a + 1u : a, negative, false, bits, extend, clamped);
}

// NV_gpu_program5 2.X.8, CVT
uint nv_integer_of_float(uint a, int rounding, uint bits, bool extend, bool clamped) {
    uint exponent = a >> 23 & 0xffu, fraction = a & 0x7fffffu;
    if (exponent == 0u || (exponent == 255u && fraction != 0u)) return 0u;
    bool negative = a >> 31 != 0u;
    uint whole = fraction | 0x800000u, size = 0u;
    if (exponent < 150u) {
        uint shift = min(150u - exponent, 31u), rest = whole & ((1u << shift) - 1u);
        size = whole >> shift;
        size += uint(nv_round_up(size, rest, 1u << (shift - 1u), negative, rounding));
    } else if (exponent < 182u) {
        size = whole << (exponent - 150u);
    }
    bool limited = clamped || exponent == 255u;
    return nv_within(size, negative, exponent > 158u, bits, extend, limited);
}

// NV_gpu_program5 2.X.8, CVT
uint nv_float_of_integer(uint a, bool sign, int rounding) {
    bool negative = sign && int(a) < 0;
    uint size = negative ? ~a + 1u : a;
    uint top = nv_btfm(size), word = (top + 127u) << 23;
    if (top < 24u) {
        word |= size << (23u - top) & 0x7fffffu;
    } else {
        uint shift = top - 23u, kept = size >> shift, rest = size & ((1u << shift) - 1u);
        bool odd = rounding == 4 && rest != 0u;
        word |= (kept & 0x7fffffu) | uint(odd);
        word += uint(nv_round_up(kept, rest, 1u << (shift - 1u), negative, rounding));
    }
    return size == 0u ? 0u : negative ? word | 0x80000000u : word;
}

// NV_gpu_program5 2.X.8, CVT
uint nv_half_of_float(uint a, int rounding) {
    uint sign = a >> 16 & 0x8000u, exponent = a >> 23 & 0xffu, fraction = a & 0x7fffffu;
    if (exponent == 255u) return sign | (fraction != 0u ? 0x7e00u : 0x7c00u);
    if (exponent == 0u) return sign;
    bool negative = sign != 0u;
    if (exponent > 142u) {
        bool most = rounding == 3 || rounding == (negative ? 1 : 2);
        return sign | (most ? 0x7bffu : 0x7c00u);
    }
    uint whole = fraction | 0x800000u;
    uint shift = exponent > 112u ? 13u : min(126u - exponent, 31u);
    uint kept = whole >> shift, rest = whole & ((1u << shift) - 1u);
    uint word = exponent > 112u ? (exponent - 112u) << 10 | (kept & 0x3ffu) : kept;
    word += uint(nv_round_up(kept, rest, 1u << (shift - 1u), negative, rounding));
    return sign | word;
}
