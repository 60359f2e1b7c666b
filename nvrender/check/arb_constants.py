"""Constants → 32-bit words of the type they are read as (NV_gpu_program4 2.X.3.3)."""

from __future__ import annotations

from nvrender.isa.rows import DataType
from nvrender.source import ProgramError, Source
from nvrender.syntax.advice import shown
from nvrender.syntax.arb_cursor import HUGE, integer_value, is_hexadecimal, is_integer
from nvrender.syntax.arb_nodes import ConstantNode, Number
from nvrender.syntax.arb_numbers import component, float_word

Words = tuple[int, int, int, int]

_SIGN = 0x80000000
_NAMES = {DataType.SIGNED: "a signed integer", DataType.UNSIGNED: "an unsigned integer"}


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
