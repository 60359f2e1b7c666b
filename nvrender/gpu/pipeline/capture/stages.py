"""What the stages before rasterization produce, captured by transform feedback (NV_transform_feedback)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.emitted import emitted_results
from nvrender.gl.inputs.primitives import OWN, POLYGONS, assemble
from nvrender.gl.inputs.results import Emitted, Float32Array, Results
from nvrender.glsl.declared.variables import RESULT_NAMES
from nvrender.glsl.io.fragment import FIXED_NAMES
from nvrender.glsl.io.geometry import EMITTED_PLACE, place_components
from nvrender.glsl.io.vertex import GEOMETRY_INPUT
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.readings import Sampler
from nvrender.glsl.translate import Translation, translate
from nvrender.gpu.arrays.compiled import Pass
from nvrender.gpu.arrays.geometry.emitted import emitted_words, most_emitted, result_groups, stride
from nvrender.gpu.arrays.vertices import CAPTURED_PER_PASS
from nvrender.gpu.pipeline.linked import Linked, link
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.gpu.pipeline.program_stage import uniform_names
from nvrender.gpu.pipeline.stage_texts import (
    POINT_OF_PATCH,
    Programs,
    VertexKey,
    record_varyings,
    tessellation_texts,
    vertex_text,
)
from nvrender.gpu.pipeline.stage_textures import shared_samplers
from nvrender.memory import check_memory
from nvrender.program import Program
from nvrender.program.profile import Stage

#: Corners of what is captured → how they make primitives.
STRIPS = {1: "POINTS", 2: "LINE_STRIP", 3: "TRIANGLE_STRIP"}
BYTES_PER_RESULT = 16


@dataclass(frozen=True)
class CapturingStages:
    """The stages before rasterization, linked; each pass captures as many results as fit."""

    passes: tuple[tuple[Linked, tuple[str, ...]], ...]
    samplers: Mapping[int, Sampler]

    def release(self) -> None:
        for linked, _ in self.passes:
            linked.release()


def capturing_stages(
    context: moderngl.Context,
    programs: Programs,
    target: Target,
    numerics: str,
    key: VertexKey,
    results: tuple[str, ...],
) -> CapturingStages:
    """The stages of a pipeline with these ``programs``, capturing ``results`` of the last.

    TargetError for what the context has no room for.
    """
    stages: list[tuple[Program, Translation]] = []
    passes: list[tuple[Linked, tuple[str, ...]]] = []
    groups = [
        results[first : first + CAPTURED_PER_PASS] for first in range(0, len(results), CAPTURED_PER_PASS)
    ]
    if programs.geometry is not None:
        groups = result_groups(context, programs.geometry, results)
    for group in groups:
        if programs.geometry is None:
            names = [RESULT_NAMES.get(name, name) for name in group]
            writer = programs.evaluation or programs.vertex
            varyings = {row.name: row for row in record_varyings(writer, names)}
        else:
            geometry = _geometry(programs, target, numerics, key, group)
            plain = (row._replace(name=row.name.removeprefix(GEOMETRY_INPUT)) for row in geometry.varyings)
            varyings = {row.name: row for row in plain}
        text, vertex, wanted = POINT_OF_PATCH, None, varyings
        if programs.evaluation is not None:
            varyings = dict(tessellation_texts(programs, target, numerics, key, wanted, captured=True).read)
        if not programs.takes_patches:
            text, vertex = vertex_text(programs, target, numerics, key, varyings, feeds_geometry=True)
        stages = [(programs.vertex, vertex)] if programs.vertex and vertex else []
        texts, names = [text], [_output(name) for name in group]
        taken = FIXED_NAMES.union(*(uniform_names(row) for _, row in stages))
        between = tessellation_texts(programs, target, numerics, key, wanted, taken, captured=True)
        stages += between.translations
        texts += [row.source for _, row in between.translations]
        if programs.geometry is not None:
            taken = FIXED_NAMES.union(*(uniform_names(row) for _, row in stages))
            geometry = _geometry(programs, target, numerics, key, group, taken)
            stages.append((programs.geometry, geometry))
            texts.append(geometry.source)
            names = [RESULT_NAMES.get(name, name) for name in group]
        kinds = programs.stages[:-1]
        passes.append((link(context, *texts, captured=tuple(names), stages=kinds), group))
    return CapturingStages(tuple(passes), shared_samplers(stages))


def _geometry(
    programs: Programs,
    target: Target,
    numerics: str,
    key: VertexKey,
    group: tuple[str, ...],
    taken: frozenset[str] = frozenset(),
) -> Translation:
    assert programs.geometry is not None
    return translate(
        programs.geometry,
        target,
        interface="feedback",
        numerics=numerics,
        captured=group,
        taken=taken,
        readings=key.reads(Stage.GEOMETRY),
        **key.reaches(Stage.GEOMETRY).options,
        linked=programs.given,
        numbers_given=programs.evaluation is not None,
    )


def _output(result: str) -> str:
    """What GLSL calls a result of the vertex stage."""
    name = RESULT_NAMES.get(result, result)
    return "gl_Position" if name == "HPOS" else GEOMETRY_INPUT + name


def captured(
    stages: CapturingStages,
    mesh: Mesh,
    geometry: Program | None,
    results: tuple[str, ...],
    array_of: Callable[[moderngl.Program], moderngl.VertexArray],
    stack: ExitStack,
    patches: int | None = None,
    instances: int = 1,
) -> Results:
    """Run ``stages`` over ``mesh``; ``array_of`` makes a program's vertex array and binds what it reads.

    Of ``patches`` points, not of the mesh, where a geometry program takes patches; else ``instances`` times,
    of which the strips of a geometry program are not told apart.

    Colours are clamped (NV_transform_feedback 2.X). InputError where what is captured fits in no memory.
    """
    most = mesh.count * instances
    if geometry is not None:
        primitives = _primitives(mesh, geometry) * instances if patches is None else patches
        most = primitives * most_emitted(geometry)
    check_memory(
        most * max(len(results), 1) * BYTES_PER_RESULT,
        f"{most} captured vertices with {len(results)} results",
        "ask for fewer results=, or capture a smaller mesh",
    )
    place = 0 if geometry is None else place_components(geometry)
    passes = [Pass(linked.program, group, place) for linked, group in stages.passes]
    words = max((stride(step) for step in passes), default=0)
    output = mesh.context.buffer(reserve=max(most * words, 4))
    stack.callback(output.release)

    def drawn(step: Pass) -> None:
        array = array_of(step.program)
        if patches is not None:
            array.transform(output, moderngl.POINTS, vertices=patches)
            return
        mode = moderngl.POINTS if geometry is None else mesh.mode
        array.transform(output, mode, vertices=mesh.count, instances=instances)

    if geometry is None:
        corners = _corners(mesh)
        vertices = np.concatenate([corners + mesh.count * number for number in range(instances)])
        found = {}
        for step in passes:
            drawn(step)
            read = np.frombuffer(output.read(most * stride(step)), np.float32).reshape(most, -1, 4)
            for column, name in enumerate(step.results):
                found[name] = np.ascontiguousarray(read[vertices.reshape(-1), column])
        source = np.repeat(np.arange(len(vertices), dtype=np.int32), vertices.shape[1])
        emitted = Emitted(STRIPS[vertices.shape[1]], source, np.zeros(len(source), np.int32))
        return Results({name: clamped(name, found[name]) for name in results}, emitted=emitted)
    found = emitted_words(passes, output, most, drawn)
    places = found.pop(EMITTED_PLACE)
    return emitted_results(geometry, places, {name: clamped(name, found[name]) for name in results})


def _primitives(mesh: Mesh, geometry: Program) -> int:
    """How many primitives GL makes of ``mesh`` for a geometry program."""
    assert geometry.geometry is not None
    return len(assemble(_mode(mesh), mesh.count).vertices)


def _mode(mesh: Mesh) -> str:
    """What GL draws: polygons are triangles already."""
    return "TRIANGLES" if mesh.primitive in POLYGONS else mesh.primitive


def _corners(mesh: Mesh) -> npt.NDArray[np.int64]:
    """(P, 1…3) vertices, in the order drawn, of each point, line or triangle; neighbours are none of it."""
    vertices = assemble(_mode(mesh), mesh.count).vertices
    own = OWN.get(mesh.primitive)
    return vertices if own is None else vertices[:, own]


def clamped(name: str, values: npt.NDArray[Any]) -> Float32Array:
    """Colours between 0 and 1, everything else as it is (NV_transform_feedback 2.X)."""
    if RESULT_NAMES.get(name, name)[:3] not in ("COL", "BFC"):
        return values
    with np.errstate(invalid="ignore"):
        within: Float32Array = np.minimum(np.fmax(values, np.float32(0.0)), np.float32(1.0))
    return within
