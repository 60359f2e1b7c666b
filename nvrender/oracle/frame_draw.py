"""One draw on the oracle: vertex stage, geometry stage, primitives, fragment stage, frame."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.gl.state import State
from nvrender.gl.state_checks import validate
from nvrender.gl.textures import Texture
from nvrender.oracle import raster_window
from nvrender.oracle.conventional import RESULTS
from nvrender.oracle.fixed import FixedFunction, fixed_varyings
from nvrender.oracle.frame import Frame, Shade, operations_of
from nvrender.oracle.frame_geometry import emitted
from nvrender.oracle.frame_program import FragmentProgram, interpolation_rules, program_varyings
from nvrender.oracle.frame_vertices import handed_over, vertex_results
from nvrender.oracle.raster import IndexArray, Rules, Vertices
from nvrender.oracle.raster_assembly import assembled, numbers
from nvrender.oracle.raster_offset import moved
from nvrender.program import Program

_PRIMITIVES = {1: raster_window.points, 2: raster_window.lines, 3: raster_window.triangles}


def draw(
    frame: Frame,
    program: Program | None,
    attributes: Mapping[int, npt.NDArray[Any]],
    indices: npt.NDArray[Any] | None,
    primitive: str,
    parameters: Any,
    state: State,
    textures: Mapping[int, Texture],
    *,
    fragment: Program | None = None,
    fragment_parameters: Any = None,
    geometry: Program | None = None,
    geometry_parameters: Any = None,
    instances: int = 1,
) -> None:
    """Draw vertices into ``frame``, ``instances`` times, with a vertex ``program`` or without one.

    ``attributes`` by number, ``indices`` in the order drawn or None, ``primitive`` a mode of Begin;
    parameters as nvrender.run takes them. Without ``fragment`` program the fixed function colours fragments;
    without ``geometry`` program there is no such stage. ``textures`` by unit, for all stages. The state
    tracks nothing any more.

    Raises InputError for a primitive that the geometry program does not take, and what nvrender.run raises
    for parameters and textures.
    """
    validate(state)
    vertex = program, attributes, parameters
    between = None if geometry is None else (geometry, geometry_parameters)
    read = fixed_varyings(state) if fragment is None else program_varyings(fragment)
    drawn = _assembled(vertex, between, indices, primitive, state, textures, instances, read)
    flat, linear = interpolation_rules(fragment, state)
    rules = Rules(
        frame.size, frame.samples,
        depth_range=(_clamped(state.depth_range[0]), _clamped(state.depth_range[1])),
        cull_face=state.cull_face, front_face=state.front_face, point_size=state.point_size,
        line_width=state.line_width, flat=flat, linear=linear,
    )  # fmt: skip
    triangles = _PRIMITIVES[len(drawn.corners)](drawn.vertices, drawn.corners, rules)
    if state.polygon_offset.enabled and len(drawn.corners) == 3:
        triangles = moved(triangles, state.polygon_offset)
    points = len(drawn.corners) == 1
    state = _fragment_state(state, program, programmed=program is not None or geometry is not None)
    shade: Shade
    if fragment is None:
        shade = FixedFunction(state, triangles, textures, points=points)
    else:
        shade = FragmentProgram(
            fragment, fragment_parameters, state, triangles, textures,
            height=frame.size[1], outputs=len(frame.colors), ids=drawn.ids, points=points,
        )  # fmt: skip
    layer = None if drawn.layer is None else drawn.layer[triangles.owner]
    frame.draw(triangles, shade, operations_of(state), layer)


class _Drawn(NamedTuple):
    """Points, lines or triangles, ``corners`` (1 to 3, P) of ``vertices``; number and layer of each, (P,)."""

    vertices: Vertices
    corners: IndexArray
    ids: npt.NDArray[np.int32]
    layer: IndexArray | None = None


def _assembled(
    vertex: tuple[Program | None, Mapping[int, npt.NDArray[Any]], Any],
    between: tuple[Program, Any] | None,
    indices: npt.NDArray[Any] | None,
    primitive: str,
    state: State,
    textures: Mapping[int, Texture],
    instances: int,
    read: Container[str],
) -> _Drawn:
    """What there is to be rasterised of one draw, instance after instance, with the varyings ``read``."""
    program, attributes, parameters = vertex
    wanted = read if between is None else RESULTS
    values = vertex_results(program, attributes, parameters, state, textures, instances, wanted)
    count = len(values["HPOS"]) // instances
    order = np.arange(count) if indices is None else np.asarray(indices).reshape(-1).astype(np.intp)
    if between is not None:
        geometry, given = between
        made = emitted(geometry, values, order, primitive, given, state, textures, instances)
        return _Drawn(handed_over(made.values, state, read), made.corners, made.ids, made.layer)
    corners = assembled(primitive, order)
    ids = np.tile(numbers(primitive, corners.shape[1]), instances)
    if instances > 1:
        corners = np.concatenate([corners + count * number for number in range(instances)], axis=1)
    if program is None:
        state = state.with_(vertex_program_point_size=True)  # sizes are there where they are derived (3.3)
    return _Drawn(handed_over(values, state, read), corners, ids)


def _fragment_state(state: State, program: Program | None, *, programmed: bool) -> State:
    """With the sides and the colour sum that count after these stages.

    A program's two sides have an enable of their own (NV_vertex_program 2.14.1.4). The colours of the VP
    family's are always summed (3.9), those of others where COLOR_SUM is on (ARB_vertex_program 3.9).
    Without a program lighting decides (OpenGL 1.5, 2.14.1 and 3.9).
    """
    summed = state.lighting if program is None else program.profile.language is None
    if not programmed:
        state = state.with_(vertex_program_two_side=state.lighting and state.light_model.two_side)
    return state.with_(color_sum=summed or state.color_sum)


def _clamped(value: float) -> float:
    """OpenGL 1.5, 2.10.1: DepthRange clamps."""
    return min(max(value, 0.0), 1.0)
