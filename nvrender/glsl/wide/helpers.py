"""GLSL functions of 64-bit instructions (NV_gpu_program5 2.X.4.1; NV_gpu_program4 2.X.8)."""

from __future__ import annotations

from functools import partial

from nvrender.glsl.helpers import Helper, of_words

_SECTION = "NV_gpu_program5 2.X.4.1"

_helper = partial(of_words, _SECTION)


HELPERS: dict[str, Helper] = {
    "nv_ulong_div": _helper(
        "uint64_t nv_ulong_div(uint64_t a, uint64_t b) {\n"
        "    return b == uint64_t(0) ? ~uint64_t(0) : a / max(b, uint64_t(1));\n}"
    ),
    "nv_ulong_mod": _helper(
        "uint64_t nv_ulong_mod(uint64_t a, uint64_t b) {\n"
        "    return b == uint64_t(0) ? ~uint64_t(0) : a - a / max(b, uint64_t(1)) * b;\n}"
    ),
    "nv_long": _helper("int64_t nv_long(int a) {\n    return packInt2x32(ivec2(a, a >> 31));\n}"),
    "nv_long_size": _helper(
        "uint64_t nv_long_size(int64_t a) {\n"
        "    return a < int64_t(0) ? ~uint64_t(a) + uint64_t(1) : uint64_t(a);\n}"
    ),
    "nv_long_div": _helper(
        "int64_t nv_long_div(int64_t a, int64_t b) {\n"
        "    uint64_t size = nv_ulong_div(nv_long_size(a), nv_long_size(b));\n"
        "    bool negative = b != int64_t(0) && (a < int64_t(0)) != (b < int64_t(0));\n"
        "    return int64_t(negative ? ~size + uint64_t(1) : size);\n}",
        "nv_long_size",
        "nv_ulong_div",
    ),
    "nv_long_mod": _helper(
        "int64_t nv_long_mod(int64_t a, int64_t b) {\n"
        "    uint64_t size = nv_ulong_mod(nv_long_size(a), nv_long_size(b));\n"
        "    return int64_t(b != int64_t(0) && a < int64_t(0) ? ~size + uint64_t(1) : size);\n}",
        "nv_long_size",
        "nv_ulong_mod",
    ),
    "nv_ulong_shl": _helper(
        "uint64_t nv_ulong_shl(uint64_t a, uint64_t b) {\n"
        "    return b < uint64_t(64) ? a << (uint(b) & 63u) : uint64_t(0);\n}"
    ),
    "nv_long_shl": _helper(
        "int64_t nv_long_shl(int64_t a, int64_t b) {\n"
        "    return int64_t(nv_ulong_shl(uint64_t(a), uint64_t(b)));\n}",
        "nv_ulong_shl",
    ),
    "nv_ulong_shr": _helper(
        "uint64_t nv_ulong_shr(uint64_t a, uint64_t b) {\n"
        "    return b < uint64_t(64) ? a >> (uint(b) & 63u) : uint64_t(0);\n}"
    ),
    "nv_long_shr": _helper(
        "int64_t nv_long_shr(int64_t a, int64_t b) {\n"
        "    return a >> (uint64_t(b) < uint64_t(64) ? uint(b) & 63u : 63u);\n}"
    ),
    "nv_long_of_double": _helper(
        "int64_t nv_long_of_double(double a) {\n"
        "    if (isnan(a)) return int64_t(0);\n"
        "    if (a >= 9223372036854775808.0lf) return packInt2x32(ivec2(-1, 0x7fffffff));\n"
        "    if (a < -9223372036854775808.0lf) return packInt2x32(ivec2(0, ~0x7fffffff));\n"
        "    return int64_t(a);\n}"
    ),
    "nv_ulong_of_double": _helper(
        "uint64_t nv_ulong_of_double(double a) {\n"
        "    if (isnan(a) || a <= 0.0lf) return uint64_t(0);\n"
        "    if (a >= 18446744073709551616.0lf) return ~uint64_t(0);\n"
        "    if (a < 9223372036854775808.0lf) return uint64_t(int64_t(a));\n"
        "    return uint64_t(int64_t(a - 9223372036854775808.0lf)) + packUint2x32(uvec2(0u, 0x80000000u));\n}"
    ),
    # Denormals of 64 bits are zeros (docs/semantics.md).
    "nv_double": _helper(
        "double nv_double(uvec2 words) {\n"
        "    bool small = (words.y & 0x7ff00000u) == 0u;\n"
        "    return packDouble2x32(small ? uvec2(0u, words.y & 0x80000000u) : words);\n}"
    ),
    "nv_opaque_double": _helper(
        "double nv_opaque_double(uvec2 words) {\n"
        "    return nv_double(words | uvec2(floatBitsToUint(zero)));\n}",
        "nv_double",
    ),
    "nv_double_words": _helper(
        "uvec2 nv_double_words(double a) {\n"
        "    uvec2 words = unpackDouble2x32(a);\n"
        "    return (words.y & 0x7ff00000u) == 0u ? uvec2(0u, words.y & 0x80000000u) : words;\n}"
    ),
    # Named precise, or compilers take the opposites of comparisons, which NaN fulfils.
    **{
        f"nv_double_{name}": _helper(
            f"bool nv_double_{name}(double a, double b) {{\n"
            f"    precise bool result = a {sign} b;\n    return result;\n}}"
        )
        for name, sign in (("equal", "=="), ("less", "<"), ("most", "<="))
    },
    "nv_double_signed": _helper(
        "double nv_double_signed(double a, double sign) {\n"
        "    uvec2 words = unpackDouble2x32(a);\n"
        "    uint bit = unpackDouble2x32(sign).y & 0x80000000u;\n"
        "    return packDouble2x32(uvec2(words.x, (words.y & 0x7fffffffu) | bit));\n}"
    ),
    "nv_double_rsq": _helper(
        "double nv_double_rsq(double a) {\n"
        "    uvec2 words = unpackDouble2x32(a);\n"
        "    if ((words.x | (words.y & 0x7fffffffu)) == 0u) return packDouble2x32(uvec2(0u, 0x7ff00000u));\n"
        "    precise double root = sqrt(a), result = 1.0lf / root;\n    return result;\n}"
    ),
    "nv_double_sign": _helper(
        "double nv_double_sign(double a) {\n"
        "    uvec2 words = unpackDouble2x32(a);\n"
        "    uint high = words.y & 0x7fffffffu;\n"
        "    if (high > 0x7ff00000u || (high == 0x7ff00000u && words.x != 0u)) return a;\n"
        "    uint one = (high | words.x) == 0u ? 0u : 0x3ff00000u | (words.y & 0x80000000u);\n"
        "    return packDouble2x32(uvec2(0u, one));\n}"
    ),
    "nv_double_code": _helper(
        "float nv_double_code(uvec2 words) {\n"
        "    uint high = words.y & 0x7fffffffu;\n"
        "    bool nan = high > 0x7ff00000u || (high == 0x7ff00000u && words.x != 0u);\n"
        "    if (nan) return uintBitsToFloat(0x7fc00000u);\n"
        "    return (high | words.x) == 0u ? 0.0 : words.y > 0x7fffffffu ? -1.0 : 1.0;\n}"
    ),
    "nv_long_code": _helper(
        "int nv_long_code(uvec2 words) {\n"
        "    return (words.x | words.y) == 0u ? 0 : words.y > 0x7fffffffu ? -1 : 1;\n}"
    ),
    "nv_double_clamp": _helper(
        "double nv_double_clamp(double a, double low) {\n"
        "    a = nv_double(unpackDouble2x32(a));\n"
        "    return nv_double_less(a, low) ? low : nv_double_less(1.0lf, a) ? 1.0lf : a;\n}",
        "nv_double",
        "nv_double_less",
    ),
    # roundEven of some drivers adds 1/2, which rounds: up to 1 just below 1/2, and what is whole already.
    "nv_double_even": _helper(
        "double nv_double_even(double a) {\n"
        "    double size = abs(a), whole = floor(size), rest = size - whole;\n"
        "    if (!nv_double_less(size, 4503599627370496.0lf)) return a;\n"
        "    bool odd = nv_double_less(2.0lf * floor(0.5lf * whole), whole);\n"
        "    if (nv_double_less(0.5lf, rest) || (odd && !nv_double_less(rest, 0.5lf))) whole += 1.0lf;\n"
        "    return nv_double_less(a, 0.0lf) ? -whole : whole;\n}",
        "nv_double_less",
    ),
    "nv_long_sum_flags": _helper(
        "ivec2 nv_long_sum_flags(uint64_t a, uint64_t b) {\n"
        "    uint64_t total = a + b;\n"
        "    uvec2 signs = unpackUint2x32((a ^ total) & (b ^ total));\n"
        "    return ivec2(int(signs.y >> 31), total < a ? 1 : 0);\n}"
    ),
    "nv_long_difference_flags": _helper(
        "ivec2 nv_long_difference_flags(uint64_t a, uint64_t b) {\n"
        "    uvec2 signs = unpackUint2x32((a ^ b) & (a ^ (a - b)));\n"
        "    return ivec2(int(signs.y >> 31), a >= b ? 1 : 0);\n}"
    ),
}
