"""What geometry programs emit, put together from the vertices and their places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Emitted, Results
from nvrender.memory import Growing
from nvrender.program import Program
from nvrender.program.declared import geometry_of

#: What each column of places is: input primitive, strip, invocation and stream of a vertex.
COLUMNS = 4
_STREAM = 3


#: What is emitted is kept in pieces, then as one array, then in order.
_COPIES = 3


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
        rows = places[:, _STREAM] == stream
        source, strip, invocation = (np.ascontiguousarray(places[rows, column]) for column in range(_STREAM))
        emitted = Emitted(geometry.output, source, strip, invocation if geometry.invocations > 1 else None)
        found.append((({name: np.ascontiguousarray(array[rows]) for name, array in arrays.items()}), emitted))
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
