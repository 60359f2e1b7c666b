"""What a shader reaches outside of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy.typing as npt

from nvrender.ir.nodes import Sample

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a Sample asks for all lanes: its operands, and of an implicit level of detail the derivatives.

    Arrays are (width, lanes).
    """

    node: Sample
    operands: tuple[Array, ...]
    offset: Array | None = None
    derivatives: tuple[Array, Array] | None = None


class Surroundings(Protocol):
    """What surrounds the invocations of a shader."""

    def sample(self, key: int, lookup: Lookup) -> Array:
        """(4, lanes) of the lookup's type, of the texture of unit ``key``, or from 2³² on of that handle."""

    def interpolate(self, operation: str, attribute: int, place: Array | None) -> Array:
        """(4, lanes) of an attribute elsewhere in its pixel."""
