"""Buffer objects (OpenGL 1.5, 2.9 and 6.1.13; ARB_vertex_buffer_object)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import name_of, names_of, whole
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_enum, invalid_operation, invalid_value, natural, refused
from nvrender.api.objects.buffers import BufferObject, BufferState, Bytes
from nvrender.api.objects.feedback import FeedbackState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.objects.vertices import ArrayState
from nvrender.api.words import words
from nvrender.memory import check_memory
from nvrender.source import InputError

_SECTION = "OpenGL 1.5, 2.9"
_QUERY = "OpenGL 1.5, 6.1.13"

_ARRAY_TARGETS = enums.ARRAY_BUFFER, enums.ELEMENT_ARRAY_BUFFER
TARGETS = (
    *_ARRAY_TARGETS,
    enums.VERTEX_PROGRAM_PARAMETER_BUFFER_NV,
    enums.GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV,
    enums.FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV,
    enums.TESS_CONTROL_PROGRAM_PARAMETER_BUFFER_NV,
    enums.TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV,
    enums.COMPUTE_PROGRAM_PARAMETER_BUFFER_NV,
    enums.TEXTURE_BUFFER_EXT,
    enums.SHADER_STORAGE_BUFFER,
    enums.DRAW_INDIRECT_BUFFER,
    enums.DISPATCH_INDIRECT_BUFFER,
    enums.TRANSFORM_FEEDBACK_BUFFER_NV,
)
_KNOWN = (
    "ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER, TEXTURE_BUFFER_EXT, SHADER_STORAGE_BUFFER, "
    "DRAW_INDIRECT_BUFFER, DISPATCH_INDIRECT_BUFFER, TRANSFORM_FEEDBACK_BUFFER_NV, "
    "VERTEX_PROGRAM_PARAMETER_BUFFER_NV and its kin"
)
_USAGES = tuple(
    getattr(enums, f"{often}_{way}")
    for often in ("STREAM", "STATIC", "DYNAMIC")
    for way in ("DRAW", "READ", "COPY")
)
#: What may be done with memory.
ACCESSES = words(("READ_ONLY", "WRITE_ONLY", "READ_WRITE"))
#: Bytes of the largest buffer.
LARGEST = 1 << 31


@command()
def GenBuffers(buffers: BufferState, n: int) -> tuple[int, ...]:
    """``n`` unused names of buffers."""
    return buffers.names.fresh(natural(n, "n", _SECTION))


@command()
def DeleteBuffers(
    buffers_state: BufferState, arrays_state: ArrayState, feedback: FeedbackState, buffers: Any
) -> None:
    """Delete buffers, and end this context's bindings of them, those of arrays too."""
    for number in names_of(buffers):
        if number and buffers_state.names.drop(number) is not None:
            for bound in (buffers_state.array_bindings, buffers_state.bindings):
                for target in [target for target, held in bound.items() if held == number]:
                    del bound[target]
            buffers_state.parameters = {
                key: row for key, row in buffers_state.parameters.items() if row[0] != number
            }
            for points in (buffers_state.storage, feedback.bound.buffers):
                for point in [point for point, row in points.items() if row.buffer == number]:
                    del points[point]
            buffers_state.resident.pop(number, None)
            for arrays in (arrays_state.generic, arrays_state.conventional):
                for index, array in arrays.items():
                    if array.buffer == number:
                        arrays[index] = replace(array, buffer=0)


@command(failing=False)
def IsBuffer(buffers: BufferState, buffer: int) -> bool:
    """True for the name of a buffer that has been bound."""
    return name_of(buffer) in buffers.names.objects


@command()
def BindBuffer(buffers: BufferState, target: int, buffer: int) -> None:
    """Make a buffer current, made where there is none yet."""
    check_target(target)
    bind(buffers, target, name_of(buffer))


def bind(buffers: BufferState, target: int, number: int) -> None:
    """What BindBuffer and its kin do."""
    if number:
        named_buffer(buffers, number)
    _bindings(buffers, target)[target] = number


def named_buffer(buffers: BufferState, number: int) -> BufferObject:
    """The buffer of a name, made where there is none yet."""
    buffers.names.reserved.discard(number)
    return buffers.names.objects.setdefault(number, BufferObject())


def _bindings(buffers: BufferState, target: int) -> dict[int, int]:
    return buffers.array_bindings if target in _ARRAY_TARGETS else buffers.bindings


def bound_buffer(buffers: BufferState, target: int) -> int:
    """The name of the buffer that is current, 0 for none."""
    return _bindings(buffers, target).get(target, 0)


def check_target(target: int) -> None:
    check_enum("target", target, TARGETS, _KNOWN, _SECTION)


def current_buffer(buffers: BufferState, target: int, section: str = _SECTION) -> BufferObject:
    """The buffer bound to ``target``; INVALID_OPERATION for none."""
    number = bound_buffer(buffers, target)
    if not number:
        raise invalid_operation("no buffer is bound", section)
    buffer = buffers.names.objects.get(number)
    if buffer is None:
        raise invalid_operation(f"buffer {number} has been deleted", section)
    return buffer


@command()
def BufferData(buffers: BufferState, textures: TextureState, target: int, data: Any, usage: int) -> None:
    """Fill the current buffer with bytes or an array; a number makes that many bytes of 0."""
    check_target(target)
    check_enum("usage", usage, _USAGES, "STREAM_, STATIC_ and DYNAMIC_ with DRAW, READ and COPY", _SECTION)
    content = _zeros(int(data)) if isinstance(data, (int, np.integer)) else _bytes(data).copy()
    buffer = current_buffer(buffers, target)
    for texture in textures.names.objects.values():
        if texture.handled and texture.buffer is not None and texture.buffer.buffer is buffer:
            reason = "there is a handle of a buffer texture with the buffer; only its content may change"
            raise invalid_operation(reason, "NV_bindless_texture 3.9.X")
    buffer.fill(content, usage)


def _zeros(size: int) -> Bytes:
    if size < 0:
        raise invalid_value(f"the size is {size}; it cannot be negative", _SECTION)
    if size > LARGEST:
        raise refused(enums.OUT_OF_MEMORY, f"a buffer has at most {LARGEST} bytes", _SECTION)
    check_memory(size, f"a buffer of {size} bytes", "ask for less")
    return np.zeros(size, np.uint8)


def _bytes(data: Any) -> Bytes:
    """The bytes of an array, or of what is bytes already."""
    try:
        if isinstance(data, (bytes, bytearray, memoryview)):
            contiguous = not isinstance(data, memoryview) or data.c_contiguous
            return np.frombuffer(data if contiguous else bytes(data), np.uint8)
        array = np.ascontiguousarray(data)
        if array.dtype.kind not in "fiub" and array.dtype.names is None:
            raise InputError(f"a buffer is filled with numbers, not {array.dtype}")
        return array.reshape(-1).view(np.uint8)
    except (TypeError, ValueError):
        raise InputError("a buffer is filled with bytes or an array") from None


@command()
def BufferSubData(buffers: BufferState, target: int, offset: int, data: Any) -> None:
    """Replace part of the current buffer, from byte ``offset`` on."""
    content, start = _bytes(data), whole(offset, "offset")
    _part(buffers, target, start, len(content), _SECTION).write(start, content)


@command()
def GetBufferSubData(buffers: BufferState, target: int, offset: int, size: int) -> Bytes:
    """``size`` bytes of the current buffer from byte ``offset`` on."""
    start, count = whole(offset, "offset"), whole(size, "size")
    return np.array(_part(buffers, target, start, count, _QUERY).content[start : start + count])


def _part(buffers: BufferState, target: int, start: int, count: int, section: str) -> BufferObject:
    """The current buffer, which has these bytes and is not mapped."""
    check_target(target)
    held = buffers.names.objects.get(bound_buffer(buffers, target))
    if start < 0 or count < 0 or (held is not None and start + count > len(held.content)):
        size = "" if held is None else f" of a buffer of {len(held.content)}"
        raise invalid_value(f"bytes {start} to {start + count}{size}", section)
    buffer = current_buffer(buffers, target, section)
    if buffer.pointer is not None:
        raise invalid_operation("the buffer is mapped", section)
    return buffer


@command()
def MapBuffer(buffers: BufferState, target: int, access: int) -> Bytes:
    """The current buffer's bytes, until UnmapBuffer; with READ_ONLY they cannot be written."""
    check_target(target)
    check_enum("access", access, ACCESSES, "READ_ONLY, WRITE_ONLY and READ_WRITE", _SECTION)
    buffer = current_buffer(buffers, target)
    if buffer.pointer is not None:
        raise invalid_operation("the buffer is mapped already", _SECTION)
    pointer: Bytes = buffer.content.view()
    pointer.flags.writeable = access != enums.READ_ONLY
    buffer.pointer, buffer.access = pointer, access
    return pointer


@command(failing=False)
def UnmapBuffer(buffers: BufferState, target: int) -> bool:
    """Take back what MapBuffer gave, with what has been written there; changes after that go nowhere."""
    check_target(target)
    buffer = current_buffer(buffers, target)
    if buffer.pointer is None:
        raise invalid_operation("the buffer is not mapped", _SECTION)
    buffer.pointer = None
    if buffer.access != enums.READ_ONLY:
        buffer.content = buffer.content.copy()
        buffer.write(0, buffer.content[:0])
    return True


@command()
def GetBufferParameteriv(buffers: BufferState, target: int, value: int) -> int:
    """BUFFER_SIZE, BUFFER_USAGE, BUFFER_ACCESS or BUFFER_MAPPED of the current buffer."""
    check_target(target)
    if value not in (enums.BUFFER_SIZE, enums.BUFFER_USAGE, enums.BUFFER_ACCESS, enums.BUFFER_MAPPED):
        known = "BUFFER_SIZE, BUFFER_USAGE, BUFFER_ACCESS and BUFFER_MAPPED"
        raise invalid_enum("value", value, known, _QUERY)
    buffer = current_buffer(buffers, target, _QUERY)
    if value == enums.BUFFER_SIZE:
        return len(buffer.content)
    if value == enums.BUFFER_MAPPED:
        return int(buffer.pointer is not None)
    return buffer.usage if value == enums.BUFFER_USAGE else buffer.access


@command()
def GetBufferPointerv(buffers: BufferState, target: int, pname: int) -> Bytes | None:
    """What MapBuffer gave, None while the current buffer is not mapped."""
    check_target(target)
    check_enum("pname", pname, (enums.BUFFER_MAP_POINTER,), "BUFFER_MAP_POINTER", _QUERY)
    return current_buffer(buffers, target, _QUERY).pointer
