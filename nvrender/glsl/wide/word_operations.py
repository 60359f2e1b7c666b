"""What operations compute of 64-bit integers that are pairs of words: name → GLSL text, all of uvec2."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.declared.bit_operations import ROUNDINGS
from nvrender.glsl.wide.operations import WORDS, Text, function
from nvrender.ops.memory_access import Rounding

_ALIKE = ("add", "mul", "sub", "shl")
_BY_SIGN = ("div", "max", "min", "mod", "shr")
_ROUNDINGS = {
    "ceil": Rounding.UP,
    "floor": Rounding.DOWN,
    "round": Rounding.NEAREST,
    "trunc": Rounding.TOWARD_ZERO,
}


def _truth(call: Callable[..., str], test: str) -> str:
    return call("nv_words_truth", test)


def _integers(letter: str) -> dict[str, Text]:
    """Those of signed or of unsigned integers alike, by the letter of their names."""
    prefix, signed = ("nv_words", "true") if letter == "i" else ("nv_uwords", "false")
    less = f"{prefix}_less"
    texts: dict[str, Text] = {
        **{name: function(f"nv_words_{name}") for name in _ALIKE},
        **{name: function(f"{prefix}_{name}") for name in _BY_SIGN},
        **{
            name: lambda call, a, way=f"{ROUNDINGS[way]}": call(
                "nv_integer_of_double", a, way, "64u", signed, "true"
            )
            for name, way in _ROUNDINGS.items()
        },
        "mad": lambda call, a, b, c: call("nv_words_add", call("nv_words_mul", a, b), c),
        "sad": lambda call, a, b, c: call("nv_words_add", call(f"{prefix}_distance", a, b), c),
        "eq": lambda call, a, b: _truth(call, f"{a} == {b}"),
        "ge": lambda call, a, b: _truth(call, f"!{call(less, a, b)}"),
        "gt": lambda call, a, b: _truth(call, call(less, b, a)),
        "le": lambda call, a, b: _truth(call, f"!{call(less, b, a)}"),
        "lt": lambda call, a, b: _truth(call, call(less, a, b)),
        "ne": lambda call, a, b: _truth(call, f"{a} != {b}"),
    }
    return {f"{letter}{name}": text for name, text in texts.items()}


#: What operations give whatever their operands are.
CONSTANTS = {
    **dict.fromkeys(("ifalse", "ufalse"), "uvec2(0u)"),
    **dict.fromkeys(("itrue", "utrue"), "uvec2(0xffffffffu)"),
}
TEXTS: dict[str, Text] = {
    **WORDS,
    **_integers("i"),
    **_integers("u"),
    "iabs": function("nv_words_abs"),
    "uabs": lambda call, a: a,
    "icmp": function("nv_words_choose"),
    "ucmp": lambda call, a, b, c: c,  # never negative
}
