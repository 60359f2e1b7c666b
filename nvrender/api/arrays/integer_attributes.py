"""Attributes that are integers: VertexAttribI, their arrays and queries.

NV_vertex_program4 2.7, 2.8 and 6.1.14.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import float32, vector
from nvrender.api.arrays.attributes import INTEGERS, integer_converter, put
from nvrender.api.arrays.vertex import check_array, get_arb, placed
from nvrender.api.command import command, family
from nvrender.api.errors import check_enum
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.vertices import ArrayState, ImmediateState, IntegerVector, VertexArray
from nvrender.source import InputError

_SECTION = "NV_vertex_program4 2.7"
_TYPES = (
    enums.BYTE, enums.UNSIGNED_BYTE, enums.SHORT, enums.UNSIGNED_SHORT, enums.INT, enums.UNSIGNED_INT,
)  # fmt: skip


def _filled(numbers: Any, convert: Callable[[Any], int]) -> IntegerVector:
    """Integers of a command, filled up with 0, 0, 1."""
    try:
        x, *rest = map(convert, numbers)
    except TypeError:
        raise InputError(f"an attribute is integers of the command's type, not {numbers!r}") from None
    y, z, w = (*rest, *(0, 0, 1)[len(rest) :])
    return IntegerVector(x, y, z, w)


def _commands(size: int, letter: str) -> tuple[Callable[..., None], Callable[..., None]]:
    convert = integer_converter(letter)

    def scalar(immediate: ImmediateState, index: int, *numbers: int) -> None:
        if len(numbers) != size:
            raise InputError(f"{size} integers are needed, not {len(numbers)}")
        put(immediate, index, _filled(numbers, convert), _SECTION)

    def one(immediate: ImmediateState, index: int, v: Any) -> None:
        put(immediate, index, _filled(vector(v, size, "v"), convert), _SECTION)

    return scalar, one


def _register() -> None:
    what = "Set an attribute to integers, which stay integers."
    for size in (1, 2, 3, 4):
        for letter in ("i", "ui"):
            scalar, one = _commands(size, letter)
            family(f"VertexAttribI{size}{letter}EXT", scalar, what, inside=True)
            family(f"VertexAttribI{size}{letter}vEXT", one, what, inside=True)
    for letter in sorted(INTEGERS.keys() - {"i", "ui"}):
        family(f"VertexAttribI4{letter}vEXT", _commands(4, letter)[1], what, inside=True)


_register()


@command()
def VertexAttribIPointerEXT(
    arrays: ArrayState, buffers: BufferState, index: int, size: int, type: int, stride: int, pointer: Any
) -> None:
    """Define an array of integers, which stay integers."""
    number, form = integer_form(index, size, type, stride)
    arrays.generic[number] = placed(buffers, form, pointer)


def integer_form(index: int, size: int, type: int, stride: int) -> tuple[int, VertexArray]:
    """An attribute's number, and the form of its array of integers."""
    check_enum("type", type, _TYPES, "BYTE, SHORT, INT and their unsigned kin", _SECTION)
    number = check_array(index, size, stride, _SECTION)
    return number, VertexArray(size, type, stride, integer=True)


def _getter(dtype: Any) -> Callable[..., Any]:
    def get(arrays: ArrayState, immediate: ImmediateState, index: int, pname: int) -> Any:
        value = get_arb(arrays, immediate, index, pname)
        if not isinstance(value, tuple):
            return value
        if isinstance(value, IntegerVector):
            words = np.array(value, np.int64).astype(np.uint32)
        else:
            words = float32(value).view(np.uint32)
        return tuple(words.view(dtype).tolist())

    return get


for _letter, _dtype in (("i", np.int32), ("ui", np.uint32)):
    family(
        f"GetVertexAttribI{_letter}vEXT", _getter(_dtype), "What an array or a current value is, as integers."
    )
