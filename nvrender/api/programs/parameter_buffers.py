"""Program parameter buffers: their binding points, and commands that write them.

NV_parameter_buffer_object 2.14.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import float32, rows, whole
from nvrender.api.buffers.commands import bind
from nvrender.api.command import family
from nvrender.api.errors import check_enum, invalid_operation, invalid_value
from nvrender.api.objects.buffers import BufferState, StorageBinding
from nvrender.api.objects.programs import LIMITS
from nvrender.gl.inputs.words import Uint32Array
from nvrender.source import InputError

_SECTION = "NV_parameter_buffer_object 2.14.1"

#: Target → the program target whose buffers it binds.
TARGETS = {
    enums.VERTEX_PROGRAM_PARAMETER_BUFFER_NV: enums.VERTEX_PROGRAM_ARB,
    enums.GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV: enums.GEOMETRY_PROGRAM_NV,
    enums.FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV: enums.FRAGMENT_PROGRAM_ARB,
    enums.TESS_CONTROL_PROGRAM_PARAMETER_BUFFER_NV: enums.TESS_CONTROL_PROGRAM_NV,
    enums.TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV: enums.TESS_EVALUATION_PROGRAM_NV,
    enums.COMPUTE_PROGRAM_PARAMETER_BUFFER_NV: enums.COMPUTE_PROGRAM_NV,
}
_KNOWN = "VERTEX_PROGRAM_PARAMETER_BUFFER_NV and its kin, one for each program target"
_WORD = 4


def bind_parameters(buffers: BufferState, target: int, point: int, binding: StorageBinding) -> None:
    """Bind a buffer, which a target's parameters are the content of, to a binding point."""
    number, start, size = binding
    _check_point(target, point)
    if start:
        raise invalid_value(f"offset is {start}; parameter buffers are bound from 0 on", _SECTION)
    if size is not None and (size <= 0 or size % _WORD):
        raise invalid_value(f"size is {size}; it must be a positive multiple of 4", _SECTION)
    bind(buffers, target, number)
    if number:
        buffers.parameters[target, point] = number, size
    else:
        buffers.parameters.pop((target, point), None)


def _check_point(target: int, point: int) -> None:
    most = LIMITS[TARGETS[target]].buffer_bindings
    if not 0 <= point < most:
        raise invalid_value(f"index is {point}; binding points are 0 to {most - 1}", _SECTION)


def bound_to(buffers: BufferState, target: int, point: int) -> int:
    """The buffer bound to a binding point, 0 for none."""
    _check_point(target, point)
    return buffers.parameters.get((target, point), (0, None))[0]


def _setter(words: Callable[[npt.NDArray[Any]], Uint32Array]) -> Callable[..., None]:
    def put(buffers: BufferState, target: int, bindingIndex: int, wordIndex: int, params: Any) -> None:
        check_enum("target", target, TARGETS, _KNOWN, _SECTION)
        point, first = whole(bindingIndex, "bindingIndex"), whole(wordIndex, "wordIndex")
        new = words(rows(params, 1, "params").reshape(-1))
        _check_point(target, point)
        number = buffers.parameters.get((target, point), (0, None))[0]
        most = LIMITS[TARGETS[target]].buffer_size * 4
        buffer = buffers.names.objects.get(number)
        size = min(0 if buffer is None else len(buffer.content) // _WORD, most)
        if buffer is not None and (first < 0 or first + len(new) > size):
            raise invalid_value(f"words {first} to {first + len(new)} of a buffer of {size}", _SECTION)
        if not number:
            raise invalid_operation(f"no buffer is bound to binding point {point}", _SECTION)
        buffers.readable(number, _SECTION).write(first * _WORD, new.view(np.uint8))

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


def bound_words(buffers: BufferState, target: int) -> dict[str, bytes]:
    """What the buffers of a program target hold, by the names a Pipeline knows them under."""
    found = {}
    for (buffer_target, point), (number, size) in buffers.parameters.items():
        if TARGETS[buffer_target] == target:
            content = buffers.readable(number, _SECTION).content
            most = LIMITS[target].buffer_size * 4 * _WORD
            found[f"program.buffer[{point}]"] = content[: most if size is None else min(size, most)].tobytes()
    return found
