"""Attributes of 64 bits: VertexAttribL, their arrays and queries.

EXT_vertex_attrib_64bit 2.7, 2.8 and 6.1.14; NV_vertex_attrib_integer_64bit.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from nvrender.api.arguments import vector
from nvrender.api.arrays.attributes import put
from nvrender.api.arrays.vertex import LONG_TYPES, check_array, get_arb, placed
from nvrender.api.command import command, family
from nvrender.api.errors import check_enum
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.vertices import (
    LONG_VECTORS,
    ArrayState,
    ImmediateState,
    IntegerVector,
    LongVector,
    VertexArray,
)
from nvrender.source import InputError

_SECTION = "EXT_vertex_attrib_64bit 2.7"
_ARRAYS = "EXT_vertex_attrib_64bit 2.8"

#: Letters of a command → the kind of its numbers, and the suffix of its name.
_KINDS = {"d": ("f", "EXT"), "i64": ("i", "NV"), "ui64": ("u", "NV")}


def _filled(numbers: Any, kind: str) -> LongVector:
    """Numbers of a command, filled up with 0, 0, 1."""
    try:
        values = [float(number) if kind == "f" else operator.index(number) for number in numbers]
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"an attribute is numbers of the command's type, not {numbers!r}") from None
    low, high = (0, 2**64 - 1) if kind == "u" else (-(2**63), 2**63 - 1)
    if kind != "f" and not all(low <= value <= high for value in values):
        raise InputError(f"{numbers!r} are not all numbers of 64 bits from {low} to {high}")
    return LONG_VECTORS[kind](*values, *(0, 0, 0, 1)[len(values) :])


def _commands(size: int, kind: str) -> tuple[Callable[..., None], Callable[..., None]]:
    def scalar(immediate: ImmediateState, index: int, *numbers: float) -> None:
        if len(numbers) != size:
            raise InputError(f"{size} numbers are needed, not {len(numbers)}")
        put(immediate, index, _filled(numbers, kind), _SECTION)

    def one(immediate: ImmediateState, index: int, v: Any) -> None:
        put(immediate, index, _filled(vector(v, size, "v"), kind), _SECTION)

    return scalar, one


def _getter(dtype: str) -> Callable[..., Any]:
    def get(arrays: ArrayState, immediate: ImmediateState, index: int, pname: int) -> Any:
        value = get_arb(arrays, immediate, index, pname)
        if not isinstance(value, tuple):
            return value
        own = value.dtype if isinstance(value, LongVector) else "f8"
        own = "i8" if isinstance(value, IntegerVector) else own
        return tuple(np.array(value, own).view(dtype).tolist())

    return get


def _register() -> None:
    for letters, (kind, suffix) in _KINDS.items():
        for size in (1, 2, 3, 4):
            scalar, one = _commands(size, kind)
            what = "Set an attribute to numbers of 64 bits, which stay as they are."
            family(f"VertexAttribL{size}{letters}{suffix}", scalar, what, inside=True)
            family(f"VertexAttribL{size}{letters}v{suffix}", one, what, inside=True)
        what = "What an array or a current value is, in 64 bits."
        family(f"GetVertexAttribL{letters}v{suffix}", _getter(f"{kind}8"), what)


_register()


@command()
def VertexAttribLPointerEXT(
    arrays: ArrayState, buffers: BufferState, index: int, size: int, type: int, stride: int, pointer: Any
) -> None:
    """Define an array of numbers of 64 bits, which stay as they are."""
    number, form = long_form(index, size, type, stride)
    arrays.generic[number] = placed(buffers, form, pointer)


def long_form(index: int, size: int, type: int, stride: int) -> tuple[int, VertexArray]:
    """An attribute's number, and the form of its array of numbers of 64 bits."""
    check_enum("type", type, LONG_TYPES, "DOUBLE, INT64_NV and UNSIGNED_INT64_NV", _ARRAYS)
    number = check_array(index, size, stride, _ARRAYS)
    return number, VertexArray(size, type, stride, long=True)
