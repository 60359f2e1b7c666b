"""Storage buffers at their binding points (NV_ and ARB_shader_storage_buffer_object)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.api import enums
from nvrender.api.buffers.commands import bind, bound_buffer
from nvrender.api.errors import invalid_value
from nvrender.api.objects.buffers import BufferState, StorageBinding
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.programs import LIMITS

#: What a storage buffer's first byte is a multiple of: the largest access is of 32 bytes.
STORAGE_ALIGNMENT = 32
_SECTION = "ARB_shader_storage_buffer_object, Errors"

#: Binding points there are.
POINTS = LIMITS[enums.COMPUTE_PROGRAM_NV].storage_bindings


def check_point(point: int) -> None:
    if not 0 <= point < POINTS:
        raise invalid_value(f"index is {point}; binding points are 0 to {POINTS - 1}", _SECTION)


def bind_storage(buffers: BufferState, point: int, binding: StorageBinding) -> None:
    """Bind part of a buffer; of buffer 0 neither offset nor size counts."""
    number, offset, size = binding
    check_point(point)
    if number and (offset < 0 or offset % STORAGE_ALIGNMENT):
        reason = f"offset is {offset}; it must be a multiple of {STORAGE_ALIGNMENT}"
        raise invalid_value(reason, _SECTION)
    if number and size is not None and size <= 0:
        raise invalid_value(f"size is {size}; it must be positive", _SECTION)
    bind(buffers, enums.SHADER_STORAGE_BUFFER, number)
    if number:
        buffers.storage[point] = binding
    else:
        buffers.storage.pop(point, None)


def _indexed(read: Callable[[StorageBinding], int]) -> Callable[[ContextState, int], int]:
    def value(gl: ContextState, point: int) -> int:
        check_point(point)
        return read(gl.buffers.storage.get(point, StorageBinding(0)))

    return value


#: What GetIntegerIndexedvEXT and its kin know of them.
INDEXED: dict[int, Callable[[ContextState, int], int]] = {
    enums.SHADER_STORAGE_BUFFER_BINDING: _indexed(lambda row: row.buffer),
    enums.SHADER_STORAGE_BUFFER_START: _indexed(lambda row: row.offset),
    enums.SHADER_STORAGE_BUFFER_SIZE: _indexed(lambda row: row.size or 0),
}
#: What GetIntegerv and its kin know of them.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    enums.SHADER_STORAGE_BUFFER_BINDING: lambda gl: bound_buffer(gl.buffers, enums.SHADER_STORAGE_BUFFER),
    enums.DISPATCH_INDIRECT_BUFFER_BINDING: lambda gl: bound_buffer(
        gl.buffers, enums.DISPATCH_INDIRECT_BUFFER
    ),
}
