"""The shaders of a pipeline's stages, translated to fit each other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from nvrender.glsl.declared.variables import RESULT_NAMES
from nvrender.glsl.io.fragment_tests import FIXED_NAMES
from nvrender.glsl.io.patch_inputs import CONTROL_OUTPUT, plain_name
from nvrender.glsl.io.patch_records import VERTICES, takes_patches
from nvrender.glsl.io.vertex import GEOMETRY_INPUT
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.readings import Reading, Sampler
from nvrender.glsl.translate import Translation, translate
from nvrender.glsl.varyings import Varying, Varyings
from nvrender.gpu.fixed.conventional import ConventionalStage, conventional_source
from nvrender.gpu.fixed.fragment_stage import FragmentStage, fragment_source
from nvrender.gpu.pipeline.program_stage import ProgramStage, geometry_stage, program_stage, uniform_names
from nvrender.gpu.pipeline.stage_textures import shared_samplers
from nvrender.gpu.resources.image_units import MemoryReadings
from nvrender.gpu.resources.readings import Readings
from nvrender.program import Program
from nvrender.program.long_attributes import SECOND
from nvrender.program.profile import Stage
from nvrender.source import TargetError

#: The vertex shader before a geometry shader that reads records.
POINT_OF_PATCH = """\
#version 330 core
void main() {
    gl_Position = vec4(0.0);  // a point for each patch
}
"""


class Programs(NamedTuple):
    """The programs of a pipeline; None is the conventional stage, of the stages between no stage."""

    vertex: Program | None
    geometry: Program | None
    fragment: Program | None
    control: Program | None = None
    evaluation: Program | None = None

    @property
    def given(self) -> tuple[Program, ...]:
        """The programs there are, in the order of their stages."""
        order = (self.vertex, self.control, self.evaluation, self.geometry, self.fragment)
        return tuple(program for program in order if program is not None)

    @property
    def last(self) -> Program | None:
        """The program of the last stage before rasterization; None if that is conventional."""
        return self.geometry or self.evaluation or self.vertex

    @property
    def takes_patches(self) -> bool:
        """True if patches reach the geometry program, which reads them as records."""
        return self.evaluation is None and self.geometry is not None and takes_patches(self.geometry)

    @property
    def stages(self) -> tuple[str, ...]:
        """What the shaders of a pipeline are, in order."""
        control = None if self.takes_patches else self.control
        between = (
            ("control", control), ("evaluation", self.evaluation), ("geometry", self.geometry),
        )  # fmt: skip
        return "vertex", *(name for name, program in between if program is not None), "fragment"


class VertexKey(NamedTuple):
    """What of the state decides the text of the vertex stage."""

    results: tuple[str, ...]
    flat_colors: bool
    clip_distances: bool
    #: The enabled planes, where the distances from them are those of eye coordinates.
    clip_planes: tuple[int, ...]
    conventional: ConventionalStage | None
    #: Texture units whose coordinates are a point's own.
    sprites: frozenset[int]
    #: What programs must know of the textures drawn with.
    readings: tuple[tuple[Stage, Readings], ...]
    #: The same of memory.
    memory: tuple[tuple[Stage, MemoryReadings], ...] = ()

    def reads(self, stage: Stage) -> dict[int, Reading]:
        """What the program of a stage must know of them, by unit."""
        return dict(dict(self.readings).get(stage, ()))

    def reaches(self, stage: Stage) -> MemoryReadings:
        """What the program of a stage must know of memory."""
        return dict(self.memory).get(stage, MemoryReadings())


@dataclass(frozen=True)
class StageTexts:
    """The shaders, as ``Programs.stages`` names them, and what programs became in them."""

    texts: tuple[str, ...]
    translations: tuple[tuple[Program, Translation], ...]
    #: The textures the programs read: image unit → sampler.
    samplers: dict[int, Sampler]


def stage_texts(
    programs: Programs, target: Target, numerics: str, key: VertexKey, stage: FragmentStage | ProgramStage
) -> StageTexts:
    """All shaders; each program's has names of its own beside the uniforms of the stages before it.

    ``stage`` is a ProgramStage where there is a fragment program. TargetError for what the target cannot
    express or stages do not hand on, InputError where they read one unit in two ways.
    """
    fragment, geometry = None, None
    linked = programs.given
    # Drivers number what an evaluation shader makes each in its way; programs count patches.
    tessellates = programs.evaluation is not None
    fragment_options: dict[str, Any] = {
        "readings": key.reads(Stage.FRAGMENT), "reaches": key.reaches(Stage.FRAGMENT),
        "linked": linked, "numbers_given": tessellates and programs.geometry is None,
    }  # fmt: skip
    if programs.fragment is not None:
        assert isinstance(stage, ProgramStage)
        fragment = program_stage(programs.fragment, stage, target, numerics, **fragment_options)
    varyings: Varyings | None = None if fragment is None else {row.name: row for row in fragment.varyings}
    options: dict[str, Any] = {
        "flat_colors": key.flat_colors, "clip_distances": key.clip_distances, "varyings": varyings,
        "sprites": key.sprites, "readings": key.reads(Stage.GEOMETRY),
        "reaches": key.reaches(Stage.GEOMETRY), "linked": linked, "numbers_given": tessellates,
    }  # fmt: skip
    if programs.geometry is not None:
        geometry = geometry_stage(programs.geometry, target, numerics, **options)
        plain = (row._replace(name=row.name.removeprefix(GEOMETRY_INPUT)) for row in geometry.varyings)
        varyings = {row.name: row for row in plain}
        if programs.takes_patches:
            varyings = {row.name: row for row in record_varyings(programs.vertex, records_read(geometry))}
    written = varyings
    between = tessellation_texts(programs, target, numerics, key, written)
    if programs.evaluation is not None:
        varyings = between.read
    feeds_geometry = programs.geometry is not None or programs.evaluation is not None
    source, vertex = vertex_text(programs, target, numerics, key, varyings, feeds_geometry=feeds_geometry)
    texts, stages = [POINT_OF_PATCH if programs.takes_patches else source], []
    if programs.vertex is not None and vertex is not None:
        stages.append((programs.vertex, vertex))
    between = tessellation_texts(programs, target, numerics, key, written, _names(stages))
    for program, translation in between.translations:
        stages.append((program, translation))
        texts.append(translation.source)
    if programs.geometry is not None:
        geometry = geometry_stage(
            programs.geometry, target, numerics, **options, taken=FIXED_NAMES | _names(stages)
        )
        stages.append((programs.geometry, geometry))
        texts.append(geometry.source)
    if programs.fragment is not None and isinstance(stage, ProgramStage):
        fragment = program_stage(
            programs.fragment, stage, target, numerics, **fragment_options, taken=_names(stages)
        )
        stages.append((programs.fragment, fragment))
        texts.append(fragment.source)
    if isinstance(stage, FragmentStage):
        texts.append(fragment_source(stage, target.version))
    return StageTexts(tuple(texts), tuple(stages), shared_samplers(stages))


def records_read(geometry: Translation) -> tuple[str, ...]:
    """The vertex stage's results, as GLSL calls them, that a geometry shader reads in records."""
    names = (row.mnemonic.removeprefix("vertex.") for row in geometry.attributes if row.name == VERTICES)
    return tuple(RESULT_NAMES[name] for name in names)


def record_varyings(vertex: Program | None, names: Iterable[str]) -> list[Varying]:
    """The outputs of a captured vertex stage besides the position; a declared-name program's as words."""
    typeless = vertex is not None and vertex.profile.declares_names
    found = []
    for name in names:
        kind = "u" if typeless and name != "PSIZ" else ""
        if name != "HPOS":
            found.append(Varying(name, "flat" if kind else "", kind))
    return found


def _names(stages: Iterable[tuple[Program, Translation]]) -> frozenset[str]:
    """The names of the uniforms of some stages."""
    return frozenset[str]().union(*(uniform_names(row) for _, row in stages))


class _Between(NamedTuple):
    """What tessellation programs became, and what they read of the vertex stage."""

    translations: tuple[tuple[Program, Translation], ...]
    read: Varyings


def tessellation_texts(
    programs: Programs,
    target: Target,
    numerics: str,
    key: VertexKey,
    varyings: Varyings | None,
    taken: frozenset[str] = frozenset(),
    *,
    captured: bool = False,
) -> _Between:
    """The tessellation shaders before what reads ``varyings``; ``taken`` are names of other stages' uniforms.

    What is ``captured`` leaves the evaluation shader as for a geometry shader.
    """
    evaluation, control = programs.evaluation, programs.control
    if evaluation is None:
        return _Between((), {})
    last = programs.geometry is None and not captured
    made = translate(
        evaluation,
        target,
        numerics=numerics,
        flat_colors=key.flat_colors and last,
        clip_distances=key.clip_distances and last,
        varyings=varyings,
        feeds_geometry=not last,
        sprites=key.sprites if last else frozenset(),
        readings=key.reads(Stage.TESSELLATION_EVALUATION),
        **key.reaches(Stage.TESSELLATION_EVALUATION).options,
        linked=programs.given,
        patch_results=None if control is None else frozenset(control.results),
        taken=FIXED_NAMES | taken,
    )
    read = {plain_name(row.name): row._replace(name=plain_name(row.name)) for row in made.varyings}
    if control is None:
        return _Between(((evaluation, made),), read)
    first = translate(
        control,
        target,
        numerics=numerics,
        varyings=read,
        readings=key.reads(Stage.TESSELLATION_CONTROL),
        **key.reaches(Stage.TESSELLATION_CONTROL).options,
        linked=programs.given,
        taken=FIXED_NAMES | taken | _names([(evaluation, made)]),
    )
    read = {plain_name(row.name): row._replace(name=plain_name(row.name)) for row in first.varyings}
    return _Between(((control, first), (evaluation, made)), read)


def vertex_text(
    programs: Programs,
    target: Target,
    numerics: str,
    key: VertexKey,
    varyings: Varyings | None,
    *,
    feeds_geometry: bool,
) -> tuple[str, Translation | None]:
    """The vertex shader before what reads ``varyings``, and what the program became in it.

    With ``feeds_geometry`` results go on as they are written, under the names a geometry shader reads.
    """
    planes = key.clip_planes
    if feeds_geometry:
        planes = tuple(plane for plane in planes if f"CLP{plane}" in (varyings or {}))
    if key.conventional is not None:
        text = conventional_source(
            key.conventional,
            key.results,
            target.version,
            flat_colors=key.flat_colors,
            clip_planes=planes,
            varyings=varyings,
            feeds_geometry=feeds_geometry,
            hands_over_points=bool(key.sprites) and not feeds_geometry,
        )
        return _fed(programs, text), None
    assert programs.vertex is not None
    # Without an enabled plane the distances are left out: Mesa 22 clips by them all the same.
    translation = translate(
        programs.vertex,
        target,
        interface="vertex",
        numerics=numerics,
        flat_colors=key.flat_colors,
        clip_distances=key.clip_distances and not feeds_geometry,
        clip_planes=planes,
        varyings=varyings,
        feeds_geometry=feeds_geometry,
        sprites=frozenset() if feeds_geometry else key.sprites,
        readings=key.reads(Stage.VERTEX),
        **key.reaches(Stage.VERTEX).options,
        linked=programs.given,
    )
    for attribute in translation.attributes:
        if attribute.location != attribute.index and attribute.index < SECOND:
            raise TargetError(f"meshes hold no {attribute.mnemonic} yet")
    return _fed(programs, translation.source), translation


def _fed(programs: Programs, text: str) -> str:
    """A vertex shader whose outputs have the names an evaluation shader reads before others of its own.

    Those a geometry shader reads, or that are captured, are the evaluation shader's.
    """
    if programs.evaluation is None or programs.control is not None:
        return text
    return re.sub(rf"(?m)^(#define \w+ ){GEOMETRY_INPUT}", rf"\1{CONTROL_OUTPUT}", text)
