"""Which shader is around a program."""

from __future__ import annotations

from nvrender.glsl.io.built_ins import attribute_names, name_state
from nvrender.glsl.io.fragment.arrays import pixel_shader
from nvrender.glsl.io.fragment.pipeline import fragment_shader
from nvrender.glsl.io.geometry.pipeline import geometry_shader
from nvrender.glsl.io.groups import group_shader
from nvrender.glsl.io.interface import Attribute, Result, Shader, results_written
from nvrender.glsl.io.tessellation.arrays import PatchArrayShader
from nvrender.glsl.io.tessellation.pipeline import ControlShader, EvaluationShader, PatchShader, named_outputs
from nvrender.glsl.io.vertex import ArrayShader, AttributeShader, FeedbackShader, VertexShader, attributes_of
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.targets import Target
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import RegisterFile

VERTEX_SHADERS: dict[str, type[AttributeShader]] = {
    made.kind: made for made in (VertexShader, FeedbackShader, ArrayShader)
}


def shader_around(
    storage: Storage,
    names: Names,
    target: Target,
    kind: str,
    options: Options,
    *,
    control: type[ControlShader],
    waits: bool,
) -> Shader:
    """The shader of this ``kind``, of a control program ``control``; names every register.

    ``waits``: invocations of a work group meet at one place (nvrender.glsl.threads.group_barriers).
    """
    if kind == "fragment":
        return fragment_shader(storage, names, target, options)
    if kind == "pixels":
        return pixel_shader(storage, names, target, options)
    if kind == "groups":
        return group_shader(storage, names, target, options, waits=waits)
    if storage.program.geometry is not None:
        return geometry_shader(storage, names, target, kind, options)
    storage.name(names, attribute_names(storage) if options.built_ins else None)
    if options.built_ins:
        name_state(storage)
    if storage.program.profile.writable_parameters:
        rows = sorted(storage.program.writes(RegisterFile.PARAMETER))
        written = tuple(Result(f"c[{index}]", f"c_{index}", index) for index in rows)
        return VERTEX_SHADERS[kind](storage, target, options, numbered_attributes(storage), written)
    patch_shaders = {"control": control, "evaluation": EvaluationShader, "patches": PatchArrayShader}
    results = results_written(
        storage.program, options.link.captured if kind in (*patch_shaders, "vertex") else None
    )
    next_stage = options.link.read or {}
    for row in results:
        # What the next stage reads as another type are the words (NV_fragment_program4 2.X.3.2).
        variable = storage.variables.get((RegisterFile.RESULT, row.index))
        if variable is not None and not variable.array and row.name in next_stage:
            variable.kind = next_stage[row.name].kind
    if kind in patch_shaders:
        patch_shader: type[PatchShader] = patch_shaders[kind]
        results = named_outputs(storage, results) if kind == "control" else results
        return patch_shader(storage, target, options, (), results)
    if storage.program.profile.declares_names:
        given = options.link.numbers_given
        attributes = attributes_of(storage, names, target, arrays=kind == "compute", numbers_given=given)
    else:
        attributes = numbered_attributes(storage)
    return VERTEX_SHADERS[kind](storage, target, options, attributes, results)


def numbered_attributes(storage: Storage) -> tuple[Attribute, ...]:
    """The attributes of a register-named program, which have the numbers of their locations."""
    return tuple(
        Attribute(row.start, ATTRIBUTES[row.start].mnemonic, row.name, row.start)
        for row in storage.all(RegisterFile.ATTRIBUTE)
    )
