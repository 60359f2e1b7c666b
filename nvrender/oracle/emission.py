"""What a geometry program emits: a buffer of vertices for each lane, cut into strips."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from nvrender.oracle.numerics import Float32Array

_Numbers = npt.NDArray[np.int64]


@dataclass
class Emission:
    """The vertices ``lanes`` lanes emit, at most ``limit`` each (NV_geometry_program4 2.14.6.4).

    ``rows`` are the first rows of the results. Lanes are numbered from ``start`` on. Results keep their
    values over EMIT, which the specification leaves undefined (docs/semantics.md).
    """

    lanes: int
    rows: tuple[int, ...]
    limit: int
    start: int = 0
    _emitted: _Numbers = field(init=False)
    _strips: _Numbers = field(init=False)
    _pieces: list[tuple[_Numbers, _Numbers, _Numbers, Float32Array]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self._emitted = np.zeros(self.lanes, np.int64)
        self._strips = np.zeros(self.lanes, np.int64)

    def obey(self, name: str, lanes: npt.NDArray[np.intp], f: Float32Array) -> None:
        """EMIT or ENDPRIM by some lanes, whose columns of ``f`` hold their registers."""
        numbers = lanes.astype(np.int64) + self.start
        if name == "ENDPRIM":
            self._strips[numbers] += 1
            return
        takes = np.flatnonzero(self._emitted[numbers] < self.limit)  # a vertex beyond the limit is ignored
        chosen = numbers[takes]
        components = (np.array(self.rows, np.int64)[:, None] + np.arange(4)).reshape(-1)
        values = f[components[:, None], takes]
        self._pieces.append((chosen, self._emitted[chosen], self._strips[chosen], values))
        self._emitted[chosen] += 1

    def collected(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], list[Float32Array]]:
        """(E,) lane and (E,) strip of every vertex, and (E, 4) values of each result, lane after lane."""
        empty = np.zeros(0, np.int64)
        pieces = self._pieces or [(empty, empty, empty, np.zeros((4 * len(self.rows), 0), np.float32))]
        lanes, ordinals, strips = (np.concatenate([piece[number] for piece in pieces]) for number in range(3))
        order = np.lexsort((ordinals, lanes))
        values = np.concatenate([piece[3] for piece in pieces], axis=1)[:, order]
        results = [np.ascontiguousarray(values[4 * n : 4 * n + 4].T) for n in range(len(self.rows))]
        return lanes[order].astype(np.int32), strips[order].astype(np.int32), results
