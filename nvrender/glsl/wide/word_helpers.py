"""GLSL functions of 64-bit integers as pairs of words, the low one in x (NV_gpu_program5 2.X.4.1).

They take nothing but shifts and sums of words, so that every target has them.
"""

from __future__ import annotations

from functools import partial

from nvrender.glsl.helpers import Helper, of_words

_SECTION = "NV_gpu_program5 2.X.4.1"

_helper = partial(of_words, _SECTION)


def _chosen(name: str, less: str, text: str) -> Helper:
    """A function of two numbers that asks which is less."""
    return _helper(f"uvec2 {name}(uvec2 a, uvec2 b) {{\n    return {text};\n}}", less)


HELPERS: dict[str, Helper] = {
    "nv_words": _helper("uvec2 nv_words(int a) {\n    return uvec2(uint(a), uint(a >> 31));\n}"),
    "nv_words_truth": _helper(
        "uvec2 nv_words_truth(bool a) {\n    return uvec2(a ? 0xffffffffu : 0u);\n}",
    ),
    "nv_words_add": _helper(
        "uvec2 nv_words_add(uvec2 a, uvec2 b) {\n"
        "    uint low = a.x + b.x;\n"
        "    return uvec2(low, a.y + b.y + uint(low < a.x));\n}"
    ),
    "nv_words_sub": _helper(
        "uvec2 nv_words_sub(uvec2 a, uvec2 b) {\n    return uvec2(a.x - b.x, a.y - b.y - uint(a.x < b.x));\n}"
    ),
    "nv_words_mul": _helper(
        "uvec2 nv_words_mul(uvec2 a, uvec2 b) {\n"
        "    return uvec2(a.x * b.x, nv_umul_high(a.x, b.x) + a.x * b.y + a.y * b.x);\n}",
        "nv_umul_high",
    ),
    "nv_words_less": _helper(
        "bool nv_words_less(uvec2 a, uvec2 b) {\n"
        "    return int(a.y) < int(b.y) || (a.y == b.y && a.x < b.x);\n}"
    ),
    "nv_uwords_less": _helper(
        "bool nv_uwords_less(uvec2 a, uvec2 b) {\n    return a.y < b.y || (a.y == b.y && a.x < b.x);\n}"
    ),
    **{
        name: row
        for sign in ("", "u")
        for less in (f"nv_{sign}words_less",)
        for name, row in {
            f"nv_{sign}words_max": _chosen(f"nv_{sign}words_max", less, f"{less}(b, a) ? a : b"),
            f"nv_{sign}words_min": _chosen(f"nv_{sign}words_min", less, f"{less}(b, a) ? b : a"),
        }.items()
    },
    **{
        f"nv_{sign}words_distance": _helper(
            f"uvec2 nv_{sign}words_distance(uvec2 a, uvec2 b) {{\n"
            f"    return nv_{sign}words_less(a, b) ? nv_words_sub(b, a) : nv_words_sub(a, b);\n}}",
            f"nv_{sign}words_less",
            "nv_words_sub",
        )
        for sign in ("", "u")
    },
    "nv_words_abs": _helper(
        "uvec2 nv_words_abs(uvec2 a) {\n    return int(a.y) < 0 ? nv_negative(a) : a;\n}", "nv_negative"
    ),
    "nv_words_choose": _helper(
        "uvec2 nv_words_choose(uvec2 a, uvec2 b, uvec2 c) {\n    return int(a.y) < 0 ? b : c;\n}"
    ),
    # Shifts by 0 to 63
    "nv_words_left": _helper(
        "uvec2 nv_words_left(uvec2 a, uint count) {\n"
        "    uint n = count & 31u;\n"
        "    uvec2 moved = uvec2(a.x << n, a.y << n | a.x >> 1 >> (31u - n));\n"
        "    return count > 31u ? uvec2(0u, moved.x) : moved;\n}"
    ),
    "nv_words_right": _helper(
        "uvec2 nv_words_right(uvec2 a, uint count) {\n"
        "    uint n = count & 31u;\n"
        "    uvec2 moved = uvec2(a.x >> n | a.y << 1 << (31u - n), a.y >> n);\n"
        "    return count > 31u ? uvec2(moved.y, 0u) : moved;\n}"
    ),
    "nv_words_shl": _helper(
        "uvec2 nv_words_shl(uvec2 a, uvec2 b) {\n"
        "    return b.y == 0u && b.x < 64u ? nv_words_left(a, b.x) : uvec2(0u);\n}",
        "nv_words_left",
    ),
    "nv_uwords_shr": _helper(
        "uvec2 nv_uwords_shr(uvec2 a, uvec2 b) {\n"
        "    return b.y == 0u && b.x < 64u ? nv_words_right(a, b.x) : uvec2(0u);\n}",
        "nv_words_right",
    ),
    "nv_words_shr": _helper(
        "uvec2 nv_words_shr(uvec2 a, uvec2 b) {\n"
        "    uvec2 sign = uvec2(uint(int(a.y) >> 31));\n"
        "    return b.y == 0u && b.x < 64u ? nv_words_right(a ^ sign, b.x) ^ sign : sign;\n}",
        "nv_words_right",
    ),
    # Division, bit by bit: the quotient in xy, the remainder in zw
    "nv_words_divided": _helper(
        "uvec4 nv_words_divided(uvec2 a, uvec2 b) {\n"
        "    uvec2 rest = uvec2(0u);\n"
        "    for (int step = 0; step < 64; ++step) {\n"
        "        bool over = rest.y > 0x7fffffffu;\n"
        "        rest = uvec2(rest.x << 1 | a.y >> 31, rest.y << 1 | rest.x >> 31);\n"
        "        a = uvec2(a.x << 1, a.y << 1 | a.x >> 31);\n"
        "        if (over || !nv_uwords_less(rest, b)) {\n"
        "            rest = nv_words_sub(rest, b);\n"
        "            a.x |= 1u;\n"
        "        }\n"
        "    }\n"
        "    return uvec4(a, rest);\n}",
        "nv_uwords_less",
        "nv_words_sub",
    ),
    "nv_uwords_div": _helper(
        "uvec2 nv_uwords_div(uvec2 a, uvec2 b) {\n"
        "    return (b.x | b.y) == 0u ? uvec2(0xffffffffu) : nv_words_divided(a, b).xy;\n}",
        "nv_words_divided",
    ),
    "nv_uwords_mod": _helper(
        "uvec2 nv_uwords_mod(uvec2 a, uvec2 b) {\n"
        "    return (b.x | b.y) == 0u ? uvec2(0xffffffffu) : nv_words_divided(a, b).zw;\n}",
        "nv_words_divided",
    ),
    "nv_words_div": _helper(
        "uvec2 nv_words_div(uvec2 a, uvec2 b) {\n"
        "    if ((b.x | b.y) == 0u) return uvec2(0xffffffffu);\n"
        "    uvec2 size = nv_words_divided(nv_words_abs(a), nv_words_abs(b)).xy;\n"
        "    return (a.y ^ b.y) > 0x7fffffffu ? nv_negative(size) : size;\n}",
        "nv_words_divided",
        "nv_words_abs",
        "nv_negative",
    ),
    "nv_words_mod": _helper(
        "uvec2 nv_words_mod(uvec2 a, uvec2 b) {\n"
        "    if ((b.x | b.y) == 0u) return uvec2(0xffffffffu);\n"
        "    uvec2 size = nv_words_divided(nv_words_abs(a), nv_words_abs(b)).zw;\n"
        "    return a.y > 0x7fffffffu ? nv_negative(size) : size;\n}",
        "nv_words_divided",
        "nv_words_abs",
        "nv_negative",
    ),
    # OF and CF
    "nv_words_sum_flags": _helper(
        "ivec2 nv_words_sum_flags(uvec2 a, uvec2 b) {\n"
        "    uvec2 total = nv_words_add(a, b);\n"
        "    uint signs = (a.y ^ total.y) & (b.y ^ total.y);\n"
        "    return ivec2(int(signs >> 31), nv_uwords_less(total, a) ? 1 : 0);\n}",
        "nv_words_add",
        "nv_uwords_less",
    ),
    "nv_words_difference_flags": _helper(
        "ivec2 nv_words_difference_flags(uvec2 a, uvec2 b) {\n"
        "    uint signs = (a.y ^ b.y) & (a.y ^ nv_words_sub(a, b).y);\n"
        "    return ivec2(int(signs >> 31), nv_uwords_less(a, b) ? 0 : 1);\n}",
        "nv_words_sub",
        "nv_uwords_less",
    ),
}
