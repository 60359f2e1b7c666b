"""The maps and grids of evaluators (OpenGL 1.5, 5.1 and 6.1.3; NV_vertex_program 5.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import flat, float32, floats, rounded, whole
from nvrender.api.command import family
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.evaluators import EvaluatorState, Grid, Map
from nvrender.api.objects.texture_units import TextureState
from nvrender.source import InputError

_SECTION = "OpenGL 1.5, 5.1"
_QUERY = "OpenGL 1.5, 6.1.3"

#: The highest order there may be.
ORDER = 30

#: What follows MAPn_ → the attribute it makes and its control point at first (OpenGL 1.5, table 5.1). Of
#: those of one attribute the later counts; colour indices make none.
CONVENTIONAL: dict[str, tuple[int | None, tuple[float, ...]]] = {
    "INDEX": (None, (1.0,)),
    "NORMAL": (2, (0.0, 0.0, 1.0)),
    "COLOR_4": (3, (1.0, 1.0, 1.0, 1.0)),
    "TEXTURE_COORD_1": (8, (0.0,)),
    "TEXTURE_COORD_2": (8, (0.0, 0.0)),
    "TEXTURE_COORD_3": (8, (0.0, 0.0, 0.0)),
    "TEXTURE_COORD_4": (8, (0.0, 0.0, 0.0, 1.0)),
    "VERTEX_3": (0, (0.0, 0.0, 0.0)),
    "VERTEX_4": (0, (0.0, 0.0, 0.0, 1.0)),
}
ATTRIBUTES = {f"VERTEX_ATTRIB{number}_4_NV": number for number in range(16)}
_FIRST = {name: point for name, (_, point) in CONVENTIONAL.items()} | dict.fromkeys(
    ATTRIBUTES, (0.0, 0.0, 0.0, 1.0)
)


def enumerant(dimension: int, name: str) -> int:
    """MAP1_… or MAP2_…."""
    value: int = getattr(enums, f"MAP{dimension}_{name}")
    return value


#: Enumerant → dimension and the map at first.
INITIAL: dict[int, tuple[int, Map]] = {
    enumerant(dimension, name): (
        dimension,
        Map(np.array(point).reshape(*[1] * dimension, -1), (0.0, 1.0) * dimension),
    )
    for dimension in (1, 2)
    for name, point in _FIRST.items()
}


def map_of(evaluators: EvaluatorState, target: int) -> Map:
    return evaluators.maps.get(target, INITIAL[target][1])


def _target(value: int, dimensions: tuple[int, ...], section: str) -> int:
    if value not in INITIAL or INITIAL[value][0] not in dimensions:
        known = " and ".join(f"MAP{dimension}_VERTEX_3 and its kin" for dimension in dimensions)
        raise invalid_enum("target", value, known, section)
    return value


@dataclass(frozen=True, slots=True)
class MapRequest:
    """A map as a command is given it, its axes in order; nothing of it is checked."""

    target: int
    ends: tuple[Any, ...]
    strides: tuple[Any, ...]
    orders: tuple[Any, ...]
    points: Any


def _define(evaluators: EvaluatorState, textures: TextureState, asked: MapRequest) -> None:
    """Errors of 5.1: the target, ends that are the same, orders and strides that are too small or large."""
    size = INITIAL[_target(asked.target, (len(asked.orders),), _SECTION)][1].points.shape[-1]
    domain = floats(asked.ends, "the ends")
    strides = [whole(each, "stride") for each in asked.strides]
    counts = [whole(each, "order") for each in asked.orders]
    if any(low == high for low, high in zip(domain[::2], domain[1::2], strict=True)):
        raise invalid_value(f"both ends are {domain[0]}; they must differ", _SECTION)
    if min(strides) < size:
        raise invalid_value(f"a stride is {min(strides)}; a point has {size} numbers", _SECTION)
    if not all(1 <= count <= ORDER for count in counts):
        raise invalid_value(f"orders are {counts}; they are from 1 to {ORDER}", _SECTION)
    if textures.active_texture:
        raise invalid_operation("the active texture unit is not TEXTURE0", _SECTION)
    evaluators.maps[asked.target] = Map(_taken(asked.points, size, strides, counts), domain)


def _taken(points: Any, size: int, strides: list[int], counts: list[int]) -> npt.NDArray[np.float64]:
    """The control points out of memory, (order, …, size), as the floats GL keeps."""
    numbers = flat(points, "points")
    needed = sum(stride * (count - 1) for stride, count in zip(strides, counts, strict=True)) + size
    if len(numbers) < needed:
        raise InputError(f"points has {len(numbers)} numbers; the map takes {needed}")
    place = np.arange(size)
    for stride, count in zip(reversed(strides), reversed(counts), strict=True):
        place = np.arange(count).reshape(-1, *[1] * place.ndim) * stride + place
    return float32(numbers[place]).astype(np.float64)


def _map1(
    evaluators: EvaluatorState, textures: TextureState, target: int, u1: float, u2: float, stride: int,
    order: int, points: Any,
) -> None:  # fmt: skip
    _define(evaluators, textures, MapRequest(target, (u1, u2), (stride,), (order,), points))


def _map2(
    evaluators: EvaluatorState, textures: TextureState, target: int, u1: float, u2: float, ustride: int,
    uorder: int, v1: float, v2: float, vstride: int, vorder: int, points: Any,
) -> None:  # fmt: skip
    ends, strides, orders = (u1, u2, v1, v2), (ustride, vstride), (uorder, vorder)
    _define(evaluators, textures, MapRequest(target, ends, strides, orders, points))


def _grid(evaluators: EvaluatorState, counts: tuple[Any, ...], ends: tuple[Any, ...]) -> None:
    segments = tuple(whole(count, "n") for count in counts)
    domain = floats(ends, "the ends")
    if min(segments) < 1:
        raise invalid_value(f"a grid has {min(segments)} segments; it takes 1 and more", _SECTION)
    evaluators.grids = evaluators.grids | {len(segments): Grid(segments, domain)}


def _grid1(evaluators: EvaluatorState, n: int, u1: float, u2: float) -> None:
    _grid(evaluators, (n,), (u1, u2))


def _grid2(evaluators: EvaluatorState, un: int, u1: float, u2: float, vn: int, v1: float, v2: float) -> None:
    _grid(evaluators, (un, vn), (u1, u2, v1, v2))


def _asked(evaluators: EvaluatorState, target: int, query: int) -> tuple[float, ...]:
    held = map_of(evaluators, _target(target, (1, 2), _QUERY))
    if query == enums.COEFF:
        return tuple(held.points.reshape(-1).tolist())
    if query == enums.ORDER:
        return held.points.shape[:-1]
    if query == enums.DOMAIN:
        return tuple(float32(held.domain).tolist())
    raise invalid_enum("query", query, "COEFF, ORDER and DOMAIN", _QUERY)


def _converted(convert: Callable[[float], Any]) -> Callable[..., tuple[Any, ...]]:
    def asked(evaluators: EvaluatorState, target: int, query: int) -> tuple[Any, ...]:
        return tuple(map(convert, _asked(evaluators, target, query)))

    return asked


def _register() -> None:
    for letter in "fd":
        family(f"Map1{letter}", _map1, "Define a curve by its control points.")
        family(f"Map2{letter}", _map2, "Define a surface by its control points.")
        family(f"MapGrid1{letter}", _grid1, "Divide a curve's domain into segments.")
        family(f"MapGrid2{letter}", _grid2, "Divide a surface's domain into segments.")
    what = "Control points, orders or ends of a map, a tuple."
    family("GetMapdv", _asked, what)
    family("GetMapfv", _converted(float), what)
    family("GetMapiv", _converted(rounded), what)


_register()


def _part(dimension: int, name: str) -> Callable[[ContextState], Any]:
    def value(gl: ContextState) -> Any:
        held = getattr(gl.evaluators.grids[dimension], name)
        return held[0] if len(held) == 1 else held

    return value


#: What GetFloatv and its kin know of them.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    enums.MAX_EVAL_ORDER: lambda gl: ORDER,
    enums.MAP1_GRID_DOMAIN: _part(1, "domain"),
    enums.MAP1_GRID_SEGMENTS: _part(1, "segments"),
    enums.MAP2_GRID_DOMAIN: _part(2, "domain"),
    enums.MAP2_GRID_SEGMENTS: _part(2, "segments"),
}
