"""Constants → 32-bit words of the type they are read as (NV_gpu_program4 2.X.3.3)."""

from __future__ import annotations

import math
import struct
from decimal import Decimal

from nvrender.isa.rows import DataType
from nvrender.source import ProgramError, Source
from nvrender.syntax.advice import shown
from nvrender.syntax.arb_cursor import HUGE, integer_value, is_hexadecimal, is_integer
from nvrender.syntax.arb_nodes import ConstantNode, Number

Words = tuple[int, int, int, int]

_SIGN = 0x80000000
_INFINITY = 0x7F800000
_NAMES = {DataType.SIGNED: "a signed integer", DataType.UNSIGNED: "an unsigned integer"}
_FLOATS: dict[str, int] = {}
_REMEMBERED = 4096


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
        return _INFINITY
    rounded = _value(word)
    if rounded == value or math.isinf(value):
        return word
    # Rounding twice errs only where the double lies halfway between two floats.
    other = word + 1 if rounded < value else word - 1
    if (rounded + _value(other)) / 2 != value or is_hexadecimal(text):
        return word
    exact = Decimal(text)
    if exact == Decimal(value):
        return word
    low, high = min(word, other), max(word, other)
    return high if exact > Decimal(value) else low


def _double(text: str) -> float:
    if not is_hexadecimal(text):
        return float(text)
    digits = text[2:].lstrip("0") or "0"
    return math.inf if len(digits) > 32 else float(int(digits, 16))


def _value(word: int) -> float:
    value: float = struct.unpack("<f", struct.pack("<I", word))[0]
    return value


def _component(source: Source, number: Number, type: DataType, section: str) -> int:
    text, negative = number.text, number.negative
    if type is DataType.FLOAT:
        return float_word(text) ^ (_SIGN if negative else 0)
    if not is_integer(text):
        message = f"{shown(text)} where {_NAMES[type]} is meant"
        raise ProgramError(source, number.start, message, "write it without fraction and exponent", section)
    value = integer_value(text)
    if negative and type is DataType.UNSIGNED and value:
        message = f"-{text} where an unsigned integer is meant"
        raise ProgramError(source, number.start, message, section=section)
    most = 0xFFFFFFFF
    if type is DataType.SIGNED and not is_hexadecimal(text):
        most = 0x80000000 if negative else 0x7FFFFFFF
    if value > most:
        seen = text if value < HUGE else shown(text)
        message = f"{seen} does not fit {_NAMES[type]} of 32 bits"
        raise ProgramError(source, number.start, message, section=section)
    return -value & 0xFFFFFFFF if negative else value


def words(source: Source, node: ConstantNode, type: DataType, section: str) -> Words:
    """The four words of a constant: a scalar in all, a vector filled up with 0, 0, 1.

    Raises ProgramError for what ``type`` cannot hold.
    """
    values = [_component(source, number, type, section) for number in node.numbers]
    if node.scalar:
        return (values[0],) * 4
    one = float_word("1") if type is DataType.FLOAT else 1
    x, y, z, w = (*values, *(0, 0, 0, one)[len(values) :])
    return x, y, z, w


def name(words: Words, type: DataType) -> str:
    """The canonical text of a constant."""
    return "{" + ", ".join(component(word, type) for word in words) + "}"


def component(word: int, type: DataType) -> str:
    """A number that reads as ``word``; a NaN, which none does, as its bits."""
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
    value = _value(word)
    for digits in range(1, 18):
        text = f"{value:.{digits}g}"
        if _nearest(text) == word:
            break
    return text if any(letter in text for letter in ".e") else f"{text}.0"
