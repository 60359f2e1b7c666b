"""The memory that draws and dispatches reach: buffers that are resident, and those at storage bindings.

NV_shader_buffer_load 2.20.X, NV_shader_storage_buffer_object 2.X.3.Y.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from nvrender.api import enums
from nvrender.api.buffers.resident import address_of, residency
from nvrender.api.draw.images import drawn_images, keep_images
from nvrender.api.objects.buffers import BufferState, Bytes, StorageBinding
from nvrender.api.objects.drawing import Reached
from nvrender.api.objects.errors import ErrorState
from nvrender.api.objects.programs import LIMITS
from nvrender.api.objects.texture_units import TextureState
from nvrender.gl.inputs.global_memory import HIDDEN, Left, Window, bytes_of, storage_bindings
from nvrender.ops.memory_access import Space
from nvrender.program import Program
from nvrender.program.memory import reaching_outside

_SECTION = "NV_shader_storage_buffer_object 2.X.3.Y"
_MOST = LIMITS[enums.COMPUTE_PROGRAM_NV].storage_size


def reached(textures: TextureState, buffers: BufferState, programs: Iterable[Program]) -> Reached | None:
    """What ``programs`` reach of the context's buffers; None where they reach nothing.

    A binding point without a buffer is one of no bytes, as is one of a range that the buffer has not.
    INVALID_OPERATION while a buffer that is bound is mapped; one that is resident may be.
    """
    rows = [program for program in programs if reaching_outside(program) is not None]
    if not rows:
        return None
    access: dict[int, str] = {}
    for number in buffers.resident:
        if (row := residency(buffers, number)) is not None:
            access[number] = row.access
    storage: dict[int, Window | Bytes] = {}
    for point in sorted({point for program in rows for point in storage_bindings(program)}):
        number, size = _part(buffers, buffers.storage.get(point, StorageBinding(0)))
        storage[point] = np.zeros(0, np.uint8)
        if size:
            address_of(buffers, number, _SECTION)
            access.setdefault(number, HIDDEN)
            storage[point] = Window(_name(number), buffers.storage[point].offset, size)
    held = {_name(number): buffers.names.objects[number] for number in access}
    accesses = {_name(number): word for number, word in access.items()}
    return Reached(held, accesses, storage, drawn_images(textures, buffers, rows), any(map(_writes, rows)))


def _name(number: int) -> str:
    return f"buffer {number}"


def _part(buffers: BufferState, binding: StorageBinding) -> tuple[int, int]:
    """The buffer of a binding, and how many of its bytes are there."""
    if not binding.buffer:
        return 0, 0
    there = len(buffers.readable(binding.buffer, _SECTION).content) - binding.offset
    return binding.buffer, max(min(there, _MOST if binding.size is None else binding.size, _MOST), 0)


def _writes(program: Program) -> bool:
    """Whether an instruction stores or is atomic."""
    return any(
        row.opcode.space in (Space.GLOBAL, Space.STORAGE, Space.IMAGE)
        and (row.atomic is not None or row.destination is None)
        for row in program.instructions
    )


def keep(textures: TextureState, errors: ErrorState, given: Reached | None, left: Left | None) -> None:
    """Give the buffers and textures what programs left in them."""
    if given is None or left is None:
        return
    errors.faults += left.faults
    for name, array in left.memory.items():
        buffer, content = given.buffers[name], bytes_of(array)
        buffer.change(np.flatnonzero(content != buffer.content), content)
    keep_images(textures, given.drawn, left.images)
    if given.writes and given.drawn:
        given.content = object()  # of images nothing is known any more
    else:
        given.note()
