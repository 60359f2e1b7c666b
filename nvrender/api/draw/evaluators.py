"""EvalCoord, EvalPoint and EvalMesh (OpenGL 1.5, 5.1; NV_vertex_program 5.1, ARB_vertex_program 5.1)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import floats, vector, whole
from nvrender.api.command import command, family
from nvrender.api.draw.commands import End
from nvrender.api.draw.stages import check_drawable
from nvrender.api.errors import check_enum
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.evaluators import EvaluatorState, Map
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.vertices import ImmediateState
from nvrender.api.state.evaluator_maps import ATTRIBUTES, CONVENTIONAL, enumerant, map_of
from nvrender.source import InputError

Array = npt.NDArray[np.float64]


def _basis(order: int, t: Array) -> Array:
    """(N, order): Bernstein's polynomials of degree order - 1 at ``t`` (N,)."""
    degree = order - 1
    columns = [comb(degree, i) * t**i * (1.0 - t) ** (degree - i) for i in range(order)]
    return np.stack(columns, axis=1)


def curve(points: Array, t: Array) -> Array:
    """(N, k): the curve of control points (order, k) at ``t`` (N,), which is from 0 to 1 between its ends."""
    return _basis(len(points), t) @ points


def surface(points: Array, s: Array, t: Array) -> Array:
    """(N, k): the surface of control points (s's order, t's order, k) at ``s`` and ``t`` (N,)."""
    along_s = np.einsum("ni,ijk->njk", _basis(points.shape[0], s), points)
    found: Array = np.einsum("nj,njk->nk", _basis(points.shape[1], t), along_s)
    return found


def derivatives(points: Array, s: Array, t: Array) -> tuple[Array, Array]:
    """The surface's partial derivatives by s and by t, (N, k) each."""
    nothing = np.zeros((len(s), points.shape[2]))
    rows, columns = points.shape[0] - 1, points.shape[1] - 1
    by_s = surface(rows * np.diff(points, axis=0), s, t) if rows else nothing
    by_t = surface(columns * np.diff(points, axis=1), s, t) if columns else nothing
    return by_s, by_t


_SECTION = "OpenGL 1.5, 5.1"
_NORMAL = 2
#: Vertices of one mesh there may be.
_MOST = 1 << 20


def _maps(evaluators: EvaluatorState, fixed: FixedState, dimension: int) -> dict[int, Map]:
    """Attribute → the enabled map it comes from; generic ones count with vertex programs, and then first."""
    rows = [(name, attribute) for name, (attribute, _) in CONVENTIONAL.items() if attribute is not None]
    if enums.VERTEX_PROGRAM_NV in fixed.enabled:
        rows += ATTRIBUTES.items()
    targets = [(enumerant(dimension, name), attribute) for name, attribute in rows]
    return {attribute: map_of(evaluators, target) for target, attribute in targets if target in fixed.enabled}


@np.errstate(all="ignore")
def _evaluated(evaluators: EvaluatorState, fixed: FixedState, *places: Array) -> dict[int, Array]:
    """Attribute → (N, 4) values at places (N,) of one or two dimensions; none without a map of vertices."""
    maps = _maps(evaluators, fixed, len(places))
    if 0 not in maps:
        return {}
    values = {}
    for attribute, held in maps.items():
        points = (curve if len(places) == 1 else surface)(held.points, *_inner(held, places))
        missing = np.array([0.0, 0.0, 0.0, 1.0])[points.shape[1] :]
        values[attribute] = np.hstack([points, np.tile(missing, (len(points), 1))])
    if len(places) == 2 and enums.AUTO_NORMAL in fixed.enabled:
        normals = _normals(maps[0], places)
        if enums.VERTEX_PROGRAM_NV not in fixed.enabled:
            length = np.linalg.norm(normals, axis=1, keepdims=True)
            normals = np.where(length > 0.0, normals / length, normals)
        values[_NORMAL] = np.hstack([normals, np.ones((len(normals), 1))])
    return values


def _inner(held: Map, places: tuple[Array, ...]) -> list[Array]:
    """Places from 0 to 1 between the ends of the domain."""
    ends = zip(places, held.domain[::2], held.domain[1::2], strict=True)
    return [(place - low) / (high - low) for place, low, high in ends]


def _normals(held: Map, places: tuple[Array, ...]) -> Array:
    """∂q/∂u × ∂q/∂v of the surface of vertices q, (N, 3); of four coordinates q is those over w."""
    u1, u2, v1, v2 = held.domain
    inner = _inner(held, places)
    by_u, by_v = derivatives(held.points, *inner)
    if held.points.shape[2] == 4:
        p = surface(held.points, *inner)
        by_u, by_v = ((d[:, :3] * p[:, 3:] - p[:, :3] * d[:, 3:]) / p[:, 3:] ** 2 for d in (by_u, by_v))
    return np.cross(by_u / (u2 - u1), by_v / (v2 - v1))


def _issue(immediate: ImmediateState, evaluators: EvaluatorState, fixed: FixedState, *places: Array) -> None:
    """Vertices of what the maps make of the places, the current values elsewhere, which stay as they are."""
    values = {number: array.tolist() for number, array in _evaluated(evaluators, fixed, *places).items()}
    if immediate.begun is None or not values:
        return
    for row in range(len(places[0])):
        vertex = list(immediate.current)
        for number, array in values.items():
            x, y, z, w = array[row]
            vertex[number] = x, y, z, w
        immediate.vertices.append(vertex[0])
        immediate.others.append(tuple(vertex[1:]))


def _coordinates(dimension: int) -> Any:
    def scalar(
        immediate: ImmediateState, evaluators: EvaluatorState, fixed: FixedState, *numbers: float
    ) -> None:
        if len(numbers) != dimension:
            raise InputError(f"{dimension} numbers are needed, not {len(numbers)}")
        places = (np.array([number]) for number in floats(numbers, "the coordinates"))
        _issue(immediate, evaluators, fixed, *places)

    def one(immediate: ImmediateState, evaluators: EvaluatorState, fixed: FixedState, v: Any) -> None:
        scalar(immediate, evaluators, fixed, *vector(v, dimension, "v"))

    return scalar, one


def _register() -> None:
    for dimension in (1, 2):
        scalar, one = _coordinates(dimension)
        for letter in "fd":
            what = "Make a vertex of the maps that are enabled."
            family(f"EvalCoord{dimension}{letter}", scalar, what, inside=True)
            family(f"EvalCoord{dimension}{letter}v", one, what, inside=True)


_register()


@command(inside=True)
def EvalPoint1(immediate: ImmediateState, evaluators: EvaluatorState, fixed: FixedState, p: int) -> None:
    """EvalCoord1 of a point of the grid."""
    _issue(immediate, evaluators, fixed, *_grid_places(evaluators, *_ranged(p, p)))


@command(inside=True)
def EvalPoint2(
    immediate: ImmediateState, evaluators: EvaluatorState, fixed: FixedState, p: int, q: int
) -> None:
    """EvalCoord2 of a point of the grid."""
    _issue(immediate, evaluators, fixed, *_grid_places(evaluators, *_ranged(p, p, q, q)))


def _grid_places(evaluators: EvaluatorState, *indices: Iterable[int]) -> list[Array]:
    grid = evaluators.grids[len(indices)]
    arrays = [np.fromiter(each, np.int64) for each in indices]
    return [grid.places(axis, array) for axis, array in enumerate(arrays)]


def _strip(gl: ContextState, mode: int, *indices: list[int]) -> None:
    """What Begin, EvalPoint of each and End draw."""
    check_drawable(gl, mode)
    gl.immediate.begin(mode)
    _issue(gl.immediate, gl.evaluators, gl.fixed, *_grid_places(gl.evaluators, *indices))
    End(gl)


def _ranged(*ends: Any) -> list[range]:
    """Ranges from each first to each last index, both in them."""
    numbers = [whole(end, "p, q") for end in ends]
    if not -(2**31) <= min(numbers) <= max(numbers) < 2**31:
        raise InputError(f"{numbers} are no points of a grid; they have 32 bits")
    found = [range(low, high + 1) for low, high in zip(numbers[::2], numbers[1::2], strict=True)]
    if (count := math.prod(map(len, found))) > _MOST:
        raise InputError(f"a mesh of {count} vertices; there are no more than {_MOST}")
    return found


@command()
def EvalMesh1(gl: ContextState, mode: int, p1: int, p2: int) -> None:
    """Draw the grid's points from ``p1`` to ``p2`` as points or a line."""
    modes = {enums.POINT: enums.POINTS, enums.LINE: enums.LINE_STRIP}
    check_enum("mode", mode, modes, "POINT and LINE", _SECTION)
    (points,) = _ranged(p1, p2)
    _strip(gl, modes[mode], list(points))


@command()
def EvalMesh2(gl: ContextState, mode: int, p1: int, p2: int, q1: int, q2: int) -> None:
    """Draw the grid's points from ``p1``, ``q1`` to ``p2``, ``q2`` as points, lines or quads."""
    check_enum("mode", mode, (enums.POINT, enums.LINE, enums.FILL), "POINT, LINE and FILL", _SECTION)
    across, up = _ranged(p1, p2, q1, q2)
    if mode == enums.POINT:
        _strip(gl, enums.POINTS, list(across) * len(up), [q for q in up for _ in across])
    elif mode == enums.FILL:
        for q in up[:-1]:
            pairs = [(p, row) for p in across for row in (q, q + 1)]
            _strip(gl, enums.QUAD_STRIP, [p for p, _ in pairs], [row for _, row in pairs])
    else:
        for q in up:
            _strip(gl, enums.LINE_STRIP, list(across), [q] * len(across))
        for p in across:
            _strip(gl, enums.LINE_STRIP, [p] * len(up), list(up))
