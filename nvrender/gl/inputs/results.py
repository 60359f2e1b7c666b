"""What running a program yields, whichever side ran it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.primitives import output_primitives
from nvrender.memory import Growing
from nvrender.program import Program
from nvrender.program.declared import geometry_of
from nvrender.showing import shown_by
from nvrender.source import InputError

#: What stands before the names of what goes to a vertex stream behind the first.
STREAM = re.compile(r"stream\[\d+\]\.")

Float32Array = npt.NDArray[np.float32]
#: What each column of places is: input primitive, strip, invocation and stream of a vertex.
COLUMNS = 4
_STREAM = 3


#: What is emitted is kept in pieces, then as one array, then in order.
_COPIES = 3


@dataclass(frozen=True)
class Emitted:
    """How the vertices a geometry program emitted make primitives (NV_geometry_program4 2.14.6.2-3).

    ``mode`` is POINTS, LINE_STRIP or TRIANGLE_STRIP. ``source``, ``strip`` and ``invocation`` are (E,) int32:
    of which input primitive each vertex is, of which of the strips that ENDPRIM cuts, and of which of the
    program's INVOCATIONS, None for the only one (NV_gpu_program5 2.X.7.Y); all count from 0.
    """

    mode: str
    source: npt.NDArray[np.int32]
    strip: npt.NDArray[np.int32]
    invocation: npt.NDArray[np.int32] | None = None

    @property
    def places(self) -> dict[str, npt.NDArray[np.int32]]:
        """ "source", "strip" and, of several, "invocation", as tables of results show them."""
        found = {"source": self.source, "strip": self.strip}
        return found if self.invocation is None else found | {"invocation": self.invocation}

    @cached_property
    def vertices(self) -> npt.NDArray[np.int64]:
        """(P, 1…3) numbers of the vertices of each point, line or triangle; the last is the provoking one."""
        return output_primitives(self.mode, *self.places.values())


@dataclass(frozen=True)
class Results(Mapping[str, npt.NDArray[Any]]):
    """Result name → (N, 4) float32, in the profile's table order.

    A vertex program yields the results it writes (``HPOS``, ``COL0``, …; HPOS too if it is
    position-invariant). A vertex state program yields ``c``, the (96, 4) parameters after it ran. A fragment
    program yields ``killed`` too, (N,) bool.
    ``executed`` is the (N,) int32 count of instructions each vertex executed, None where the back
    end does not count; of a geometry program they are for each invocation of each input primitive.
    ``emitted`` tells what primitives the vertices of a geometry program make, None of other programs; of
    one with EMITS they are those of stream 0, and ``further`` has the streams behind it.
    ``memory`` and ``storage`` are the buffers given to the run as it left them, same dtype and shape;
    ``images`` are the texels of the images given to the run, by unit, likewise. ``faults`` counts the
    accesses to memory that were invalid.
    """

    arrays: Mapping[str, npt.NDArray[Any]]
    executed: npt.NDArray[np.int32] | None = field(default=None)
    emitted: Emitted | None = field(default=None)
    memory: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    storage: Mapping[int, npt.NDArray[Any]] = field(default_factory=dict)
    images: Mapping[int, npt.NDArray[Any]] = field(default_factory=dict)
    faults: int = 0
    further: tuple[Results, ...] = ()

    _repr_html_ = shown_by("values.results")

    def __repr__(self) -> str:
        shapes = (f"{name} {array.shape} {array.dtype}" for name, array in self.listed.items())
        return f"<Results: {', '.join(shapes)}>"

    def only(self, names: Iterable[str]) -> Results:
        """The same of some results, of every stream."""
        wanted = tuple(names)
        arrays = {name: self.arrays[name] for name in wanted}
        return replace(self, arrays=arrays, further=tuple(row.only(wanted) for row in self.further))

    @property
    def listed(self) -> dict[str, npt.NDArray[Any]]:
        """Everything by name: results, places of emitted vertices, and ``stream[n].…`` of further streams."""
        found = dict(self.arrays) | ({} if self.emitted is None else self.emitted.places)
        for number, row in enumerate(self.further, 1):
            found |= {f"stream[{number}].{name}": array for name, array in row.listed.items()}
        return found

    @property
    def streams(self) -> tuple[Results, ...]:
        """What a geometry program emits to each vertex stream (NV_gpu_program5 2.X.8.Z, EMITS)."""
        return (self, *self.further)

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


def growing_emission() -> Growing:
    """Counts the bytes of vertices that geometry programs emit, places and results."""
    return Growing(
        "the vertices that the geometry program emits",
        "give fewer primitives at once, or ask for fewer results=",
        _COPIES,
    )


def emitted_results(
    program: Program,
    places: npt.NDArray[np.int32],
    arrays: Mapping[str, npt.NDArray[Any]],
    executed: npt.NDArray[np.int32] | None = None,
) -> Results:
    """The results of a geometry program whose emitted vertices are at (E, COLUMNS) ``places``, in that order.

    ``arrays`` are (E, 4) words; the vertices of each stream go to its own results (NV_gpu_program5 2.X.8.Z,
    EMITS).
    """
    geometry = geometry_of(program)
    found = []
    for stream in range(geometry.streams):
        own = np.flatnonzero(places[:, _STREAM] == stream)
        every = len(own) == len(places)
        rows = places if every else places.take(own, axis=0)
        source, strip, invocation = (np.ascontiguousarray(rows[:, column]) for column in range(_STREAM))
        emitted = Emitted(geometry.output, source, strip, invocation if geometry.invocations > 1 else None)
        chosen = {name: array if every else array.take(own, axis=0) for name, array in arrays.items()}
        found.append(({name: np.ascontiguousarray(array) for name, array in chosen.items()}, emitted))
    first, *others = found
    further = tuple(Results(arrays, emitted=emitted) for arrays, emitted in others)
    return Results(first[0], executed, emitted=first[1], further=further)


def lanes_of(program: Program, results: Results) -> npt.NDArray[np.int64]:
    """Of which invocation on which input primitive each vertex of a stream is, counted through."""
    geometry, emitted = geometry_of(program), results.emitted
    assert emitted is not None
    invocation = 0 if emitted.invocation is None else emitted.invocation
    found: npt.NDArray[np.int64] = emitted.source.astype(np.int64) * geometry.invocations + invocation
    return found
