"""32-bit words as GLSL constants."""

from __future__ import annotations

import struct
from functools import cache

from nvrender.glsl.expressions import PRODUCT, UNARY, Expression, minus
from nvrender.ir.types import signed_word


@cache
def float_literal(word: int) -> Expression:
    """A float32's bits as GLSL text that reads back as the same float."""
    value: float = struct.unpack("<f", struct.pack("<I", word))[0]
    if word & 0x7F800000 == 0x7F800000 or 0 < word & 0x7FFFFFFF < 0x00800000:
        return Expression(f"uintBitsToFloat(0x{word:08x}u)")
    size = Expression(_shortest(abs(value), word & 0x7FFFFFFF))
    return minus(size) if word >> 31 else size


def _shortest(value: float, word: int) -> str:
    """A number that is not negative, in as few digits as tell it."""
    digits = next(digits for digits in range(1, 10) if _reads_as(f"{value:.{digits}g}", word))
    text = f"{value:.{digits}g}"
    if "e" in text:
        mantissa, exponent = text.split("e")
        return repr(float(text)) if 0 <= int(exponent) < 10 else f"{mantissa}e{int(exponent)}"
    return text if "." in text else f"{text}.0"


def _reads_as(text: str, word: int) -> bool:
    try:
        return struct.pack("<f", float(text)) == struct.pack("<I", word)
    except OverflowError:  # fewer digits than the largest floats need
        return False


def _quotient(word: int) -> Expression:
    """An infinity or NaN as a division by zero, what is denormal as zero."""
    if word & 0x7F800000 == 0:
        return Expression("0.0")
    infinite = word & 0x007FFFFF == 0
    return Expression(f"{'-' * (word >> 31)}{'1.0' if infinite else '0.0'} / 0.0", PRODUCT)


def literal(word: int, kind: str, *, bits: bool = True) -> Expression:
    """A word as a constant of ``kind``; ``bits``: GLSL has floats by their bits."""
    if not kind:
        found = float_literal(word)
        special = word & 0x7F800000 in (0, 0x7F800000) and word & 0x7FFFFFFF
        return _quotient(word) if special and not bits else found
    if kind == "b":
        return Expression("true" if word else "false")
    if kind == "u":
        return Expression(f"{word}u" if word < 1 << 16 else f"0x{word:x}u")
    if word == 0x80000000:
        return Expression("~0x7fffffff", UNARY)
    value = signed_word(word)
    return minus(Expression(str(-value))) if value < 0 else Expression(str(value))
