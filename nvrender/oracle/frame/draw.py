"""One draw on the oracle: vertex stage, geometry stage, primitives, fragment stage, frame."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.primitives import Assembly, check_mode
from nvrender.gl.inputs.results import Results
from nvrender.gl.patches import INITIAL, Patch, check_chain, check_patch
from nvrender.gl.state.checks import validate
from nvrender.gl.state.second_colors import check_second_colors
from nvrender.gl.state.state import Box, State
from nvrender.gl.textures.texture import Texture, Textures
from nvrender.languages.arb.geometry_bindings import PATCHES
from nvrender.oracle.fixed.conventional import RESULTS
from nvrender.oracle.fixed.fragment_stage import FixedFunction, fixed_varyings
from nvrender.oracle.frame.blend import operations_of
from nvrender.oracle.frame.fragments import Shade
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.frame.geometry import assembled_for, geometry_results, rasterised
from nvrender.oracle.frame.patches import (
    ControlStage,
    TessellationStages,
    patches_of,
    tessellated,
)
from nvrender.oracle.frame.program import FragmentProgram, Watch, interpolation_rules, program_varyings
from nvrender.oracle.frame.vertices import ORACLE, Engine, Environment, handed_over, vertex_results
from nvrender.oracle.geometry.runs import execute_patches
from nvrender.oracle.memory.spaces import Held
from nvrender.oracle.raster import window as raster_window
from nvrender.oracle.raster.assembly import corners_of, numbers, order_of
from nvrender.oracle.raster.triangles import Float32Array, IndexArray, Rules, Triangles, Vertices, moved
from nvrender.program import Program


@dataclass(frozen=True)
class Stages:
    """The programs of a draw, with parameters as nvrender.run takes them.

    Without ``vertex`` and ``fragment`` program the fixed function stands there; without ``geometry`` program
    there is no such stage. ``tess_evaluation`` takes patches, those of ``tess_control`` where there is one.
    ``engine`` runs the programs before the fragment program.
    """

    vertex: Program | None = None
    parameters: Any = None
    geometry: Program | None = None
    geometry_parameters: Any = None
    fragment: Program | None = None
    fragment_parameters: Any = None
    tess_control: Program | None = None
    tess_control_parameters: Any = None
    tess_evaluation: Program | None = None
    tess_evaluation_parameters: Any = None
    #: What the programs reach besides.
    memory: Held | None = None
    engine: Engine = ORACLE

    @property
    def programs(self) -> tuple[Program, ...]:
        """Those there are, in the order they run."""
        rows = self.vertex, self.tess_control, self.tess_evaluation, self.geometry, self.fragment
        return tuple(program for program in rows if program is not None)

    def environment(self, state: State, textures: Textures) -> Environment:
        """What the programs have, each besides its parameters."""
        return Environment(state, textures, self.memory, self.engine)

    @property
    def tessellation(self) -> TessellationStages | None:
        """The stages between vertices and primitives, None where there are none."""
        if self.tess_evaluation is None:
            return None
        return TessellationStages(
            self.tess_control, self.tess_control_parameters,
            self.tess_evaluation, self.tess_evaluation_parameters,
        )  # fmt: skip

    @property
    def takes_patches(self) -> bool:
        """True if patches reach the geometry program."""
        program = None if self.tess_evaluation is not None else self.geometry
        return program is not None and program.geometry is not None and program.geometry.input == PATCHES


@dataclass(frozen=True)
class Primitives:
    """What is drawn, ``instances`` times: ``primitive`` a mode of Begin, (N, 1…4) attributes by number.

    ``indices`` are vertices in the order drawn, None for all of them once. Of PATCHES ``patch`` says how many
    vertices they have.
    """

    primitive: str
    attributes: Mapping[int, npt.NDArray[Any]]
    indices: npt.NDArray[Any] | None = None
    instances: int = 1
    patch: Patch = INITIAL


def draw(
    frame: Frame,
    stages: Stages,
    primitives: Primitives,
    state: State,
    textures: Mapping[int, Texture],
    watch: Watch | None = None,
) -> None:
    """Draw ``primitives`` into ``frame``, with ``textures`` by unit, for all stages.

    ``watch`` is told of the fragments that a program is run for. The state tracks nothing any more.
    InputError for a primitive that the geometry program does not take, and what nvrender.run raises for
    parameters and textures.
    """
    filled = to_fill(frame, stages, primitives, state, textures)
    if filled is None:
        return
    state, triangles, points = filled.state, filled.triangles, filled.points
    fragment = stages.fragment
    shade: Shade
    if fragment is None:
        shade = FixedFunction(state, triangles, textures, points=points)
    else:
        shade = FragmentProgram(
            fragment, stages.fragment_parameters, stages.environment(state, textures), triangles,
            height=frame.size[1], outputs=len(frame.colors), ids=filled.ids, points=points, watch=watch,
        )  # fmt: skip
    operations = operations_of(state, filled.within, early=shade.needs.early)
    frame.draw(triangles, shade, operations, filled.layer)


class Filled(NamedTuple):
    """What is to be filled.

    ``ids`` (P,) are of the assembled primitives, ``layer`` (T,) of the triangles, None for layer 0.
    ``points`` tells that they are points, ``within`` what fragments lie in besides the frame. ``state`` has
    the sides and the colour sum that count for fragments.
    """

    triangles: Triangles
    ids: npt.NDArray[np.int32]
    layer: IndexArray | None
    points: bool
    within: Box | None
    state: State


def to_fill(
    frame: Frame, stages: Stages, primitives: Primitives, state: State, textures: Mapping[int, Texture]
) -> Filled | None:
    """What the stages before rasterisation make of a draw; None where nothing is drawn."""
    validate(state)
    if state.viewport is not None and not (state.viewport[2] and state.viewport[3]):
        return None  # docs/semantics.md
    fragment = stages.fragment
    check_second_colors(state, fragment, len(frame.colors))
    read = fixed_varyings(state) if fragment is None else program_varyings(fragment)
    drawn = _assembled(stages, primitives, state, textures, read)
    flat, linear = interpolation_rules(fragment, state)
    rules = Rules(
        frame.size, frame.samples,
        depth_range=(_clamped(state.depth_range[0]), _clamped(state.depth_range[1])),
        cull_face=state.cull_face, front_face=state.front_face, point_size=state.point_size,
        line_width=state.line_width, flat=flat, linear=linear, viewport=state.viewport,
    )  # fmt: skip
    made = {1: raster_window.points, 2: raster_window.lines, 3: stages.engine.triangles}[len(drawn.corners)]
    triangles: Triangles = made(drawn.vertices, drawn.corners, rules)
    if state.polygon_offset.enabled and len(drawn.corners) == 3:
        triangles = moved(triangles, state.polygon_offset)
    layer = None if drawn.layer is None else drawn.layer[triangles.owner]
    # Polygons end at the viewport's sides; points and lines are cut before they have a width (2.11).
    polygons = len(drawn.corners) == 3 and not rules.fills_frame
    return Filled(
        triangles, drawn.ids, layer, len(drawn.corners) == 1, state.viewport if polygons else None,
        _fragment_state(state, stages),
    )  # fmt: skip


class _Drawn(NamedTuple):
    """Points, lines or triangles, ``corners`` (1 to 3, P) of ``vertices``; number and layer of each, (P,)."""

    vertices: Vertices
    corners: IndexArray
    ids: npt.NDArray[np.int32]
    layer: IndexArray | None = None


def _assembled(
    stages: Stages, given: Primitives, state: State, textures: Mapping[int, Texture], read: Container[str]
) -> _Drawn:
    """What there is to be rasterised of one draw, instance after instance, with the varyings ``read``."""
    program, primitive, instances = stages.vertex, given.primitive, given.instances
    check_chain(primitive, stages.tess_control, stages.tess_evaluation, stages.geometry)
    last = stages.geometry is None and stages.tess_evaluation is None
    wanted = read if last else RESULTS
    environment = stages.environment(state, textures)
    values = vertex_results(
        program, stages.parameters, environment, given.attributes, instances, wanted, given.indices
    )
    count = len(values["HPOS"]) // instances
    order = order_of(given.indices, count)
    tessellation = stages.tessellation
    if tessellation is not None:
        check_patch(given.patch)
        found = tessellated(tessellation, values, order, given.patch, instances, environment)
        if stages.geometry is None:
            corners = np.ascontiguousarray(found.primitives.vertices.T)
            return _Drawn(handed_over(found.values, state, read), corners, found.primitives.ids)
        made = rasterised(primitive_results(stages, found.values, found.primitives, environment))
        return _Drawn(handed_over(made.values, state, read), made.corners, made.ids, made.layer)
    if stages.takes_patches:
        made = rasterised(patch_results(stages, given, values, order, environment))
        return _Drawn(handed_over(made.values, state, read), made.corners, made.ids, made.layer)
    if stages.geometry is not None:
        assembly = assembled_for(stages.geometry, primitive, order, count, instances)
        made = rasterised(primitive_results(stages, values, assembly, environment))
        return _Drawn(handed_over(made.values, state, read), made.corners, made.ids, made.layer)
    corners = corners_of(primitive, given.indices, order)
    ids = numbers(primitive, corners.shape[1])
    if instances > 1:
        ids = np.tile(ids, instances)
        corners = np.concatenate([corners + count * number for number in range(instances)], axis=1)
    if program is None:
        state = state.with_(vertex_program_point_size=True)  # sizes are there where they are derived (3.3)
    return _Drawn(handed_over(values, state, read), corners, ids)


def primitive_results(
    stages: Stages,
    values: Mapping[str, Float32Array],
    assembly: Assembly,
    environment: Environment,
) -> Results:
    """What a geometry program emits for the primitives of ``assembly``, of vertices with ``values``."""
    program = stages.geometry
    assert program is not None
    around = environment.resources(program, stages.geometry_parameters)
    return geometry_results(program, values, assembly, around, environment.engine)


def patch_results(
    stages: Stages,
    given: Primitives,
    values: Mapping[str, Float32Array],
    order: IndexArray,
    environment: Environment,
) -> Results:
    """What a geometry program emits of the patches that vertices with ``values``, or a control program, make.

    NV_gpu_program5 2.14.6.1.
    """
    program = stages.geometry
    assert program is not None and program.geometry is not None
    check_mode(program.geometry.input, given.primitive)
    check_patch(given.patch)
    control = ControlStage(stages.tess_control, stages.tess_control_parameters)
    patches = patches_of(control, program, values, order, given.patch, given.instances, environment)
    around = environment.resources(program, stages.geometry_parameters)
    return execute_patches(program, patches, around)


def _fragment_state(state: State, stages: Stages) -> State:
    """With the sides and the colour sum that count after these stages.

    A program's two sides have an enable of their own (NV_vertex_program 2.14.1.4). The colours of the VP
    family's are always summed (3.9), those of others where COLOR_SUM is on (ARB_vertex_program 3.9).
    Without a program lighting decides (OpenGL 1.5, 2.14.1 and 3.9).
    """
    program = stages.vertex
    summed = state.lighting if program is None else not program.profile.declares_names
    if program is None and stages.geometry is None and stages.tess_evaluation is None:
        state = state.with_(vertex_program_two_side=state.lighting and state.light_model.two_side)
    return state.with_(color_sum=summed or state.color_sum)


def _clamped(value: float) -> float:
    """OpenGL 1.5, 2.10.1: DepthRange clamps."""
    return min(max(value, 0.0), 1.0)
