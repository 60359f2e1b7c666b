"""Maps and grids of evaluators (OpenGL 1.5, 5.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Map:
    """``points`` (u's order, …, k) between the ends ``domain``: u1, u2 and, of two dimensions, v1, v2."""

    points: npt.NDArray[np.float64]
    domain: tuple[float, ...]


@dataclass(frozen=True)
class Grid:
    """How many segments there are, and between which ends, for each dimension of a map."""

    segments: tuple[int, ...]
    domain: tuple[float, ...]

    def places(self, axis: int, indices: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """The coordinates of grid points; the first and the last are its ends (OpenGL 1.5, 5.1)."""
        count, low, high = self.segments[axis], *self.domain[2 * axis : 2 * axis + 2]
        with np.errstate(all="ignore"):
            inner = indices * ((high - low) / count) + low
        return np.where(indices == 0, low, np.where(indices == count, high, inner))


GRIDS = {dimension: Grid((1,) * dimension, (0.0, 1.0) * dimension) for dimension in (1, 2)}


@dataclass(slots=True)
class EvaluatorState:
    """Maps by enumerant, those that were defined, and grids by dimension."""

    maps: dict[int, Map] = field(default_factory=dict)
    grids: dict[int, Grid] = field(default_factory=lambda: dict(GRIDS))
