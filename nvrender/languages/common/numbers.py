"""Numbers as the languages write them, and the 32-bit words they stand for (NV_gpu_program4 2.X.3.3)."""

from __future__ import annotations

import math
import struct

from nvrender.languages.common.tokens import is_hexadecimal
from nvrender.ops.types import DataType
from nvrender.program import Binding, BindingKind

Words = tuple[int, int, int, int]

_SIGN = 0x80000000
_LONG = 1 << 64
_INFINITY = 0x7F800000
_LEAST_NORMAL = 0x00800000
#: Halfway between the largest float32 and the next power of two.
_OVERFLOW = 2.0**128 - 2.0**103
_FLOATS: dict[str, int] = {}
_REMEMBERED = 4096
#: What vectors are filled up with.
_FREQUENT = {0: "0.0", 0x3F800000: "1.0"}


def float_word(text: str) -> int:
    """The bits of the float32 nearest to a decimal or hexadecimal number without sign."""
    word = _FLOATS.get(text)
    if word is None:
        word = _nearest(text)
        if len(_FLOATS) < _REMEMBERED and len(text) < 32:
            _FLOATS[text] = word
    return word


def _nearest(text: str) -> int:
    value = _double(text)
    try:
        word: int = struct.unpack("<I", struct.pack("<f", value))[0]
    except OverflowError:
        below = value == _OVERFLOW and not is_hexadecimal(text) and _exceeds(_OVERFLOW, text)
        return _INFINITY - 1 if below else _INFINITY
    rounded = word_value(word)
    if rounded == value or math.isinf(value):
        return word
    # Rounding twice errs only where the double lies halfway between two floats.
    other = word + 1 if rounded < value else word - 1
    if (rounded + word_value(other)) / 2 != value or is_hexadecimal(text):
        return word
    low, high = min(word, other), max(word, other)
    if _exceeds(value, text):
        return low
    return high if _exceeds(text, value) else word


def _exceeds(one: str | float, other: str | float) -> bool:
    """True if ``one`` is greater, texts taken as the exact numbers they say."""
    from decimal import Decimal  # slow to import and seldom needed

    return Decimal(one) > Decimal(other)


def _double(text: str) -> float:
    if not is_hexadecimal(text):
        return float(text)
    digits = text[2:].lstrip("0") or "0"
    return math.inf if len(digits) > 32 else float(int(digits, 16))


def word_value(word: int) -> float:
    """The number a float32's bits are."""
    value: float = struct.unpack("<f", struct.pack("<I", word))[0]
    return value


def double_word(text: str) -> int:
    """The bits of the double nearest to a decimal or hexadecimal number without sign."""
    word: int = struct.unpack("<Q", struct.pack("<d", _double(text)))[0]
    return word


def long_value(text: str) -> int:
    """The value of an integer token, 2^64 at most."""
    digits = (text[2:] if is_hexadecimal(text) else text).lstrip("0") or "0"
    return _LONG if len(digits) > 20 else min(int(digits, 16 if is_hexadecimal(text) else 10), _LONG)


def _long_component(word: int, type: DataType) -> str:
    """As ``component``, of 64 bits."""
    if type is DataType.UNSIGNED:
        return str(word)
    if type is DataType.SIGNED:
        return str(word - _LONG if word >> 63 else word)
    value: float = struct.unpack("<d", struct.pack("<Q", word))[0]
    if math.isnan(value):
        return f"0x{word:016X}"
    text = repr(value).replace("inf", "1e999")
    return text if "e" not in text or "." in text or text.endswith("1e999") else text.replace("e", ".0e")


def component(word: int, type: DataType, bits: int = 32) -> str:
    """A number that reads as ``word``; a NaN, which none does, as its bits."""
    if bits == 64:
        return _long_component(word, type)
    if type is DataType.UNSIGNED:
        return str(word)
    if type is DataType.SIGNED:
        return str(word - (1 << 32) if word & _SIGN else word)
    if word & ~_SIGN > _INFINITY:
        return f"0x{word:08X}"
    sign = "-" if word & _SIGN else ""
    if word & ~_SIGN == _INFINITY:
        return f"{sign}1e999"
    return sign + shortest(word & ~_SIGN)


def shortest(word: int) -> str:
    """The shortest decimal text that ``float_word`` reads as ``word``, a finite positive float32."""
    if (known := _FREQUENT.get(word)) is not None:
        return known
    value = word_value(word)
    # Six digits tell float32s apart that so many are enough for, but for denormals: no other are tried then.
    text = f"{value:.6g}"
    if word >= _LEAST_NORMAL and _nearest(text) == word:
        digits = len(text.partition("e")[0].replace(".", "").strip("0"))
        text = f"{value:.{digits}g}"
    else:
        for digits in range(7 if word >= _LEAST_NORMAL else 1, 18):
            text = f"{value:.{digits}g}"
            if _nearest(text) == word:
                break
    return text if "." in text or "e" in text else f"{text}.0"


def vector(words: Words, type: DataType = DataType.FLOAT, bits: int = 32) -> str:
    """``{x, y, z, w}``, the text of a constant."""
    return "{" + ", ".join(component(word, type, bits) for word in words) + "}"


def constant(words: Words, type: DataType = DataType.FLOAT, bits: int = 32) -> Binding:
    """The parameter that holds a constant."""
    return Binding(vector(words, type, bits), BindingKind.CONSTANT, words=words, type=type, bits=bits)
