"""Current values of attributes, the vertices of Begin and End, and vertex arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import is_
from typing import Any, NamedTuple

from nvrender.api import enums
from nvrender.api.arguments import Vector4
from nvrender.languages.vp.bindings import ATTRIBUTES


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


@dataclass(slots=True)
class ImmediateState:
    """The current values of attributes, which draws take, and the primitive between Begin and End.

    Values set as integers are IntegerVectors, those of 64 bits LongVectors. Of each vertex since Begin
    ``vertices`` has attribute 0 and ``others`` the rest, the same tuple as long as nothing sets one of them.
    """

    begun: int | None = None
    vertices: list[Vector4] = field(default_factory=list)
    others: list[tuple[Vector4, ...]] = field(default_factory=list)
    #: The last of ``others``, None where it is no more what ``current`` has.
    rest: tuple[Vector4, ...] | None = None
    current: list[Vector4] = field(default_factory=lambda: [row.initial for row in ATTRIBUTES])
    edge_flag: bool = True

    def begin(self, mode: int) -> None:
        """Vertices from now on are those of a primitive."""
        self.begun, self.vertices, self.others, self.rest = mode, [], [], None

    def vertex(self, value: Vector4) -> None:
        """There is a vertex at this value of attribute 0."""
        if self.rest is None:
            self.rest = tuple(self.current[1:])
        self.vertices.append(value)
        self.others.append(self.rest)

    def kept_rest(self) -> tuple[Vector4, ...]:
        """The current values but the first, of which ``rest`` tells from now on whether one is set."""
        if self.rest is None or not all(map(is_, self.current[1:], self.rest)):
            self.rest = tuple(self.current[1:])
        return self.rest


class AddressRange(NamedTuple):
    """GPU addresses that something is read from (NV_vertex_buffer_unified_memory 2.9.1)."""

    address: int = 0
    length: int = 0


@dataclass(frozen=True, eq=False)
class VertexArray:
    """What VertexAttribPointer and its kin say of an array, and the memory it is in.

    With a ``buffer`` that is its content from byte ``pointer`` on; an AddressRange is of GPU addresses.
    """

    size: int = 4
    type: int = enums.FLOAT
    stride: int = 0
    pointer: Any = None
    normalized: bool = False
    integer: bool = False
    buffer: int = 0
    long: bool = False


@dataclass(slots=True)
class ArrayState:
    """Arrays by attribute number, generic and conventional.

    Of the generic ones there are two enables: with vertex programs ``enabled`` counts, without them the other
    (ARB_vertex_program, Interactions with NV_vertex_program).
    """

    generic: dict[int, VertexArray] = field(default_factory=dict)
    conventional: dict[int, VertexArray] = field(default_factory=dict)
    enabled: frozenset[int] = frozenset()
    enabled_arb: frozenset[int] = frozenset()
    enabled_conventional: frozenset[int] = frozenset()
    #: What is read from GPU addresses (VERTEX_ATTRIB_ARRAY_UNIFIED_NV and its kin), and from which, by the
    #: enumerant of the address and the index, 0 of those that have none.
    unified: frozenset[int] = frozenset()
    addresses: dict[tuple[int, int], AddressRange] = field(default_factory=dict)
    #: The texture unit whose array commands change.
    client_texture: int = 0
