"""Draws whose arguments are in memory, or which draw what was recorded.

ARB_draw_indirect 2.8.1; NV_transform_feedback2 2.Y.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import name_of, whole
from nvrender.api.arrays.indices import checked_type, in_buffer, indices_of
from nvrender.api.arrays.memory import memory_at
from nvrender.api.buffers.commands import bound_buffer
from nvrender.api.command import command
from nvrender.api.draw.commands import draw_elements, draw_indices
from nvrender.api.draw.stages import check_drawable, check_mode
from nvrender.api.errors import invalid_operation, invalid_value
from nvrender.api.feedback.objects import STREAMS, SUFFIXES
from nvrender.api.objects.buffers import BufferState, Bytes
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.vertices import AddressRange, ArrayState
from nvrender.source import InputError

_SECTION = "ARB_draw_indirect 2.8.1"
_BUFFERS = "ARB_draw_indirect 2.9.9"
#: Words of the two commands; the last one is reserved.
_ARRAYS, _ELEMENTS = 4, 5
_WORD = 4

Words = npt.NDArray[np.uint32]


@command()
def DrawArraysIndirect(gl: ContextState, mode: int, indirect: Any) -> None:
    """DrawArraysInstanced of four words in memory: count, instances, first and one that is ignored."""
    check_drawable(gl, mode)
    count, instances, first, _ = _words(gl.arrays, gl.buffers, indirect, _ARRAYS).tolist()
    draw_elements(gl, mode, first, first + count, None, instances=instances)


@command()
def DrawElementsIndirect(gl: ContextState, mode: int, type: int, indirect: Any) -> None:
    """DrawElementsInstanced of five words in memory.

    They are the count, the instances, the first index, what is added to each index, which is signed, and one
    that is ignored. The indices are in the buffer bound to ELEMENT_ARRAY_BUFFER.
    """
    check_mode(mode)
    size = checked_type(type).itemsize
    check_drawable(gl, mode)
    if not in_buffer(gl.arrays, gl.buffers):
        raise invalid_operation("no buffer is bound to ELEMENT_ARRAY_BUFFER", _SECTION)
    words = _words(gl.arrays, gl.buffers, indirect, _ELEMENTS)
    count, instances, first = words[:3].tolist()
    if count and instances:
        base = int(words[3:4].view(np.int32)[0])
        draw_indices(gl, mode, indices_of(gl.arrays, gl.buffers, type, first * size, count), instances, base)


def _words(arrays: ArrayState, buffers: BufferState, indirect: Any, count: int) -> Words:
    """``count`` words of the buffer bound to DRAW_INDIRECT_BUFFER, without one of the client's memory.

    With DRAW_INDIRECT_UNIFIED_NV of GPU addresses.
    """
    number, unified = (
        bound_buffer(buffers, enums.DRAW_INDIRECT_BUFFER),
        enums.DRAW_INDIRECT_UNIFIED_NV in arrays.unified,
    )
    if not number and not unified:
        return _of_client(indirect, count)
    start = 0 if indirect is None else whole(indirect, "indirect, an offset into the buffer,")
    content, size = _buffer(arrays, buffers, number, unified), _WORD * count
    if start % _WORD:
        raise invalid_operation(f"indirect is {start}; it must be a multiple of {_WORD}", _BUFFERS)
    if start < 0 or start + size > len(content):
        reason = f"bytes {start} to {start + size} of {len(content)} that there are"
        raise invalid_operation(reason, _BUFFERS)
    return np.frombuffer(content[start : start + size].tobytes(), np.uint32)


def _buffer(arrays: ArrayState, buffers: BufferState, number: int, unified: bool) -> Bytes:
    """The bytes that ``indirect`` is an offset into."""
    if not unified:
        return buffers.readable(number, _BUFFERS).content
    where = arrays.addresses.get((enums.DRAW_INDIRECT_ADDRESS_NV, 0), AddressRange())
    memory = memory_at(buffers, where, "the arguments of the draw")
    return memory.content[memory.offset :]


def _of_client(indirect: Any, count: int) -> Words:
    memory, offset = indirect if isinstance(indirect, tuple) and len(indirect) == 2 else (indirect, 0)
    start = whole(offset, "an offset into memory")
    content = b""
    if isinstance(memory, (bytes, bytearray, memoryview)):
        content = bytes(memory)
    elif isinstance(memory, np.ndarray) and memory.dtype.kind in "iu" and memory.dtype.itemsize == _WORD:
        content = memory.tobytes()
    if 0 <= start <= len(content) - _WORD * count:
        return np.frombuffer(content[start:], np.uint32, count)
    raise InputError(
        f"indirect is memory of {count} words, bytes or an array of 32-bit integers, where no buffer is "
        "bound to DRAW_INDIRECT_BUFFER"
    )


_DRAWS = "NV_transform_feedback2 2.Y.3"
_STREAMS = "ARB_transform_feedback3 2.Y.3"
_INSTANCED = "ARB_transform_feedback_instanced 2.17.3"


@command(suffixes=SUFFIXES)
def DrawTransformFeedback(gl: ContextState, mode: int, id: int) -> None:
    """DrawArrays of as many vertices as were recorded of stream 0 the last time."""
    _draw(gl, mode, id, 0, 1, _DRAWS)


@command()
def DrawTransformFeedbackStream(gl: ContextState, mode: int, id: int, stream: int) -> None:
    """DrawArrays of as many vertices as were recorded of a stream the last time."""
    _draw(gl, mode, id, stream, 1, _STREAMS)


@command()
def DrawTransformFeedbackInstanced(gl: ContextState, mode: int, id: int, primcount: int) -> None:
    """DrawArraysInstanced of as many vertices as were recorded of stream 0 the last time."""
    _draw(gl, mode, id, 0, primcount, _INSTANCED)


@command()
def DrawTransformFeedbackStreamInstanced(
    gl: ContextState, mode: int, id: int, stream: int, primcount: int
) -> None:
    """DrawArraysInstanced of as many vertices as were recorded of a stream the last time."""
    _draw(gl, mode, id, stream, primcount, _INSTANCED)


def _draw(gl: ContextState, mode: int, id: int, stream: int, primcount: int, section: str) -> None:
    check_mode(mode)
    number, which, instances = name_of(id), whole(stream, "stream"), whole(primcount, "primcount")
    held = gl.feedback.named(number)
    if held is None:
        raise invalid_value(f"{number} is the name of no transform feedback object", section)
    if not 0 <= which < STREAMS:
        raise invalid_value(f"stream is {which}; there are 0 to {STREAMS - 1}", section)
    if instances < 0:
        raise invalid_value(f"primcount is {instances}; it cannot be negative", section)
    check_drawable(gl, mode)
    if held.drawn is None:
        reason = f"EndTransformFeedback was never called while object {number} was bound"
        raise invalid_operation(reason, section)
    count = held.drawn.get(which, 0) if gl.feedback.listed_vertices is None else gl.feedback.listed_vertices
    draw_elements(gl, mode, 0, count, None, instances=instances)
