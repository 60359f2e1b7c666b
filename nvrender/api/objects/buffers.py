"""Buffer objects, and what they are bound to (OpenGL 1.5, 2.9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.errors import invalid_operation
from nvrender.api.objects.table import Table

Bytes = npt.NDArray[np.uint8]

_versions = count()


def _empty() -> Bytes:
    return np.zeros(0, np.uint8)


def _next_version() -> int:
    return next(_versions)


@dataclass(eq=False)
class BufferObject:
    """Bytes and their state. ``pointer`` is what MapBuffer gave, None while it is not mapped.

    ``version`` is another number after every change of ``content``, and none that another buffer ever had;
    ``store`` is another one with every new data store. Of that ``address`` is the GPU address, 0 before it
    is asked for.
    """

    content: Bytes = field(default_factory=_empty)
    usage: int = enums.STATIC_DRAW
    access: int = enums.READ_WRITE
    pointer: Bytes | None = None
    version: int = field(default_factory=_next_version)
    store: int = field(default_factory=_next_version)
    address: int = 0

    def fill(self, content: Bytes, usage: int) -> None:
        """A new data store in place of the old one, which is not mapped."""
        self.content, self.usage, self.access, self.pointer = content, usage, enums.READ_WRITE, None
        self.version = self.store = _next_version()
        self.address = 0

    def change(self, places: npt.NDArray[np.intp], content: Bytes) -> None:
        """Take the bytes at ``places`` from ``content``; the others stay."""
        if len(places):
            self.content[places] = content[places]
            self.version = _next_version()

    def write(self, start: int, content: Bytes) -> None:
        """Replace the bytes from ``start`` on."""
        self.content[start : start + len(content)] = content
        self.version = _next_version()


class Residency(NamedTuple):
    """The data store of a buffer that was made resident, and the access: READ_ONLY and its kin."""

    store: int
    access: str


class StorageBinding(NamedTuple):
    """Bytes of a buffer at a binding point; ``size`` None: all from ``offset`` on, however many."""

    buffer: int
    offset: int = 0
    size: int | None = None


@dataclass(slots=True)
class BufferState:
    """Buffers by name, and the current ones by target: ``array_bindings`` are those of arrays and indices."""

    names: Table[BufferObject]
    array_bindings: dict[int, int] = field(default_factory=dict)
    bindings: dict[int, int] = field(default_factory=dict)
    #: By binding point; by name, those that this context made resident.
    storage: dict[int, StorageBinding] = field(default_factory=dict)
    resident: dict[int, Residency] = field(default_factory=dict)
    #: (target, binding point) → name and size, None for all of it.
    parameters: dict[tuple[int, int], tuple[int, int | None]] = field(default_factory=dict)

    def readable(self, name: int, section: str) -> BufferObject:
        """The buffer of a name, to be read by the GL.

        INVALID_OPERATION while it is mapped (ARB_vertex_buffer_object 2.8A.1), or where another context
        deleted it.
        """
        buffer = self.names.objects.get(name)
        if buffer is None:
            raise invalid_operation(f"buffer {name} has been deleted", section)
        if buffer.pointer is not None:
            raise invalid_operation(f"buffer {name} is mapped", section)
        return buffer
