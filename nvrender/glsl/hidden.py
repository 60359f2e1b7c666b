"""The zero of exact numerics that no compiler knows.

Compilers fold products and sums of what they know to be 0, and lose NaN and the sign of zeros. They follow
ranges too (quirks.RANGES): max(-zero, 0.0) of a float made of an unsigned integer is 0 to them. Of a float
that is the word an integer instruction leaves they know nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass
class Zeros:
    """What is 0 in a shader; ``hidden``: some of it is the variable, which ``exact`` numerics alone have."""

    exact: bool
    hidden: bool = False

    def number(self) -> str:
        """0.0 for a register that arithmetic may read."""
        self.hidden |= self.exact
        return "zero" if self.exact else "0.0"

    def outside(self, kind: str, width: int = 4) -> str:
        """What is read outside an input primitive, and of no buffer, four or one."""
        if not self.exact or kind == "i":
            return zeros(kind, width)
        self.hidden = True
        return hidden_zeros(kind, width)


def hidden_zeros(kind: str, width: int = 4) -> str:
    """Zeros that no compiler folds, four or one."""
    text = "vec4(zero)" if width == 4 else "zero"
    return f"floatBitsToUint({text})" if kind else text


def zeros(kind: str, width: int = 4) -> str:
    """Plain zeros, four or one."""
    return f"{kind}vec4(0)" if width == 4 else {"": "0.0", "i": "0", "u": "0u"}[kind]
