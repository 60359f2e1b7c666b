"""What operations compute in 64 bits: name → GLSL text of numbers (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.ops.types import DataType

TYPES = {DataType.FLOAT: "double", DataType.SIGNED: "int64_t", DataType.UNSIGNED: "uint64_t"}
#: Texts of the operands, each in parentheses where it needs them → text of the result.
Text = Callable[..., str]

_COMPARISONS = {"eq": "==", "ge": ">=", "gt": ">", "le": "<=", "lt": "<", "ne": "!="}
_OPERATORS = {"add": "+", "mul": "*", "sub": "-"}
_ROUNDINGS = {"ceil": "ceil", "floor": "floor", "round": "nv_double_even", "trunc": "trunc"}
#: Helpers of signed and unsigned integers.
_HELPED = ("div", "mod", "shl", "shr")


def operator(sign: str) -> Text:
    return lambda a, b: f"{a} {sign} {b}"


def function(name: str) -> Text:
    return lambda *operands: f"{name}({', '.join(operands)})"


#: What takes any words, whether they are one number or two.
WORDS: dict[str, Text] = {
    "mov": lambda a: a,
    "not": lambda a: f"~{a}",
    "and": operator("&"),
    "or": operator("|"),
    "xor": operator("^"),
}
_FLOATS: dict[str, Text] = {
    **{f"f{name}": operator(sign) for name, sign in _OPERATORS.items()},
    **{
        f"f{name}": lambda a, call=call: f"nv_double_signed({call}({a}), {a})"
        for name, call in _ROUNDINGS.items()
    },
    "fabs": function("abs"),
    "fcmp": lambda a, b, c: f"nv_double_less({a}, 0.0lf) ? {b} : {c}",
    "fdiv": operator("/"),
    "ffract": lambda a: f"{a} - nv_double_signed(floor({a}), {a})",
    "fmad": lambda a, b, c: f"{a} * {b} + {c}",
    "fmax": lambda a, b: f"nv_double_less({b}, {a}) ? {a} : {b}",
    "fmin": lambda a, b: f"nv_double_less({b}, {a}) ? {b} : {a}",
    "frcp": lambda a: f"1.0lf / {a}",
    "frsq_unsigned": function("nv_double_rsq"),
    "fsign": function("nv_double_sign"),
    "ffalse": lambda a, b: "0.0lf",
    "ftrue": lambda a, b: "1.0lf",
    "feq": lambda a, b: f"nv_double_equal({a}, {b}) ? 1.0lf : 0.0lf",
    "fge": lambda a, b: f"nv_double_most({b}, {a}) ? 1.0lf : 0.0lf",
    "fgt": lambda a, b: f"nv_double_less({b}, {a}) ? 1.0lf : 0.0lf",
    "fle": lambda a, b: f"nv_double_most({a}, {b}) ? 1.0lf : 0.0lf",
    "flt": lambda a, b: f"nv_double_less({a}, {b}) ? 1.0lf : 0.0lf",
    "fne": lambda a, b: f"nv_double_equal({a}, {b}) ? 0.0lf : 1.0lf",
}


def _integers(letter: str) -> dict[str, Text]:
    """Those of signed or of unsigned integers alike, by the letter of their names."""
    kind, prefix = ("int64_t", "nv_long") if letter == "i" else ("uint64_t", "nv_ulong")
    zero, ones = f"{kind}(0)", f"~{kind}(0)"
    texts: dict[str, Text] = {
        **{name: operator(sign) for name, sign in _OPERATORS.items()},
        **{name: function(f"{prefix}_{name}") for name in _HELPED},
        **{
            name: lambda a, call=call: f"{prefix}_of_double({call}({a}))" for name, call in _ROUNDINGS.items()
        },
        **{
            name: lambda a, b, sign=sign: f"{a} {sign} {b} ? {ones} : {zero}"
            for name, sign in _COMPARISONS.items()
        },
        "mad": lambda a, b, c: f"{a} * {b} + {c}",
        "max": lambda a, b: f"{a} > {b} ? {a} : {b}",
        "min": lambda a, b: f"{a} > {b} ? {b} : {a}",
        "sad": lambda a, b, c: (
            f"({a} < {b} ? uint64_t({b}) - uint64_t({a}) : uint64_t({a}) - uint64_t({b})) + {c}"
        ),
        "false": lambda a, b: zero,
        "true": lambda a, b: ones,
    }
    return {f"{letter}{name}": text for name, text in texts.items()}


TEXTS: dict[str, Text] = {
    **WORDS,
    **_FLOATS,
    **_integers("i"),
    **_integers("u"),
    "iabs": function("abs"),
    "uabs": lambda a: a,
    "icmp": lambda a, b, c: f"{a} < int64_t(0) ? {b} : {c}",
    "ucmp": lambda a, b, c: c,  # never negative
}
