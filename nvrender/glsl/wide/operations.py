"""What instructions compute in 64 bits: name → GLSL text of numbers (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.ops.types import DataType

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED
TYPES = {_F: "double", _S: "int64_t", _U: "uint64_t"}
#: Texts of the operands, each in parentheses where it needs them → text of the result.
Text = Callable[..., str]

_COMPARISONS = {"SEQ": "==", "SGE": ">=", "SGT": ">", "SLE": "<=", "SLT": "<", "SNE": "!="}
_OPERATORS = {"ADD": "+", "MUL": "*", "SUB": "-"}
_BITWISE = {"AND": "&", "OR": "|", "XOR": "^"}
_ROUNDINGS = {"CEIL": "ceil", "FLR": "floor", "ROUND": "nv_double_even", "TRUNC": "trunc"}


def _operator(sign: str) -> Text:
    return lambda a, b: f"{a} {sign} {b}"


def _function(name: str) -> Text:
    return lambda *operands: f"{name}({', '.join(operands)})"


_COMMON: dict[str, Text] = {
    **{name: _operator(sign) for name, sign in _OPERATORS.items()},
    "MAD": lambda a, b, c: f"{a} * {b} + {c}",
    "MOV": lambda a: a,
}
_FLOATS: dict[str, Text] = {
    **_COMMON,
    **{
        name: lambda a, function=function: f"nv_double_signed({function}({a}), {a})"
        for name, function in _ROUNDINGS.items()
    },
    "MAX": lambda a, b: f"nv_double_less({b}, {a}) ? {a} : {b}",
    "MIN": lambda a, b: f"nv_double_less({b}, {a}) ? {b} : {a}",
    "ABS": _function("abs"),
    "CMP": lambda a, b, c: f"nv_double_less({a}, 0.0lf) ? {b} : {c}",
    "DIV": _operator("/"),
    "FRC": lambda a: f"{a} - nv_double_signed(floor({a}), {a})",
    "RCP": lambda a: f"1.0lf / {a}",
    "RSQ": _function("nv_double_rsq"),
    "SSG": _function("nv_double_sign"),
}
#: Helpers of signed and unsigned integers.
_HELPED = {"DIV": "div", "MOD": "mod", "SHL": "shl", "SHR": "shr"}


def _less(a: str, b: str) -> str:
    return f"uint64_t({a}) - uint64_t({b})"


def _integers(type: DataType) -> dict[str, Text]:
    signed = type is _S
    kind, prefix = TYPES[type], "" if signed else "u"
    zero, ones = f"{kind}(0)", f"~{kind}(0)"
    return {
        **_COMMON,
        **{name: _operator(sign) for name, sign in _BITWISE.items()},
        **{
            name: _function(f"nv_long_{word}" if signed else f"nv_ulong_{word}")
            for name, word in _HELPED.items()
        },
        **{
            name: lambda a, function=function: f"nv_{prefix}long_of_double({function}({a}))"
            for name, function in _ROUNDINGS.items()
        },
        "MAX": lambda a, b: f"{a} > {b} ? {a} : {b}",
        "MIN": lambda a, b: f"{a} > {b} ? {b} : {a}",
        "ABS": _function("abs") if signed else (lambda a: a),
        "CMP": (lambda a, b, c: f"{a} < {zero} ? {b} : {c}") if signed else (lambda a, b, c: c),
        "NOT": lambda a: f"~{a}",
        "SAD": lambda a, b, c: (
            f"({a} < {b} ? uint64_t({b}) - uint64_t({a}) : uint64_t({a}) - uint64_t({b})) + {c}"
        ),
        "SFL": lambda a, b: zero,
        "STR": lambda a, b: ones,
        **{
            name: lambda a, b, sign=sign: f"{a} {sign} {b} ? {ones} : {zero}"
            for name, sign in _COMPARISONS.items()
        },
    }


#: type → name → text.
TEXTS: dict[DataType, dict[str, Text]] = {
    _F: {
        **_FLOATS,
        "SFL": lambda a, b: "0.0lf",
        "STR": lambda a, b: "1.0lf",
        "SEQ": lambda a, b: f"nv_double_equal({a}, {b}) ? 1.0lf : 0.0lf",
        "SGE": lambda a, b: f"nv_double_most({b}, {a}) ? 1.0lf : 0.0lf",
        "SGT": lambda a, b: f"nv_double_less({b}, {a}) ? 1.0lf : 0.0lf",
        "SLE": lambda a, b: f"nv_double_most({a}, {b}) ? 1.0lf : 0.0lf",
        "SLT": lambda a, b: f"nv_double_less({a}, {b}) ? 1.0lf : 0.0lf",
        "SNE": lambda a, b: f"nv_double_equal({a}, {b}) ? 0.0lf : 1.0lf",
    },
    _S: _integers(_S),
    _U: _integers(_U),
}
