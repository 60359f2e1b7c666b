"""Which shader is around a program that declares names."""

from __future__ import annotations

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.io.arrays import ArrayShader
from nvrender.glsl.io.attributes import AttributeShader, attributes_of
from nvrender.glsl.io.control import ControlShader, named_outputs
from nvrender.glsl.io.evaluation import EvaluationShader
from nvrender.glsl.io.feedback import FeedbackShader
from nvrender.glsl.io.fragment import fragment_shader
from nvrender.glsl.io.geometry import geometry_shader
from nvrender.glsl.io.groups import group_shader
from nvrender.glsl.io.interface import Result, Shader, results_written
from nvrender.glsl.io.patches import PatchArrayShader
from nvrender.glsl.io.pixels import pixel_shader
from nvrender.glsl.io.tessellation import PatchShader
from nvrender.glsl.io.vertex import VertexShader
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.targets import Target
from nvrender.program import RegisterFile

VERTEX_SHADERS: dict[str, type[AttributeShader]] = {
    made.kind: made for made in (VertexShader, FeedbackShader, ArrayShader)
}


def declared_shader(
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
    match kind:
        case "fragment":
            return fragment_shader(storage, names, target, options)
        case "pixels":
            return pixel_shader(storage, names, target, options)
        case "groups":
            return group_shader(storage, names, target, options, waits=waits)
        case "control":
            return _patch_shader(control, storage, names, target, options)
        case "evaluation":
            return _patch_shader(EvaluationShader, storage, names, target, options)
        case "patches":
            return _patch_shader(PatchArrayShader, storage, names, target, options)
    if storage.program.geometry is not None:
        return geometry_shader(storage, names, target, kind, options)
    return _vertex_shader(VERTEX_SHADERS[kind], storage, names, target, options)


def _vertex_shader(
    made: type[AttributeShader], storage: Storage, names: Names, target: Target, options: Options
) -> Shader:
    storage.name(names)
    arrays = made is ArrayShader
    attributes = attributes_of(
        storage, names, target, arrays=arrays, numbers_given=options.link.numbers_given
    )
    results = results_written(storage.program)
    _keep_words(storage, results, options)
    return made(storage, target, options, attributes, results)


def _patch_shader(
    made: type[PatchShader], storage: Storage, names: Names, target: Target, options: Options
) -> Shader:
    storage.name(names)
    results = results_written(storage.program, options.link.captured)
    if made is EvaluationShader or made is PatchArrayShader:
        _keep_words(storage, results, options)
    else:
        results = named_outputs(storage, options.link.read or {}, results)
    return made(storage, target, options, (), results)


def _keep_words(storage: Storage, results: tuple[Result, ...], options: Options) -> None:
    """What the next stage reads as another type are the words (NV_fragment_program4 2.X.3.2)."""
    next_stage = options.link.read or {}
    for row in results:
        variable = storage.variables.get((RegisterFile.RESULT, row.index))
        if variable is not None and not variable.array and row.name in next_stage:
            variable.kind = next_stage[row.name].kind
