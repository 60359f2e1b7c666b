"""What operations compute in 64 bits: name → GLSL text of numbers (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.ops.types import DataType

TYPES = {DataType.FLOAT: "double", DataType.SIGNED: "int64_t", DataType.UNSIGNED: "uint64_t"}
#: What writes calls of the library's functions, and texts of the operands, each in parentheses where it needs
#: them → text of the result.
Text = Callable[..., str]

_COMPARISONS = {"eq": "==", "ge": ">=", "gt": ">", "le": "<=", "lt": "<", "ne": "!="}
_OPERATORS = {"add": "+", "mul": "*", "sub": "-"}
_ROUNDINGS: dict[str, Text] = {
    **{name: (lambda call, a, name=name: f"{name}({a})") for name in ("ceil", "floor", "trunc")},
    "round": lambda call, a: call("nv_double_even", a),
}
#: Functions of signed and unsigned integers.
_HELPED = ("div", "mod", "shl", "shr")


def operator(sign: str) -> Text:
    return lambda call, a, b: f"{a} {sign} {b}"


def function(name: str) -> Text:
    """A function of the library."""
    return lambda call, *operands: call(name, *operands)


def built_in(name: str) -> Text:
    """A function of GLSL."""
    return lambda call, *operands: f"{name}({', '.join(operands)})"


#: What takes any words, whether they are one number or two.
WORDS: dict[str, Text] = {
    "mov": lambda call, a: a,
    "not": lambda call, a: f"~{a}",
    "and": operator("&"),
    "or": operator("|"),
    "xor": operator("^"),
}
_FLOATS: dict[str, Text] = {
    **{f"f{name}": operator(sign) for name, sign in _OPERATORS.items()},
    **{
        f"f{name}": lambda call, a, rounded=rounded: call("nv_double_signed", rounded(call, a), a)
        for name, rounded in _ROUNDINGS.items()
    },
    "fabs": built_in("abs"),
    "fcmp": lambda call, a, b, c: f"{call('nv_double_less', a, '0.0lf')} ? {b} : {c}",
    "fdiv": operator("/"),
    "ffract": lambda call, a: f"{a} - {call('nv_double_signed', f'floor({a})', a)}",
    "fmad": lambda call, a, b, c: f"{a} * {b} + {c}",
    "fmax": lambda call, a, b: f"{call('nv_double_less', b, a)} ? {a} : {b}",
    "fmin": lambda call, a, b: f"{call('nv_double_less', b, a)} ? {b} : {a}",
    "frcp": lambda call, a: f"1.0lf / {a}",
    "frsq_unsigned": function("nv_double_rsq"),
    "fsign": function("nv_double_sign"),
    "feq": lambda call, a, b: f"{call('nv_double_equal', a, b)} ? 1.0lf : 0.0lf",
    "fge": lambda call, a, b: f"{call('nv_double_most', b, a)} ? 1.0lf : 0.0lf",
    "fgt": lambda call, a, b: f"{call('nv_double_less', b, a)} ? 1.0lf : 0.0lf",
    "fle": lambda call, a, b: f"{call('nv_double_most', a, b)} ? 1.0lf : 0.0lf",
    "flt": lambda call, a, b: f"{call('nv_double_less', a, b)} ? 1.0lf : 0.0lf",
    "fne": lambda call, a, b: f"{call('nv_double_equal', a, b)} ? 0.0lf : 1.0lf",
}


def _integers(letter: str) -> dict[str, Text]:
    """Those of signed or of unsigned integers alike, by the letter of their names."""
    kind, prefix = ("int64_t", "nv_long") if letter == "i" else ("uint64_t", "nv_ulong")
    zero, ones = f"{kind}(0)", f"~{kind}(0)"
    texts: dict[str, Text] = {
        **{name: operator(sign) for name, sign in _OPERATORS.items()},
        **{name: function(f"{prefix}_{name}") for name in _HELPED},
        **{
            name: lambda call, a, rounded=rounded: call(f"{prefix}_of_double", rounded(call, a))
            for name, rounded in _ROUNDINGS.items()
        },
        **{
            name: lambda call, a, b, sign=sign: f"{a} {sign} {b} ? {ones} : {zero}"
            for name, sign in _COMPARISONS.items()
        },
        "mad": lambda call, a, b, c: f"{a} * {b} + {c}",
        "max": lambda call, a, b: f"{a} > {b} ? {a} : {b}",
        "min": lambda call, a, b: f"{a} > {b} ? {b} : {a}",
        "sad": lambda call, a, b, c: (
            f"({a} < {b} ? uint64_t({b}) - uint64_t({a}) : uint64_t({a}) - uint64_t({b})) + {c}"
        ),
    }
    return {f"{letter}{name}": text for name, text in texts.items()}


#: What operations give whatever their operands are.
CONSTANTS = {
    "ffalse": "0.0lf",
    "ftrue": "1.0lf",
    "ifalse": "int64_t(0)",
    "itrue": "~int64_t(0)",
    "ufalse": "uint64_t(0)",
    "utrue": "~uint64_t(0)",
}
TEXTS: dict[str, Text] = {
    **WORDS,
    **_FLOATS,
    **_integers("i"),
    **_integers("u"),
    "iabs": built_in("abs"),
    "uabs": lambda call, a: a,
    "icmp": lambda call, a, b, c: f"{a} < int64_t(0) ? {b} : {c}",
    "ucmp": lambda call, a, b, c: c,  # never negative
}
