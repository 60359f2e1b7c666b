"""GLSL functions of generation 5 that work on words: bit fields, counts, conversions (NV_gpu_program5 2.X.8).

They need nothing beyond shifts, so that every target has them, and compute with floats nowhere.
"""

from __future__ import annotations

from nvrender.glsl.declared.each_helpers import each
from nvrender.glsl.helpers import Helper

_SECTION = "NV_gpu_program5 2.X.8"
#: How nv_round_up is told of a rounding; ODD sets the last bit where something is lost.
ODD = 4


def _field(name: str, kind: str) -> Helper:
    """Nothing outside the word (docs/semantics.md)."""
    return each(
        f"{_SECTION}, BFE",
        name,
        f"uu{kind}>{kind}",
        "if (a == 0u || a > 32u || b > 31u || a + b > 32u) return 0" + ("u;" if kind == "u" else ";"),
        "return (c << (32u - a - b)) >> (32u - a);",
    )


def _conversion(text: str, *calls: str) -> Helper:
    return Helper(f"{_SECTION}, CVT", text, calls=tuple((name, 1) for name in calls))


HELPERS: dict[str, Helper] = {
    "nv_bfe": _field("nv_bfe", "i"),
    "nv_ubfe": _field("nv_ubfe", "u"),
    "nv_bfi": each(
        f"{_SECTION}, BFI",
        "nv_bfi",
        "uuuu>u",
        "if (a > 32u || b > 31u || a + b > 32u) return d;",
        "uint mask = (a == 32u ? 0xffffffffu : (1u << a) - 1u) << b;",
        "return (c << b & mask) | (d & ~mask);",
    ),
    "nv_bfr": each(
        f"{_SECTION}, BFR",
        "nv_bfr",
        "u>u",
        "a = (a & 0x55555555u) << 1 | (a >> 1 & 0x55555555u);",
        "a = (a & 0x33333333u) << 2 | (a >> 2 & 0x33333333u);",
        "a = (a & 0x0f0f0f0fu) << 4 | (a >> 4 & 0x0f0f0f0fu);",
        "a = (a & 0x00ff00ffu) << 8 | (a >> 8 & 0x00ff00ffu);",
        "return a << 16 | a >> 16;",
    ),
    "nv_btc": each(
        f"{_SECTION}, BTC",
        "nv_btc",
        "u>u",
        "a -= a >> 1 & 0x55555555u;",
        "a = (a & 0x33333333u) + (a >> 2 & 0x33333333u);",
        "a = (a + (a >> 4)) & 0x0f0f0f0fu;",
        "return a * 0x01010101u >> 24;",
    ),
    "nv_btfl": each(
        f"{_SECTION}, BTFL",
        "nv_btfl",
        "u>u",
        "return a == 0u ? 0xffffffffu : nv_btc((a & (~a + 1u)) - 1u);",
        calls=("nv_btc",),
    ),
    "nv_btfm": each(
        f"{_SECTION}, BTFM",
        "nv_btfm",
        "u>u",
        "a |= a >> 1;",
        "a |= a >> 2;",
        "a |= a >> 4;",
        "a |= a >> 8;",
        "a |= a >> 16;",
        "return nv_btc(a) - 1u;",
        calls=("nv_btc",),
    ),
    "nv_narrow": _conversion(
        "uint nv_narrow(uint a, uint bits, bool extend) {\n"
        "    uint high = a << (32u - bits);\n"
        "    return extend ? uint(int(high) >> (32u - bits)) : high >> (32u - bits);\n}",
    ),
    "nv_round_up": _conversion(
        "bool nv_round_up(uint kept, uint rest, uint middle, bool negative, int rounding) {\n"
        "    if (rounding == 0) return rest > middle || (rest == middle && (kept & 1u) != 0u);\n"
        "    return rest != 0u && (rounding == 1 ? !negative : rounding == 2 && negative);\n}",
    ),
    "nv_within": _conversion(
        "uint nv_within(uint size, bool negative, bool over, uint bits, bool extend, bool clamped) {\n"
        "    uint limit = negative ? (extend ? 1u << (bits - 1u) : 0u)\n"
        "        : 0xffffffffu >> (extend ? 33u - bits : 32u - bits);\n"
        "    if (clamped && (over || size > limit)) size = limit;\n"
        "    return nv_narrow(negative ? ~size + 1u : size, bits, extend);\n}",
        "nv_narrow",
    ),
    "nv_integer_of_integer": _conversion(
        "uint nv_integer_of_integer(uint a, bool sign, uint bits, bool extend, bool clamped) {\n"
        "    bool negative = sign && int(a) < 0;\n"
        "    return nv_within(negative ? ~a + 1u : a, negative, false, bits, extend, clamped);\n}",
        "nv_within",
    ),
    "nv_integer_of_float": _conversion(
        "uint nv_integer_of_float(uint a, int rounding, uint bits, bool extend, bool clamped) {\n"
        "    uint exponent = a >> 23 & 0xffu, fraction = a & 0x7fffffu;\n"
        "    if (exponent == 0u || (exponent == 255u && fraction != 0u)) return 0u;\n"
        "    bool negative = a >> 31 != 0u;\n"
        "    uint whole = fraction | 0x800000u, size = 0u;\n"
        "    if (exponent < 150u) {\n"
        "        uint shift = min(150u - exponent, 31u), rest = whole & ((1u << shift) - 1u);\n"
        "        size = whole >> shift;\n"
        "        size += uint(nv_round_up(size, rest, 1u << (shift - 1u), negative, rounding));\n"
        "    } else if (exponent < 182u) {\n"
        "        size = whole << (exponent - 150u);\n"
        "    }\n"
        "    bool limited = clamped || exponent == 255u;\n"
        "    return nv_within(size, negative, exponent > 158u, bits, extend, limited);\n}",
        "nv_round_up",
        "nv_within",
    ),
    "nv_float_of_integer": _conversion(
        "uint nv_float_of_integer(uint a, bool sign, int rounding) {\n"
        "    bool negative = sign && int(a) < 0;\n"
        "    uint size = negative ? ~a + 1u : a;\n"
        "    if (size == 0u) return 0u;\n"
        "    uint top = nv_btfm(size), word = (top + 127u) << 23;\n"
        "    if (top < 24u) {\n"
        "        word |= size << (23u - top) & 0x7fffffu;\n"
        "    } else {\n"
        "        uint shift = top - 23u, kept = size >> shift, rest = size & ((1u << shift) - 1u);\n"
        f"        bool odd = rounding == {ODD} && rest != 0u;\n"
        "        word |= (kept & 0x7fffffu) | uint(odd);\n"
        "        word += uint(nv_round_up(kept, rest, 1u << (shift - 1u), negative, rounding));\n"
        "    }\n"
        "    return negative ? word | 0x80000000u : word;\n}",
        "nv_btfm",
        "nv_round_up",
    ),
    "nv_half_of_float": _conversion(
        "uint nv_half_of_float(uint a, int rounding) {\n"
        "    uint sign = a >> 16 & 0x8000u, exponent = a >> 23 & 0xffu, fraction = a & 0x7fffffu;\n"
        "    if (exponent == 255u) return sign | (fraction != 0u ? 0x7e00u : 0x7c00u);\n"
        "    if (exponent == 0u) return sign;\n"
        "    bool negative = sign != 0u;\n"
        "    if (exponent > 142u) {\n"
        "        bool most = rounding == 3 || rounding == (negative ? 1 : 2);\n"
        "        return sign | (most ? 0x7bffu : 0x7c00u);\n"
        "    }\n"
        "    uint whole = fraction | 0x800000u;\n"
        "    uint shift = exponent > 112u ? 13u : min(126u - exponent, 31u);\n"
        "    uint kept = whole >> shift, rest = whole & ((1u << shift) - 1u);\n"
        "    uint word = exponent > 112u ? (exponent - 112u) << 10 | (kept & 0x3ffu) : kept;\n"
        "    word += uint(nv_round_up(kept, rest, 1u << (shift - 1u), negative, rounding));\n"
        "    return sign | word;\n}",
        "nv_round_up",
    ),
}
