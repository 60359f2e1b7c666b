"""Display lists (OpenGL 1.5, 5.4)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import name_of
from nvrender.api.command import command
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value, natural, refused
from nvrender.api.lists.primitives import joined
from nvrender.api.lists.steps import CALLS, NESTING, carry_out
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.lists import Compiling, ListState
from nvrender.api.objects.table import NAMES
from nvrender.source import GLError, InputError

_SECTION = "OpenGL 1.5, 5.4"

_ALL = 1 << 32

_TYPES = {
    enums.BYTE: "i1", enums.UNSIGNED_BYTE: "u1", enums.SHORT: "i2", enums.UNSIGNED_SHORT: "u2",
    enums.INT: "i4", enums.UNSIGNED_INT: "u4", enums.FLOAT: "f4",
}  # fmt: skip
#: Type → bytes of a name, the highest first.
_WIDTHS = {enums.GL_2_BYTES: 2, enums.GL_3_BYTES: 3, enums.GL_4_BYTES: 4}


@command(failing=0)
def GenLists(lists: ListState, range: int) -> int:
    """The first of ``range`` names in a row, of empty lists from now on; 0 for no names."""
    count, known = natural(range, "range", _SECTION), lists.lists
    if count + len(known) > NAMES:
        raise refused(enums.OUT_OF_MEMORY, f"there are no more than {NAMES} lists", _SECTION)
    first = 1
    for name in sorted(known):
        if name >= first + count:
            break
        first = name + 1
    if not count or first + count > _ALL:
        return 0
    known.update(dict.fromkeys(np.arange(first, first + count).tolist(), ()))
    return first


@command(failing=False)
def IsList(lists: ListState, list: int) -> bool:
    """True for the name of a list."""
    return name_of(list) in lists.lists


@command()
def DeleteLists(lists: ListState, list: int, range: int) -> None:
    """Delete ``range`` lists from ``list`` on; names of none are ignored."""
    first, count = name_of(list), natural(range, "range", _SECTION)
    held = lists.lists
    for name in [name for name in held if first <= name < first + count]:
        del held[name]


@command()
def NewList(lists: ListState, n: int, mode: int) -> None:
    """Start a list: commands go into it until EndList, and are carried out too if ``mode`` says so."""
    name = name_of(n)
    if mode not in (enums.COMPILE, enums.COMPILE_AND_EXECUTE):
        raise invalid_enum("mode", mode, "COMPILE and COMPILE_AND_EXECUTE", _SECTION)
    if not name:
        raise invalid_value("0 is no name of a list", _SECTION)
    if lists.compiling is not None:
        raise invalid_operation(f"list {lists.compiling.name} is not ended yet", _SECTION)
    lists.compiling = Compiling(name, mode)


@command()
def EndList(lists: ListState) -> None:
    """End the list that was started; from now on it is the one of its name."""
    if lists.compiling is None:
        raise invalid_operation("there was no NewList", _SECTION)
    lists.lists[lists.compiling.name] = joined(lists.compiling.steps)
    lists.compiling = None


@command(inside=True)
def CallList(gl: ContextState, list: int) -> None:
    """Carry out the commands of a list; a name without one does nothing."""
    _call(gl, name_of(list))


def _call(gl: ContextState, name: int) -> None:
    gl.lists.calls = gl.lists.calls + 1 if gl.lists.depth else 0
    if gl.lists.calls > CALLS:
        raise InputError(f"lists call more than {CALLS} others; a list that calls itself twice has no end")
    if gl.lists.depth >= NESTING:
        return
    gl.lists.depth += 1
    try:
        carry_out(gl, gl.lists.lists.get(name, ()))
    finally:
        gl.lists.depth -= 1


@command(inside=True)
def CallLists(gl: ContextState, type: int, lists: Any) -> None:
    """Call the lists whose names are the base of ListBase and an element of an array; bytes are memory."""
    if type not in _TYPES and type not in _WIDTHS:
        known = "BYTE to FLOAT, GL_2_BYTES, GL_3_BYTES and GL_4_BYTES"
        raise invalid_enum("type", type, known, _SECTION)
    base = gl.lists.base
    error: GLError | None = None
    for offset in _offsets(type, lists):
        try:
            _call(gl, base + offset & _ALL - 1)
        except GLError as refusal:
            error = error or refusal
    if error is not None:
        raise error


@command()
def ListBase(lists: ListState, base: int) -> None:
    """What CallLists adds to every name."""
    lists.base = name_of(base, "base")


def _offsets(type: int, lists: Any) -> list[int]:
    width = _WIDTHS.get(type, 1)
    array = _typed(lists, np.dtype(_TYPES.get(type, "u1")))
    if len(array) % width:
        raise InputError(f"lists has {len(array)} bytes; it must have {width} for each name")
    if type in _WIDTHS:
        return [int.from_bytes(row, "big") for row in array.reshape(-1, width)]
    if type == enums.FLOAT:
        array = np.clip(np.nan_to_num(array.astype(np.float64)), -(2.0**31), 2.0**32 - 1)
    return [int(offset) for offset in array.tolist()]  # which truncates


def _typed(lists: Any, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """An array of the type; InputError for numbers that it does not have."""
    if isinstance(lists, (bytes, bytearray, memoryview)):
        if len(lists) % dtype.itemsize:
            raise InputError(f"lists has {len(lists)} bytes; of {dtype} each takes {dtype.itemsize}")
        return np.frombuffer(lists, dtype)
    array = np.asarray(lists).reshape(-1)
    if array.size and array.dtype.kind not in ("iuf" if dtype.kind == "f" else "iu"):
        raise InputError(f"lists is of {array.dtype}; {dtype} is needed")
    if array.size and dtype.kind != "f":
        least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
        if not least <= int(array.min()) <= int(array.max()) <= most:
            raise InputError(f"elements of lists are from {least} to {most}")
    with np.errstate(over="ignore"):  # what overflows is infinite
        return array.astype(dtype)
