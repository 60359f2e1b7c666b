"""What operations of 64 bits compute as GLSL, of numbers or of their words (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.operations.bits import ROUNDINGS
from nvrender.ops.memory_access import Rounding

#: Calls a function of the library.
Call = Callable[..., str]
#: That, and the operands, each in parentheses where it needs them → the result.
Text = Callable[..., str]

_COMPARISONS = {"eq": "==", "ge": ">=", "gt": ">", "le": "<=", "lt": "<", "ne": "!="}
_OPERATORS = {"add": "+", "mul": "*", "sub": "-"}
_WAYS = {
    "ceil": Rounding.UP,
    "floor": Rounding.DOWN,
    "round": Rounding.NEAREST,
    "trunc": Rounding.TOWARD_ZERO,
}


def _operator(sign: str) -> Text:
    return lambda f, a, b: f"{a} {sign} {b}"


def _built_in(name: str) -> Text:
    return lambda f, *operands: f"{name}({', '.join(operands)})"


def _function(name: str) -> Text:
    return lambda f, *operands: f(name, *operands)


def _rounded(f: Call, way: str, a: str) -> str:
    return f("nv_double_even", a) if way == "round" else f"{way}({a})"


#: What takes any words, whether they are one number or two.
_BITS: dict[str, Text] = {
    "mov": lambda f, a: a,
    "not": lambda f, a: f"~{a}",
    "and": _operator("&"),
    "or": _operator("|"),
    "xor": _operator("^"),
}
_FLOATS: dict[str, Text] = {
    **{f"f{name}": _operator(sign) for name, sign in _OPERATORS.items()},
    **{f"f{name}": lambda f, a, way=name: f("nv_double_signed", _rounded(f, way, a), a) for name in _WAYS},
    "fabs": _built_in("abs"),
    "fcmp": lambda f, a, b, c: f"{f('nv_double_less', a, '0.0lf')} ? {b} : {c}",
    "fdiv": _operator("/"),
    "ffract": lambda f, a: f"{a} - {f('nv_double_signed', f'floor({a})', a)}",
    "fmad": lambda f, a, b, c: f"{a} * {b} + {c}",
    "fmax": lambda f, a, b: f"{f('nv_double_less', b, a)} ? {a} : {b}",
    "fmin": lambda f, a, b: f"{f('nv_double_less', b, a)} ? {b} : {a}",
    "frcp": lambda f, a: f"1.0lf / {a}",
    "frsq_unsigned": _function("nv_double_rsq"),
    "fsign": _function("nv_double_sign"),
    "fsaturate": lambda f, a: f("nv_double_clamp", a, "0.0lf"),
    "fsaturate_signed": lambda f, a: f("nv_double_clamp", a, "-1.0lf"),
    "ffalse": lambda f, a, b: "0.0lf",
    "ftrue": lambda f, a, b: "1.0lf",
    "feq": lambda f, a, b: f"{f('nv_double_equal', a, b)} ? 1.0lf : 0.0lf",
    "fge": lambda f, a, b: f"{f('nv_double_most', b, a)} ? 1.0lf : 0.0lf",
    "fgt": lambda f, a, b: f"{f('nv_double_less', b, a)} ? 1.0lf : 0.0lf",
    "fle": lambda f, a, b: f"{f('nv_double_most', a, b)} ? 1.0lf : 0.0lf",
    "flt": lambda f, a, b: f"{f('nv_double_less', a, b)} ? 1.0lf : 0.0lf",
    "fne": lambda f, a, b: f"{f('nv_double_equal', a, b)} ? 0.0lf : 1.0lf",
}


def _numbers(letter: str) -> dict[str, Text]:
    """Of signed or of unsigned integers alike, by the letter of their names."""
    kind, prefix = ("int64_t", "nv_long") if letter == "i" else ("uint64_t", "nv_ulong")
    zero, ones = f"{kind}(0)", f"~{kind}(0)"
    texts: dict[str, Text] = {
        **{name: _operator(sign) for name, sign in _OPERATORS.items()},
        **{name: _function(f"{prefix}_{name}") for name in ("div", "mod", "shl", "shr")},
        **{name: lambda f, a, way=name: f(f"{prefix}_of_double", _rounded(f, way, a)) for name in _WAYS},
        **{
            name: lambda f, a, b, sign=sign: f"{a} {sign} {b} ? {ones} : {zero}"
            for name, sign in _COMPARISONS.items()
        },
        "mad": lambda f, a, b, c: f"{a} * {b} + {c}",
        "max": lambda f, a, b: f"{a} > {b} ? {a} : {b}",
        "min": lambda f, a, b: f"{a} > {b} ? {b} : {a}",
        "sad": lambda f, a, b, c: f"{_distance(a, b)} + {c}",
        "false": lambda f, a, b: zero,
        "true": lambda f, a, b: ones,
    }
    return {f"{letter}{name}": text for name, text in texts.items()}


def _distance(a: str, b: str) -> str:
    return f"({a} < {b} ? uint64_t({b}) - uint64_t({a}) : uint64_t({a}) - uint64_t({b}))"


def _pairs(letter: str) -> dict[str, Text]:
    """The same of pairs of words, all of uvec2."""
    prefix, signed = ("nv_words", "true") if letter == "i" else ("nv_uwords", "false")
    less = f"{prefix}_less"

    def rounded(way: Rounding) -> Text:
        return lambda f, a: f("nv_integer_of_double", a, str(ROUNDINGS[way]), "64u", signed, "true")

    def truth(test: Text) -> Text:
        return lambda f, a, b: f("nv_words_truth", test(f, a, b))

    texts: dict[str, Text] = {
        **{name: _function(f"nv_words_{name}") for name in ("add", "mul", "sub", "shl")},
        **{name: _function(f"{prefix}_{name}") for name in ("div", "max", "min", "mod", "shr")},
        **{name: rounded(way) for name, way in _WAYS.items()},
        "mad": lambda f, a, b, c: f("nv_words_add", f("nv_words_mul", a, b), c),
        "sad": lambda f, a, b, c: f("nv_words_add", f(f"{prefix}_distance", a, b), c),
        "eq": truth(_operator("==")),
        "false": lambda f, a, b: "uvec2(0u)",
        "ge": truth(lambda f, a, b: f"!{f(less, a, b)}"),
        "gt": truth(lambda f, a, b: f(less, b, a)),
        "le": truth(lambda f, a, b: f"!{f(less, b, a)}"),
        "lt": truth(_function(less)),
        "ne": truth(_operator("!=")),
        "true": lambda f, a, b: "uvec2(0xffffffffu)",
    }
    return {f"{letter}{name}": text for name, text in texts.items()}


NUMBERS: dict[str, Text] = {
    **_BITS,
    **_FLOATS,
    **_numbers("i"),
    **_numbers("u"),
    "iabs": _built_in("abs"),
    "uabs": lambda f, a: a,
    "icmp": lambda f, a, b, c: f"{a} < int64_t(0) ? {b} : {c}",
    "ucmp": lambda f, a, b, c: c,  # never negative
    "distance": lambda f, a, b: _distance(a, b),
    "sum_flags": _function("nv_long_sum_flags"),
    "difference_flags": _function("nv_long_difference_flags"),
}
PAIRS: dict[str, Text] = {
    **_BITS,
    **_pairs("i"),
    **_pairs("u"),
    "iabs": _function("nv_words_abs"),
    "ineg": _function("nv_negative"),
    "uabs": lambda f, a: a,
    "icmp": _function("nv_words_choose"),
    "ucmp": lambda f, a, b, c: c,  # never negative
    "fabs": lambda f, a: f"({a} & uvec2(0xffffffffu, 0x7fffffffu))",
    "fneg": lambda f, a: f"({a} ^ uvec2(0u, 0x80000000u))",
    "idistance": _function("nv_words_distance"),
    "udistance": _function("nv_uwords_distance"),
    "sum_flags": _function("nv_words_sum_flags"),
    "difference_flags": _function("nv_words_difference_flags"),
}
#: Of doubles in fast numerics: what computes component by component, and what gives all one number.
VECTORS: dict[str, Text] = {
    **{name: NUMBERS[name] for name in ("fabs", "fadd", "fmad", "fmul", "fsub", "fdiv")},
    **{f"f{name}": _built_in(name) for name in ("ceil", "floor", "fract", "max", "min", "sign", "trunc")},
    "fround": _built_in("roundEven"),
    "frcp": NUMBERS["frcp"],
    "frsq_unsigned": _built_in("inversesqrt"),
}
