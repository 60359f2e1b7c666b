"""GLSL functions of CVT from and to types of 64 bits (NV_gpu_program5 2.X.8, CVT).

Numbers are pairs of words, the low one in x: 64-bit integers, and doubles by their bits.
"""

from __future__ import annotations

from functools import partial

from nvrender.glsl.declared.bit_helpers import ODD
from nvrender.glsl.helpers import Helper, of_words

_SECTION = "NV_gpu_program5 2.X.8, CVT"

_helper = partial(of_words, _SECTION)


HELPERS: dict[str, Helper] = {
    # a / 2^count, rounded
    "nv_words_rounded": _helper(
        "uvec2 nv_words_rounded(uvec2 a, uint count, bool negative, int rounding) {\n"
        "    if (count == 0u) return a;\n"
        "    uvec2 kept = count > 63u ? uvec2(0u) : nv_words_right(a, count);\n"
        "    uvec2 below = count > 64u ? uvec2(1u, 0u) : count > 63u ? a : nv_words_left(a, 64u - count);\n"
        "    uint rest = below.y | uint(below.x != 0u);\n"
        f"    kept.x |= uint(rounding == {ODD} && rest != 0u);\n"
        "    bool up = nv_round_up(kept.x, rest, 0x80000000u, negative, rounding);\n"
        "    return up ? uvec2(kept.x + 1u, kept.y + uint(kept.x == 0xffffffffu)) : kept;\n}",
        "nv_words_right",
        "nv_words_left",
        "nv_round_up",
    ),
    "nv_words_within": _helper(
        "uvec2 nv_words_within(uvec2 size, bool negative, bool over, uint bits, bool extend,\n"
        "    bool clamped) {\n"
        "    uint most = 0xffffffffu >> (bits < 32u ? 32u - bits : 0u);\n"
        "    uvec2 limit = bits < 64u ? uvec2(most, 0u) : uvec2(0xffffffffu);\n"
        "    if (negative && !extend) limit = uvec2(0u);\n"
        "    if (extend) limit = nv_words_right(limit, 1u);\n"
        "    if (negative && extend) limit = uvec2(limit.x + 1u, limit.y + uint(limit.x == 0xffffffffu));\n"
        "    if (clamped && (over || nv_uwords_less(limit, size))) size = limit;\n"
        "    uvec2 words = negative ? nv_negative(size) : size;\n"
        "    if (bits > 32u) return words;\n"
        "    uint low = nv_narrow(words.x, bits, extend);\n"
        "    return uvec2(low, extend ? uint(int(low) >> 31) : 0u);\n}",
        "nv_words_right",
        "nv_uwords_less",
        "nv_negative",
        "nv_narrow",
    ),
    "nv_integer_of_words": _helper(
        "uvec2 nv_integer_of_words(uvec2 a, bool sign, uint bits, bool extend, bool clamped) {\n"
        "    bool negative = sign && int(a.y) < 0;\n"
        "    uvec2 size = negative ? nv_negative(a) : a;\n"
        "    return nv_words_within(size, negative, false, bits, extend, clamped);\n}",
        "nv_words_within",
        "nv_negative",
    ),
    "nv_integer_of_double": _helper(
        "uvec2 nv_integer_of_double(uvec2 a, int rounding, uint bits, bool extend, bool clamped) {\n"
        "    uint exponent = a.y >> 20 & 0x7ffu;\n"
        "    bool nan = exponent == 2047u && ((a.y & 0xfffffu) | a.x) != 0u;\n"
        "    if (exponent == 0u || nan) return uvec2(0u);\n"
        "    bool negative = a.y > 0x7fffffffu;\n"
        "    uvec2 whole = uvec2(a.x, (a.y & 0xfffffu) | 0x100000u), size = uvec2(0u);\n"
        "    if (exponent < 1075u) size = nv_words_rounded(whole, 1075u - exponent, negative, rounding);\n"
        "    else if (exponent < 1139u) size = nv_words_left(whole, exponent - 1075u);\n"
        "    bool limited = clamped || exponent == 2047u;\n"
        "    return nv_words_within(size, negative, exponent > 1086u, bits, extend, limited);\n}",
        "nv_words_rounded",
        "nv_words_left",
        "nv_words_within",
    ),
    "nv_double_of_words": _helper(
        "uvec2 nv_double_of_words(uvec2 a, bool sign, int rounding) {\n"
        "    bool negative = sign && int(a.y) < 0;\n"
        "    uvec2 size = negative ? nv_negative(a) : a;\n"
        "    if ((size.x | size.y) == 0u) return uvec2(0u);\n"
        "    uint top = size.y == 0u ? nv_btfm(size.x) : nv_btfm(size.y) + 32u;\n"
        "    uvec2 kept = top < 53u ? nv_words_left(size, 52u - top)\n"
        "        : nv_words_rounded(size, top - 52u, negative, rounding);\n"
        "    kept.y += top + 1022u << 20;\n"
        "    return uvec2(kept.x, kept.y | (negative ? 0x80000000u : 0u));\n}",
        "nv_negative",
        "nv_btfm",
        "nv_words_left",
        "nv_words_rounded",
    ),
    "nv_double_of_float": _helper(
        "uvec2 nv_double_of_float(uint a) {\n"
        "    uint sign = a & 0x80000000u, size = a & 0x7fffffffu;\n"
        "    if (size < 0x00800000u) return uvec2(0u, sign);\n"
        "    uint high = size >> 3;\n"
        "    if (size < 0x7f800000u) high += 0x38000000u;\n"
        "    else high |= size > 0x7f800000u ? 0x70080000u : 0x70000000u;\n"
        "    return uvec2(size << 29, high | sign);\n}",
    ),
    "nv_double_flushed": _helper(
        "uvec2 nv_double_flushed(uvec2 a) {\n"
        "    return (a.y & 0x7ff00000u) == 0u ? uvec2(0u, a.y & 0x80000000u) : a;\n}"
    ),
    # In [0, 1] or [-1, 1]; NaN stays
    "nv_double_limited": _helper(
        "uvec2 nv_double_limited(uvec2 a, bool extend) {\n"
        "    uint high = a.y & 0x7fffffffu;\n"
        "    if (high > 0x7ff00000u || (high == 0x7ff00000u && a.x != 0u) || (high | a.x) == 0u) return a;\n"
        "    if (a.y > 0x7fffffffu && !extend) return uvec2(0u);\n"
        "    return high < 0x3ff00000u ? a : uvec2(0u, 0x3ff00000u | (a.y & 0x80000000u));\n}"
    ),
    "nv_float_of_double": _helper(
        "uint nv_float_of_double(uvec2 a, int rounding) {\n"
        "    uint sign = a.y & 0x80000000u, exponent = a.y >> 20 & 0x7ffu, fraction = a.y & 0xfffffu;\n"
        "    bool negative = sign != 0u, nan = exponent == 2047u && (fraction | a.x) != 0u;\n"
        "    if (nan) return sign | 0x7fc00000u | fraction << 3 | a.x >> 29;\n"
        "    if (exponent == 2047u) return sign | 0x7f800000u;\n"
        "    if (exponent == 0u) return sign;\n"
        "    if (exponent > 1150u) {\n"
        "        bool most = rounding > 2 || rounding == (negative ? 1 : 2);\n"
        "        return sign | (most ? 0x7f7fffffu : 0x7f800000u);\n"
        "    }\n"
        "    uint count = exponent > 896u ? 29u : min(926u - exponent, 65u);\n"
        "    uint word = nv_words_rounded(uvec2(a.x, fraction | 0x100000u), count, negative, rounding).x;\n"
        "    if (exponent > 896u) word += exponent - 897u << 23;\n"
        f"    if (word < 0x00800000u) word = rounding == {ODD} ? 0x00800001u : 0u;\n"
        "    return sign | word;\n}",
        "nv_words_rounded",
    ),
    # A count of turns: at most 2^31 - 1
    "nv_count_of_words": _helper(
        "int nv_count_of_words(uvec2 a, bool sign) {\n"
        "    if (sign && int(a.y) < 0) return 0;\n"
        "    return a.y != 0u || a.x > 0x7fffffffu ? 0x7fffffff : int(a.x);\n}"
    ),
}
