"""The zero of exact numerics that no compiler knows.

Compilers fold products and sums of what they know to be 0, and lose NaN and the sign of zeros. They follow
ranges too (quirks.RANGES): max(-zero, 0.0) of a float made of an unsigned integer is 0 to them. Of a float
that is the word an integer instruction leaves they know nothing.
"""

from __future__ import annotations

#: Helpers that read it, which so is a variable of the file.
READERS = frozenset({"nv_opaque", "nv_opaque_double"})


def hidden_zero(integer: str, *, signed: bool) -> str:
    """0.0 by the sign of an ``integer``, a text of GLSL, which a compiler takes for a sign like any other."""
    return f"{'intBitsToFloat' if signed else 'uintBitsToFloat'}({integer} >> 31)"


#: The variable, of the file where what it begins with is not constant.
UNSET = "float zero;  // 0.0 that no compiler folds: 0 * INF is NaN"


def declaration(integer: str, *, signed: bool) -> str:
    """The variable ``zero``, by the sign of an ``integer`` that is never negative or above 2^31 - 1."""
    return (
        f"float zero = {hidden_zero(integer, signed=signed)};  // 0.0 that no compiler folds: 0 * INF is NaN"
    )
