"""What a shader reaches outside of itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from nvrender.ir.nodes import Barrier, Expression, Memory, Sample, Texture
from nvrender.ops.memory_access import Atomic, Storage

Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]
#: What gives the value of an operand, (width, lanes).
Value = Callable[[Expression], Array]


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a Sample asks for all lanes: its operands, and of an implicit level of detail the derivatives.

    Arrays are (width, lanes).
    """

    node: Sample
    operands: tuple[Array, ...]
    offset: Array | None = None
    derivatives: tuple[Array, Array] | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """Where ``lanes`` access memory.

    ``keys`` are each lane's binding point or image unit, −1 where there is none, or handle; ``address`` is
    (width, lanes).
    """

    memory: Memory
    storage: Storage | None
    formatted: bool
    keys: Array
    address: Array
    lanes: Mask


class Surroundings(Protocol):
    """What surrounds the invocations of a shader."""

    def sample(self, key: int, lookup: Lookup) -> Array:
        """(4, lanes) of the lookup's type, of the texture of unit ``key``, or from 2³² on of that handle."""

    def emit(self, active: Array, stream: Array | None, values: Mapping[str, Array]) -> None:
        """The ``active`` invocations emit what the variables of results have, to these streams."""

    def end_primitive(self, active: Array) -> None:
        """The ``active`` invocations end a primitive."""

    def interpolate(self, operation: str, attribute: int, place: Array | None) -> Array:
        """(4, lanes) of an attribute elsewhere in its pixel."""

    def read(self, access: Access) -> tuple[Array, Mask]:
        """(count, lanes) words as they lie there, as uint64; and where there are any."""

    def write(self, access: Access, words: Array) -> None:
        """Words of (count, lanes), uint64, are stored, the last lane's last."""

    def change(self, access: Access, change: Atomic, words: Array) -> Array:
        """(1, lanes) words that were there, changed by those of (2, lanes), one lane after the other."""

    def image_size(self, access: Access) -> Array:
        """(4, lanes) of int32."""

    def wait(self, barrier: Barrier, lanes: Mask) -> None:
        """Those of ``lanes`` have reached a barrier, and go on when all have."""


def keys_of(place: Memory | Texture, value: Value, lanes: int) -> Array:
    """Each lane's unit or binding point, −1 where there is none, or handle."""
    if place.handle is not None:
        handles: Array = value(place.handle)[0].view(np.int64)
        return handles
    if place.index is None:
        return np.full(lanes, place.unit, np.int64)
    number = value(place.index)[0].astype(np.int64)
    return np.where((number >= 0) & (number < place.units), place.unit + number, -1)
