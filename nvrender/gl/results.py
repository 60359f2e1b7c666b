"""What running a program yields, whichever side ran it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.primitives import output_primitives
from nvrender.source import InputError

Float32Array = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Emitted:
    """How the vertices a geometry program emitted make primitives (NV_geometry_program4 2.14.6.2-3).

    ``mode`` is POINTS, LINE_STRIP or TRIANGLE_STRIP. ``source`` and ``strip`` are (E,) int32: of which input
    primitive each vertex is, and of which of the strips that ENDPRIM cuts; both count from 0.
    """

    mode: str
    source: npt.NDArray[np.int32]
    strip: npt.NDArray[np.int32]

    @cached_property
    def vertices(self) -> npt.NDArray[np.int64]:
        """(P, 1…3) numbers of the vertices of each point, line or triangle; the last is the provoking one."""
        return output_primitives(self.mode, self.source, self.strip)


@dataclass(frozen=True)
class Results(Mapping[str, npt.NDArray[Any]]):
    """Result name → (N, 4) float32, in the profile's table order.

    A vertex program yields the results it writes (``HPOS``, ``COL0``, …; HPOS too if it is
    position-invariant). A vertex state program yields ``c``, the (96, 4) parameters after it ran. A fragment
    program yields ``killed`` too, (N,) bool.
    ``executed`` is the (N,) int32 count of instructions each vertex executed, None where the back
    end does not count; of a geometry program they are for each input primitive.
    ``emitted`` tells what primitives the vertices of a geometry program make, None of other programs.
    ``memory`` and ``storage`` are the buffers given to the run as it left them, same dtype and shape;
    ``faults`` counts the accesses to memory that were invalid.
    """

    arrays: Mapping[str, npt.NDArray[Any]]
    executed: npt.NDArray[np.int32] | None = field(default=None)
    emitted: Emitted | None = field(default=None)
    memory: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    storage: Mapping[int, npt.NDArray[Any]] = field(default_factory=dict)
    faults: int = 0

    @property
    def primitives(self) -> npt.NDArray[np.int64]:
        """Of a geometry program: the vertices of each primitive, as ``emitted.vertices``."""
        assert self.emitted is not None
        return self.emitted.vertices

    def of_primitives(self, name: str) -> npt.NDArray[np.int32]:
        """(P,) int32: the ``layer`` or ``primid`` of each primitive, of its provoking vertex.

        0 where the program does not write it (NV_geometry_program4 4.4.7).
        """
        last = self.primitives[:, -1]
        if name not in self.arrays:
            return np.zeros(len(last), np.int32)
        return np.ascontiguousarray(self.arrays[name][last, 0]).view(np.int32)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self.arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.arrays)

    def __len__(self) -> int:
        return len(self.arrays)


def chosen(results: Iterable[str] | None, yields: tuple[str, ...]) -> tuple[str, ...]:
    """Those of ``yields`` that a caller names in ``results``, all for None; InputError for others."""
    if results is None:
        return yields
    if not isinstance(results, Iterable):
        raise InputError(f"results must be names of results, not {type(results).__name__}")
    asked = (results,) if isinstance(results, str) else tuple(results)
    for name in asked:
        if name not in yields:
            raise InputError(
                f"the program does not write a result {name!r}; it writes {', '.join(yields) or 'none'}"
            )
    return tuple(name for name in yields if name in asked)
