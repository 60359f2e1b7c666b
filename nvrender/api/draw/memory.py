"""The memory that draws and dispatches reach: buffers that are resident, and those at storage bindings.

NV_shader_buffer_load 2.20.X, NV_shader_storage_buffer_object 2.X.3.Y.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from nvrender.api import enums
from nvrender.api.bound_objects import StorageBinding
from nvrender.api.buffers.objects import BufferObject, Bytes, read_buffer
from nvrender.api.buffers.resident import address_of, residency
from nvrender.api.draw.images import DrawnImage, drawn_images, keep_images
from nvrender.api.record import LIMITS, Record
from nvrender.gl.inputs.global_memory import (
    HIDDEN,
    Left,
    Memory,
    Window,
    bytes_of,
    storage_bindings,
    stores_of,
)
from nvrender.gl.textures.images import Image
from nvrender.ops.memory_access import Space
from nvrender.oracle.memory.spaces import Held
from nvrender.program import Program
from nvrender.program.limits import Limits
from nvrender.program.memory import reaching_outside

_SECTION = "NV_shader_storage_buffer_object 2.X.3.Y"
_MOST = LIMITS[enums.COMPUTE_PROGRAM_NV].storage_size


@dataclass(eq=False)
class Reached:
    """What programs reach: ``buffers`` by their names in ``memory``, storage by binding, images by unit.

    ``writes`` tells whether one of the programs may change it. Where ``content`` is the same, all is.
    """

    buffers: Mapping[str, BufferObject]
    access: Mapping[str, str]
    storage: Mapping[int, Window | Bytes]
    drawn: Mapping[int, DrawnImage]
    writes: bool
    content: Hashable = field(init=False)

    def __post_init__(self) -> None:
        self.note()

    @property
    def memory(self) -> Memory:
        """Copies of the buffers, at their addresses."""
        contents = {name: buffer.content for name, buffer in self.buffers.items()}
        return Memory(contents, self.access, {name: row.address for name, row in self.buffers.items()})

    def held(self) -> Held:
        """The same for draws of the oracle."""
        return Held(stores_of(self.memory, self.storage, Limits(), self.images))

    @property
    def images(self) -> dict[int, Image]:
        """The images by unit."""
        return {unit: row.image for unit, row in self.drawn.items()}

    def note(self) -> None:
        """From now on ``content`` is of the buffers as they are."""
        rows = tuple((name, row.version, row.address) for name, row in self.buffers.items())
        windows = tuple((point, row) for point, row in self.storage.items() if isinstance(row, Window))
        images = tuple((unit, row.source, row.view) for unit, row in self.drawn.items())
        self.content = rows, tuple(self.access.items()), tuple(self.storage), windows, images


def reached(gl: Record, programs: Iterable[Program]) -> Reached | None:
    """What ``programs`` reach of the context's buffers; None where they reach nothing.

    A binding point without a buffer is one of no bytes, as is one of a range that the buffer has not.
    INVALID_OPERATION while a buffer that is bound is mapped; one that is resident may be.
    """
    rows = [program for program in programs if reaching_outside(program) is not None]
    if not rows:
        return None
    access: dict[int, str] = {}
    for number in gl.resident_buffers:
        if (row := residency(gl, number)) is not None:
            access[number] = row.access
    storage: dict[int, Window | Bytes] = {}
    for point in sorted({point for program in rows for point in storage_bindings(program)}):
        number, size = _part(gl, gl.storage_buffers.get(point, StorageBinding(0)))
        storage[point] = np.zeros(0, np.uint8)
        if size:
            address_of(gl, number, _SECTION)
            access.setdefault(number, HIDDEN)
            storage[point] = Window(_name(number), gl.storage_buffers[point].offset, size)
    held = {_name(number): gl.names.buffers.objects[number] for number in access}
    accesses = {_name(number): word for number, word in access.items()}
    return Reached(held, accesses, storage, drawn_images(gl, rows), any(map(_writes, rows)))


def _name(number: int) -> str:
    return f"buffer {number}"


def _part(gl: Record, binding: StorageBinding) -> tuple[int, int]:
    """The buffer of a binding, and how many of its bytes are there."""
    if not binding.buffer:
        return 0, 0
    there = len(read_buffer(gl, binding.buffer, _SECTION).content) - binding.offset
    return binding.buffer, max(min(there, _MOST if binding.size is None else binding.size, _MOST), 0)


def _writes(program: Program) -> bool:
    """Whether an instruction stores or is atomic."""
    return any(
        row.opcode.space in (Space.GLOBAL, Space.STORAGE, Space.IMAGE)
        and (row.atomic is not None or row.destination is None)
        for row in program.instructions
    )


def keep(gl: Record, given: Reached | None, left: Left | None) -> None:
    """Give the buffers and textures what programs left in them."""
    if given is None or left is None:
        return
    gl.faults += left.faults
    for name, array in left.memory.items():
        buffer, content = given.buffers[name], bytes_of(array)
        buffer.change(np.flatnonzero(content != buffer.content), content)
    keep_images(gl, given.drawn, left.images)
    if given.writes and given.drawn:
        given.content = object()  # of images nothing is known any more
    else:
        given.note()
