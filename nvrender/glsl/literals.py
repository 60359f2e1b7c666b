"""32-bit words as GLSL constants."""

from __future__ import annotations

import struct

from nvrender.glsl.expressions import PRIMARY, UNARY, Expression


def float_literal(word: int) -> Expression:
    """A float32's bits as GLSL text that reads back as the same float."""
    value: float = struct.unpack("<f", struct.pack("<I", word))[0]
    if word & 0x7F800000 == 0x7F800000 or 0 < word & 0x7FFFFFFF < 0x00800000:
        return Expression(f"uintBitsToFloat(0x{word:08x}u)")
    text = next(text for digits in range(1, 10) if _reads_as(text := f"{value:.{digits}g}", word))
    if "e" in text:
        mantissa, exponent = text.split("e")
        text = f"{mantissa}e{int(exponent)}" if -5 < int(exponent) < 10 else text
        text = repr(float(text)) if 0 <= int(exponent) < 10 else f"{mantissa}e{int(exponent)}"
    elif "." not in text:
        text += ".0"
    return Expression(text, UNARY if text.startswith("-") else PRIMARY)


def _reads_as(text: str, word: int) -> bool:
    try:
        return struct.pack("<f", float(text)) == struct.pack("<I", word)
    except OverflowError:  # fewer digits than the largest floats need
        return False


def literal(word: int, kind: str) -> Expression:
    """A word as a constant of ``kind``."""
    if not kind:
        return float_literal(word)
    if kind == "u":
        return Expression(f"{word}u" if word < 1 << 16 else f"0x{word:x}u")
    if word == 0x80000000:
        return Expression("~0x7fffffff", UNARY)
    value = word - (word >> 31 << 32)
    return Expression(str(value), UNARY if value < 0 else PRIMARY)
