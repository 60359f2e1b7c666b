"""What the stages before rasterization produce, captured by transform feedback (NV_transform_feedback)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import moderngl

from nvrender.glsl.io.tessellation.inputs import plain_name
from nvrender.glsl.io.vertices import GEOMETRY_INPUT
from nvrender.glsl.link import Link
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.glsl.translation import Translation
from nvrender.gpu.arrays.geometry.emitted import result_groups
from nvrender.gpu.arrays.vertices import CAPTURED_PER_PASS
from nvrender.gpu.pipeline.linked import Linked, link, stage_text
from nvrender.gpu.pipeline.stage_texts import (
    POINT_OF_PATCH,
    Programs,
    VertexKey,
    image_names,
    record_varyings,
    tessellation_texts,
    vertex_text,
)
from nvrender.gpu.pipeline.stage_textures import shared_samplers
from nvrender.gpu.translations import translated
from nvrender.program import Program
from nvrender.program.profile import Stage


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
            plain = (row._replace(name=plain_name(row.name)) for row in geometry.varyings)
            varyings = {row.name: row for row in plain}
        first, vertex, wanted = POINT_OF_PATCH, None, varyings
        if programs.evaluation is not None:
            varyings = dict(tessellation_texts(programs, target, numerics, key, wanted, captured=True).read)
        if not programs.takes_patches:
            first, vertex = vertex_text(programs, target, numerics, key, varyings, feeds_geometry=True)
        stages = [(programs.vertex, vertex)] if programs.vertex and vertex else []
        texts, names = [first], [_output(name) for name in group]
        taken = image_names(stages)
        between = tessellation_texts(programs, target, numerics, key, wanted, taken, captured=True)
        stages += between.translations
        texts += between.texts
        if programs.geometry is not None:
            geometry = _geometry(programs, target, numerics, key, group, image_names(stages))
            stages.append((programs.geometry, geometry))
            texts.append(stage_text("geometry", geometry))
            names = [RESULT_NAMES.get(name, name) for name in group]
        passes.append((link(context, tuple(texts), tuple(names)), group))
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
    link = Link(
        taken=taken,
        programs=programs.given,
        captured=group,
        numbers_given=programs.evaluation is not None,
        tessellated=programs.evaluation is not None,
        bound=key.bindings(Stage.GEOMETRY),
    )
    return translated(programs.geometry, target, interface="feedback", numerics=numerics, link=link)


def _output(result: str) -> str:
    """What GLSL calls a result of the vertex stage."""
    name = RESULT_NAMES.get(result, result)
    return "gl_Position" if name == "HPOS" else GEOMETRY_INPUT + name
