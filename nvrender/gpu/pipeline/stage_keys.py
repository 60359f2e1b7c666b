"""What of the state and of a draw decides the text of a pipeline's shaders."""

from __future__ import annotations

from typing import NamedTuple

from nvrender.gl.inputs.conventional import conventional_names
from nvrender.gl.state.second_colors import blends_seconds
from nvrender.gl.state.state import State
from nvrender.glsl.io.fragment.attributes import POINT_COORDINATE
from nvrender.glsl.io.fragment.sprites import POINT_UNIT
from nvrender.glsl.io.interface import CLIP_PLANES
from nvrender.glsl.link import DrawState
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.gpu.context.target import RIGHT, Wrong
from nvrender.gpu.fixed.conventional import conventional_stage
from nvrender.gpu.fixed.fragment_stage import FragmentStage, fragment_stage
from nvrender.gpu.pipeline.drawn import Drawn
from nvrender.gpu.pipeline.stage_texts import Programs, VertexKey
from nvrender.gpu.pipeline.stage_textures import StageTextureKeys
from nvrender.program import Program, RegisterFile


class StageKeys(NamedTuple):
    """What decides the text of the stages before rasterization, and of the fragment stage."""

    vertex: VertexKey
    fragment: FragmentStage | DrawState


def stage_keys(
    programs: Programs, state: State, drawn: Drawn, texture_keys: StageTextureKeys, wrong: Wrong = RIGHT
) -> StageKeys:
    """What the texts of the shaders are made from; ``wrong`` tells of the context."""
    last = programs.last
    results = conventional_names(state)
    if last is not None:
        results = tuple(RESULT_NAMES.get(name, name) for name in last.results)
    planes = _enabled_planes(state)
    measured = planes if _measures_eye_coordinates(programs) else ()
    clipping = not (measured and _clips_eye_coordinates(programs))
    clipping = clipping and any(f"CLP{plane}" in results for plane in planes)
    vertex = VertexKey(
        results,
        DrawState(state.flat_shading, clipping, measured, _sprites(programs, state, drawn)),
        conventional_stage(state) if programs.vertex is None else None,
        texture_keys.programs,
    )
    fragment = fragment_stage(
        state,
        results,
        vertex_program=last is not None,
        sums=_sums_colors(programs, state),
        points=drawn.points,
        texture_keys=texture_keys.of_units(state.texture_units),
        outputs=drawn.colors,
    )
    if programs.fragment is None:
        return StageKeys(vertex, fragment)
    programmed = DrawState(
        flat_colors=fragment.flat_colors,
        sprites=vertex.state.sprites,
        two_side=fragment.two_side,
        alpha_function=fragment.alpha_function,
        colors=drawn.colors,
        split=drawn.split,
        second_colors=blends_seconds(state.blend),
        weighted=wrong.weighted and not drawn.points,
        still=wrong.weighted and drawn.points,
        central=wrong.central,
    )
    return StageKeys(vertex, programmed)


def results_of(programs: Programs, state: State) -> tuple[str, ...]:
    """What the last stage before rasterization writes."""
    return conventional_names(state) if programs.last is None else programs.last.results


def written(programs: Programs, state: State) -> tuple[str, ...]:
    """The results under the names the fragment stage knows, with the clip distances that are set."""
    names = tuple(RESULT_NAMES.get(name, name) for name in results_of(programs, state))
    if not _clips_eye_coordinates(programs):
        return names
    return (*(name for name in names if name not in CLIP_PLANES),
            *(f"CLP{plane}" for plane in _enabled_planes(state)))  # fmt: skip


def _clips_eye_coordinates(programs: Programs) -> bool:
    """True for conventional user clipping; result.clip of a geometry program counts in place of it.

    NV_geometry_program4 2.X.3.5.
    """
    return programs.last is programs.vertex and _measures_eye_coordinates(programs)


def _measures_eye_coordinates(programs: Programs) -> bool:
    """True if the vertices' distances from clip planes are those of eye coordinates."""
    program = programs.vertex
    return program is None or (program.position_invariant and program.profile.declares_names)


def _sums_colors(programs: Programs, state: State) -> bool:
    """True after lighting (OpenGL 1.5, 3.9) and after programs of the VP family (NV_vertex_program 3.9).

    After others COLOR_SUM decides (ARB_vertex_program 3.9).
    """
    return state.lighting if programs.vertex is None else not programs.vertex.profile.declares_names


def _sprites(programs: Programs, state: State, drawn: Drawn) -> frozenset[int]:
    """Texture units of points with coordinates of their own; enables do not matter to a program."""
    units = enumerate(state.texture_units if drawn.points else ())
    programmed = programs.fragment is not None
    found = frozenset(unit for unit, row in units if row.coord_replace and (row.enabled or programmed))
    return found | ({POINT_UNIT} if drawn.points and reads_points(programs.fragment) else set())


def reads_points(fragment: Program | None) -> bool:
    """True if a fragment program asks where in its point a fragment lies."""
    return fragment is not None and POINT_COORDINATE in fragment.reads(RegisterFile.ATTRIBUTE)


def _enabled_planes(state: State) -> tuple[int, ...]:
    return tuple(plane for plane, enabled in enumerate(state.clip_planes) if enabled)
