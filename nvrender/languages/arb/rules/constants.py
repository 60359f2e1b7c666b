"""Constants → words of the type and width they are read as (NV_gpu_program4 2.X.3.3)."""

from __future__ import annotations

from nvrender.languages.common.advice import shown
from nvrender.languages.common.nodes import ConstantNode, Number
from nvrender.languages.common.numbers import Words, double_word, float_word, long_value
from nvrender.languages.common.tokens import integer_value, is_hexadecimal, is_integer
from nvrender.ops.types import DataType
from nvrender.source import ProgramError, Source

_NAMES = {DataType.SIGNED: "a signed integer", DataType.UNSIGNED: "an unsigned integer"}


def _component(source: Source, number: Number, type: DataType, section: str, bits: int) -> int:
    text, negative = number.text, number.negative
    sign = 1 << bits - 1
    if type is DataType.FLOAT:
        word = float_word(text) if bits == 32 else double_word(text)
        return word ^ (sign if negative else 0)
    if not is_integer(text):
        message = f"{shown(text)} where {_NAMES[type]} is meant"
        raise ProgramError(source, number.start, message, "write it without fraction and exponent", section)
    value = integer_value(text) if bits == 32 else long_value(text)
    if negative and type is DataType.UNSIGNED and value:
        message = f"-{text} where an unsigned integer is meant"
        raise ProgramError(source, number.start, message, section=section)
    whole = most = 2 * sign - 1
    if type is DataType.SIGNED and not is_hexadecimal(text):
        most = sign if negative else sign - 1
    if value > most:
        seen = text if len(text) < 20 else shown(text)
        message = f"{seen} does not fit {_NAMES[type]} of {bits} bits"
        raise ProgramError(source, number.start, message, section=section)
    return -value & whole if negative else value


def words(source: Source, node: ConstantNode, type: DataType, section: str, bits: int = 32) -> Words:
    """The four words of a constant: a scalar in all, a vector filled up with 0, 0, 1.

    Raises ProgramError for what ``type`` cannot hold.
    """
    values = [_component(source, number, type, section, bits) for number in node.numbers]
    if node.scalar:
        return (values[0],) * 4
    one = 1
    if type is DataType.FLOAT:
        one = float_word("1") if bits == 32 else double_word("1")
    x, y, z, w = (*values, *(0, 0, 0, one)[len(values) :])
    return x, y, z, w
