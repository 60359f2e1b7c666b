"""Triangles between two rows of vertices, the outer and the inner one (docs/semantics.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nvrender.oracle.patches.tessellator_edges import MAX_LEVEL, Edge, rank

Row = Sequence[int]
Triangle = tuple[int, int, int]


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
