"""GLSL functions of the declared-name languages, each emitted once and only if called.

Functions of integers are written for one component; vectors call them component by component.
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.glsl.declared.bit_helpers import HELPERS as BITS
from nvrender.glsl.declared.each_helpers import each as _each
from nvrender.glsl.helpers import HELPERS as SHARED
from nvrender.glsl.helpers import Helper
from nvrender.glsl.memory.helpers import HELPERS as MEMORY
from nvrender.glsl.memory.image_encodings import HELPERS as ENCODINGS
from nvrender.glsl.wide.conversion_helpers import HELPERS as WORD_CONVERSIONS
from nvrender.glsl.wide.helpers import HELPERS as WIDE
from nvrender.glsl.wide.word_helpers import HELPERS as WORDS

_GPU4 = "NV_gpu_program4 2.X.8"
_FP1 = "NV_fragment_program 3.11.5"


def _cited(name: str, section: str) -> Helper:
    return replace(SHARED[name], section=section)


def _section(function: str) -> str:
    """The instruction that a function is called after."""
    return f"{_GPU4}, {function.upper()}"


def _sums_of_products(*, flush: bool) -> dict[str, Helper]:
    """DP2, DP2A, LRP, XPD, X2D, RFL and NRM; with ``flush`` every product and sum below 2^-126 is zero."""
    suffix = "_flush" if flush else ""

    def product(a: str, b: str) -> str:
        return f"nv_product({a}, {b})" if flush else f"{a} * {b}"

    def total(text: str) -> str:
        return f"nv_flush({text})" if flush else text

    def helper(
        function: str, kind: str, parameters: str, steps: tuple[str, ...], text: str, *calls: tuple[str, int]
    ) -> Helper:
        name = f"nv_{function}{suffix}"
        lines = [f"{kind} {name}({parameters}) {{", *(f"    precise {step};" for step in steps)]
        lines += [f"    precise {kind} result = {text};", "    return result;", "}"]
        known = tuple(call for call in calls if flush or call[0] not in ("nv_product", "nv_flush"))
        return Helper(_section(function), "\n".join(lines), calls=known)

    dot = ("vec3 products = " + product("a", "b"), "vec3 squares = " + product("a", "a"))
    length = total(total("squares.x + squares.y") + " + squares.z")
    along = total(total("products.x + products.y") + " + products.z")
    scaled = product("a", f"vec3(nv_rsq({length}))" if flush else f"nv_rsq({length})")
    three = (("nv_product", 3), ("nv_flush", 3), ("nv_flush", 1))
    two = (("nv_product", 2), ("nv_flush", 2), ("nv_flush", 1))
    pair = "vec2 products = " + product("a", "b")
    blend = total(f"{product('a', 'b')} + {product(total('1.0 - a') if flush else '(1.0 - a)', 'c')}")
    return {
        f"nv_dp2{suffix}": helper(
            "dp2", "float", "vec2 a, vec2 b", (pair,), total("products.x + products.y"), *two
        ),
        f"nv_dp2a{suffix}": helper(
            "dp2a", "float", "vec2 a, vec2 b, float c", (pair,),
            total(total("products.x + products.y") + " + c"), *two,
        ),
        f"nv_lrp{suffix}": Helper(
            f"{_GPU4}, LRP",
            f"{{T}} nv_lrp{suffix}({{T}} a, {{T}} b, {{T}} c) {{\n"
            f"    precise {{T}} sum = {blend};\n    return sum;\n}}",
            same_width_calls=("nv_product", "nv_flush") if flush else (),
        ),
        f"nv_xpd{suffix}": helper(
            "xpd", "vec3", "vec3 a, vec3 b", (),
            total(f"{product('a.yzx', 'b.zxy')} - {product('a.zxy', 'b.yzx')}"), *three,
        ),
        f"nv_x2d{suffix}": helper(
            "x2d", "vec2", "vec2 a, vec2 b, vec4 c", (),
            total(total(f"a + {product('b.xx', 'c.xz')}") + f" + {product('b.yy', 'c.yw')}"), *two,
        ),
        f"nv_rfl{suffix}": helper(
            "rfl", "vec3", "vec3 a, vec3 b", (*dot, f"float scale = 2.0 * ({along}) / ({length})"),
            total(f"{product('vec3(scale)', 'a')} - b"), *three,
        ),
        **{
            f"nv_nrm{kind}{suffix}": helper(
                "nrm", "vec3", "vec3 a", dot[1:], scaled, *three, (f"nv_rsq{kind}", 1)
            )
            for kind in ("", "_absolute")
        },
    }  # fmt: skip


HELPERS: dict[str, Helper] = {
    **ENCODINGS,
    **MEMORY,
    # Products and sums
    **{
        f"nv_{name}{suffix}": _cited(f"nv_{name}{suffix}", _section(name))
        for name in ("dp3", "dp4", "dph")
        for suffix in ("", "_flush")
    },
    "nv_flush": _cited("nv_flush", "magnitudes below 2^-126 are zero"),
    "nv_product": _cited("nv_product", "products below 2^-126, before rounding, are zero"),
    **_sums_of_products(flush=False),
    **_sums_of_products(flush=True),
    "nv_opaque": Helper(
        "exact numerics: constants that no compiler folds",
        "float nv_opaque(float a) {\n"
        "    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));\n}",
        "{T} nv_opaque({T} a) {\n"
        "    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint({T}(zero)));\n}",
    ),
    # Choices
    "nv_max": Helper(
        f"{_GPU4}, MAX: the second operand unless the first is greater",
        "float nv_max(float a, float b) {\n    return a > b ? a : b;\n}",
        "{T} nv_max({T} a, {T} b) {\n    return mix(b, a, greaterThan(a, b));\n}",
    ),
    "nv_min": Helper(
        f"{_GPU4}, MIN: the first operand unless it is greater",
        "float nv_min(float a, float b) {\n    return a > b ? b : a;\n}",
        "{T} nv_min({T} a, {T} b) {\n    return mix(a, b, greaterThan(a, b));\n}",
    ),
    "nv_max_words": _each(
        f"{_GPU4}, MAX: words that are denormal are zeros, and go on as they are", "nv_max_words", "ff>f",
        "return nv_flush(a) > nv_flush(b) ? a : b;", calls=("nv_flush",),
    ),
    "nv_min_words": _each(
        f"{_GPU4}, MIN: words that are denormal are zeros, and go on as they are", "nv_min_words", "ff>f",
        "return nv_flush(a) > nv_flush(b) ? b : a;", calls=("nv_flush",),
    ),
    "nv_saturate": _each(
        "NV_gpu_program4 2.X.4.1: SAT; NaN stays", "nv_saturate", "f>f",
        "precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;\n    return clamped;",
    ),
    "nv_saturate_words": _each(
        "ARB_fragment_program 3.11.4.4: in [0, 1]; NaN and words that are denormal stay",
        "nv_saturate_words", "f>f",
        "int word = floatBitsToInt(a);\n"
        "    bool number = (word & 0x7fffffff) <= 0x7f800000, small = word < 0 && word != ~0x7fffffff;\n"
        "    return !number ? a : small ? 0.0 : word > 0x3f800000 ? 1.0 : a;",
    ),
    "nv_fixed_point": _each(
        "NV_fragment_program_option 3.11.4.X: precision X; NaN stays", "nv_fixed_point", "f>f",
        "precise float clamped = a < -2.0 ? -2.0 : a > 1.9990234375 ? 1.9990234375 : a;\n    return clamped;",
    ),
    "nv_saturate_signed": _each(
        "NV_gpu_program4 2.X.4.1: SSAT; NaN stays", "nv_saturate_signed", "f>f",
        "precise float clamped = a < -1.0 ? -1.0 : a > 1.0 ? 1.0 : a;\n    return clamped;",
    ),
    "nv_ssg": _cited("nv_ssg", f"{_GPU4}, SSG"),
    "nv_frc": _cited("nv_frc", f"{_GPU4}, FRC: in [0, 1)"),
    "nv_choose": _each(f"{_GPU4}, CMP", "nv_choose", "iii>i", "return a < 0 ? b : c;"),
    # Reciprocals, powers and logarithms, angles
    "nv_rcp": _cited("nv_rcp", f"{_GPU4}, RCP: what is below 2^-126 is zero"),
    **{
        name: _cited(name, f"{_GPU4}, RCC: magnitude in [2^-64, 2^64], sign kept")
        for name in ("nv_rcc", "nv_fast_rcc")
    },
    **{f"nv_{name}": _cited(f"nv_{name}", _section(name)) for name in ("ex2", "lg2", "sin", "cos")},
    "nv_reduced": SHARED["nv_reduced"],
    "nv_rsq": Helper(
        f"{_GPU4}, RSQ: INF for zeros of either sign, NaN below",
        "float nv_rsq(float a) {\n"
        "    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);\n"
        "    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)\n"
        "        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;\n}",
    ),
    "nv_rsq_absolute": _cited("nv_rsq_absolute", "ARB_vertex_program 2.14.5.22: of the absolute value"),
    "nv_power_of_two": _cited("nv_power_of_two", "ARB_vertex_program 2.14.5.9: 2^n for whole n"),
    "nv_log_exponent": _cited("nv_log_exponent", "ARB_vertex_program 2.14.5.14"),
    "nv_log_mantissa": _cited("nv_log_mantissa", "ARB_vertex_program 2.14.5.14"),
    "nv_pow": Helper(
        f"{_GPU4}, POW: 2^(b log2 a)",
        "float nv_pow(float a, float b) {\n"
        "    precise float power = b * nv_lg2(a);\n    return nv_ex2(power);\n}",
        calls=(("nv_lg2", 1), ("nv_ex2", 1)),
    ),
    "nv_specular": Helper(
        f"{_GPU4}, LIT: y^w where x > 0; anything to the power 0 is 1",
        "float nv_specular(float x, float y, float w) {\n"
        "    if (!(x > 0.0)) {\n        return 0.0;\n    }\n"
        "    y = y < 0.0 ? 0.0 : y;\n"
        "    w = w < -127.99999 ? -127.99999 : w > 127.99999 ? 127.99999 : w;\n"
        "    return w == 0.0 ? 1.0 : nv_pow(y, w);\n}",
        calls=(("nv_pow", 1),),
    ),
    "nv_fast_specular": Helper(
        f"{_GPU4}, LIT: y^w where x > 0",
        "float specular(float x, float y, float w) {\n"
        "    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));\n"
        "    return x > 0.0 ? r : 0.0;\n}",
    ),
    "nv_positive": _cited("nv_positive", f"{_GPU4}, LIT"),
    # NV_fragment_program's own
    "nv_fp1_max": _cited("nv_max", f"{_FP1}.16, MAX: NaN if an operand is"),
    "nv_fp1_min": _cited("nv_min", f"{_FP1}.17, MIN: NaN if an operand is"),
    "nv_fp1_rsq": _cited("nv_rsq", f"{_FP1}.27, RSQ: -INF for -0.0, NaN below"),
    "nv_fp1_specular": Helper(
        f"{_FP1}.13, LIT: y^w where x > 0, as POW has it",
        "float nv_specular(float x, float y, float w) {\n"
        "    return x > 0.0 ? nv_pow(y < 0.0 ? 0.0 : y, w) : 0.0;\n}",
        calls=(("nv_pow", 1),),
    ),
    "nv_fp1_fast_specular": Helper(
        f"{_FP1}.13, LIT: y^w where x > 0",
        "float specular(float x, float y, float w) {\n"
        "    return x > 0.0 ? pow(max(y, 0.0), w) : 0.0;\n}",
    ),
    "nv_fx12": _each(
        "NV_fragment_program 3.11.4.2: the range of 12-bit fixed point; NaN is 0", "nv_fx12", "f>f",
        "precise float r = a < -2.0 ? -2.0 : a > 1.9990234375 ? 1.9990234375 : a;",
        "return isnan(a) ? 0.0 : r;",
    ),
    "nv_fast_fx12": Helper(
        "NV_fragment_program 3.11.4.2: the range of 12-bit fixed point",
        "{T} fx12({T} a) {\n    return clamp(a, -2.0, 1.9990234375);\n}",
    ),
    # Conversions
    "nv_int": _each(
        "NV_gpu_program4 issue 41: clamped; NaN is 0", "nv_int", "f>i",
        "return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff",
        "    : a <= -2147483648.0 ? ~0x7fffffff : int(a);",
    ),
    "nv_uint": _each(
        "NV_gpu_program4 issue 41: clamped; NaN is 0", "nv_uint", "f>u",
        "if (isnan(a)) return 0u;",
        "return a <= 0.0 ? 0u : a >= 4294967296.0 ? 0xffffffffu",
        "    : a >= 2147483648.0 ? uint(int(a - 2147483648.0)) | 0x80000000u : uint(int(a));",
    ),
    # Integers
    "nv_div": _each(
        f"{_GPU4}, DIV: all ones for a zero divisor", "nv_div", "ii>i",
        "int divisor = b == 0 || b == -1 ? 1 : b;",
        "return b == 0 ? -1 : b == -1 ? -a : a / divisor;",
    ),
    "nv_udiv": _each(
        f"{_GPU4}, DIV: all ones for a zero divisor", "nv_udiv", "uu>u",
        "return b == 0u ? 0xffffffffu : a / (b == 0u ? 1u : b);",
    ),
    "nv_mod": _each(
        f"{_GPU4}, MOD: all ones for a zero divisor, the dividend's sign", "nv_mod", "ii>i",
        "int divisor = b == 0 || b == -1 ? 1 : b;",
        "return b == 0 ? -1 : a - a / divisor * divisor;",
    ),
    "nv_umod": _each(
        f"{_GPU4}, MOD: all ones for a zero divisor", "nv_umod", "uu>u",
        "return b == 0u ? 0xffffffffu : a % (b == 0u ? 1u : b);",
    ),
    "nv_umul_high": _each(
        f"{_GPU4}, MUL: the high 32 bits", "nv_umul_high", "uu>u",
        "uint low = (a & 0xffffu) * (b & 0xffffu);",
        "uint middle = (a >> 16) * (b & 0xffffu) + (low >> 16);",
        "uint other = (a & 0xffffu) * (b >> 16) + (middle & 0xffffu);",
        "return (a >> 16) * (b >> 16) + (middle >> 16) + (other >> 16);",
    ),
    "nv_mul_high": _each(
        f"{_GPU4}, MUL: the high 32 bits", "nv_mul_high", "ii>i",
        "return int(nv_umul_high(uint(a), uint(b))) - (a < 0 ? b : 0) - (b < 0 ? a : 0);",
        calls=("nv_umul_high",),
    ),
    "nv_shl": _each(
        f"{_GPU4}, SHL: 0 for counts outside 0...31", "nv_shl", "uu>u",
        "return b > 31u ? 0u : a << (b & 31u);",
    ),
    "nv_shr": _each(
        f"{_GPU4}, SHR: the sign for counts outside 0...31", "nv_shr", "iu>i",
        "return a >> (b > 31u ? 31u : b);",
    ),
    "nv_ushr": _each(
        f"{_GPU4}, SHR: 0 for counts outside 0...31", "nv_ushr", "uu>u",
        "return b > 31u ? 0u : a >> (b & 31u);",
    ),
    "nv_difference": _each(
        f"{_GPU4}, SAD", "nv_difference", "ii>u",
        "return a > b ? uint(a) - uint(b) : uint(b) - uint(a);",
    ),
    "nv_udifference": _each(
        f"{_GPU4}, SAD", "nv_udifference", "uu>u",
        "return a > b ? a - b : b - a;",
    ),
    "nv_sum_overflow": _each(
        "NV_gpu_program4 2.X.4.3: OF of a + b", "nv_sum_overflow", "ii>i",
        "int sum = a + b;", "return ((a ^ sum) & (b ^ sum)) < 0 ? 1 : 0;",
    ),
    "nv_difference_overflow": _each(
        "NV_gpu_program4 2.X.4.3: OF of a - b", "nv_difference_overflow", "ii>i",
        "return ((a ^ b) & (a ^ (a - b))) < 0 ? 1 : 0;",
    ),
    "nv_sum_carry": _each(
        "NV_gpu_program4 2.X.4.3: CF of a + b", "nv_sum_carry", "ii>i",
        "return uint(a) + uint(b) < uint(a) ? 1 : 0;",
    ),
    "nv_difference_carry": _each(
        "NV_gpu_program4 2.X.4.3: CF of a - b", "nv_difference_carry", "ii>i",
        "return uint(a) >= uint(b) ? 1 : 0;",
    ),
    # Packed words
    "nv_half": _each(
        f"{_GPU4}, PK2H: to the nearest half", "nv_half", "f>u",
        "uint bits = floatBitsToUint(a);",
        "uint sign = bits >> 16 & 0x8000u;",
        "uint magnitude = bits & 0x7fffffffu;",
        "if (magnitude > 0x7f800000u) return sign | 0x7e00u;",
        "if (magnitude >= 0x477ff000u) return sign | 0x7c00u;",
        "if (magnitude < 0x38800000u) {",
        "    return sign | uint(int(roundEven(uintBitsToFloat(magnitude) * 16777216.0)));",
        "}",
        "return sign | (magnitude + 0x0fffu + (magnitude >> 13 & 1u) - 0x38000000u) >> 13;",
    ),
    "nv_from_half": _each(
        f"{_GPU4}, UP2H", "nv_from_half", "u>f",
        "uint sign = (a & 0x8000u) << 16;",
        "uint magnitude = a & 0x7fffu;",
        "uint bits = magnitude >= 0x7c00u ? magnitude << 13 | 0x7f800000u : (magnitude << 13) + 0x38000000u;",
        "if (magnitude < 0x400u) bits = floatBitsToUint(float(magnitude) / 16777216.0);",
        "return uintBitsToFloat(bits | sign);",
    ),
    "nv_unit": _each(
        f"{_GPU4}, PK2US, PK4UB: in [0, 1]; NaN is 0", "nv_unit", "f>f",
        "return isnan(a) ? 0.0 : clamp(a, 0.0, 1.0);",
    ),
    "nv_signed_byte": _each(
        f"{_GPU4}, PK4B: round(127 a + 128); NaN is 0", "nv_signed_byte", "f>u",
        "precise float value = 127.0 * clamp(isnan(a) ? 0.0 : a, -128.0 / 127.0, 1.0) + 128.0;",
        "return uint(int(roundEven(value)));",
    ),
    "nv_pk2h": Helper(
        f"{_GPU4}, PK2H",
        "uint nv_pk2h(vec2 a) {\n    return nv_half(a.x) | nv_half(a.y) << 16u;\n}",
        calls=(("nv_half", 1),),
    ),
    "nv_pk2us": Helper(
        f"{_GPU4}, PK2US",
        "uint nv_pk2us(vec2 a) {\n"
        "    uvec2 words = uvec2(ivec2(roundEven(65535.0 * nv_unit(a))));\n"
        "    return words.x | words.y << 16u;\n}",
        calls=(("nv_unit", 2),),
    ),
    "nv_pk4b": Helper(
        f"{_GPU4}, PK4B",
        "uint nv_pk4b(vec4 a) {\n"
        "    return nv_signed_byte(a.x) | nv_signed_byte(a.y) << 8u\n"
        "        | nv_signed_byte(a.z) << 16u | nv_signed_byte(a.w) << 24u;\n}",
        calls=(("nv_signed_byte", 1),),
    ),
    "nv_pk4ub": Helper(
        f"{_GPU4}, PK4UB",
        "uint nv_pk4ub(vec4 a) {\n"
        "    uvec4 bytes = uvec4(ivec4(roundEven(255.0 * nv_unit(a))));\n"
        "    return bytes.x | bytes.y << 8u | bytes.z << 16u | bytes.w << 24u;\n}",
        calls=(("nv_unit", 4),),
    ),
    "nv_up2h": Helper(
        f"{_GPU4}, UP2H",
        "vec4 nv_up2h(uint a) {\n"
        "    vec2 halves = vec2(nv_from_half(a), nv_from_half(a >> 16));\n    return halves.xyxy;\n}",
        calls=(("nv_from_half", 1),),
    ),
    "nv_up2us": Helper(
        f"{_GPU4}, UP2US",
        "vec4 nv_up2us(uint a) {\n"
        "    precise vec2 words = vec2(uvec2(a, a >> 16) & 0xffffu) / 65535.0;\n    return words.xyxy;\n}",
    ),
    "nv_up4b": Helper(
        f"{_GPU4}, UP4B",
        "vec4 nv_up4b(uint a) {\n"
        "    precise vec4 bytes = (vec4(uvec4(a, a >> 8, a >> 16, a >> 24) & 0xffu) - 128.0) / 127.0;\n"
        "    return bytes;\n}",
    ),
    "nv_up4ub": Helper(
        f"{_GPU4}, UP4UB",
        "vec4 nv_up4ub(uint a) {\n"
        "    precise vec4 bytes = vec4(uvec4(a, a >> 8, a >> 16, a >> 24) & 0xffu) / 255.0;\n"
        "    return bytes;\n}",
    ),
    **BITS,
    **WIDE,
    **WORDS,
    **WORD_CONVERSIONS,
}  # fmt: skip

#: What a language has in place of another's helper: its own special values, or the root that it has itself.
OWN: dict[tuple[str, str], str] = {
    ("arbfp", "nv_nrm"): "nv_nrm_absolute",
    ("arbfp", "nv_nrm_flush"): "nv_nrm_absolute_flush",
    ("fp1", "nv_max"): "nv_fp1_max",
    ("fp1", "nv_min"): "nv_fp1_min",
    ("fp1", "nv_rsq"): "nv_fp1_rsq",
}
