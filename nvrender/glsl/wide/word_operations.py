"""What instructions compute of 64-bit integers that are pairs of words: name → GLSL text."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.declared.bit_operations import ROUNDINGS
from nvrender.ops.types import DataType

#: Texts of the operands → text of the result, all uvec2.
Text = Callable[..., str]

_SAME = {"ADD": "nv_words_add", "MUL": "nv_words_mul", "SUB": "nv_words_sub", "SHL": "nv_words_shl"}
_BY_SIGN = {"DIV": "div", "MAX": "max", "MIN": "min", "MOD": "mod", "SHR": "shr"}
_BITWISE = {"AND": "&", "OR": "|", "XOR": "^"}


def _function(name: str) -> Text:
    return lambda *operands: f"{name}({', '.join(operands)})"


def _truth(test: str) -> str:
    return f"nv_words_truth({test})"


def _texts(type: DataType) -> dict[str, Text]:
    signed = type is DataType.SIGNED
    prefix = "nv_words" if signed else "nv_uwords"
    less, sign = f"{prefix}_less", "true" if signed else "false"
    return {
        **{name: _function(helper) for name, helper in _SAME.items()},
        **{name: _function(f"{prefix}_{word}") for name, word in _BY_SIGN.items()},
        **{name: lambda a, b, sign=sign: f"{a} {sign} {b}" for name, sign in _BITWISE.items()},
        **{
            rounding.value: lambda a, number=number: f"nv_integer_of_double({a}, {number}, 64u, {sign}, true)"
            for rounding, number in ROUNDINGS.items()
        },
        "ABS": _function("nv_words_abs") if signed else (lambda a: a),
        "CMP": _function("nv_words_choose") if signed else (lambda a, b, c: c),
        "MAD": lambda a, b, c: f"nv_words_add(nv_words_mul({a}, {b}), {c})",
        "MOV": lambda a: a,
        "NOT": lambda a: f"~{a}",
        "SAD": lambda a, b, c: f"nv_words_add({prefix}_distance({a}, {b}), {c})",
        "SEQ": lambda a, b: _truth(f"{a} == {b}"),
        "SFL": lambda a, b: "uvec2(0u)",
        "SGE": lambda a, b: _truth(f"!{less}({a}, {b})"),
        "SGT": lambda a, b: _truth(f"{less}({b}, {a})"),
        "SLE": lambda a, b: _truth(f"!{less}({b}, {a})"),
        "SLT": lambda a, b: _truth(f"{less}({a}, {b})"),
        "SNE": lambda a, b: _truth(f"{a} != {b}"),
        "STR": lambda a, b: "uvec2(0xffffffffu)",
    }


#: type → name → text.
TEXTS: dict[DataType, dict[str, Text]] = {type: _texts(type) for type in (DataType.SIGNED, DataType.UNSIGNED)}
