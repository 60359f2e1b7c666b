"""Buffers that programs reach by GPU address (NV_shader_buffer_load 2.9, NV_shader_buffer_store 2.9)."""

from __future__ import annotations

from nvrender.api import enums
from nvrender.api.arguments import name_of
from nvrender.api.buffers.commands import ACCESSES, bound_buffer, check_target, current_buffer, named_buffer
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_operation, refused
from nvrender.api.objects.buffers import BufferObject, BufferState, Residency
from nvrender.gl.inputs.global_memory import BASE, LAST_ADDRESS, PAGE

_SECTION = "NV_shader_buffer_load 2.9"
_QUERY = "NV_shader_buffer_load 6.1.13"


@command()
def MakeBufferResidentNV(buffers: BufferState, target: int, access: int) -> None:
    """Let programs reach the current buffer by its GPU address: READ_ONLY, WRITE_ONLY or READ_WRITE."""
    check_target(target)
    _check_access(access)
    current_buffer(buffers, target, _SECTION)
    _make_resident(buffers, bound_buffer(buffers, target), access)


@command()
def MakeNamedBufferResidentNV(buffers: BufferState, buffer: int, access: int) -> None:
    """MakeBufferResidentNV of a buffer by its name."""
    _check_access(access)
    _named(buffers, buffer, _SECTION)
    _make_resident(buffers, name_of(buffer), access)


def _check_access(access: int) -> None:
    check_enum(
        "access", access, ACCESSES, "READ_ONLY, WRITE_ONLY and READ_WRITE", "NV_shader_buffer_store 2.9"
    )


def _named(buffers: BufferState, buffer: int, section: str) -> BufferObject:
    """The buffer of a name, made where there is none yet."""
    if not (number := name_of(buffer)):
        raise invalid_operation("there is no buffer of the name 0", section)
    return named_buffer(buffers, number)


def _make_resident(buffers: BufferState, number: int, access: int) -> None:
    buffer = buffers.names.objects[number]
    if residency(buffers, number) is not None:
        raise invalid_operation(f"buffer {number} is resident already", _SECTION)
    address_of(buffers, number, _SECTION)
    buffers.resident[number] = Residency(buffer.store, ACCESSES[access])


@command()
def MakeBufferNonResidentNV(buffers: BufferState, target: int) -> None:
    """Take the current buffer from what programs reach by GPU address."""
    check_target(target)
    current_buffer(buffers, target, _SECTION)
    _make_non_resident(buffers, bound_buffer(buffers, target))


@command()
def MakeNamedBufferNonResidentNV(buffers: BufferState, buffer: int) -> None:
    """MakeBufferNonResidentNV of a buffer by its name."""
    _named(buffers, buffer, _SECTION)
    _make_non_resident(buffers, name_of(buffer))


def _make_non_resident(buffers: BufferState, number: int) -> None:
    if residency(buffers, number) is None:
        raise invalid_operation(f"buffer {number} is not resident", _SECTION)
    del buffers.resident[number]


@command(failing=False)
def IsBufferResidentNV(buffers: BufferState, target: int) -> bool:
    """Whether the current buffer is resident in this context."""
    check_target(target)
    current_buffer(buffers, target, _QUERY)
    return residency(buffers, bound_buffer(buffers, target)) is not None


@command(failing=False)
def IsNamedBufferResidentNV(buffers: BufferState, buffer: int) -> bool:
    """Whether a buffer is resident in this context."""
    _named(buffers, buffer, _QUERY)
    return residency(buffers, name_of(buffer)) is not None


def residency(buffers: BufferState, number: int) -> Residency | None:
    """How a buffer is resident; None where it is not, or has got another data store since."""
    held, buffer = buffers.resident.get(number), buffers.names.objects.get(number)
    return held if held is not None and buffer is not None and buffer.store == held.store else None


@command()
def GetBufferParameterui64vNV(buffers: BufferState, target: int, pname: int) -> int:
    """BUFFER_GPU_ADDRESS_NV of the current buffer, valid until BufferData gives it another data store."""
    check_target(target)
    _check_address(pname)
    current_buffer(buffers, target, _SECTION)
    return address_of(buffers, bound_buffer(buffers, target), _SECTION)


@command()
def GetNamedBufferParameterui64vNV(buffers: BufferState, buffer: int, pname: int) -> int:
    """GetBufferParameterui64vNV of a buffer by its name."""
    _check_address(pname)
    _named(buffers, buffer, _SECTION)
    return address_of(buffers, name_of(buffer), _SECTION)


def _check_address(pname: int) -> None:
    check_enum("pname", pname, (enums.BUFFER_GPU_ADDRESS_NV,), "BUFFER_GPU_ADDRESS_NV", _SECTION)


def resident_at(buffers: BufferState, address: int) -> BufferObject | None:
    """The resident buffer that has a GPU address, None for none."""
    for number in buffers.resident:
        buffer = buffers.names.objects.get(number)
        if buffer is None or residency(buffers, number) is None:
            continue
        if 0 <= address - buffer.address < len(buffer.content):
            return buffer
    return None


def address_of(buffers: BufferState, number: int, section: str) -> int:
    """The GPU address of a buffer's data store, the same in all contexts that share it.

    INVALID_OPERATION for a buffer without data, OUT_OF_MEMORY where 32 bits reach no room for it.
    """
    buffer = buffers.names.objects[number]
    if not len(buffer.content):
        raise invalid_operation(f"buffer {number} has no data store", section)
    if not buffer.address:
        buffer.address = _room(buffers, len(buffer.content), section)
    return buffer.address


def _room(buffers: BufferState, size: int, section: str) -> int:
    """The first address with room for ``size`` bytes between the buffers that have one."""
    address = BASE
    held = [row for row in buffers.names.objects.values() if row.address]
    for row in sorted(held, key=lambda row: row.address):
        if row.address - address >= size:
            break
        address = row.address + -(-len(row.content) // PAGE) * PAGE
    if size > LAST_ADDRESS - address:
        raise refused(enums.OUT_OF_MEMORY, f"there are no {size} GPU addresses of 32 bits left", section)
    return address
