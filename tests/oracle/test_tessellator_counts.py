"""The primitive generator against counts and places worked out from ARB_tessellation_shader 2.X.2 alone.

Rings are counted by formula, their vertices constructed with compass and ruler: where perpendiculars on the
edges of an equilateral triangle, from the places that cut them, meet.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
from batches import every

from nvrender.oracle.patches.tessellator import tessellate
from nvrender.program import Tessellation

_Points = npt.NDArray[np.float64]
SPACINGS = ("EQUAL", "FRACTIONAL_EVEN", "FRACTIONAL_ODD")
#: Corners with u, v and w of 1.
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, math.sqrt(0.75)]])
#: The ends of the edges u = 0, v = 0 and w = 0.
ENDS = ((1, 2), (2, 0), (0, 1))


def cuts(level: float, spacing: str, *, more_than_one: bool = False) -> int:
    """The segments of an edge; ``more_than_one`` takes a clamped level of 1 for 1 + ε."""
    least, most = {"EQUAL": (1, 64), "FRACTIONAL_EVEN": (2, 64), "FRACTIONAL_ODD": (1, 63)}[spacing]
    clamped = least if level < least else most if level > most else level
    count = next(number for number in range(1, 65) if number >= clamped)
    if more_than_one and clamped == 1:
        count = 2
    if spacing != "EQUAL":
        count += count % 2 != (spacing == "FRACTIONAL_ODD")
    return count


def random_levels(seed: int) -> tuple[list[float], list[float]]:
    random = np.random.default_rng(seed)
    most = (3, 8, 20, 70)[seed % 4]
    levels = random.integers(1, most, 6).astype(float)
    fractions = random.uniform(0, 1, 6) * (random.random(6) < 0.4)
    levels = np.where(random.random(6) < 0.25, 1.0, levels - fractions)
    return levels[:4].tolist(), levels[4:].tolist()


@pytest.mark.parametrize("spacing", SPACINGS)
@every("seed", range(40))
def test_triangles_are_as_many_as_rings_make(spacing: str, seed: int) -> None:
    """Between two rings a triangle for every segment of either; of triangles each ring loses two segments."""
    outer, inner = random_levels(seed)
    outside = [cuts(level, spacing) for level in outer[:3]]
    within = cuts(inner[0], spacing)
    if within == 1 == max(outside):
        vertices, triangles = 3, 1
    else:
        within = cuts(inner[0], spacing, more_than_one=True)
        vertices, triangles, ring = sum(outside), sum(outside), within - 2
        while ring > 0:
            vertices += 3 * ring
            triangles += 2 * 3 * ring
            ring -= 2
        vertices += ring == 0
        # A last ring of three segments borders on the ring around it, and is one triangle itself.
        triangles -= 2 if within % 2 else 0
    found = tessellate(Tessellation(0, "TRIANGLES", spacing), outer, inner)
    assert (len(found.coordinates), len(found.primitives)) == (vertices, triangles)
    points = tessellate(Tessellation(0, "TRIANGLES", spacing, points=True), outer, inner)
    assert len(points.primitives) == vertices


@pytest.mark.parametrize("spacing", SPACINGS)
@every("seed", range(40))
def test_quads_are_as_many_as_cells_make(spacing: str, seed: int) -> None:
    """A ring around a grid of cells, of which each is two triangles."""
    outer, inner = random_levels(seed)
    outside = [cuts(level, spacing) for level in outer]
    across, along = (cuts(level, spacing) for level in inner)
    if across == 1 == along == max(outside):
        vertices, triangles = 4, 2
    else:
        across, along = (cuts(level, spacing, more_than_one=True) for level in inner)
        columns, rows = across - 2, along - 2
        vertices = sum(outside) + (columns + 1) * (rows + 1)
        triangles = sum(outside) + 2 * (columns + rows) + 2 * columns * rows
    found = tessellate(Tessellation(0, "QUADS", spacing), outer, inner)
    assert (len(found.coordinates), len(found.primitives)) == (vertices, triangles)


@pytest.mark.parametrize("spacing", SPACINGS)
@pytest.mark.parametrize("seed", range(20))
def test_isolines_are_as_many_as_levels_say(spacing: str, seed: int) -> None:
    """The first level counts lines with equal spacing, whatever the program's is; the second cuts them."""
    outer, inner = random_levels(seed)
    lines, segments = cuts(outer[0], "EQUAL"), cuts(outer[1], spacing)
    found = tessellate(Tessellation(0, "ISOLINES", spacing), outer, inner)
    assert len(found.primitives) == lines * segments
    assert len(found.coordinates) == lines * (segments + 1)
    heights = [number / lines for number in range(lines)]
    assert sorted({*found.coordinates[:, 1].tolist()}) == pytest.approx(heights, abs=1e-7)
    assert (found.coordinates[:, 2] == 0).all()


def crossing(one: _Points, way: _Points, two: _Points, other: _Points) -> _Points:
    """Where the line from ``one`` along ``way`` meets that from ``two`` along ``other``."""
    along = np.linalg.solve(np.array([way, -other]).T, two - one)[0]
    return np.asarray(one + along * way)


def rings(cut: list[float]) -> list[_Points]:
    """The vertices inside an equilateral triangle whose edges are cut at ``cut``, the ends included.

    Corners of the first inner triangle are where perpendiculars from the places next to a corner meet; the
    other places are carried straight in. Then the same within.
    """
    found: list[_Points] = []
    edges = [[CORNERS[a] + at * (CORNERS[b] - CORNERS[a]) for at in cut] for a, b in ENDS]
    inward = [CORNERS[number] - (CORNERS[a] + CORNERS[b]) / 2 for number, (a, b) in enumerate(ENDS)]
    while len(edges[0]) > 2:
        if len(edges[0]) == 3:
            found.append(crossing(edges[0][1], inward[0], edges[1][1], inward[1]))
            break
        # At a corner one edge ends and the next begins.
        sides = [((number + 1) % 3, (number + 2) % 3) for number in range(3)]
        corners = [crossing(edges[one][-2], inward[one], edges[two][1], inward[two]) for one, two in sides]
        edges = [
            [
                crossing(place, inward[number], corners[a], corners[b] - corners[a])
                for place in edges[number][1:-1]
            ]
            for number, (a, b) in enumerate(ENDS)
        ]
        found += [place for edge in edges for place in edge]
    return found


def flat(coordinates: npt.NDArray[np.float32]) -> _Points:
    """Where barycentric coordinates are in the equilateral triangle."""
    return coordinates.astype(np.float64) @ CORNERS


def nearest(places: _Points, others: _Points) -> float:
    return float(np.linalg.norm(places[:, None] - others[None], axis=2).min(axis=1).max())


@pytest.mark.parametrize(
    ("spacing", "level"),
    [("EQUAL", 2), ("EQUAL", 3), ("EQUAL", 4.5), ("EQUAL", 8), ("EQUAL", 13),
     ("FRACTIONAL_EVEN", 2.5), ("FRACTIONAL_EVEN", 6), ("FRACTIONAL_EVEN", 9.25),
     ("FRACTIONAL_ODD", 1.75), ("FRACTIONAL_ODD", 7), ("FRACTIONAL_ODD", 10.125)],
)  # fmt: skip
def test_inner_triangles_lie_straight_below_the_cuts_of_the_edges(spacing: str, level: float) -> None:
    """With one level for all, the temporary cuts of the edges are those the edges keep."""
    found = tessellate(Tessellation(0, "TRIANGLES", spacing), (level,) * 4, (level,) * 2)
    on_edge = found.coordinates[found.coordinates[:, 0] == 0]
    cut = sorted(on_edge[:, 2].astype(float).tolist())
    assert len(cut) == cuts(level, spacing) + 1
    if spacing == "EQUAL":
        assert cut == pytest.approx([number / (len(cut) - 1) for number in range(len(cut))], abs=1e-7)
    inside = flat(found.coordinates[(found.coordinates > 0).all(axis=1)])
    expected = np.array(rings(cut))
    assert nearest(inside, expected) < 1e-6 and nearest(expected, inside) < 1e-6
    assert found.coordinates.sum(axis=1) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize(("across", "along"), [(2, 2), (3, 2), (2, 5), (4, 3), (5, 7), (1, 4), (6, 1)])
def test_cells_of_quads_are_equal(across: int, along: int) -> None:
    """inner[0] cuts along u, inner[1] along v; the outer levels only the edges u = 0, v = 0, u = 1, v = 1."""
    outer = (3, 4, 5, 6)
    found = tessellate(Tessellation(0, "QUADS"), outer, (across, along)).coordinates[:, :2]
    across, along = max(across, 2), max(along, 2)  # 1 + ε
    edges = {(0.0, number / 3) for number in range(4)} | {(number / 4, 0.0) for number in range(5)}
    edges |= {(1.0, number / 5) for number in range(6)} | {(number / 6, 1.0) for number in range(7)}
    grid = {(u / across, v / along) for u in range(1, across) for v in range(1, along)}
    expected = np.array(sorted(edges | grid))
    assert len(found) == len(expected)
    places = found.astype(np.float64)
    assert nearest(places, expected) < 1e-7 and nearest(expected, places) < 1e-7


@pytest.mark.parametrize("spacing", SPACINGS)
@pytest.mark.parametrize("mode", ["TRIANGLES", "QUADS"])
@pytest.mark.parametrize("level", [1, 2.5, 4, 7.75])
def test_edges_of_one_level_are_cut_alike_whatever_surrounds_them(
    spacing: str, mode: str, level: float
) -> None:
    """So that patches meet without cracks: neither other levels nor the edge's place nor its way count."""
    others = [(1.0, 1.0), (3.0, 6.5), (17.0, 2.0)]
    seen = []
    for edge in range(3 if mode == "TRIANGLES" else 4):
        for other, within in others:
            outer = [other] * 4
            outer[edge] = level
            found = tessellate(Tessellation(0, mode, spacing), outer, (within, other)).coordinates
            constant, value, along = {
                "TRIANGLES": [(0, 0, 1), (1, 0, 2), (2, 0, 0)],
                "QUADS": [(0, 0, 1), (1, 0, 0), (0, 1, 1), (1, 1, 0)],
            }[mode][edge]
            cut = np.sort(found[found[:, constant] == value][:, along].astype(np.float64))
            seen += [cut, np.sort(1.0 - cut)]
    for cut in seen:
        np.testing.assert_allclose(cut, seen[0], atol=1e-7)
