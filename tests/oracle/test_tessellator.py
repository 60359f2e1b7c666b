"""The primitive generator by what ARB_tessellation_shader 2.X.2 promises of every mesh it makes."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from nvrender.gl.patches import generated
from nvrender.oracle.patches.tessellator import Domain, tessellate
from nvrender.oracle.patches.tessellator_edges import edge
from nvrender.program import Tessellation

SPACINGS = ("EQUAL", "FRACTIONAL_EVEN", "FRACTIONAL_ODD")
AREAS = {"TRIANGLES": 0.5, "QUADS": 1.0}
#: Mode → (edge's constant coordinate, its value), by outer level.
EDGES = {"TRIANGLES": [(0, 0), (1, 0), (2, 0)], "QUADS": [(0, 0), (1, 0), (0, 1), (1, 1)]}
LEVELS = [
    ((1, 1, 1, 1), (1, 1)), ((2, 1, 1, 1), (1, 1)), ((1, 1, 1, 3), (1, 1)), ((4, 4, 4, 4), (4, 4)),
    ((5, 3, 2, 7), (6, 3)), ((3, 9, 4, 1), (1, 7)), ((1, 1, 1, 1), (9, 2)), ((64, 64, 64, 64), (64, 64)),
    ((99, 1, 2, 3), (99, 1)), ((2.5, 3.25, 1.1, 7.75), (4.5, 6.125)), ((1, 1, 1, 1), (3, 3)),
    ((0.1, 0.5, 1.001, 2.999), (0.0, -4.0)), ((6, 6, 6, 6), (float("nan"), 5)),
    ((float("inf"), 2, 2, 2), (2, float("inf"))),
]  # fmt: skip


def areas(found: Domain) -> npt.NDArray[np.float64]:
    """The signed area of every triangle in (u, v)."""
    corners = found.coordinates[found.primitives][:, :, :2].astype(np.float64)
    one, two = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    return np.asarray((one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2.0)


@pytest.mark.parametrize("mode", AREAS)
@pytest.mark.parametrize("spacing", SPACINGS)
@pytest.mark.parametrize(("outer", "inner"), LEVELS)
def test_triangles_fill_the_domain_once(
    mode: str, spacing: str, outer: tuple[float, ...], inner: tuple[float, ...]
) -> None:
    found = tessellate(Tessellation(0, mode, spacing), outer, inner)
    signed = areas(found)
    assert signed.sum() == pytest.approx(AREAS[mode], abs=1e-5)
    assert signed.min() >= -1e-7  # counter-clockwise, and so none over another
    sides = Counter(
        tuple(sorted((int(row[place]), int(row[place - 1]))))
        for row in found.primitives
        for place in range(3)
    )
    assert set(sides.values()) <= {1, 2}
    outline = {number for pair, count in sides.items() if count == 1 for number in pair}
    on_edges = np.zeros(len(found.coordinates), bool)
    for coordinate, value in EDGES[mode]:
        on_edges |= found.coordinates[:, coordinate] == value
    assert outline == set(np.flatnonzero(on_edges).tolist())  # no gap within
    assert len(np.unique(found.primitives)) == len(found.coordinates)


@pytest.mark.parametrize("mode", AREAS)
@pytest.mark.parametrize("spacing", SPACINGS)
@pytest.mark.parametrize(("outer", "inner"), LEVELS)
def test_edges_are_cut_by_their_own_level(
    mode: str, spacing: str, outer: tuple[float, ...], inner: tuple[float, ...]
) -> None:
    found = tessellate(Tessellation(0, mode, spacing), outer, inner)
    for level, (coordinate, value) in zip(outer, EDGES[mode], strict=False):
        along = 1 - coordinate if mode == "QUADS" else (coordinate + 1) % 3
        on_edge = found.coordinates[found.coordinates[:, coordinate] == value]
        expected = np.array(edge(level, spacing).points(), np.float32)
        np.testing.assert_allclose(np.sort(on_edge[:, along]), expected, atol=1e-6)


@pytest.mark.parametrize(
    ("level", "counts"),
    [(0.25, (1, 2, 1)), (1.0, (1, 2, 1)), (1.5, (2, 2, 3)), (2.0, (2, 2, 3)), (3.0, (3, 4, 3)),
     (3.01, (4, 4, 5)), (63.0, (63, 64, 63)), (63.5, (64, 64, 63)), (64.0, (64, 64, 63)),
     (1e30, (64, 64, 63)), (float("nan"), (1, 2, 1))],
)  # fmt: skip
def test_levels_become_segments(level: float, counts: tuple[int, int, int]) -> None:
    assert tuple(edge(level, spacing).segments for spacing in SPACINGS) == counts


@pytest.mark.parametrize("spacing", SPACINGS[1:])
@pytest.mark.parametrize("level", [1.0, 1.25, 2.0, 2.75, 3.0, 5.5, 8.0, 13.125, 31.9, 62.001])
def test_fractional_edges_have_two_shorter_segments(spacing: str, level: float) -> None:
    """n - 2 segments of one length and two others of one length, as long only where the level is n."""
    cut = edge(level, spacing)
    points = np.array(cut.points())
    lengths = np.diff(points)
    np.testing.assert_allclose(lengths, lengths[::-1], atol=1e-12)
    assert lengths.min() >= 0.0
    longest = lengths.max()
    short = np.flatnonzero(lengths < longest - 1e-9)
    assert len(short) == (0 if cut.segments <= max(level, 1.0 + (spacing == SPACINGS[1])) else 2)
    assert np.ptp(lengths[short]) < 1e-9 if len(short) else True


def test_more_level_never_lengthens_the_short_segments_neighbours() -> None:
    """As the level falls from n to n - 2, the two short segments shrink to nothing."""
    shortest = [np.diff(edge(level, "FRACTIONAL_EVEN").points()).min() for level in np.linspace(6, 4.001, 9)]
    assert all(after < before for before, after in pairwise(shortest))
    assert shortest[-1] < 1e-3


@pytest.mark.parametrize(
    ("mode", "outer", "inner", "primitives", "vertices"),
    [("TRIANGLES", (1, 1, 1), (1,), 1, 3), ("TRIANGLES", (2, 1, 1), (1,), 4, 5),
     ("TRIANGLES", (1, 2, 1), (1,), 4, 5), ("QUADS", (1, 1, 1, 1), (1, 1), 2, 4),
     ("ISOLINES", (1, 2), (), 2, 3), ("ISOLINES", (4, 6), (), 24, 28), ("ISOLINES", (3.5, 1), (), 4, 8),
     ("TRIANGLES", (0, 1, 1), (5,), 0, 0), ("QUADS", (1, 1, 1, -1), (5, 5), 0, 0),
     ("QUADS", (1, float("nan"), 1, 1), (5, 5), 0, 0), ("ISOLINES", (1, 0, 0, 0), (), 0, 0),
     ("ISOLINES", (1, 1, 0, 0), (), 1, 2), ("TRIANGLES", (1, 1, 1, 0), (1,), 1, 3)],
)  # fmt: skip
def test_small_meshes(
    mode: str, outer: tuple[float, ...], inner: tuple[float, ...], primitives: int, vertices: int
) -> None:
    found = tessellate(Tessellation(0, mode), outer, inner)
    assert (len(found.primitives), len(found.coordinates)) == (primitives, vertices)
    points = tessellate(Tessellation(0, mode, points=True), outer, inner)
    np.testing.assert_array_equal(points.primitives, np.arange(vertices)[:, None])


def test_corners_of_one_triangle_and_two() -> None:
    one = tessellate(Tessellation(0, "TRIANGLES"), (1, 1, 1), (1,))
    assert {tuple(row) for row in one.coordinates.tolist()} == {(0, 0, 1), (0, 1, 0), (1, 0, 0)}
    two = tessellate(Tessellation(0, "QUADS"), (1, 1, 1, 1), (1, 1))
    assert {tuple(row) for row in two.coordinates.tolist()} == {(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)}


def test_isolines_lie_below_v_1_in_equal_distances() -> None:
    """outer[0] counts lines, whose spacing is EQUAL whatever TESS_SPACING says; outer[1] cuts them."""
    found = tessellate(Tessellation(0, "ISOLINES", "FRACTIONAL_EVEN"), (3, 3.5), ())
    np.testing.assert_allclose(np.unique(found.coordinates[:, 1]), [0, 1 / 3, 2 / 3], atol=1e-7)
    assert len(np.unique(found.coordinates[:, 0])) == 5
    ends = found.coordinates[found.primitives]
    assert (ends[:, 0, 1] == ends[:, 1, 1]).all()


@pytest.mark.parametrize("mode", AREAS)
def test_clockwise_is_the_other_way(mode: str) -> None:
    found = tessellate(Tessellation(0, mode, order="CW"), (4, 5, 2, 3), (3, 4))
    assert areas(found).max() <= 0.0


@pytest.mark.parametrize("mode", AREAS)
def test_points_are_the_vertices_of_the_triangles(mode: str) -> None:
    levels = (4.5, 5, 2.25, 3), (3.75, 4)
    triangles = tessellate(Tessellation(0, mode, "FRACTIONAL_ODD"), *levels)
    points = tessellate(Tessellation(0, mode, "FRACTIONAL_ODD", points=True), *levels)
    np.testing.assert_array_equal(points.coordinates, triangles.coordinates)
    assert generated(Tessellation(0, mode, points=True)) == "POINTS"
    assert len(np.unique(points.coordinates, axis=0)) == len(points.coordinates)


def test_barycentric_coordinates_sum_to_1() -> None:
    found = tessellate(Tessellation(0, "TRIANGLES", "FRACTIONAL_ODD"), (4.5, 9, 2), (6.5,))
    np.testing.assert_allclose(found.coordinates.sum(axis=1), 1.0, atol=1e-6)
