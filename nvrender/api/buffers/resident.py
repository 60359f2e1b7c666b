"""Buffers that programs reach by GPU address (NV_shader_buffer_load 2.9, NV_shader_buffer_store 2.9)."""

from __future__ import annotations

from nvrender.api import enums
from nvrender.api.arguments import name_of
from nvrender.api.buffers.commands import ACCESSES, bound_buffer, check_target, current_buffer, named_buffer
from nvrender.api.command import command
from nvrender.api.errors import invalid_enum, invalid_operation, refused
from nvrender.api.objects.buffers import BufferObject, Residency
from nvrender.api.objects.context import ContextState
from nvrender.gl.inputs.global_memory import BASE, LAST_ADDRESS, PAGE

_SECTION = "NV_shader_buffer_load 2.9"
_QUERY = "NV_shader_buffer_load 6.1.13"


@command()
def MakeBufferResidentNV(gl: ContextState, target: int, access: int) -> None:
    """Let programs reach the current buffer by its GPU address: READ_ONLY, WRITE_ONLY or READ_WRITE."""
    check_target(target)
    _check_access(access)
    current_buffer(gl, target, _SECTION)
    _make_resident(gl, bound_buffer(gl, target), access)


@command()
def MakeNamedBufferResidentNV(gl: ContextState, buffer: int, access: int) -> None:
    """MakeBufferResidentNV of a buffer by its name."""
    _check_access(access)
    _named(gl, buffer, _SECTION)
    _make_resident(gl, name_of(buffer), access)


def _check_access(access: int) -> None:
    if access not in ACCESSES:
        raise invalid_enum(
            "access", access, "READ_ONLY, WRITE_ONLY and READ_WRITE", "NV_shader_buffer_store 2.9"
        )


def _named(gl: ContextState, buffer: int, section: str) -> BufferObject:
    """The buffer of a name, made where there is none yet."""
    if not (number := name_of(buffer)):
        raise invalid_operation("there is no buffer of the name 0", section)
    return named_buffer(gl, number)


def _make_resident(gl: ContextState, number: int, access: int) -> None:
    buffer = gl.buffers.names.objects[number]
    if residency(gl, number) is not None:
        raise invalid_operation(f"buffer {number} is resident already", _SECTION)
    address_of(gl, number, _SECTION)
    gl.buffers.resident[number] = Residency(buffer.store, ACCESSES[access])


@command()
def MakeBufferNonResidentNV(gl: ContextState, target: int) -> None:
    """Take the current buffer from what programs reach by GPU address."""
    check_target(target)
    current_buffer(gl, target, _SECTION)
    _make_non_resident(gl, bound_buffer(gl, target))


@command()
def MakeNamedBufferNonResidentNV(gl: ContextState, buffer: int) -> None:
    """MakeBufferNonResidentNV of a buffer by its name."""
    _named(gl, buffer, _SECTION)
    _make_non_resident(gl, name_of(buffer))


def _make_non_resident(gl: ContextState, number: int) -> None:
    if residency(gl, number) is None:
        raise invalid_operation(f"buffer {number} is not resident", _SECTION)
    del gl.buffers.resident[number]


@command(failing=False)
def IsBufferResidentNV(gl: ContextState, target: int) -> bool:
    """Whether the current buffer is resident in this context."""
    check_target(target)
    current_buffer(gl, target, _QUERY)
    return residency(gl, bound_buffer(gl, target)) is not None


@command(failing=False)
def IsNamedBufferResidentNV(gl: ContextState, buffer: int) -> bool:
    """Whether a buffer is resident in this context."""
    _named(gl, buffer, _QUERY)
    return residency(gl, name_of(buffer)) is not None


def residency(gl: ContextState, number: int) -> Residency | None:
    """How a buffer is resident; None where it is not, or has got another data store since."""
    held, buffer = gl.buffers.resident.get(number), gl.buffers.names.objects.get(number)
    return held if held is not None and buffer is not None and buffer.store == held.store else None


@command()
def GetBufferParameterui64vNV(gl: ContextState, target: int, pname: int) -> int:
    """BUFFER_GPU_ADDRESS_NV of the current buffer, valid until BufferData gives it another data store."""
    check_target(target)
    _check_address(pname)
    current_buffer(gl, target, _SECTION)
    return address_of(gl, bound_buffer(gl, target), _SECTION)


@command()
def GetNamedBufferParameterui64vNV(gl: ContextState, buffer: int, pname: int) -> int:
    """GetBufferParameterui64vNV of a buffer by its name."""
    _check_address(pname)
    _named(gl, buffer, _SECTION)
    return address_of(gl, name_of(buffer), _SECTION)


def _check_address(pname: int) -> None:
    if pname != enums.BUFFER_GPU_ADDRESS_NV:
        raise invalid_enum("pname", pname, "BUFFER_GPU_ADDRESS_NV", _SECTION)


def resident_at(gl: ContextState, address: int) -> BufferObject | None:
    """The resident buffer that has a GPU address, None for none."""
    for number in gl.buffers.resident:
        buffer = gl.buffers.names.objects.get(number)
        if buffer is None or residency(gl, number) is None:
            continue
        if 0 <= address - buffer.address < len(buffer.content):
            return buffer
    return None


def address_of(gl: ContextState, number: int, section: str) -> int:
    """The GPU address of a buffer's data store, the same in all contexts that share it.

    INVALID_OPERATION for a buffer without data, OUT_OF_MEMORY where 32 bits reach no room for it.
    """
    buffer = gl.buffers.names.objects[number]
    if not len(buffer.content):
        raise invalid_operation(f"buffer {number} has no data store", section)
    if not buffer.address:
        buffer.address = _room(gl, len(buffer.content), section)
    return buffer.address


def _room(gl: ContextState, size: int, section: str) -> int:
    """The first address with room for ``size`` bytes between the buffers that have one."""
    address = BASE
    held = [row for row in gl.buffers.names.objects.values() if row.address]
    for row in sorted(held, key=lambda row: row.address):
        if row.address - address >= size:
            break
        address = row.address + -(-len(row.content) // PAGE) * PAGE
    if size > LAST_ADDRESS - address:
        raise refused(enums.OUT_OF_MEMORY, f"there are no {size} GPU addresses of 32 bits left", section)
    return address
