"""What operations compute of 64-bit integers that are pairs of words: name → GLSL text, all of uvec2."""

from __future__ import annotations

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


def _truth(test: str) -> str:
    return f"nv_words_truth({test})"


def _integers(letter: str) -> dict[str, Text]:
    """Those of signed or of unsigned integers alike, by the letter of their names."""
    prefix, signed = ("nv_words", "true") if letter == "i" else ("nv_uwords", "false")
    less = f"{prefix}_less"
    texts: dict[str, Text] = {
        **{name: function(f"nv_words_{name}") for name in _ALIKE},
        **{name: function(f"{prefix}_{name}") for name in _BY_SIGN},
        **{
            name: lambda a, way=ROUNDINGS[way]: f"nv_integer_of_double({a}, {way}, 64u, {signed}, true)"
            for name, way in _ROUNDINGS.items()
        },
        "mad": lambda a, b, c: f"nv_words_add(nv_words_mul({a}, {b}), {c})",
        "sad": lambda a, b, c: f"nv_words_add({prefix}_distance({a}, {b}), {c})",
        "eq": lambda a, b: _truth(f"{a} == {b}"),
        "false": lambda a, b: "uvec2(0u)",
        "ge": lambda a, b: _truth(f"!{less}({a}, {b})"),
        "gt": lambda a, b: _truth(f"{less}({b}, {a})"),
        "le": lambda a, b: _truth(f"!{less}({b}, {a})"),
        "lt": lambda a, b: _truth(f"{less}({a}, {b})"),
        "ne": lambda a, b: _truth(f"{a} != {b}"),
        "true": lambda a, b: "uvec2(0xffffffffu)",
    }
    return {f"{letter}{name}": text for name, text in texts.items()}


TEXTS: dict[str, Text] = {
    **WORDS,
    **_integers("i"),
    **_integers("u"),
    "iabs": function("nv_words_abs"),
    "uabs": lambda a: a,
    "icmp": function("nv_words_choose"),
    "ucmp": lambda a, b, c: c,  # never negative
}
