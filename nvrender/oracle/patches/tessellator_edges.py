"""How the primitive generator cuts an edge into segments, and triangles between two rows of vertices.

ARB_tessellation_shader 2.X.2; docs/semantics.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

#: MAX_TESS_GEN_LEVEL.
MAX_LEVEL = 64
#: Levels of fractional spacings are kept in steps of this size (docs/semantics.md).
STEP = 2.0**-16
Row = Sequence[int]
Triangle = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of ``segments`` segments, whose ends are at 0 and 1.

    ``level`` is the clamped level, from which fractional spacings take the lengths; ``odd`` tells whether
    the edge's middle is the middle of a segment.
    """

    level: float
    segments: int

    @property
    def odd(self) -> bool:
        return self.segments % 2 == 1

    @property
    def half(self) -> int:
        """How many whole segments lie on one half."""
        return self.segments // 2

    def points(self) -> tuple[float, ...]:
        """Where the ``segments`` + 1 vertices are, in ascending order."""
        return _points(self.level, self.segments)


@lru_cache(maxsize=1 << 14)
def edge(level: float, spacing: str, *, above_one: bool = False) -> Edge:
    """The subdivision that ``level`` asks for; ``above_one`` makes a level of 1 one slightly above it.

    Edges that patches share are one object, by which their domains are found sooner.
    EQUAL rounds up to the next integer, FRACTIONAL_EVEN and FRACTIONAL_ODD to the next even and odd one. NaN
    is the least level.
    """
    odd, even = spacing == "FRACTIONAL_ODD", spacing == "FRACTIONAL_EVEN"
    least, most = (2.0 if even else 1.0), (MAX_LEVEL - 1.0 if odd else float(MAX_LEVEL))
    clamped = min(max(level, least), most) if level == level else least
    if spacing == "EQUAL":
        segments = math.ceil(clamped)
        segments = 2 if segments == 1 and above_one else segments
        return Edge(float(segments), segments)
    clamped = math.floor(clamped / STEP + 0.5) * STEP
    if odd:
        clamped = max(clamped, 1.0 + STEP) if above_one else clamped
        return Edge(clamped, 2 * math.ceil((clamped + 1.0) / 2.0) - 1)
    return Edge(clamped, 2 * math.ceil(clamped / 2.0))


@lru_cache(maxsize=1024)
def _points(level: float, segments: int) -> tuple[float, ...]:
    """Equal segments but for two shorter ones, which lie in the same place on both halves.

    On the way from n - 2 to n segments a vertex of each half parts from its neighbour, in the order of
    ``_split``, and all move evenly (docs/semantics.md).
    """
    odd = segments % 2
    fewer = segments if level == segments else segments - 2
    fraction = (level - fewer) / 2.0
    split = _split(fewer // 2, bool(odd))
    found = []
    for number in range((segments + 1) // 2):
        if fewer == segments:
            found.append(number / segments)
            continue
        before = number - (number > split)
        found.append((1.0 - fraction) * before / fewer + fraction * number / segments)
    middle = [] if odd else [0.5]
    return (*found, *middle, *(1.0 - place for place in reversed(found)))


def _split(half: int, odd: bool) -> int:
    """Which vertex of a half with ``half`` whole segments becomes two, counted from the edge's end."""
    if odd and half == 0:
        return 0
    return 2 * (half - (1 << (half.bit_length() - 1))) + 1


def rank(place: int) -> int:
    """When place 1 … 32 of half an edge is taken, as levels rise: halves first, then quarters, ….

    Place 1, beside the end, is the last.
    """
    if place == 1:
        return MAX_LEVEL // 2
    number = place - 1
    lowest = number & -number
    return (16 // lowest) + (number // lowest - 1) // 2


def transition(outer: Row, inner: Row, outer_edge: Edge, inner_edge: Edge) -> Iterator[Triangle]:
    """Between an outer edge and the ring inside it, whose levels differ.

    ``inner_edge`` is the whole edge of which the ring leaves the end segments out. Both rows are walked
    at once, in the order in which vertices appear where the level is highest.
    """
    walk = _Walk(outer, inner)
    outside, inside = outer_edge.half, inner_edge.half
    places = range(1, MAX_LEVEL // 2 + 1)
    if outside:
        yield walk.outward()
    for place in places:
        if rank(place) < inside:
            yield walk.inward()
        if rank(place) < outside:
            yield walk.outward()
    if inner_edge.odd:
        yield walk.inward()
    if outer_edge.odd:
        yield walk.outward(at_inner=True)
    for place in reversed(places):
        if rank(place) < outside:
            yield walk.outward()
        if rank(place) < inside:
            yield walk.inward()
    if outside:
        yield walk.outward()


def trapezoid(outer: Row, inner: Row) -> Iterator[Triangle]:
    """Between two rings, the outer row two vertices longer; diagonals are mirrored at the middle."""
    walk = _Walk(outer, inner)
    yield walk.outward()
    half = len(inner) // 2
    for number in range(len(inner) - 1):
        yield from (walk.falling() if number < half else walk.rising())
    yield walk.outward()


def ladder(outer: Row, inner: Row, *, turned: int = -1) -> Iterator[Triangle]:
    """Between two rows of one length; the diagonal of cell ``turned`` goes the other way."""
    walk = _Walk(outer, inner)
    for number in range(len(inner) - 1):
        yield from (walk.falling() if number == turned else walk.rising(at_inner=turned < 0))


class _Walk:
    """A place in each of two rows; every triangle goes one vertex further on one of them."""

    def __init__(self, outer: Row, inner: Row) -> None:
        self._outer, self._inner = outer, inner
        self._outside = self._inside = 0

    def outward(self, *, at_inner: bool = False) -> Triangle:
        """One vertex further on the outer row; the triangle begins there, or at the inner row."""
        self._outside += 1
        before, after = self._outer[self._outside - 1], self._outer[self._outside]
        inner = self._inner[self._inside]
        return (inner, before, after) if at_inner else (before, after, inner)

    def inward(self, *, at_outer: bool = False) -> Triangle:
        """One vertex further on the inner row; the triangle begins there, or at the outer row."""
        self._inside += 1
        before, after = self._inner[self._inside - 1], self._inner[self._inside]
        outer = self._outer[self._outside]
        return (outer, after, before) if at_outer else (before, outer, after)

    def rising(self, *, at_inner: bool = True) -> tuple[Triangle, Triangle]:
        """A cell whose diagonal begins at the inner row."""
        return self.outward(at_inner=at_inner), self.inward()

    def falling(self) -> tuple[Triangle, Triangle]:
        """A cell whose diagonal begins at the outer row."""
        return self.inward(at_outer=True), self.outward()
