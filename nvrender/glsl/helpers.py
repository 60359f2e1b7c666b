"""GLSL functions a translation calls, each emitted once and only if called.

``{T}``, ``{B}``, ``{I}`` stand for float, bool, int or the vector types of the width called with.
Numbers chosen here are near-minimax polynomials; the bounds they keep are the specification's.
"""

from __future__ import annotations

from dataclasses import dataclass

_TYPES = {
    1: ("float", "bool", "int"),
    2: ("vec2", "bvec2", "ivec2"),
    3: ("vec3", "bvec3", "ivec3"),
    4: ("vec4", "bvec4", "ivec4"),
}


@dataclass(frozen=True, slots=True)
class Helper:
    """A function's citation, its text for one component and for several ("" if the same), and callees.

    ``calls`` are helpers and their widths; ``same_width_calls`` those called with the caller's width.
    """

    section: str
    scalar: str
    vector: str = ""
    calls: tuple[tuple[str, int], ...] = ()
    same_width_calls: tuple[str, ...] = ()

    def text(self, width: int) -> str:
        """The definition for operands of ``width`` components."""
        template = self.vector if width > 1 and self.vector else self.scalar
        for letter, word in zip(("{T}", "{B}", "{I}"), _TYPES[width], strict=True):
            template = template.replace(letter, word)
        return template


def of_words(section: str, text: str, *calls: str) -> Helper:
    """A function of scalars or words, of one width, and those it calls."""
    return Helper(section, text, calls=tuple((name, 1) for name in calls))


def _set_on(section: str, scalar: str, vector: str, name: str) -> Helper:
    """NaN if an operand is NaN, else 1 or 0."""
    return Helper(
        f"NV_vertex_program2 {section}",
        f"float {name}(float a, float b) {{\n    return isnan(a) ? a : isnan(b) ? b : float({scalar});\n}}",
        f"{{T}} {name}({{T}} a, {{T}} b) {{\n"
        f"    return mix(mix({{T}}({vector}), b, isnan(b)), a, isnan(a));\n}}",
    )


def _extreme(section: str, function: str, combine: str) -> Helper:
    """MIN or MAX: NaN if an operand is NaN; equal operands differ in a zero's sign at most."""
    equal = f"intBitsToFloat(floatBitsToInt(a) {combine} floatBitsToInt(b))"
    return Helper(
        f"NV_vertex_program2 {section}",
        f"float nv_{function}(float a, float b) {{\n"
        f"    return isnan(a) ? a : isnan(b) ? b : a == b ? {equal} : {function}(a, b);\n}}",
        f"{{T}} nv_{function}({{T}} a, {{T}} b) {{\n"
        f"    {{T}} r = mix({function}(a, b), {equal}, equal(a, b));\n"
        f"    return mix(mix(r, b, isnan(b)), a, isnan(a));\n}}",
    )


def _arithmetic(*, flush: bool) -> dict[str, Helper]:
    """Products and sums, left to right, every step rounded and, if asked for, flushed."""
    suffix = "_flush" if flush else ""
    calls = (("nv_flush", 1),) if flush else ()

    times = "nv_product(a, b)" if flush else "a * b"

    def flushed(text: str) -> str:
        return f"nv_flush({text})" if flush else text

    def summed(terms: list[str]) -> str:
        text = terms[0]
        for term in terms[1:]:
            text = flushed(f"{text} + {term}")
        return text

    def dot(section: str, name: str, width: int, last: str = "", product: str = "a * b") -> Helper:
        parameters = f"vec{width} a" if product == "a * a" else f"vec{width} a, vec{4 if last else width} b"
        terms = [f"product.{component}" for component in "xyzw"[:width]] + ([last] if last else [])
        zero_rule = product.startswith("nv_mul")
        wide = ((f"nv_mul{suffix}", width),) if zero_rule else (("nv_product", width),) if flush else ()
        if flush and not zero_rule:
            product = f"nv_product({product.replace(' * ', ', ')})"
        return Helper(
            section,
            f"float {name}({parameters}) {{\n"
            f"    precise vec{width} product = {product};\n"
            f"    precise float sum = {summed(terms)};\n    return sum;\n}}",
            calls=wide + calls,
        )

    vp1, vp1_1, vp2 = (
        "NV_vertex_program 2.14.1.10",
        "NV_vertex_program1_1 2.14.1.10",
        "NV_vertex_program2 2.14.3",
    )
    return {
        f"nv_dp3{suffix}": dot(f"{vp2}.9", "nv_dp3", 3),
        f"nv_dp4{suffix}": dot(f"{vp2}.10", "nv_dp4", 4),
        f"nv_dph{suffix}": dot(f"{vp2}.11", "nv_dph", 3, "b.w", "a * b.xyz"),
        f"nv_squared3{suffix}": dot(f"{vp1}.8, of an operand and itself", "nv_squared", 3, "", "a * a"),
        f"nv_squared4{suffix}": dot(f"{vp1}.9, of an operand and itself", "nv_squared", 4, "", "a * a"),
        f"nv_mul{suffix}": Helper(
            "NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0",
            "{T} nv_mul({T} a, {T} b) {\n"
            f"    precise {{T}} product = {times};\n"
            "    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));\n}",
            same_width_calls=("nv_product", "nv_not_zero") if flush else ("nv_not_zero",),
        ),
        f"nv_mul_dp3{suffix}": dot(f"{vp1}.8", "nv_dp3", 3, "", "nv_mul(a, b)"),
        f"nv_mul_dp4{suffix}": dot(f"{vp1}.9", "nv_dp4", 4, "", "nv_mul(a, b)"),
        f"nv_mul_dph{suffix}": dot(f"{vp1_1}.18", "nv_dph", 3, "b.w", "nv_mul(a, b.xyz)"),
    }


def _angle(name: str, section: str, ending: str) -> Helper:
    """Sine ``s`` and cosine ``c`` of an angle within its quadrant; ``ending`` chooses between them."""
    return Helper(
        f"{section}: error below 2^-22 in [0, 2 pi)",
        f"float {name}(float a) {{\n"
        "    float n = roundEven(a * 0.63661977);\n"
        "    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;\n"
        "    float quadrant = n - 4.0 * floor(0.25 * n);\n"
        "    if (abs(a) > 4096.0) {\n"
        "        vec2 reduced = nv_reduced(a);\n"
        "        x = reduced.x;\n"
        "        quadrant = reduced.y;\n"
        "    }\n"
        "    precise float y = x * x;\n"
        "    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));\n"
        "    precise float c = 1.0 - 0.5 * y\n"
        "        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));\n"
        f"{ending}}}",
        calls=(("nv_reduced", 1),),
    )


HELPERS: dict[str, Helper] = {
    # Products and sums
    **_arithmetic(flush=False),
    **_arithmetic(flush=True),
    # A mask made of words, as choosing by comparisons costs llvmpipe twice as much
    "nv_not_zero": Helper(
        "NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers",
        "{I} nv_not_zero({T} a) {\n    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;\n}",
    ),
    # Comparisons
    "nv_seq": _set_on("2.14.3.29", "a == b", "equal(a, b)", "nv_seq"),
    "nv_sge": _set_on("2.14.3.31", "a >= b", "greaterThanEqual(a, b)", "nv_sge"),
    "nv_sgt": _set_on("2.14.3.32", "a > b", "greaterThan(a, b)", "nv_sgt"),
    "nv_sle": _set_on("2.14.3.34", "a <= b", "lessThanEqual(a, b)", "nv_sle"),
    "nv_slt": _set_on("2.14.3.35", "a < b", "lessThan(a, b)", "nv_slt"),
    "nv_sne": _set_on("2.14.3.36", "a != b", "notEqual(a, b)", "nv_sne"),
    "nv_max": _extreme("2.14.3.21", "max", "&"),
    "nv_min": _extreme("2.14.3.22", "min", "|"),
    "nv_order": Helper(
        "NV_vertex_program 2.14.1.11: -NaN < -INF < -0.0 < +0.0 < +INF < +NaN",
        "int nv_order(float a) {\n"
        "    int bits = floatBitsToInt(a);\n"
        "    return clamp(bits ^ (bits >> 31 & 0x7fffffff), -0x7f800002, 0x7f800001);\n}",
        "{I} nv_order({T} a) {\n"
        "    {I} bits = floatBitsToInt(a);\n"
        "    return clamp(bits ^ (bits >> 31 & 0x7fffffff), -0x7f800002, 0x7f800001);\n}",
    ),
    "nv_number": Helper(
        "NV_vertex_program 2.14.1.11: computed NaNs are +NaN",
        "float nv_number(float a) {\n    return isnan(a) ? uintBitsToFloat(0x7fc00000u) : a;\n}",
        "{T} nv_number({T} a) {\n    return mix(a, {T}(uintBitsToFloat(0x7fc00000u)), isnan(a));\n}",
    ),
    "nv_ssg": Helper(
        "NV_vertex_program2 2.14.3.37",
        "float nv_ssg(float a) {\n    return isnan(a) ? a : a == 0.0 ? 0.0 : sign(a);\n}",
        "{T} nv_ssg({T} a) {\n"
        "    {T} r = mix(sign(a), {T}(0.0), equal(a, {T}(0.0)));\n    return mix(r, a, isnan(a));\n}",
    ),
    "nv_frc": Helper(
        "NV_vertex_program2 2.14.3.16: in [0, 1)",
        "float nv_frc(float a) {\n"
        "    precise float r = a - floor(a);\n    return r == 1.0 ? 0.99999994 : r;\n}",
        "{T} nv_frc({T} a) {\n"
        "    precise {T} r = a - floor(a);\n    return mix(r, {T}(0.99999994), equal(r, {T}(1.0)));\n}",
    ),
    "nv_address": Helper(
        "NV_vertex_program2 2.14.3.4: clamped to [-512, 511]; NaN loads 0",
        "int nv_address(float a) {\n    return isnan(a) ? 0 : int(clamp(a, -512.0, 511.0));\n}",
        "{I} nv_address({T} a) {\n    return {I}(mix(clamp(a, -512.0, 511.0), {T}(0.0), isnan(a)));\n}",
    ),
    "nv_flush": Helper(
        "NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero",
        "float nv_flush(float a) {\n"
        "    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);\n"
        "    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;\n}",
        "{T} nv_flush({T} a) {\n"
        "    {T} zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);\n"
        "    return mix(a, zero, lessThan(abs(a), {T}(uintBitsToFloat(0x00800000u))));\n}",
    ),
    # Reciprocals
    "nv_product": Helper(
        "NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero",
        "float nv_product(float a, float b) {\n"
        "    precise float product = a * b;\n"
        "    precise float scaled = a * 16777216.0 * b;\n"
        "    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);\n"
        "    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;\n}",
        "{T} nv_product({T} a, {T} b) {\n"
        "    precise {T} product = a * b;\n"
        "    precise {T} scaled = a * 16777216.0 * b;\n"
        "    {T} zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);\n"
        "    return mix(product, zero, lessThan(abs(scaled), {T}(uintBitsToFloat(0x0c800000u))));\n}",
    ),
    "nv_rcp": Helper(
        "NV_vertex_program2 2.14.3.26: 1/a; what is below 2^-126 is zero",
        "float nv_rcp(float a) {\n"
        "    uint sign = floatBitsToUint(a) & 0x80000000u;\n"
        "    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)\n"
        "        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;\n}",
    ),
    "nv_rsq": Helper(
        "NV_vertex_program2 2.14.3.28: -INF for -0.0, NaN below",
        "float nv_rsq(float a) {\n"
        "    uint infinity = floatBitsToUint(a) & 0x80000000u | 0x7f800000u;\n"
        "    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);\n"
        "    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(infinity)\n"
        "        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;\n}",
    ),
    "nv_rsq_absolute": Helper(
        "NV_vertex_program 2.14.1.10.7: of the absolute value",
        "float nv_rsq(float a) {\n"
        "    a = abs(a);\n"
        "    return a < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)\n"
        "        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : inversesqrt(a);\n}",
    ),
    "nv_rcc": Helper(
        "NV_vertex_program2 2.14.3.25: magnitude in [2^-64, 2^64], sign kept",
        "float nv_rcc(float a) {\n"
        "    float r = 1.0 / a;\n"
        "    float magnitude = clamp(abs(r), uintBitsToFloat(0x1f800000u), uintBitsToFloat(0x5f800000u));\n"
        "    uint sign = floatBitsToUint(r) & 0x80000000u;\n"
        "    return isnan(a) ? a : uintBitsToFloat(sign | floatBitsToUint(magnitude));\n}",
    ),
    # Powers and logarithms
    "nv_ex2": Helper(
        "NV_vertex_program2 2.14.3.13: error below 2^-22 * 2^floor(a)",
        "float nv_ex2(float a) {\n"
        "    float n = roundEven(clamp(a, -150.0, 129.0));\n"
        "    precise float x = clamp(a, -150.0, 129.0) - n;\n"
        "    precise float r = 1.0 + x * (0.6931472 + x * (0.2402265 + x * (0.05550357 + x * (0.009618031\n"
        "        + x * (0.0013390867 + x * 0.00015469735)))));\n"
        "    int high = int(n) >> 1;\n"
        "    r *= intBitsToFloat(high + 127 << 23);\n"
        "    r *= intBitsToFloat(int(n) - high + 127 << 23);\n"
        "    return isnan(a) ? a : a < -126.0 ? 0.0 : r;\n}",
    ),
    "nv_lg2": Helper(
        "NV_vertex_program2 2.14.3.17: error below 2^-22",
        "float nv_lg2(float a) {\n"
        "    int bits = floatBitsToInt(a) - 0x3f3504f3;\n"
        "    float m = intBitsToFloat((bits & 0x007fffff) + 0x3f3504f3);\n"
        "    precise float x = (m - 1.0) / (m + 1.0);\n"
        "    precise float y = x * x;\n"
        "    precise float r = float(bits >> 23)\n"
        "        + x * (2.88539 + y * (0.96179885 + y * (0.57671386 + y * 0.43174833)));\n"
        "    if (!(a >= uintBitsToFloat(0x00800000u))) {\n"
        "        r = a > -uintBitsToFloat(0x00800000u) ? -uintBitsToFloat(0x7f800000u)\n"
        "            : uintBitsToFloat(0x7fc00000u);\n"
        "    }\n"
        "    return isnan(a) || a == uintBitsToFloat(0x7f800000u) ? a : r;\n}",
    ),
    "nv_power_of_two": Helper(
        "NV_vertex_program2 2.14.3.14: 2^n for whole n; overflows to INF, underflows to 0",
        "float nv_power_of_two(float n) {\n"
        "    float r = intBitsToFloat(int(clamp(n, -127.0, 128.0)) + 127 << 23);\n"
        "    return isnan(n) ? n : r;\n}",
    ),
    "nv_exp_fraction": Helper(
        "NV_vertex_program 2.14.1.10.15: 0 where 2^floor(a) overflows or underflows",
        "float nv_exp_fraction(float a) {\n"
        "    precise float r = a - floor(a);\n"
        "    return a >= 128.0 || a < -126.0 ? 0.0 : r;\n}",
    ),
    "nv_exp_approximation": Helper(
        "NV_vertex_program2 2.14.3.14: 0 where 2^floor(a) underflows",
        "float nv_exp_approximation(float a) {\n    return a < -126.0 ? 0.0 : exp2(a);\n}",
    ),
    "nv_log_exponent": Helper(
        "NV_vertex_program2 2.14.3.19",
        "float nv_log_exponent(float a) {\n"
        "    int bits = floatBitsToInt(a) & 0x7fffffff;\n"
        "    float r = float((bits >> 23) - 127);\n"
        "    r = bits < 0x00800000 ? -uintBitsToFloat(0x7f800000u) : r;\n"
        "    return bits >= 0x7f800000 ? intBitsToFloat(bits) : r;\n}",
    ),
    "nv_log_mantissa": Helper(
        "NV_vertex_program2 2.14.3.19; 1 for 0 and INF: NV_vertex_program 2.14.1.10.16",
        "float nv_log_mantissa(float a) {\n"
        "    int bits = floatBitsToInt(a) & 0x7fffffff;\n"
        "    float r = intBitsToFloat((bits & 0x007fffff) | 0x3f800000);\n"
        "    return isnan(a) ? a : bits < 0x00800000 ? 1.0 : r;\n}",
    ),
    "nv_specular": Helper(
        "NV_vertex_program2 2.14.3.18: y^w where x > 0",
        "float nv_specular(float x, float y, float w, float zero) {\n"
        "    y = y < 0.0 ? 0.0 : y;\n"
        "    float power = clamp(w, -127.99609375, 127.99609375);\n"
        "    precise float r = power == 0.0 ? 1.0 : exp2(power * log2(y));\n"
        "    r = isnan(y) ? y : isnan(w) ? w : r < uintBitsToFloat(0x00800000u) ? 0.0 : r;\n"
        "    return x > 0.0 ? r : zero;\n}",
    ),
    "nv_specular_vp1": Helper(
        "NV_vertex_program 2.14.1.10.17: y^w where x > 0; any base to the power 0 is 1",
        "float nv_specular(float x, float y, float w, float zero) {\n"
        "    y = y < 0.0 ? 0.0 : y;\n"
        "    float power = clamp(w, -127.99609375, 127.99609375);\n"
        "    precise float r = exp2(power * log2(y));\n"
        "    r = isnan(y) ? y : isnan(w) ? w : r < uintBitsToFloat(0x00800000u) ? 0.0 : r;\n"
        "    return x > 0.0 ? w == 0.0 ? 1.0 : r : zero;\n}",
    ),
    "nv_positive": Helper(
        "NV_vertex_program2 2.14.3.18",
        "float nv_positive(float a) {\n    return a <= 0.0 ? 0.0 : a;\n}",
    ),
    "nv_fast_specular": Helper(
        "NV_vertex_program2 2.14.3.18: y^w where x > 0",
        "float specular(float x, float y, float w) {\n"
        "    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99609375, 127.99609375));\n"
        "    return x > 0.0 ? r : 0.0;\n}",
    ),
    "nv_fast_rcc": Helper(
        "NV_vertex_program2 2.14.3.25: magnitude in [2^-64, 2^64], sign kept",
        "float clamped_reciprocal(float a) {\n"
        "    return a < 0.0 ? clamp(1.0 / a, -exp2(64.0), -exp2(-64.0))\n"
        "        : clamp(1.0 / a, exp2(-64.0), exp2(64.0));\n}",
    ),
    # Angles
    "nv_reduced": Helper(
        "angles beyond 4096 within an eighth of a turn, and in which quarter (M. Payne, R. Hanek)",
        "vec2 nv_reduced(float a) {\n"
        "    const uint digits[7] = uint[7](  // of 1 / (2 pi), 32 bits each, the point behind the first\n"
        "        0u, 0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u, 0x36d8a566u, 0x4f10e410u);\n"
        "    uint word = floatBitsToUint(a);\n"
        "    uint mantissa = (word & 0x7fffffu) | 0x800000u;\n"
        "    int place = min(int(word >> 23 & 255u) - 118, 136);\n"
        "    int first = place >> 5, shift = place & 31;\n"
        "    uint high = digits[first] << shift | digits[first + 1] >> 1 >> (31 - shift);\n"
        "    uint low = digits[first + 1] << shift | digits[first + 2] >> 1 >> (31 - shift);\n"
        "    uint turn = mantissa * high + ((mantissa >> 12) * (low >> 12) >> 8)\n"
        "        + ((mantissa & 0xfffu) * (low >> 12) >> 20);  // 2^32 is a whole one\n"
        "    turn = a < 0.0 ? 0u - turn : turn;\n"
        "    uint quadrant = (turn + 0x20000000u) >> 30;\n"
        "    return vec2(float(int(turn - (quadrant << 30))) * 1.46291808e-9, float(quadrant));\n}",
    ),
    "nv_sin": _angle(
        "nv_sin",
        "NV_vertex_program2 2.14.3.33",
        "    float r = quadrant == 1.0 || quadrant == 3.0 ? c : s;\n"
        "    r = quadrant >= 2.0 ? -r : r;\n"
        "    return a == 0.0 ? a\n"
        "        : abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;\n",
    ),
    "nv_cos": _angle(
        "nv_cos",
        "NV_vertex_program2 2.14.3.8",
        "    float r = quadrant == 1.0 || quadrant == 3.0 ? s : c;\n"
        "    r = quadrant == 1.0 || quadrant == 2.0 ? -r : r;\n"
        "    return abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;\n",
    ),
}

#: Helper → the name its text defines, where that is not the key.
DEFINED = {
    "nv_rsq_absolute": "nv_rsq",
    "nv_specular_vp1": "nv_specular",
    "nv_fast_specular": "specular",
    "nv_fast_rcc": "clamped_reciprocal",
    "nv_fast_fx12": "fx12",
    "nv_fp1_max": "nv_max",
    "nv_fp1_min": "nv_min",
    "nv_fp1_rsq": "nv_rsq",
    "nv_nrm_absolute": "nv_nrm",
    "nv_nrm_absolute_flush": "nv_nrm_flush",
    "nv_fp1_specular": "nv_specular",
    "nv_fp1_fast_specular": "specular",
    **{
        f"nv_{key}{suffix}": f"nv_{name}"
        for key, name in (
            ("dp3", "dp3"),
            ("dp4", "dp4"),
            ("dph", "dph"),
            ("squared3", "squared"),
            ("squared4", "squared"),
            ("mul", "mul"),
            ("mul_dp3", "dp3"),
            ("mul_dp4", "dp4"),
            ("mul_dph", "dph"),
        )
        for suffix in ("", "_flush")
    },
}
