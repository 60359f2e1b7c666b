"""Primitive assembly: the vertices of each primitive between Begin and End, in GL's order.

OpenGL 1.5 2.6.1 and NV_geometry_program4 2.6.1, 2.14.6.1-2; numbers count from 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.languages.arb.geometry_bindings import INPUT_PRIMITIVES
from nvrender.memory import check_memory
from nvrender.source import InputError

Indices = npt.NDArray[np.int64]
#: Vertices whose primitives tell how much memory those of others take.
_FEW = 1200

#: Input primitive → the modes Begin takes for it (NV_geometry_program4 2.14.6.1); the first draws each by
#: itself.
MODES: dict[str, tuple[str, ...]] = {
    "POINTS": ("POINTS",),
    "LINES": ("LINES", "LINE_STRIP", "LINE_LOOP"),
    "LINES_ADJACENCY": ("LINES_ADJACENCY", "LINE_STRIP_ADJACENCY"),
    "TRIANGLES": ("TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN", "QUADS", "QUAD_STRIP", "POLYGON"),
    "TRIANGLES_ADJACENCY": ("TRIANGLES_ADJACENCY", "TRIANGLE_STRIP_ADJACENCY"),
}
#: Modes whose polygons are cut into triangles, which no later OpenGL draws.
POLYGONS = frozenset({"QUADS", "QUAD_STRIP", "POLYGON"})
#: The places of a primitive with adjacency that are its own (NV_geometry_program4 2.6.1).
OWN = {mode: [1, 2] if mode.startswith("LINE") else [0, 2, 4]
       for modes in MODES.values() for mode in modes if mode.endswith("_ADJACENCY")}  # fmt: skip


@dataclass(frozen=True)
class Assembly:
    """The primitives of one Begin: (P, n) numbers of vertices, and (P,) int32 ``primitive.id``."""

    vertices: Indices
    ids: npt.NDArray[np.int32]


def check_mode(primitive: str, mode: str | None) -> str:
    """The mode to draw ``primitive`` by, None for the one that draws each by itself; InputError else."""
    modes = MODES.get(primitive, (primitive,))  # PATCHES are drawn by PATCHES
    if mode is None:
        return modes[0]
    if mode not in modes:
        raise InputError(
            f"the mode {mode!r} gives no {primitive}, which the geometry program takes; "
            f"modes that do are {', '.join(modes)}"
        )
    return mode


def assemble(mode: str, count: int) -> Assembly:
    """The primitives ``count`` vertices make in ``mode``; vertices that complete none are ignored."""
    if count > _FEW:
        each = 2 * _ASSEMBLERS[mode](_FEW).nbytes // _FEW
        check_memory(each * count, f"the primitives of {count} vertices", "give fewer vertices")
    vertices = np.ascontiguousarray(_ASSEMBLERS[mode](count), np.int64)
    ids = np.arange(len(vertices), dtype=np.int32)
    if mode in ("QUADS", "QUAD_STRIP"):
        ids //= np.int32(2)  # counted a quad, not a triangle
    elif mode == "POLYGON":
        ids[:] = 0
    return Assembly(vertices, ids)


def output_primitives(kind: str, *places: npt.NDArray[np.int32]) -> Indices:
    """(P, 1…3) numbers of emitted vertices of each primitive; the last is the provoking one.

    ``kind`` is POINTS, LINE_STRIP or TRIANGLE_STRIP; ``places`` tell for each emitted vertex which input
    primitive, which of its strips and which invocation it is of. Strips too short make nothing
    (NV_geometry_program4 2.14.6.3).
    """
    count = len(places[0])
    if kind == "POINTS":
        return np.arange(count)[:, None]
    size = INPUT_PRIMITIVES["LINES" if kind == "LINE_STRIP" else "TRIANGLES"]
    begins, whole = np.ones(count, np.bool_), np.ones(max(count - size + 1, 0), np.bool_)
    begins[1:] = False
    for place in places:
        begins[1:] |= place[1:] != place[:-1]
        whole &= place[: len(whole)] == place[size - 1 :]
    starts = np.maximum.accumulate(np.where(begins, np.arange(count), 0))
    first = np.flatnonzero(whole)
    rows = first[:, None] + np.arange(size)
    if size == 3:
        odd = (first - starts[first]) & 1
        rows[:, 0] += odd
        rows[:, 1] -= odd
    return rows


def _lists(size: int) -> Callable[[int], Indices]:
    return lambda count: np.arange(count // size * size).reshape(-1, size)


def _windows(size: int) -> Callable[[int], Indices]:
    """Every ``size`` neighbours."""
    return lambda count: np.arange(max(count - size + 1, 0))[:, None] + np.arange(size)


def _line_loop(count: int) -> Indices:
    first = np.arange(count if count > 1 else 0)
    return np.stack([first, (first + 1) % max(count, 1)], axis=1)


def _triangle_strip(count: int) -> Indices:
    """Every second triangle has its first two vertices exchanged, so that all face the same way."""
    rows = _windows(3)(count)
    rows[1::2] = rows[1::2][:, [1, 0, 2]]
    return rows


def _triangle_fan(count: int) -> Indices:
    second = np.arange(1, max(count - 1, 1))
    return np.stack([np.zeros_like(second), second, second + 1], axis=1)


def _quads(count: int) -> Indices:
    """V0 V1 V2 and V0 V2 V3 (NV_geometry_program4 issue 17)."""
    return _lists(4)(count)[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)


def _quad_strip(count: int) -> Indices:
    """Of V0 V1 V3 V2 the triangles V0 V1 V3 and V2 V0 V3 (NV_geometry_program4 issue 17)."""
    first = np.arange(0, max(count - 3, 0), 2)
    rows: Indices = (first[:, None] + np.array([0, 1, 3, 2, 0, 3])).reshape(-1, 3)
    return rows


def _polygon(count: int) -> Indices:
    """V1 V2 V0, V2 V3 V0, … (NV_geometry_program4 issue 17)."""
    return _triangle_fan(count)[:, [1, 2, 0]]


def _triangle_strip_adjacency(count: int) -> Indices:
    """NV_geometry_program4 Table X.1: the triangle in places 0, 2, 4, the neighbours of its edges between."""
    number = max(count - 4, 0) // 2
    i = np.arange(number)
    odd, end = i % 2 == 1, i == number - 1
    one, two, three = 2 * i + 1, 2 * i + 3, 2 * i + 5
    before = np.where(i == 0, 2, 2 * i - 1)
    after = np.where(end, 2 * i + 6, 2 * i + 7)
    beside = 2 * i + 4
    rows = np.stack(
        [
            np.where(odd, two, one),
            before,
            np.where(odd, one, two),
            np.where(odd, beside, after),
            three,
            np.where(odd, after, beside),
        ],
        axis=1,
    )
    return rows - 1


_ASSEMBLERS: dict[str, Callable[[int], Indices]] = {
    "POINTS": _lists(1),
    "LINES": _lists(2),
    "LINE_STRIP": _windows(2),
    "LINE_LOOP": _line_loop,
    "LINES_ADJACENCY": _lists(4),
    "LINE_STRIP_ADJACENCY": _windows(4),
    "TRIANGLES": _lists(3),
    "TRIANGLE_STRIP": _triangle_strip,
    "TRIANGLE_FAN": _triangle_fan,
    "QUADS": _quads,
    "QUAD_STRIP": _quad_strip,
    "POLYGON": _polygon,
    "TRIANGLES_ADJACENCY": _lists(6),
    "TRIANGLE_STRIP_ADJACENCY": _triangle_strip_adjacency,
}
