"""Evaluators (OpenGL 1.5, 5.1 and 6.1.3; NV_vertex_program 5.1, ARB_vertex_program 5.1)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

VP = enums.VERTEX_PROGRAM_NV
#: Target without MAPn_ → numbers of a point, attribute, and the map at first (table 5.1).
TARGETS = {
    "VERTEX_3": (3, 0, (0, 0, 0)), "VERTEX_4": (4, 0, (0, 0, 0, 1)), "INDEX": (1, None, (1,)),
    "COLOR_4": (4, 3, (1, 1, 1, 1)), "NORMAL": (3, 2, (0, 0, 1)), "TEXTURE_COORD_1": (1, 8, (0,)),
    "TEXTURE_COORD_2": (2, 8, (0, 0)), "TEXTURE_COORD_3": (3, 8, (0, 0, 0)),
    "TEXTURE_COORD_4": (4, 8, (0, 0, 0, 1)),
    **{f"VERTEX_ATTRIB{n}_4_NV": (4, n, (0, 0, 0, 1)) for n in range(16)},
}  # fmt: skip


def target(name: str, dimension: int = 1) -> int:
    value: int = getattr(enums, f"MAP{dimension}_{name}")
    return value


def define(
    gl: Context, name: str, points: Any, *, on: bool = True, ends: tuple[float, float] = (0, 1)
) -> int:
    """A curve of rows of points, enabled."""
    array = np.asarray(points, float)
    gl.Map1f(target(name), *ends, array.shape[1], array.shape[0], array)
    if on:
        gl.Enable(target(name))
    return target(name)


def define2(gl: Context, name: str, points: Any, ends: tuple[float, ...] = (0, 1, 0, 1)) -> int:
    """A surface of (u's order, v's order, k) points, enabled."""
    array = np.asarray(points, float)
    us, vs, size = array.shape
    gl.Map2d(target(name, 2), *ends[:2], size * vs, us, *ends[2:], size, vs, array)
    gl.Enable(target(name, 2))
    return target(name, 2)


def vertex(gl: Context, *place: float) -> dict[int, tuple[float, ...]] | None:
    """The attributes of the vertex that EvalCoord makes, None for none."""
    immediate = gl._state.immediate
    immediate.begin(enums.POINTS)
    getattr(gl, f"EvalCoord{len(place)}f")(*place)
    made = [(first, *rest) for first, rest in zip(immediate.vertices, immediate.others, strict=True)]
    immediate.begun, immediate.vertices, immediate.others = None, [], []
    assert gl.GetError() == enums.NO_ERROR
    return dict(enumerate(made[0])) if made else None


def made(gl: Context, *place: float) -> dict[int, tuple[float, ...]]:
    found = vertex(gl, *place)
    assert found is not None
    return found


@pytest.mark.parametrize("dimension", [1, 2])
@pytest.mark.parametrize("name", TARGETS)
def test_initial_maps(name: str, dimension: int) -> None:
    """Table 6.23 and 5.1; NV_vertex_program 5.1."""
    gl = context()
    which = target(name, dimension)
    assert gl.GetMapfv(which, enums.COEFF) == TARGETS[name][2]
    assert gl.GetMapiv(which, enums.ORDER) == (1,) * dimension
    assert gl.GetMapdv(which, enums.DOMAIN) == (0, 1) * dimension
    assert gl.IsEnabled(which) is False and gl.GetIntegerv(which) == 0


def test_initial_grids() -> None:
    """Table 6.23 and 6.29."""
    gl = context()
    assert gl.GetFloatv(enums.MAP1_GRID_DOMAIN) == (0, 1)
    assert gl.GetFloatv(enums.MAP2_GRID_DOMAIN) == (0, 1, 0, 1)
    assert gl.GetIntegerv(enums.MAP1_GRID_SEGMENTS) == 1
    assert gl.GetIntegerv(enums.MAP2_GRID_SEGMENTS) == (1, 1)
    assert gl.IsEnabled(enums.AUTO_NORMAL) is False and gl.GetIntegerv(enums.MAX_EVAL_ORDER) >= 8


def test_maps_are_taken_out_of_memory_by_strides() -> None:
    gl = context()
    memory = np.arange(100.0)
    gl.Map1d(target("VERTEX_3"), -1, 4, 5, 3, memory)
    memory[:] = 0
    assert gl.GetMapfv(target("VERTEX_3"), enums.COEFF) == (0, 1, 2, 5, 6, 7, 10, 11, 12)
    assert gl.GetMapiv(target("VERTEX_3"), enums.ORDER) == (3,)
    assert gl.GetMapfv(target("VERTEX_3"), enums.DOMAIN) == (-1, 4)
    gl.Map2f(target("TEXTURE_COORD_2", 2), 0, 1, 2, 2, 5, 6.5, 10, 3, list(range(30)))
    coefficients = gl.GetMapiv(target("TEXTURE_COORD_2", 2), enums.COEFF)
    assert coefficients == (0, 1, 10, 11, 20, 21, 2, 3, 12, 13, 22, 23)
    assert gl.GetMapiv(target("TEXTURE_COORD_2", 2), enums.ORDER) == (2, 3)
    assert gl.GetMapiv(target("TEXTURE_COORD_2", 2), enums.DOMAIN) == (0, 1, 5, 6)
    assert gl.GetMapdv(target("TEXTURE_COORD_2", 2), enums.DOMAIN) == (0, 1, 5, 6.5)


def test_curves() -> None:
    """5.1: Bernstein's polynomials between the ends of the domain, and beyond."""
    gl = context()
    define(gl, "VERTEX_3", [(0, 0, 0), (1, 2, 3), (2, 0, 0)], ends=(10, 12))
    assert made(gl, 10)[0] == (0, 0, 0, 1) and made(gl, 12)[0] == (2, 0, 0, 1)
    assert made(gl, 11)[0] == (1, 1, 1.5, 1)
    assert made(gl, 10.5)[0] == pytest.approx((0.5, 0.75, 1.125, 1))
    assert made(gl, 13)[0] == pytest.approx((3, -3, -4.5, 1))
    define(gl, "VERTEX_3", [(0, 0, 0), (3, 0, 0)], ends=(1, 0))
    assert made(gl, 1)[0][0] == 0 and made(gl, 0.25)[0][0] == 2.25
    define(gl, "VERTEX_3", [(7, 8, 9)])
    assert made(gl, 0.3)[0] == (7, 8, 9, 1)
    # x(t) of degree 7 whose points are in a row is t itself.
    define(gl, "VERTEX_3", [(i / 7, 0, 0) for i in range(8)])
    assert made(gl, 0.3)[0][0] == pytest.approx(0.3)


def test_a_circle() -> None:
    """A rational curve of order 3 is a quarter of one exactly."""
    gl = context()
    half = math.sqrt(0.5)
    define(gl, "VERTEX_4", [(1, 0, 0, 1), (half, half, 0, half), (0, 1, 0, 1)])
    for step in range(9):
        x, y, z, w = made(gl, step / 8)[0]
        assert math.hypot(x / w, y / w) == pytest.approx(1, abs=1e-6) and z == 0
    x, y, _, w = made(gl, 0.5)[0]
    assert x / w == pytest.approx(half) and y / w == pytest.approx(half)


def test_surfaces() -> None:
    gl = context()
    corners = [[(0, 0, 0), (0, 1, 5)], [(1, 0, 6), (1, 1, 7)]]
    define2(gl, "VERTEX_3", corners, ends=(2, 4, 0, 10))
    assert made(gl, 2, 0)[0] == (0, 0, 0, 1) and made(gl, 2, 10)[0] == (0, 1, 5, 1)
    assert made(gl, 4, 0)[0] == (1, 0, 6, 1) and made(gl, 4, 10)[0] == (1, 1, 7, 1)
    assert made(gl, 3, 2.5)[0] == pytest.approx((0.5, 0.25, 3.75, 1))


@pytest.mark.parametrize("name", [name for name, row in TARGETS.items() if row[1] is not None])
def test_each_map_is_its_attribute(name: str) -> None:
    """Table 5.1 and NV_vertex_program 5.1; the current values of all others come with it."""
    gl = context()
    size, attribute, _ = TARGETS[name]
    generic = "ATTRIB" in name
    gl.Enable(VP)
    for number in range(1, 16):
        gl.VertexAttrib4fNV(number, number, 0, 0, 0)
    before = [gl.GetVertexAttribfvNV(number, enums.CURRENT_ATTRIB_NV) for number in range(1, 16)]
    if attribute != 0:
        define(gl, "VERTEX_4", [(9, 9, 9, 9)])
    define(gl, name, [tuple(range(20, 20 + size))])
    found = made(gl, 0)
    expected = tuple(range(20, 20 + size)) + (0, 0, 0, 1)[size:]
    assert found[attribute or 0] == expected
    assert all(found[n] == before[n - 1] for n in range(1, 16) if n != attribute)
    after = [gl.GetVertexAttribfvNV(number, enums.CURRENT_ATTRIB_NV) for number in range(1, 16)]
    assert after == before
    gl.Disable(VP)
    if generic and attribute == 0:
        assert vertex(gl, 0) is None
    elif generic:
        assert made(gl, 0)[attribute or 0] == before[(attribute or 0) - 1]
    else:
        assert made(gl, 0)[attribute or 0] == expected


def test_of_maps_of_one_attribute_the_largest_counts() -> None:
    """5.1: of texture coordinates; of vertices alike. Generic maps come before all, with vertex programs."""
    gl = context()
    define(gl, "VERTEX_4", [(4, 4, 4, 4)])
    define(gl, "VERTEX_3", [(3, 3, 3)])
    for size in (3, 4, 1, 2):
        define(gl, f"TEXTURE_COORD_{size}", [(size,) * size])
    define(gl, "VERTEX_ATTRIB0_4_NV", [(5, 5, 5, 5)])
    define(gl, "VERTEX_ATTRIB8_4_NV", [(6, 6, 6, 6)])
    found = made(gl, 0)
    assert found[0] == (4, 4, 4, 4) and found[8] == (4, 4, 4, 4)
    gl.Enable(VP)
    found = made(gl, 0)
    assert found[0] == (5, 5, 5, 5) and found[8] == (6, 6, 6, 6)
    gl.Disable(enums.MAP1_VERTEX_ATTRIB8_4_NV)
    gl.Disable(enums.MAP1_TEXTURE_COORD_4)
    assert made(gl, 0)[8] == (3, 3, 3, 1)


def test_without_a_map_of_vertices_nothing_happens() -> None:
    gl = context()
    define(gl, "COLOR_4", [(1, 1, 1, 1)])
    define2(gl, "VERTEX_3", [[(0, 0, 0)]])
    gl.Enable(VP)
    assert vertex(gl, 0.5) is None
    gl.Disable(VP)
    define(gl, "VERTEX_ATTRIB0_4_NV", [(1, 1, 1, 1)])
    assert vertex(gl, 0.5) is None and vertex(gl, 0.5, 0.5) is not None
    gl.EvalCoord1f(0.5)  # outside of Begin and End
    assert gl.GetError() == enums.NO_ERROR


#: z = 2u + 3v over x = 4u, y = 5v.
PLANE = [[(0, 0, 0), (0, 5, 3)], [(4, 0, 2), (4, 5, 5)]]
CROSS = np.cross((4, 0, 2), (0, 5, 3))


def rational(points: Any, weights: Any) -> Any:
    return [
        [(*(np.array(p) * w), w) for p, w in zip(row, ws, strict=True)]
        for row, ws in zip(points, weights, strict=True)
    ]


@pytest.mark.parametrize("name", ["VERTEX_3", "VERTEX_4", "VERTEX_ATTRIB0_4_NV"])
def test_automatic_normals(name: str) -> None:
    """5.1; with vertex programs they are (mx, my, mz, 1), not normalised."""
    gl = context()
    points = PLANE if name == "VERTEX_3" else rational(PLANE, [[1, 1], [1, 1]])
    define2(gl, name, points)
    define2(gl, "NORMAL", [[(7, 8, 9)]])
    gl.Enable(VP)
    if "ATTRIB" not in name:
        gl.Disable(VP)
    assert made(gl, 0.25, 0.5)[2] == (7, 8, 9, 1)
    gl.Enable(enums.AUTO_NORMAL)
    if "ATTRIB" not in name:
        unit = CROSS / np.linalg.norm(CROSS)
        assert made(gl, 0.25, 0.5)[2] == pytest.approx((*unit, 1))
    gl.Enable(VP)
    define2(gl, "VERTEX_ATTRIB2_4_NV", [[(1, 2, 3, 4)]])
    assert made(gl, 0.25, 0.5)[2] == pytest.approx((*CROSS, 1))
    gl.Disable(enums.AUTO_NORMAL)
    assert made(gl, 0.25, 0.5)[2] == (1, 2, 3, 4)
    gl.Disable(enums.MAP2_VERTEX_ATTRIB2_4_NV)
    gl.Disable(enums.MAP2_NORMAL)
    gl.Normal3f(0, 1, 0)
    assert made(gl, 0.25, 0.5)[2] == (0, 1, 0, 1)


def test_normals_know_the_domain_and_w() -> None:
    """5.1: q is (x/w, y/w, z/w), and the derivatives are by u and v."""
    gl = context()
    gl.Enable(VP)
    gl.Enable(enums.AUTO_NORMAL)
    define2(gl, "VERTEX_3", PLANE, ends=(0, 2, 5, 1))
    assert made(gl, 1, 3)[2] == pytest.approx((*(CROSS / (2 * -4)), 1))
    gl.Disable(enums.MAP2_VERTEX_3)
    weights = [[1, 2], [1.5, 0.5]]
    define2(gl, "VERTEX_4", rational(PLANE, weights))

    def q(u: float, v: float) -> Any:
        x, y, z, w = made(gl, u, v)[0]
        return np.array((x, y, z)) / w

    step = 1e-5
    by_u = (q(0.3 + step, 0.6) - q(0.3 - step, 0.6)) / (2 * step)
    by_v = (q(0.3, 0.6 + step) - q(0.3, 0.6 - step)) / (2 * step)
    assert made(gl, 0.3, 0.6)[2][:3] == pytest.approx(np.cross(by_u, by_v), rel=1e-4)


def test_a_normal_of_no_length() -> None:
    """docs/semantics.md."""
    gl = context()
    gl.Enable(enums.AUTO_NORMAL)
    define2(gl, "VERTEX_3", [[(1, 2, 3)]])
    assert made(gl, 0.5, 0.5)[2] == (0, 0, 0, 1)


def drawn(gl: Context, monkeypatch: pytest.MonkeyPatch, call: Callable[[], Any]) -> list[tuple[str, Any]]:
    """Primitive and positions of each draw that ``call`` makes."""
    draws: list[tuple[str, Any]] = []

    def draw(drawing: Any) -> None:
        places = drawing.primitives.attributes[0][:, :2]
        draws.append((drawing.primitives.primitive, np.round(places, 6).tolist()))

    monkeypatch.setattr(gl._state.screen, "draw", draw)
    call()
    assert gl.GetError() == enums.NO_ERROR
    return draws


def test_meshes_of_curves(monkeypatch: pytest.MonkeyPatch) -> None:
    """5.1: EvalMesh1 is Begin, EvalCoord1 of each point and End."""
    gl = context()
    define(gl, "VERTEX_3", [(0, 0, 0), (1, 2, 0)])
    gl.MapGrid1f(4, 0.5, 1)
    points = [[0.5, 1], [0.625, 1.25], [0.75, 1.5], [0.875, 1.75], [1, 2]]
    for mode, primitive in ((enums.LINE, "LINE_STRIP"), (enums.POINT, "POINTS")):
        assert drawn(gl, monkeypatch, lambda mode=mode: gl.EvalMesh1(mode, 0, 4)) == [(primitive, points)]  # type: ignore[misc]
    assert drawn(gl, monkeypatch, lambda: gl.EvalMesh1(enums.LINE, 2, 3)) == [("LINE_STRIP", points[2:4])]
    assert drawn(gl, monkeypatch, lambda: gl.EvalMesh1(enums.LINE, 3, 2)) == []
    assert drawn(gl, monkeypatch, lambda: gl.EvalMesh1(enums.LINE, -1, 0)) == [
        ("LINE_STRIP", [[0.375, 0.75], points[0]])
    ]

    def points_by_hand() -> None:
        gl.Begin(enums.POINTS)
        gl.EvalPoint1(1)
        gl.EvalPoint1(4)
        gl.End()

    assert drawn(gl, monkeypatch, points_by_hand) == [("POINTS", [points[1], points[4]])]


def test_meshes_of_surfaces(monkeypatch: pytest.MonkeyPatch) -> None:
    gl = context()
    define2(gl, "VERTEX_3", [[(0, 0, 0), (0, 1, 0)], [(1, 0, 0), (1, 1, 0)]])
    gl.MapGrid2d(2, 0, 2, 4, 0, 4)

    def mesh(mode: int) -> list[tuple[str, Any]]:
        return drawn(gl, monkeypatch, lambda: gl.EvalMesh2(mode, 0, 2, 1, 3))

    assert mesh(enums.POINT) == [("POINTS", [[x, y] for y in (1, 2, 3) for x in (0, 1, 2)])]
    assert mesh(enums.FILL) == [
        ("QUAD_STRIP", [[x, y] for x in (0, 1, 2) for y in (low, low + 1)]) for low in (1, 2)
    ]
    assert mesh(enums.LINE) == [("LINE_STRIP", [[x, y] for x in (0, 1, 2)]) for y in (1, 2, 3)] + [
        ("LINE_STRIP", [[x, y] for y in (1, 2, 3)]) for x in (0, 1, 2)
    ]

    def points_by_hand() -> None:
        gl.Begin(enums.POINTS)
        gl.EvalPoint2(1, 3)
        gl.EvalCoord2dv((0.5, 0.25))
        gl.End()

    assert drawn(gl, monkeypatch, points_by_hand) == [("POINTS", [[1, 3], [0.5, 0.25]])]


def test_the_ends_of_grids_are_exact() -> None:
    """5.1: the first and the last point are u1 and u2, whatever the sum of the steps is."""
    gl = context()
    gl.MapGrid1d(10, 0.1, 0.7)
    places = gl._state.evaluators.grids[1].places(0, np.arange(11))
    assert places[0] == 0.1 and places[-1] == 0.7


ERRORS: list[tuple[str, Callable[[Context], Any]]] = [
    ("INVALID_ENUM", lambda gl: gl.Map1f(target("VERTEX_3", 2), 0, 1, 3, 1, [0, 0, 0])),
    ("INVALID_ENUM", lambda gl: gl.Map2f(target("VERTEX_3"), 0, 1, 3, 1, 0, 1, 3, 1, [0, 0, 0])),
    ("INVALID_ENUM", lambda gl: gl.Map1f(enums.LIGHTING, 0, 0, 0, 0, [])),
    ("INVALID_VALUE", lambda gl: gl.Map1f(target("VERTEX_3"), 1, 1, 3, 1, [0, 0, 0])),
    ("INVALID_VALUE", lambda gl: gl.Map2f(target("INDEX", 2), 1, 1, 3, 1, 0, 1, 1, 1, [0, 0, 0])),
    ("INVALID_VALUE", lambda gl: gl.Map2f(target("INDEX", 2), 0, 1, 3, 1, 2, 2, 1, 1, [0, 0, 0])),
    ("INVALID_VALUE", lambda gl: gl.Map1f(target("VERTEX_3"), 0, 1, 2, 1, [0, 0, 0])),
    ("INVALID_VALUE", lambda gl: gl.Map2f(target("VERTEX_3", 2), 0, 1, 3, 1, 0, 1, 2, 1, [0, 0, 0])),
    ("INVALID_VALUE", lambda gl: gl.Map1f(target("VERTEX_ATTRIB3_4_NV"), 0, 1, 3, 1, [0, 0, 0])),
    ("INVALID_VALUE", lambda gl: gl.Map1f(target("VERTEX_3"), 0, 1, 3, 0, [0, 0, 0])),
    ("INVALID_VALUE", lambda gl: gl.Map1f(target("VERTEX_3"), 0, 1, 3, 31, [0] * 93)),
    ("INVALID_VALUE", lambda gl: gl.Map2f(target("INDEX", 2), 0, 1, 1, 31, 0, 1, 1, 1, [0] * 93)),
    ("INVALID_VALUE", lambda gl: gl.Map2f(target("INDEX", 2), 0, 1, 1, 1, 0, 1, 1, 31, [0] * 93)),
    (
        "INVALID_OPERATION",
        lambda gl: (gl.ActiveTexture(enums.TEXTURE1), gl.Map1f(target("INDEX"), 0, 1, 1, 1, [0])),
    ),
    ("INVALID_VALUE", lambda gl: gl.MapGrid1f(0, 0, 1)),
    ("INVALID_VALUE", lambda gl: gl.MapGrid2f(0, 0, 1, 1, 0, 1)),
    ("INVALID_VALUE", lambda gl: gl.MapGrid2d(1, 0, 1, -1, 0, 1)),
    ("INVALID_ENUM", lambda gl: gl.EvalMesh1(enums.FILL, 0, 1)),
    ("INVALID_ENUM", lambda gl: gl.EvalMesh2(enums.QUADS, 0, 1, 0, 1)),
    ("INVALID_ENUM", lambda gl: gl.GetMapfv(enums.LIGHTING, enums.COEFF)),
    ("INVALID_ENUM", lambda gl: gl.GetMapiv(target("INDEX"), enums.AMBIENT)),
    ("INVALID_OPERATION", lambda gl: (gl.Enable(VP), gl.EvalMesh1(enums.LINE, 0, 1))),
    ("INVALID_OPERATION", lambda gl: (gl.Enable(VP), gl.EvalMesh2(enums.FILL, 0, 1, 0, 1))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.EvalMesh1(enums.LINE, 0, 1))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.MapGrid1f(1, 0, 1))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.Map1f(target("INDEX"), 0, 1, 1, 1, [0]))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.GetMapfv(target("INDEX"), enums.COEFF))),
    ("", lambda gl: (gl.Begin(enums.POINTS), gl.EvalPoint1(0), gl.EvalCoord2f(0, 0), gl.End())),
]


@pytest.mark.parametrize(("error", "call"), ERRORS)
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    """5.1, 6.1.3 and 2.6.3."""
    assert error_of(call) == error


def test_errors_change_nothing() -> None:
    gl = context()
    gl.Map1f(target("VERTEX_3"), 0, 1, 3, 40, [0] * 120)
    gl.MapGrid1f(0, 5, 6)
    assert gl.GetMapiv(target("VERTEX_3"), enums.ORDER) == (1,)
    assert gl.GetFloatv(enums.MAP1_GRID_DOMAIN) == (0, 1)


@pytest.mark.parametrize(
    "call",
    [
        lambda gl: gl.Map1f(target("VERTEX_3"), 0, 1, 3, 2, [0] * 5),
        lambda gl: gl.Map1f(target("VERTEX_3"), 0, 1, 3, 2, [[0, 0, 0], [0]]),
        lambda gl: gl.Map1f(target("VERTEX_3"), "a", 1, 3, 1, [0] * 3),
        lambda gl: gl.Map1f(target("VERTEX_3"), 0, 1, 3.5, 1, [0] * 3),
        lambda gl: gl.Map1f(target("VERTEX_3"), 0, 1, 2**70, 2, [0] * 3),
        lambda gl: gl.Map1f(target("VERTEX_3"), 0, 1, 3, 1, None),
        lambda gl: gl.EvalCoord1f("a"),
        lambda gl: gl.EvalCoord2f(1),
        lambda gl: gl.EvalCoord2fv((1,)),
        lambda gl: gl.EvalPoint1(2**70),
        lambda gl: gl.EvalMesh1(enums.POINT, 0, 2**30),
        lambda gl: gl.EvalMesh2(enums.POINT, 0, 2**16, 0, 2**16),
        lambda gl: gl.EvalMesh1(enums.POINT, 0.5, 2),
    ],
)
def test_what_no_program_in_c_could_pass(call: Callable[[Context], Any]) -> None:
    gl = context()
    define(gl, "VERTEX_3", [(0, 0, 0)])
    with pytest.raises(InputError):
        call(gl)
    assert gl.GetError() == enums.NO_ERROR and gl._state.immediate.begun is None


def test_numbers_that_are_none() -> None:
    gl = context()
    define(gl, "VERTEX_4", [(math.nan, math.inf, 1e308, 0), (1, 2, 3, 0)])
    define2(gl, "VERTEX_4", [[(math.nan, math.inf, 1e308, 0), (1, 2, 3, 0)]])
    gl.Enable(enums.AUTO_NORMAL)
    for place in (math.nan, math.inf, 1e308):
        made(gl, place)
        made(gl, place, place)
