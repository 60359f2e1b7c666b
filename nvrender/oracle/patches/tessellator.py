"""The primitive generator: levels of a patch → vertices of its domain, and primitives of them.

ARB_tessellation_shader 2.X.2; what it leaves to the implementation is in docs/semantics.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from nvrender.gl.patches import generated
from nvrender.oracle.patches.tessellator_edges import Edge, Triangle, edge, ladder, transition, trapezoid
from nvrender.program import Tessellation

Float32Array = npt.NDArray[np.float32]
Int32Array = npt.NDArray[np.int32]

#: How many outer and inner levels a mode has.
LEVELS = {"TRIANGLES": (3, 1), "QUADS": (4, 2), "ISOLINES": (2, 0)}
_Ring = list[list[int]]
_Coordinates = list[tuple[float, float, float]]


@dataclass(frozen=True)
class Domain:
    """``coordinates`` (N, 3) float32 are those of vertices, ``primitives`` (K, 1…3) int32 numbers of them.

    Of quads and isolines the third coordinate is 0.
    """

    coordinates: Float32Array
    primitives: Int32Array


def tessellate(declared: Tessellation, outer: Iterable[float], inner: Iterable[float]) -> Domain:
    """What becomes of one patch with these levels; nothing where an outer level is not above 0."""
    many, few = LEVELS[declared.mode]
    outers, inners = tuple(map(float, outer))[:many], tuple(map(float, inner))[:few]
    if not all(level > 0.0 for level in outers):
        width = {"POINTS": 1, "LINES": 2, "TRIANGLES": 3}[generated(declared)]
        return Domain(np.zeros((0, 3), np.float32), np.zeros((0, width), np.int32))
    if declared.mode == "ISOLINES":
        edges: tuple[Edge, ...] = (edge(outers[0], "EQUAL"), edge(outers[1], declared.spacing))
    else:
        outside = tuple(edge(level, declared.spacing) for level in outers)
        inside = tuple(edge(level, declared.spacing) for level in inners)
        if any(each.level > 1.0 for each in outside + inside):
            inside = tuple(edge(level, declared.spacing, above_one=True) for level in inners)
        edges = outside + inside
    return _domain(declared, edges)


@lru_cache(maxsize=4096)
def _domain(declared: Tessellation, edges: tuple[Edge, ...]) -> Domain:
    found: Sequence[tuple[int, ...]]
    if declared.mode == "ISOLINES":
        vertices, found = _isolines(*edges)
    elif declared.mode == "QUADS":
        vertices, found = _quads(edges[:4], edges[4], edges[5])
    else:
        vertices, found = _triangles(edges[:3], edges[3])
    coordinates = np.array(vertices, np.float32)
    primitives = np.array(found, np.int32)
    if declared.points:
        primitives = np.arange(len(coordinates), dtype=np.int32)[:, None]
    elif primitives.shape[1] == 3 and declared.order == "CW":
        primitives = np.ascontiguousarray(primitives[:, [0, 2, 1]])
    coordinates.flags.writeable = primitives.flags.writeable = False
    return Domain(coordinates, primitives)


class _Vertices:
    """Vertices of a domain, each once."""

    def __init__(self) -> None:
        self.coordinates: _Coordinates = []
        self._numbers: dict[object, int] = {}

    def number(self, key: object, u: float, v: float, w: float = 0.0) -> int:
        """The number of the vertex that is called ``key``."""
        if key not in self._numbers:
            self._numbers[key] = len(self.coordinates)
            self.coordinates.append((u, v, w))
        return self._numbers[key]


def _isolines(lines: Edge, segments: Edge) -> tuple[list[tuple[float, float, float]], list[tuple[int, ...]]]:
    """Lines of constant v, none where v is 1."""
    vertices, found = _Vertices(), list[tuple[int, ...]]()
    for row, v in enumerate(lines.points()[:-1]):
        numbers = [vertices.number((row, column), u, v) for column, u in enumerate(segments.points())]
        found += list(pairwise(numbers))
    return vertices.coordinates, found


# --- triangles


def _triangles(outer: Sequence[Edge], inner: Edge) -> tuple[_Coordinates, list[Triangle]]:
    """Concentric triangles: the edges u = 0, v = 0 and w = 0, each from the corner where v, w, u is 1."""
    vertices = _Vertices()
    if inner.segments == 1:
        return [(0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)], [(0, 1, 2)]
    rings: list[_Ring] = [[_triangle_edge(vertices, 0, number, outer[number]) for number in range(3)]]
    rings += [
        [_triangle_edge(vertices, ring, number, inner) for number in range(3)]
        for ring in range(1, inner.segments // 2 + 1)
    ]
    found = _stitched(rings, outer, (inner, inner, inner))
    if inner.odd:
        one, two, three = rings[-1]
        found.append((one[0], two[0], three[0]))
    return vertices.coordinates, found


def _triangle_edge(vertices: _Vertices, ring: int, number: int, cut: Edge) -> list[int]:
    """One edge of the ``ring``-th triangle, whose vertices lie straight below those of the edge it is cut by.

    Straight below ``p`` of an edge at the distance d of barycentric coordinates is p - d / 2.
    """
    points = cut.points()
    last = cut.segments
    inside = 2.0 / 3.0 * points[ring]
    numbers = []
    for place in range(ring, last - ring + 1):
        if last == 2 * ring:
            numbers.append(vertices.number("centre", 1 / 3, 1 / 3, 1 / 3))
            continue
        forth = points[last - place] - inside / 2.0
        back = 1.0 - forth - inside
        if place == ring:
            key: object = (ring, "corner", number)
        elif place == last - ring:
            key = (ring, "corner", (number + 1) % 3)
        else:
            key = (ring, number, place)
        u, v, w = ((inside, forth, back), (back, inside, forth), (forth, back, inside))[number]
        numbers.append(vertices.number(key, u, v, w))
    return numbers


# --- quads


def _quads(outer: Sequence[Edge], across: Edge, along: Edge) -> tuple[_Coordinates, list[Triangle]]:
    """Concentric rectangles: the edges u = 0 (v falls), v = 0 (u rises), u = 1 (v rises), v = 1 (u falls)."""
    if across.segments == 1 and along.segments == 1:
        square = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0)]
        return square, [(0, 1, 3), (1, 2, 3)]
    vertices = _Vertices()
    us, vs = across.points(), along.points()
    rings: list[_Ring] = [_outline(vertices, outer)]
    for ring in range(1, min(across.segments, along.segments) // 2 + 1):
        columns, rows = (range(ring, cut.segments - ring + 1) for cut in (across, along))

        def inside(column: int, row: int) -> int:
            return vertices.number((column, row), us[column], vs[row])

        rings.append(
            [
                [inside(columns[0], row) for row in reversed(rows)],
                [inside(column, rows[0]) for column in columns],
                [inside(columns[-1], row) for row in rows],
                [inside(column, rows[-1]) for column in reversed(columns)],
            ]
        )
    found = _stitched(rings, outer, (along, across, along, across))
    low, bottom, high, top = rings[-1]
    if across.segments > along.segments and along.odd:
        found += ladder(bottom, top[::-1])
    elif across.segments <= along.segments and across.odd:
        cells = len(low) - 1
        found += ladder(low, high[::-1], turned=cells // 2 if along.odd else -1)
    return vertices.coordinates, found


def _outline(vertices: _Vertices, outer: Sequence[Edge]) -> _Ring:
    found = []
    for number, cut in enumerate(outer):
        points = cut.points() if number in (1, 2) else cut.points()[::-1]
        row = []
        for place, at in enumerate(points):
            u, v = ((0.0, at), (at, 0.0), (1.0, at), (at, 1.0))[number]
            corner = place in (0, cut.segments)
            row.append(vertices.number(("corner", u, v) if corner else (number, place, "outer"), u, v))
        found.append(row)
    return found


def _stitched(rings: Sequence[_Ring], outer: Sequence[Edge], inner: Sequence[Edge]) -> list[Triangle]:
    """The triangles between each ring and the next."""
    found: list[Triangle] = []
    for ring, (around, within) in enumerate(pairwise(rings)):
        for number, (outside, inside) in enumerate(zip(around, within, strict=True)):
            if ring == 0:
                found += transition(outside, inside, outer[number], inner[number])
            else:
                found += trapezoid(outside, inside)
    return found
