"""Geometry programs over primitives, by code compiled for the processor: a lane an invocation on each.

NV_geometry_program4 2.14.6; NV_gpu_program5 2.X.7.Y.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.primitives import Assembly
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results, emitted_results
from nvrender.languages.arb.generation5_bindings import GEOMETRY_5_ATTRIBUTES
from nvrender.llvm.calls import Run, compiled_for
from nvrender.llvm.kernel import VERTEX
from nvrender.llvm.reached import Reached
from nvrender.program.declared import geometry_of

#: Bytes of what is emitted at once.
_MOST = 1 << 24
_INVOCATION = GEOMETRY_5_ATTRIBUTES.index("primitive.invocation")
_VERTEX_COUNT = GEOMETRY_5_ATTRIBUTES.index("primitive.vertexcount")


def execute(
    request: Request,
    attributes: Mapping[int, Float32Array],
    assembly: Assembly,
    reached: Reached | None = None,
) -> Results:
    """Runs a geometry program for every primitive; what it emits, (E, 4) float32 a result.

    ``attributes`` maps numbers to (N, 4) or (1, 4) words for N vertices, ``primitive.id``'s to one row a
    primitive. Raises TargetError for what the back end does not run.
    """
    program, found = request.program, compiled_for(request)
    geometry, run = geometry_of(program), Run(request, found, reached)
    lanes = len(assembly.vertices) * geometry.invocations
    width = run.width
    slot = geometry.limit * (8 + 16 * len(run.results))
    step = max(_MOST // slot // width, 1) * width
    parts = [
        _part(request, run, attributes, assembly, np.arange(first, min(first + step, lanes)))
        for first in range(0, max(lanes, 1), step)
    ]
    places = _joined([places for places, _ in parts])
    names = [program.profile.results[number] for number in run.results]
    values = {name: _joined([arrays[number] for _, arrays in parts]) for number, name in enumerate(names)}
    request.tell(len(assembly.vertices), len(assembly.vertices))
    outcome = emitted_results(program, places, values).only(request.results)
    return run.with_left(outcome)


def _joined(parts: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _part(
    request: Request,
    run: Run,
    attributes: Mapping[int, Float32Array],
    assembly: Assembly,
    lanes: npt.NDArray[np.intp],
) -> tuple[npt.NDArray[np.int32], list[Float32Array]]:
    """Places (E, 4) of what some lanes emit, as ``emitted_results`` has them, and (E, 4) words a result."""
    geometry, width = geometry_of(request.program), run.width
    vectors = -(-len(lanes) // width)
    padded = np.minimum(
        np.arange(vectors * width) + (lanes[0] if len(lanes) else 0),
        max(len(assembly.vertices) * geometry.invocations - 1, 0),
    )
    primitives = padded // geometry.invocations

    @cache
    def sources(vertex: int) -> npt.NDArray[Any]:
        """The vertex of each lane's primitive, or the primitive itself."""
        return primitives if vertex < 0 else assembly.vertices[:, vertex].take(primitives)

    arrays = {number: _rows(number, attributes, sources, geometry, padded) for number in run.inputs}
    counts = np.zeros(len(padded), np.int32)
    slots = np.empty((len(padded), geometry.limit, 2), np.int32)
    values = [np.empty((len(padded), geometry.limit, 4), np.float32) for _ in run.results]
    table = np.array([*(array.ctypes.data for array in values), 0], np.int64)
    emission = np.array([counts.ctypes.data, slots.ctypes.data, table.ctypes.data], np.int64)
    if vectors:
        run.emitted(arrays, vectors, emission)
    counts, total = counts[: len(lanes)], len(lanes) * geometry.limit
    rows: list[npt.NDArray[Any]] = [
        slots.reshape(-1, 2)[:total],
        *(array.reshape(-1, 4)[:total] for array in values),
    ]
    if not (counts == geometry.limit).all():
        there = np.flatnonzero(np.arange(geometry.limit) < counts[:, None])
        rows = [array.take(there, axis=0) for array in rows]
    places = np.empty((len(rows[0]), 4), np.int32)
    source, invocation = np.divmod(lanes, geometry.invocations)
    places[:, 0], places[:, 2] = np.repeat(source, counts), np.repeat(invocation, counts)
    places[:, 1::2] = rows[0]
    return places, rows[1:]


def _rows(
    number: int, attributes: Mapping[int, Float32Array], sources: Callable[[int], Any], geometry: Any,
    lanes: npt.NDArray[np.intp],
) -> Float32Array:  # fmt: skip
    """What each lane reads of an attribute of a vertex, or of the primitive: one row, or one a lane."""
    vertex, index = divmod(number, VERTEX)
    if index == _INVOCATION:
        return _whole(lanes % geometry.invocations)
    if index == _VERTEX_COUNT:
        return _whole(np.array([geometry.vertices]))
    array = attributes[index]
    if len(array) == 1:
        return array
    found: Float32Array = array.take(sources(-1 if _of_primitive(index) else vertex), axis=0)
    return found


def _of_primitive(index: int) -> bool:
    return GEOMETRY_5_ATTRIBUTES[index].startswith("primitive.")


def _whole(numbers: npt.NDArray[Any]) -> Float32Array:
    """(N,) integers as x of attributes, as words."""
    words = np.zeros((len(numbers), 4), np.int32)
    words[:, 0] = numbers
    return words.view(np.float32)
