"""Buffer objects, and the bindings of program parameter buffers (NV_parameter_buffer_object 2.14.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import float32, name_of, names_of, rows, whole
from nvrender.api.command import command, family
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value
from nvrender.api.record import LIMITS, Record
from nvrender.gl.words import Uint32Array
from nvrender.source import InputError

_CORE = "OpenGL 1.5, 2.9"
_SECTION = "NV_parameter_buffer_object 2.14.1"

#: Target → the program target whose buffers it binds.
TARGETS = {
    enums.VERTEX_PROGRAM_PARAMETER_BUFFER_NV: enums.VERTEX_PROGRAM_ARB,
    enums.GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV: enums.GEOMETRY_PROGRAM_NV,
    enums.FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV: enums.FRAGMENT_PROGRAM_ARB,
}
_KNOWN = "VERTEX_, GEOMETRY_ and FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV"
_WORD = 4


@command()
def GenBuffers(gl: Record, n: int) -> tuple[int, ...]:
    """``n`` unused names of buffers."""
    if (count := whole(n, "n")) < 0:
        raise invalid_value(f"n is {count}; it cannot be negative", _CORE)
    first = max(gl.buffers, default=0) + 1
    names = tuple(range(max(first, gl.next_buffer), max(first, gl.next_buffer) + count))
    gl.next_buffer = names[-1] + 1 if names else gl.next_buffer
    return names


@command()
def DeleteBuffers(gl: Record, buffers: Any) -> None:
    """Delete buffers, and end their bindings."""
    for number in names_of(buffers):
        if number and gl.buffers.pop(number, None) is not None:
            gl.bound_buffers = {key: held for key, held in gl.bound_buffers.items() if held != number}
            gl.parameter_buffers = {key: row for key, row in gl.parameter_buffers.items() if row[0] != number}


@command(failing=False)
def IsBuffer(gl: Record, buffer: int) -> bool:
    """True for the name of a buffer that has been bound."""
    return name_of(buffer) in gl.buffers


@command()
def BindBuffer(gl: Record, target: int, buffer: int) -> None:
    """Make a buffer current, made where there is none yet."""
    if target not in TARGETS:
        raise invalid_enum("target", target, _KNOWN, _SECTION)
    _bind(gl, target, name_of(buffer))


def _bind(gl: Record, target: int, number: int) -> None:
    if number:
        gl.buffers.setdefault(number, bytearray())
    gl.bound_buffers[target] = number


@command()
def BufferData(gl: Record, target: int, data: Any, usage: int) -> None:
    """Fill the current buffer with bytes or an array; a number makes that many bytes of 0."""
    number = _current(gl, target)
    if usage not in (enums.STREAM_DRAW, enums.STATIC_DRAW, enums.DYNAMIC_DRAW):
        raise invalid_enum("usage", usage, "STREAM_DRAW, STATIC_DRAW and DYNAMIC_DRAW", _CORE)
    if isinstance(data, (int, np.integer)) and data < 0:
        raise invalid_value(f"the size is {data}; it cannot be negative", _CORE)
    content = bytearray(int(data)) if isinstance(data, (int, np.integer)) else bytearray(_bytes(data))
    gl.buffers[number] = content


@command()
def BufferSubData(gl: Record, target: int, offset: int, data: Any) -> None:
    """Replace part of the current buffer, from byte ``offset`` on."""
    number, content, start = _current(gl, target), _bytes(data), whole(offset, "offset")
    size = len(gl.buffers[number])
    if start < 0 or start + len(content) > size:
        raise invalid_value(f"bytes {start} to {start + len(content)} of a buffer of {size}", _CORE)
    gl.buffers[number][start : start + len(content)] = content


def _current(gl: Record, target: int) -> int:
    if target not in TARGETS:
        raise invalid_enum("target", target, _KNOWN, _SECTION)
    if not (number := gl.bound_buffers.get(target, 0)):
        raise invalid_operation("no buffer is bound", _CORE)
    return number


def _bytes(data: Any) -> bytes:
    try:
        return (
            np.ascontiguousarray(data).tobytes() if not isinstance(data, (bytes, bytearray)) else bytes(data)
        )
    except (TypeError, ValueError):
        raise InputError("a buffer is filled with bytes or an array") from None


@command()
def BindBufferRangeNV(gl: Record, target: int, index: int, buffer: int, offset: int, size: int) -> None:
    """Bind ``size`` bytes of a buffer from ``offset`` on, which must be 0, to a binding point."""
    length = whole(size, "size")
    point, number = _point(gl, target, index, buffer, offset)
    if length <= 0 or length % _WORD:
        raise invalid_value(f"size is {length}; it must be a positive multiple of 4", _SECTION)
    _bind_point(gl, target, point, number, length)


@command()
def BindBufferOffsetNV(gl: Record, target: int, index: int, buffer: int, offset: int) -> None:
    """Bind a buffer from ``offset`` on, which must be 0, to a binding point."""
    point, number = _point(gl, target, index, buffer, offset)
    _bind_point(gl, target, point, number, None)


@command()
def BindBufferBaseNV(gl: Record, target: int, index: int, buffer: int) -> None:
    """Bind a buffer to a binding point."""
    point, number = _point(gl, target, index, buffer, 0)
    _bind_point(gl, target, point, number, None)


def _point(gl: Record, target: int, index: int, buffer: int, offset: int) -> tuple[int, int]:
    if target not in TARGETS:
        raise invalid_enum("target", target, _KNOWN, _SECTION)
    point, number, start = whole(index, "index"), name_of(buffer), whole(offset, "offset")
    _check_point(target, point)
    if start:
        raise invalid_value(f"offset is {start}; parameter buffers are bound from 0 on", _SECTION)
    return point, number


def _check_point(target: int, point: int) -> None:
    most = LIMITS[TARGETS[target]].buffer_bindings
    if not 0 <= point < most:
        raise invalid_value(f"index is {point}; binding points are 0 to {most - 1}", _SECTION)


def _bind_point(gl: Record, target: int, point: int, number: int, size: int | None) -> None:
    """Size None: all of it, whatever it comes to hold."""
    _bind(gl, target, number)
    if number:
        gl.parameter_buffers[target, point] = number, size
    else:
        gl.parameter_buffers.pop((target, point), None)


@command()
def GetIntegerIndexedvEXT(gl: Record, target: int, index: int) -> int:
    """The buffer bound to a binding point, 0 for none."""
    if target not in TARGETS:
        raise invalid_enum("target", target, _KNOWN, _SECTION)
    point = whole(index, "index")
    _check_point(target, point)
    return gl.parameter_buffers.get((target, point), (0, None))[0]


def _setter(words: Callable[[npt.NDArray[Any]], Uint32Array]) -> Callable[..., None]:
    def put(gl: Record, target: int, bindingIndex: int, wordIndex: int, params: Any) -> None:
        if target not in TARGETS:
            raise invalid_enum("target", target, _KNOWN, _SECTION)
        point, first = whole(bindingIndex, "bindingIndex"), whole(wordIndex, "wordIndex")
        new = words(rows(params, 1, "params").reshape(-1))
        _check_point(target, point)
        number = gl.parameter_buffers.get((target, point), (0, None))[0]
        most = LIMITS[TARGETS[target]].buffer_size * 4
        size = min(len(gl.buffers.get(number, b"")) // _WORD, most)
        if number and (first < 0 or first + len(new) > size):
            raise invalid_value(f"words {first} to {first + len(new)} of a buffer of {size}", _SECTION)
        if not number:
            raise invalid_operation(f"no buffer is bound to binding point {point}", _SECTION)
        gl.buffers[number][first * _WORD : (first + len(new)) * _WORD] = new.tobytes()

    return put


def integers(low: int, high: int) -> Callable[[npt.NDArray[Any]], Uint32Array]:
    """Integers from ``low`` to ``high`` as words; InputError for what is none."""

    def words(values: npt.NDArray[Any]) -> Uint32Array:
        if values.size and values.dtype.kind not in "iub":
            raise InputError(f"integers are needed, not {values.dtype}")
        if values.size and not (low <= int(values.min()) and int(values.max()) <= high):
            raise InputError(f"integers are from {low} to {high}")
        return values.astype(np.int64).astype(np.uint32)

    return words


def floats_as_words(values: npt.NDArray[Any]) -> Uint32Array:
    return float32(values).view(np.uint32)


INT, UINT = integers(-(2**31), 2**31 - 1), integers(0, 2**32 - 1)
for _letter, _words in (("f", floats_as_words), ("Ii", INT), ("Iui", UINT)):
    family(
        f"ProgramBufferParameters{_letter}vNV", _setter(_words), "Set words of the buffer bound to a point."
    )


def bound_words(gl: Record, target: int) -> dict[str, bytes]:
    """What the buffers of a program target hold, by the names a Pipeline knows them under."""
    found = {}
    for (buffer_target, point), (number, size) in gl.parameter_buffers.items():
        if TARGETS[buffer_target] == target:
            found[f"program.buffer[{point}]"] = bytes(gl.buffers[number][:size])
    return found
