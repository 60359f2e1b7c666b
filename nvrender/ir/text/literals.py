"""Constants in the text of the intermediate representation.

A float has a point, an unsigned integer ends in u, one of 64 bits in L, or lf; a float that no
decimal number is, NaN or infinite, is written as its word: ``float:7fc00000``.
"""

from __future__ import annotations

import re
import struct
from contextlib import suppress
from math import isfinite

from nvrender.ir.types import Kind, Type

_FORMATS = {32: ("<I", "<f", range(1, 10)), 64: ("<Q", "<d", range(1, 18))}
#: A literal: the word of a float, a float, an integer, a truth value.
PATTERN = r"float(?:64)?:[0-9a-f]+|-?\d+\.\d*(?:e[-+]?\d+)?(?:lf)?|-?\d+(?:u?L|u)?|true|false"
_PARTS = re.compile(r"(-?[\d.]+(?:e[-+]?\d+)?)(lf|uL|L|u|)")


def literal(type: Type, word: int) -> str:
    """A component of a constant; a word that its type does not have is the number."""
    if not 0 <= word < 1 << type.bits:
        return str(word)
    match type.kind:
        case Kind.BOOL:
            return "true" if word else "false"
        case Kind.FLOAT:
            return _float(type.bits, word)
        case Kind.UINT:
            return f"{word}{'uL' if type.bits == 64 else 'u'}"
        case _:
            signed = word - (1 << type.bits) if word >> (type.bits - 1) else word
            return f"{signed}{'L' if type.bits == 64 else ''}"


def _float(bits: int, word: int) -> str:
    words, floats, digits = _FORMATS[bits]
    data = struct.pack(words, word)
    (value,) = struct.unpack(floats, data)
    for count in digits if isfinite(value) else ():
        text = f"{value:.{count}g}"
        if "." not in text:
            text = text.replace("e", ".0e") if "e" in text else f"{text}.0"
        with suppress(OverflowError):
            if struct.pack(floats, float(text)) == data:
                return text + ("lf" if bits == 64 else "")
    return f"float{'64' if bits == 64 else ''}:{word:x}"


def word_of(text: str) -> tuple[Type, int]:
    """The scalar type and the word of a literal."""
    if text in ("true", "false"):
        return Type(Kind.BOOL, bits=1), int(text == "true")
    if ":" in text:
        kind, _, digits = text.partition(":")
        return Type(Kind.FLOAT, bits=64 if kind == "float64" else 32), int(digits, 16)
    match = _PARTS.fullmatch(text)
    assert match is not None, text
    number, suffix = match.groups()
    bits = 64 if suffix in ("lf", "uL", "L") else 32
    if "." in number:
        words, floats, _ = _FORMATS[bits]
        return Type(Kind.FLOAT, bits=bits), struct.unpack(words, struct.pack(floats, float(number)))[0]
    kind_ = Kind.UINT if "u" in suffix else Kind.INT
    return Type(kind_, bits=bits), int(number) & ((1 << bits) - 1)
