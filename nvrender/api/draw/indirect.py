"""DrawArraysIndirect and DrawElementsIndirect, whose arguments are in memory (ARB_draw_indirect 2.8.1)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.arrays.indices import checked_type, in_buffer, indices_of
from nvrender.api.arrays.memory import memory_at
from nvrender.api.buffers.commands import bound_buffer
from nvrender.api.command import command
from nvrender.api.draw.commands import draw_elements, draw_indices
from nvrender.api.draw.stages import check_drawable, check_mode
from nvrender.api.errors import invalid_operation
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
