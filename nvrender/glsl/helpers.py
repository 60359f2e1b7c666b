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
    """A function's text for one component, for several ("" if the same), its citation and callees."""

    section: str
    scalar: str
    vector: str = ""
    calls: tuple[tuple[str, int], ...] = ()

    def text(self, width: int) -> str:
        """The definition for operands of ``width`` components."""
        template = self.vector if width > 1 and self.vector else self.scalar
        for letter, word in zip(("{T}", "{B}", "{I}"), _TYPES[width], strict=True):
            template = template.replace(letter, word)
        return template.replace("{sum}", " + ".join(f"product.{component}" for component in "xyzw"[:width]))


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


HELPERS: dict[str, Helper] = {
    # Sums, left to right, every step rounded
    "nv_dp3": Helper(
        "NV_vertex_program2 2.14.3.9",
        "float nv_dp3(vec3 a, vec3 b) {\n"
        "    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z;\n    return sum;\n}",
    ),
    "nv_dp4": Helper(
        "NV_vertex_program2 2.14.3.10",
        "float nv_dp4(vec4 a, vec4 b) {\n"
        "    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;\n    return sum;\n}",
    ),
    "nv_dph": Helper(
        "NV_vertex_program2 2.14.3.11",
        "float nv_dph(vec3 a, vec4 b) {\n"
        "    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z + b.w;\n    return sum;\n}",
    ),
    "nv_squared": Helper(
        "NV_vertex_program 2.14.1.10.8: of an operand and itself",
        "",
        "float nv_squared({T} a) {\n"
        "    precise {T} product = a * a;\n    precise float sum = {sum};\n    return sum;\n}",
    ),
    # Zero times anything is +0
    "nv_mul": Helper(
        "NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0",
        "float nv_mul(float a, float b) {\n"
        "    precise float product = a * b;\n"
        "    return min(abs(a), abs(b)) == 0.0 ? 0.0 : product;\n}",
        "{T} nv_mul({T} a, {T} b) {\n"
        "    precise {T} product = a * b;\n"
        "    return mix(product, {T}(0.0), equal(min(abs(a), abs(b)), {T}(0.0)));\n}",
    ),
    "nv_mul_dp3": Helper(
        "NV_vertex_program 2.14.1.10.8",
        "float nv_dp3(vec3 a, vec3 b) {\n"
        "    vec3 product = nv_mul(a, b);\n"
        "    precise float sum = product.x + product.y + product.z;\n    return sum;\n}",
        calls=(("nv_mul", 3),),
    ),
    "nv_mul_dp4": Helper(
        "NV_vertex_program 2.14.1.10.9",
        "float nv_dp4(vec4 a, vec4 b) {\n"
        "    vec4 product = nv_mul(a, b);\n"
        "    precise float sum = product.x + product.y + product.z + product.w;\n    return sum;\n}",
        calls=(("nv_mul", 4),),
    ),
    "nv_mul_dph": Helper(
        "NV_vertex_program1_1 2.14.1.10.18",
        "float nv_dph(vec3 a, vec4 b) {\n"
        "    vec3 product = nv_mul(a, b.xyz);\n"
        "    precise float sum = product.x + product.y + product.z + b.w;\n    return sum;\n}",
        calls=(("nv_mul", 3),),
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
        "float nv_ssg(float a) {\n    return isnan(a) ? a : float(a > 0.0) - float(a < 0.0);\n}",
        "{T} nv_ssg({T} a) {\n"
        "    {T} r = {T}(greaterThan(a, {T}(0.0))) - {T}(lessThan(a, {T}(0.0)));\n"
        "    return mix(r, a, isnan(a));\n}",
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
        "float nv_specular(float x, float y, float w) {\n"
        "    y = y < 0.0 ? 0.0 : y;\n"
        "    float power = clamp(w, -127.99609375, 127.99609375);\n"
        "    precise float r = power == 0.0 ? 1.0 : exp2(power * log2(y));\n"
        "    r = isnan(y) ? y : isnan(w) ? w : r < uintBitsToFloat(0x00800000u) ? 0.0 : r;\n"
        "    return x > 0.0 ? r : 0.0;\n}",
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
    "nv_sin": Helper(
        "NV_vertex_program2 2.14.3.33: error below 2^-22 in [0, 2 pi)",
        "float nv_sin(float a) {\n"
        "    float n = roundEven(a * 0.63661977);\n"
        "    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;\n"
        "    precise float y = x * x;\n"
        "    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));\n"
        "    precise float c = 1.0 - 0.5 * y\n"
        "        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));\n"
        "    float quadrant = n - 4.0 * floor(0.25 * n);\n"
        "    float r = quadrant == 1.0 || quadrant == 3.0 ? c : s;\n"
        "    r = quadrant >= 2.0 ? -r : r;\n"
        "    r = abs(a) > 32768.0 ? sin(a) : r;\n"
        "    return a == 0.0 ? a : r;\n}",
    ),
    "nv_cos": Helper(
        "NV_vertex_program2 2.14.3.8: error below 2^-22 in [0, 2 pi)",
        "float nv_cos(float a) {\n"
        "    float n = roundEven(a * 0.63661977);\n"
        "    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;\n"
        "    precise float y = x * x;\n"
        "    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));\n"
        "    precise float c = 1.0 - 0.5 * y\n"
        "        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));\n"
        "    float quadrant = n - 4.0 * floor(0.25 * n);\n"
        "    float r = quadrant == 1.0 || quadrant == 3.0 ? s : c;\n"
        "    r = quadrant == 1.0 || quadrant == 2.0 ? -r : r;\n"
        "    return abs(a) > 32768.0 ? cos(a) : r;\n}",
    ),
}

#: Helper → the name its text defines, where that is not the key.
DEFINED = {
    "nv_mul_dp3": "nv_dp3",
    "nv_mul_dp4": "nv_dp4",
    "nv_mul_dph": "nv_dph",
    "nv_rsq_absolute": "nv_rsq",
    "nv_fast_specular": "specular",
    "nv_fast_rcc": "clamped_reciprocal",
}
