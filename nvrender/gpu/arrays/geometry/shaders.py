"""Geometry programs over arrays as shaders: behind a vertex shader that hands attributes on."""

from __future__ import annotations

import moderngl

from nvrender.glsl.io.geometry.patch_records import VALUES, VERTICES
from nvrender.glsl.io.geometry.pipeline import EMITTED_PLACE, place_components
from nvrender.glsl.io.interface import Attribute
from nvrender.glsl.requirements import target_of
from nvrender.glsl.targets import Target
from nvrender.glsl.translation import Translation
from nvrender.gpu.arrays.compiled import Compiled, Pass, Shader, linked
from nvrender.gpu.arrays.geometry.emitted import result_groups
from nvrender.gpu.context.target import suited
from nvrender.gpu.resources.memory_buffer import check_passes
from nvrender.program import Program
from nvrender.program.declared import geometry_of
from nvrender.program.memory import reaching_outside
from nvrender.source import TargetError


def emitting_passes(context: moderngl.Context, shader: Shader) -> Compiled:
    """The passes that capture the results, with the place of each emitted vertex."""
    program, passes = shader.program, []
    groups = result_groups(context, program, shader.link.captured or ())
    check_passes(program, len(groups))
    for names in groups:
        translation = shader.translation(context, names)
        _check_inputs(context, translation)
        captured = {row.result: row.name for row in translation.results} | {EMITTED_PLACE: EMITTED_PLACE}
        made = linked(
            context,
            translation,
            vertex_shader=handing_on(translation),
            geometry_shader=translation.source,
            varyings=tuple(captured[name] for name in names),
        )
        passes.append(Pass(made, names, place_components(program)))
    return Compiled(translation, tuple(passes))


def geometry_target(context: moderngl.Context, program: Program) -> Target:
    """The least GLSL that can say it; TargetError where the context has not as much."""
    target = target_of(program, "glsl330")
    if target.version > context.version_code:
        memory = "memory" if reaching_outside(program) is not None else "F64"
        what = "INVOCATIONS" if geometry_of(program).invocations > 1 else memory
        raise TargetError(
            f"{program.source.name}: {what} in geometry programs needs OpenGL 4.3; "
            f"{context.info['GL_RENDERER']} here gives {context.version_code // 100}."
            f"{context.version_code // 10 % 10}"
        )
    return suited(context, target)


def _check_inputs(context: moderngl.Context, translation: Translation) -> None:
    """TargetError for more attributes than the vertex shader has inputs, or the geometry shader."""
    info = context.info
    most = min(info["GL_MAX_VERTEX_ATTRIBS"], info["GL_MAX_GEOMETRY_INPUT_COMPONENTS"] // 4)
    if (count := len(fed(translation))) > most:
        raise TargetError(
            f"the geometry program reads {count} attributes; {info['GL_RENDERER']} has room for {most}"
        )


def fed(translation: Translation) -> list[Attribute]:
    """The attributes that come through the vertex shader."""
    elsewhere = ("gl_PrimitiveIDIn", VERTICES, VALUES)
    return [row for row in translation.attributes if row.name not in elsewhere]


def handing_on(translation: Translation) -> str:
    """A vertex shader that gives a geometry shader what its attributes hold."""
    outputs = {row.name: row for row in translation.varyings}
    declarations, writes = ["#version 330 core"], []
    for row in fed(translation):
        kind = outputs[row.name].kind if row.name in outputs else ""
        name = f"input_{row.location}"
        declarations.append(f"layout(location = {row.location}) in {kind}vec4 {name};")
        if row.name in outputs:
            declarations.append(f"{'flat ' if kind else ''}out {kind}vec4 {row.name};")
        writes.append(f"    {row.name} = {name};")
    return "\n".join([*declarations, "void main() {", *writes, "}", ""])
