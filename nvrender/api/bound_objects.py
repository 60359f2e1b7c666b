"""What binding points, units and targets of a context have, and handles of a share group."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from nvrender.api import enums
from nvrender.source import Source


class Residency(NamedTuple):
    """The data store of a buffer that was made resident, and the access: READ_ONLY and its kin."""

    store: int
    access: str


class StorageBinding(NamedTuple):
    """Bytes of a buffer at a binding point; ``size`` None: all from ``offset`` on, however many."""

    buffer: int
    offset: int = 0
    size: int | None = None


class Handle(NamedTuple):
    """What a handle is of (NV_bindless_texture 3.9.X): a texture, or a level of one as an image.

    ``layer`` None: all layers; ``format`` is the image unit format, of a texture's handle 0; ``sampler`` the
    sampler object whose parameters count, 0 for the texture's own.
    """

    texture: int
    level: int = 0
    layer: int | None = None
    format: int = 0
    sampler: int = 0


class ImageBinding(NamedTuple):
    """What an image unit has (EXT_shader_image_load_store, Table 6.X)."""

    texture: int = 0
    level: int = 0
    layered: bool = False
    layer: int = 0
    access: int = enums.READ_ONLY
    format: int = enums.R8


class AddressRange(NamedTuple):
    """GPU addresses that something is read from (NV_vertex_buffer_unified_memory 2.9.1)."""

    address: int = 0
    length: int = 0


@dataclass(frozen=True)
class ChosenSubroutines:
    """The subroutine parameters of a target, and the program string they were set for."""

    source: Source
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Feedback:
    """What transform feedback records: attribute, components and index of each, and each buffer's stream."""

    rows: tuple[tuple[int, int, int], ...] = ()
    streams: tuple[int, ...] = (0,)
    separate: bool = False

    @property
    def parts(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """The rows of each binding point."""
        if self.separate:
            return tuple((row,) for row in self.rows)
        found: list[list[tuple[int, int, int]]] = [[]]
        for row in self.rows:
            if row[0] == enums.NEXT_BUFFER_NV:
                found.append([])
            else:
                found[-1].append(row)
        return tuple(map(tuple, found))


@dataclass(eq=False)
class FeedbackObject:
    """A transform feedback object (NV_transform_feedback2, Table 6.X).

    ``mode`` is what it records, "" while it is not active; ``places`` are how many bytes so far, by binding
    point, ``vertices`` how many vertices, by stream. ``drawn`` has those of the last time, None before
    EndTransformFeedback. ``bound`` is the buffer at the general binding point while another object is bound.
    """

    feedback: Feedback = field(default_factory=Feedback)
    buffers: dict[int, StorageBinding] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    vertices: dict[int, int] = field(default_factory=dict)
    mode: str = ""
    paused: bool = False
    drawn: dict[int, int] | None = None
    bound: int = 0

    @property
    def recording(self) -> bool:
        """Whether draws are recorded."""
        return bool(self.mode) and not self.paused


class IntegerVector(NamedTuple):
    """The value of an attribute set by VertexAttribI, from -2^31 to 2^32 - 1 each."""

    x: int
    y: int
    z: int
    w: int


class _Four(NamedTuple):
    x: float
    y: float
    z: float
    w: float


class LongVector(_Four):
    """The value of an attribute set by VertexAttribL: numbers of 64 bits, doubles here."""

    dtype = "f8"


class SignedLongVector(LongVector):
    """Integers from -2^63 to 2^63 - 1."""

    dtype = "i8"


class UnsignedLongVector(LongVector):
    """Integers from 0 to 2^64 - 1."""

    dtype = "u8"


LONG_VECTORS = {kind.dtype[0]: kind for kind in (LongVector, SignedLongVector, UnsignedLongVector)}
