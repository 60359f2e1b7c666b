"""The shaders of a pipeline's stages, translated to fit each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from nvrender.glsl.io.geometry.patch_records import VERTICES, takes_patches
from nvrender.glsl.io.tessellation.inputs import CONTROL_OUTPUT, plain_name
from nvrender.glsl.io.vertices import GEOMETRY_INPUT
from nvrender.glsl.link import Bindings, DrawState, Link
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.glsl.translation import Resources, Translation
from nvrender.glsl.varyings import Varying, Varyings, of_kind
from nvrender.gpu.fixed.conventional import ConventionalStage, conventional_source
from nvrender.gpu.fixed.fragment_stage import FragmentStage, fragment_source
from nvrender.gpu.pipeline.linked import StageText, stage_text
from nvrender.gpu.pipeline.stage_textures import shared_samplers
from nvrender.gpu.resources.bindings import UNBOUND
from nvrender.gpu.translations import translated
from nvrender.languages.arb.generation5_bindings import item
from nvrender.program import Program
from nvrender.program.long_attributes import SECOND
from nvrender.program.profile import Stage
from nvrender.source import TargetError

#: The vertex shader before a geometry shader that reads records.
POINT_OF_PATCH = StageText(
    "vertex",
    """\
#version 330 core
void main() {
    gl_Position = vec4(0.0);  // a point for each patch
}
""",
    Resources(),
)


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


class VertexKey(NamedTuple):
    """What of the state decides the text of the stages before rasterization."""

    results: tuple[str, ...]
    #: Clip planes are those whose distances are of eye coordinates.
    state: DrawState
    conventional: ConventionalStage | None
    #: What programs must know of the textures and the memory drawn with.
    bound: tuple[tuple[Stage, Bindings], ...]

    def bindings(self, stage: Stage) -> Bindings:
        """What the program of a stage must know of them."""
        return dict(self.bound).get(stage, UNBOUND)


@dataclass(frozen=True)
class StageTexts:
    """The shaders in order, and what programs became in them."""

    texts: tuple[StageText, ...]
    translations: tuple[tuple[Program, Translation], ...]
    #: The textures the programs read: image unit → sampler.
    samplers: dict[int, Sampler]


@lru_cache(maxsize=64)  # the draws of a scene make pipelines of the same programs
def stage_texts(
    programs: Programs, target: Target, numerics: str, key: VertexKey, stage: FragmentStage | DrawState
) -> StageTexts:
    """All shaders; each program's has image variables of its own beside those of the stages before it.

    ``stage`` is a DrawState where there is a fragment program. TargetError for what the target cannot
    express or stages do not hand on, InputError where they read one unit in two ways.
    """
    fragment: Translation | None = None
    geometry: Translation | None = None
    fragment_link = _fragment_link(programs, key, stage)
    if programs.fragment is not None:
        fragment = translated(programs.fragment, target, numerics=numerics, link=fragment_link)
    varyings: Varyings | None = None if fragment is None else {row.name: row for row in fragment.varyings}
    geometry_link = _geometry_link(programs, key, varyings)
    if programs.geometry is not None:
        geometry = translated(programs.geometry, target, numerics=numerics, link=geometry_link)
        plain = (row._replace(name=plain_name(row.name)) for row in geometry.varyings)
        varyings = {row.name: row for row in plain}
        if programs.takes_patches:
            varyings = {row.name: row for row in record_varyings(programs.vertex, records_read(geometry))}
    written = varyings
    between = tessellation_texts(programs, target, numerics, key, written)
    if programs.evaluation is not None:
        varyings = between.read
    feeds_geometry = programs.geometry is not None or programs.evaluation is not None
    first, vertex = vertex_text(programs, target, numerics, key, varyings, feeds_geometry=feeds_geometry)
    texts, stages = [POINT_OF_PATCH if programs.takes_patches else first], []
    if programs.vertex is not None and vertex is not None:
        stages.append((programs.vertex, vertex))
    if taken := image_names(stages):
        between = tessellation_texts(programs, target, numerics, key, written, taken)
    stages += between.translations
    texts += between.texts
    for program, made, link in (
        (programs.geometry, geometry, geometry_link),
        (programs.fragment, fragment, fragment_link),
    ):
        if program is not None and made is not None:
            if made.images and (taken := image_names(stages)):
                made = translated(program, target, numerics=numerics, link=replace(link, taken=taken))
            stages.append((program, made))
            texts.append(stage_text(made.interface, made))
    if isinstance(stage, FragmentStage):
        texts.append(conventional_fragment(stage, target))
    return StageTexts(tuple(texts), tuple(stages), shared_samplers(stages))


# quirks.PATCH_NUMBERS; programs count patches.


def _fragment_link(programs: Programs, key: VertexKey, stage: FragmentStage | DrawState) -> Link:
    return Link(
        programs=programs.given,
        numbers_given=programs.evaluation is not None and programs.geometry is None,
        state=stage if isinstance(stage, DrawState) else DrawState(),
        bound=key.bindings(Stage.FRAGMENT),
    )


def _geometry_link(programs: Programs, key: VertexKey, varyings: Varyings | None) -> Link:
    return Link(
        handed_on(varyings),
        programs=programs.given,
        streams=False,
        numbers_given=programs.evaluation is not None,
        state=replace(key.state, clip_planes=()),
        bound=key.bindings(Stage.GEOMETRY),
    )


def handed_on(varyings: Varyings | None) -> tuple[Varying, ...] | None:
    """What the next stage reads, as a Link has it."""
    return None if varyings is None else tuple(varyings.values())


def records_read(geometry: Translation) -> tuple[str, ...]:
    """The vertex stage's results, as GLSL calls them, that a geometry shader reads in records."""
    names = (item(row.mnemonic) for row in geometry.attributes if row.name == VERTICES)
    return tuple(RESULT_NAMES[name] for name in names)


def record_varyings(vertex: Program | None, names: Iterable[str]) -> list[Varying]:
    """The outputs of a captured vertex stage besides the position; a declared-name program's as words."""
    typeless = vertex is not None and vertex.profile.declares_names
    found = []
    for name in names:
        kind = "u" if typeless and name != "PSIZ" else ""
        if name != "HPOS":
            found.append(of_kind(name, kind))
    return found


def image_names(stages: Iterable[tuple[Program, Translation]]) -> frozenset[str]:
    """The names of the image variables of some stages."""
    return frozenset(image.name for _, row in stages for image in row.images)


def conventional_fragment(stage: FragmentStage, target: Target) -> StageText:
    """The fragment shader where there is no program."""
    return StageText("fragment", fragment_source(stage, target), stage.resources)


class _Between(NamedTuple):
    """What tessellation programs became, and what they read of the vertex stage."""

    translations: tuple[tuple[Program, Translation], ...]
    read: Varyings

    @property
    def texts(self) -> list[StageText]:
        return [stage_text(row.interface, row) for _, row in self.translations]


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
    """The tessellation shaders before what reads ``varyings``; ``taken`` are other stages' image variables.

    What is ``captured`` leaves the evaluation shader as for a geometry shader.
    """
    evaluation, control = programs.evaluation, programs.control
    if evaluation is None:
        return _Between((), {})
    last = programs.geometry is None and not captured
    link = Link(
        handed_on(varyings),
        taken,
        programs.given,
        patch_results=None if control is None else frozenset(control.results),
        output_prefix="" if last else GEOMETRY_INPUT,
        state=replace(key.state, clip_planes=()) if last else DrawState(clip_distances=False),
        bound=key.bindings(Stage.TESSELLATION_EVALUATION),
    )
    made = translated(evaluation, target, numerics=numerics, link=link)
    read = {plain_name(row.name): row._replace(name=plain_name(row.name)) for row in made.varyings}
    if control is None:
        return _Between(((evaluation, made),), read)
    link = Link(
        handed_on(read),
        taken | image_names([(evaluation, made)]),
        programs.given,
        bound=key.bindings(Stage.TESSELLATION_CONTROL),
    )
    first = translated(control, target, numerics=numerics, link=link)
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
) -> tuple[StageText, Translation | None]:
    """The vertex shader before what reads ``varyings``, and what the program became in it.

    With ``feeds_geometry`` results go on as they are written, under the names a geometry shader reads.
    """
    state, planes = key.state, key.state.clip_planes
    if feeds_geometry:
        planes = tuple(plane for plane in planes if f"CLP{plane}" in (varyings or {}))
        state = replace(state, clip_distances=False, sprites=frozenset())
    # What an evaluation shader reads without a control shader is named before others of its own.
    prefix = (
        CONTROL_OUTPUT if programs.evaluation is not None and programs.control is None else GEOMETRY_INPUT
    )
    # Without an enabled plane the distances are left out (quirks.CLIP_DISTANCES).
    link = Link(
        handed_on(varyings),
        programs=programs.given,
        output_prefix=prefix if feeds_geometry else "",
        state=replace(state, clip_planes=planes),
        bound=key.bindings(Stage.VERTEX),
    )
    if key.conventional is not None:
        source, resources = conventional_source(key.conventional, key.results, target, link)
        return StageText("vertex", source, resources), None
    assert programs.vertex is not None
    translation = translated(programs.vertex, target, numerics=numerics, link=link)
    for attribute in translation.attributes:
        if attribute.location != attribute.index and attribute.index < SECOND:
            raise TargetError(f"meshes hold no {attribute.mnemonic} yet")
    return stage_text("vertex", translation), translation
