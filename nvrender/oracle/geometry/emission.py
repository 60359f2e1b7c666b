"""What a geometry program emits: a buffer of vertices for each lane, cut into strips."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import COLUMNS, growing_emission
from nvrender.memory import VECTOR_BYTES, Growing
from nvrender.ops.evaluation.numerics import Float32Array, Int32Array

_Numbers = npt.NDArray[np.int64]


@dataclass
class Emission:
    """The vertices ``lanes`` lanes emit, at most ``limit`` each (NV_geometry_program4 2.14.6.4).

    ``rows`` are the first rows of the results; of ``invocations`` lanes each, one follows the other for one
    input primitive. There are ``streams`` vertex streams. Lanes are numbered from ``start`` on. Results keep
    their values over EMIT, which the specification leaves undefined (docs/semantics.md).
    """

    lanes: int
    rows: tuple[int, ...]
    limit: int
    invocations: int = 1
    streams: int = 1
    start: int = 0
    _emitted: _Numbers = field(init=False)
    _strips: _Numbers = field(init=False)
    _pieces: list[tuple[_Numbers, _Numbers, _Numbers, _Numbers, Float32Array]] = field(
        init=False, default_factory=list
    )

    _growing: Growing = field(init=False, default_factory=growing_emission)

    def __post_init__(self) -> None:
        self._emitted = np.zeros(self.lanes, np.int64)
        self._strips = np.zeros(self.lanes, np.int64)

    def end_strip(self, lanes: npt.NDArray[np.intp]) -> None:
        """ENDPRIM by some lanes."""
        self._strips[lanes + self.start] += 1

    def emit(self, lanes: npt.NDArray[np.intp], f: Float32Array, streams: Int32Array | None = None) -> None:
        """EMIT by some lanes, whose columns of ``f`` hold their registers, or EMITS to (n,) ``streams``.

        A vertex beyond the limit, and one for a stream that is not there, is ignored (docs/semantics.md).
        """
        numbers = lanes.astype(np.int64) + self.start
        there = self._emitted[numbers] < self.limit
        if streams is not None:
            there &= (streams >= 0) & (streams < self.streams)
        takes = np.flatnonzero(there)
        chosen = numbers[takes]
        self._growing.add(len(takes) * (COLUMNS * 8 + len(self.rows) * VECTOR_BYTES))
        components = (np.array(self.rows, np.int64)[:, None] + np.arange(4)).reshape(-1)
        values = f[components[:, None], takes]
        stream = np.zeros(len(takes), np.int64) if streams is None else streams[takes].astype(np.int64)
        self._pieces.append((chosen, self._emitted[chosen], self._strips[chosen], stream, values))
        self._emitted[chosen] += 1

    def collected(self) -> tuple[npt.NDArray[np.int32], list[Float32Array]]:
        """(E, COLUMNS) places of the vertices, and (E, 4) values of each result, lane after lane."""
        empty = np.zeros(0, np.int64)
        none = (empty, empty, empty, empty, np.zeros((4 * len(self.rows), 0), np.float32))
        pieces = self._pieces or [none]
        lanes, ordinals, strips, streams = (
            np.concatenate([piece[number] for piece in pieces]) for number in range(COLUMNS)
        )
        order = np.lexsort((ordinals, lanes))
        values = np.concatenate([piece[-1] for piece in pieces], axis=1)[:, order]
        results = [np.ascontiguousarray(values[4 * n : 4 * n + 4].T) for n in range(len(self.rows))]
        source, invocation = np.divmod(lanes, self.invocations)
        places = np.stack([source, strips, invocation, streams], axis=1)[order]
        return places.astype(np.int32), results
