"""Program → GLSL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from nvrender.glsl.kinds import STAGE_INTERFACES, checked_kind
from nvrender.glsl.link import Link
from nvrender.glsl.options import Options
from nvrender.glsl.targets import TARGETS, Target, target_named
from nvrender.glsl.textures.samplers import check_handles
from nvrender.glsl.translation import Resources, Translation
from nvrender.ir.analysis.compiled_loops import compiled_loops
from nvrender.lower.program import lowered
from nvrender.numerics import check_numerics
from nvrender.program import Program, check_stage
from nvrender.program.limits import WATCHDOG_TURNS, check_watchdog
from nvrender.program.profile import Stage
from nvrender.source import InputError, TargetError

if TYPE_CHECKING:
    from nvrender.glsl.emit.program import Translator

#: Of a shader that nothing is known of but its program.
_ALONE = Link()


def translate(
    program: Program,
    target: str | Target = "glsl330",
    *,
    interface: str | None = None,
    numerics: str = "exact",
    watchdog: int | None = WATCHDOG_TURNS,
    link: Link = _ALONE,
    names: Mapping[str, str] | None = None,
    built_ins: bool = False,
) -> Translation:
    """Translates a loaded program into one GLSL shader.

    ``target`` is a name, or a Target that may lack extensions. ``numerics`` "exact" honours every special
    case of the specification; "fast" is the plain GLSL operator, the same for finite numbers. ``watchdog`` is
    how many turns all loops of a vertex take together in a language that sets no limit, None for any number
    (docs/semantics.md). ``link`` says what other stages and what is bound want of the shader. ``names`` are
    what bindings and registers are to be called (docs/porting.md), in fast numerics. With ``built_ins`` the
    attributes, varyings, matrices and other state of the fixed function are those of GLSL 1.20 (gl_Vertex,
    gl_ModelViewProjectionMatrix).

    ``interface`` None is the usual one of the program's stage:

    - Of a vertex program "vertex" (a pipeline's vertex shader: gl_Position, clamped colours, point size and
      clip distances are set), "feedback" (a vertex shader whose outputs are the raw results) or "compute"
      (over arrays; glsl430).
    - Of a fragment program "fragment" (a pipeline's fragment shader: its inputs are called by binding,
      ``COL0``, ``TEX3``, ``ATTR5``, as what the stages before it write) or "pixels" (over arrays, read from
      and written to textures of words).
    - Of a compute program "groups" (glsl430), a compute shader of its work groups.
    - Of a geometry program "geometry" (a pipeline's geometry shader) or "feedback" (each emitted vertex
      leaves as a point, with captured results as they are, and its place among the primitives). Its inputs
      are ``gl_in[].gl_Position`` and ``vertex_COL0[]``, ``vertex_TEX3[]``, …, raw results of the vertex
      stage. Of a program with EMITS ``stream2_TEX0`` is of a further vertex stream what ``TEX0`` is of the
      first, which alone is rasterized.
    - Of a tessellation program "control" or "evaluation" (glsl430), or "patches", a compute shader over
      arrays of patches (nvrender.glsl.io.tessellation.arrays).

    Raises TargetError for what the target cannot express, InputError for an unknown argument.
    """
    check_stage(program, tuple(STAGE_INTERFACES))
    row = target if isinstance(target, Target) else target_named(target)
    kind = checked_kind(program, row, interface)
    check_numerics(numerics)
    options = Options(numerics == "exact", watchdog, link, names or {}, built_ins)
    _check_options(program, row, options)
    translator = _translator(program, row, kind, options)
    lines, shader = translator.lines(), translator.shape
    return Translation(
        source="\n".join(lines.text) + "\n",
        target=row.name,
        interface=kind,
        numerics=numerics,
        attributes=shader.recorded,
        parameters=shader.parameters,
        results=shader.results,
        lines=tuple(lines.spans),
        resources=_resources(program, translator),
        buffers=shader.buffers,
        varyings=shader.read,
        samplers=tuple(shader.storage.samplers.values()),
        images=translator.images_read,
        waits=translator.waits,
        tells_ends=translator.tells_ends,
    )


def _check_options(program: Program, target: Target, options: Options) -> None:
    """InputError for options that do not go together, TargetError for what the target lacks of them."""
    if options.names and options.exact:
        raise InputError("names are for fast numerics: exact translations have those of the registers")
    check_watchdog(options.watchdog)
    if options.built_ins and not target.built_ins:
        having = ", ".join(name for name, other in TARGETS.items() if other.built_ins)
        raise TargetError(f"{target.name} has no built-in attributes and matrices; {having} has")
    bound = options.link.bound
    textures, images = bound.textures is not None, bound.images is not None
    if not (textures and images):
        check_handles(program, target, textures=textures, images=images)


def _resources(program: Program, translator: Translator) -> Resources:
    """What a driver's limits count."""
    shader = translator.shape
    return Resources(
        shader.input_vectors,
        shader.uniform_blocks + len(translator.memory.layouts),
        len(translator.memory.buffers) + translator.waits + translator.tells_ends,
        shader.texture_count,
        0 if program.geometry is None else program.geometry.limit,
        compiled_loops(lowered(program)),
    )


def _translator(program: Program, target: Target, kind: str, options: Options) -> Translator:
    """What puts the shader of a program together."""
    from nvrender.glsl.emit.program import Translator
    from nvrender.glsl.threads.lockstep import LockstepTranslator, needs_lockstep

    control = program.profile.stage is Stage.TESSELLATION_CONTROL
    in_lockstep = needs_lockstep(program) if options.link.lockstep is None else options.link.lockstep
    in_lockstep |= control and kind == "patches"
    return (LockstepTranslator if in_lockstep else Translator)(program, target, kind, options)
