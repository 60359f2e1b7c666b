"""Program → GLSL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nvrender.glsl.io.samplers import check_handles
from nvrender.glsl.io.vertex import Attribute, Interface, ParameterBuffer, Parameters, Result, interface_of
from nvrender.glsl.lines import Lines
from nvrender.glsl.link import Link
from nvrender.glsl.options import Options
from nvrender.glsl.registers.program import RegisterTranslator
from nvrender.glsl.shader import FRAGMENT_KINDS
from nvrender.glsl.targets import Target, target_named
from nvrender.glsl.varyings import Varying
from nvrender.program import Program, check_stage
from nvrender.program.limits import WATCHDOG_TURNS, check_watchdog
from nvrender.program.profile import Stage
from nvrender.source import InputError, Span, TargetError

if TYPE_CHECKING:
    from nvrender.glsl.io.declared import TypedInterface
    from nvrender.glsl.io.image_variables import ImageVariable
    from nvrender.glsl.textures.texture_keys import Sampler

INTERFACES = (
    *("vertex", "feedback", "compute", "control", "evaluation", "patches", "geometry", "groups"),
    *FRAGMENT_KINDS,
)
#: Of each stage, the first the usual one.
STAGE_INTERFACES = {
    Stage.VERTEX: ("vertex", "feedback", "compute"),
    Stage.VERTEX_STATE: ("vertex", "feedback", "compute"),
    Stage.TESSELLATION_CONTROL: ("control", "patches"),
    Stage.TESSELLATION_EVALUATION: ("evaluation", "patches"),
    Stage.GEOMETRY: ("geometry", "feedback"),
    Stage.FRAGMENT: FRAGMENT_KINDS,
    Stage.COMPUTE: ("groups",),
}
NUMERICS = ("exact", "fast")
#: Of a shader that nothing is known of but its program.
_ALONE = Link()


@dataclass(frozen=True)
class Translation:
    """A program as GLSL, and how to feed it.

    ``attributes`` and ``results`` are in the order the compute interface packs them into its buffers
    (attributes at binding 0, results at binding 1; vertex i's are the ``len(…)`` vec4 from
    ``i * len(…)``). A vertex state program's results are the parameters it writes. ``lines`` holds,
    per line of ``source``, the span of the program it comes from, or None. ``buffers`` are the program
    parameter buffers it reads, each a uniform block. ``varyings`` are the inputs of a fragment shader that
    the stage before it must write; ``samplers`` the textures it reads, the sampler ``texture<n>`` being image
    unit n. ``images`` are its image variables, each of an image unit.
    """

    source: str
    target: str
    interface: str
    numerics: str
    attributes: tuple[Attribute, ...]
    parameters: Parameters
    results: tuple[Result, ...]
    lines: tuple[Span | None, ...]
    buffers: tuple[ParameterBuffer, ...] = ()
    varyings: tuple[Varying, ...] = ()
    samplers: tuple[Sampler, ...] = ()
    images: tuple[ImageVariable, ...] = ()
    #: Whether a compute shader tells of work groups that did not meet (nvrender.glsl.threads.group_barriers).
    waits: bool = False
    #: Whether a control shader tells of threads that a driver did not let end
    #: (nvrender.glsl.threads.lockstep_ends).
    tells_ends: bool = False


def translate(
    program: Program,
    target: str | Target = "glsl330",
    *,
    interface: str | None = None,
    numerics: str = "exact",
    watchdog: int | None = WATCHDOG_TURNS,
    link: Link = _ALONE,
) -> Translation:
    """Translates a loaded program into one GLSL shader.

    ``target`` is a name, or a Target that may lack extensions. ``numerics`` "exact" honours every special
    case of the specification; "fast" is the plain GLSL operator, the same for finite numbers. ``watchdog`` is
    how many turns all loops of a vertex take together in a language that sets no limit, None for any number
    (docs/semantics.md). ``link`` says what other stages and what is bound want of the shader.

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
      arrays of patches (nvrender.glsl.io.patch_arrays).

    Raises TargetError for what the target cannot express, InputError for an unknown argument.
    """
    check_stage(program, tuple(STAGE_INTERFACES))
    row = target if isinstance(target, Target) else target_named(target)
    kind = _checked_interface(program, row, interface)
    if numerics not in NUMERICS:
        raise InputError(f"unknown numerics {numerics!r}; numerics are {', '.join(NUMERICS)}")
    check_watchdog(watchdog)
    textures, images = (given is not None for given in (link.bound.textures, link.bound.images))
    if not (textures and images):
        check_handles(program, row, textures=textures, images=images)
    options = Options(numerics == "exact", watchdog, link)
    return (_declared if program.profile.declares_names else _by_registers)(program, row, kind, options)


def _checked_interface(program: Program, target: Target, interface: str | None) -> str:
    """The interface asked for; InputError for none, TargetError for what the stage or target has not."""
    possible = STAGE_INTERFACES[program.profile.stage]
    if interface is None:
        interface = possible[0]
    if interface not in INTERFACES:
        raise InputError(f"unknown interface {interface!r}; interfaces are {', '.join(INTERFACES)}")
    if interface not in possible:
        stages = [stage.value for stage, kinds in STAGE_INTERFACES.items() if interface in kinds]
        raise TargetError(
            f"{program.source.name} is a {program.profile.stage.value} program; the interface {interface} "
            f"is for {stages[0]} programs"
        )
    if interface in ("compute", "groups", "patches") and not target.compute:
        raise _lacking(program, target, "compute shaders and storage buffers")
    if program.tessellation is not None and not target.compute:
        raise _lacking(program, target, "tessellation shaders")
    return interface


def _lacking(program: Program, target: Target, what: str) -> TargetError:
    """For what no shader of the target is; the header's place."""
    return TargetError(
        f"{program.source.name}:1:1: a {program.profile.header} program needs {what} here, which "
        f"{target.name} has not; glsl430 has"
    )


def _by_registers(program: Program, target: Target, kind: str, options: Options) -> Translation:
    """A program of NV_vertex_program or NV_vertex_program2."""
    shape = interface_of(program, target, kind, options)
    if kind == "vertex" and shape.vertex_state:
        raise TargetError(
            f"{program.source.name}:1:1: a {program.profile.header} program makes no vertices; use the "
            f"interface feedback or compute"
        )
    lines = RegisterTranslator(program, target, shape, exact=options.exact).lines()
    return Translation(
        **_texts(lines, shape, target, options),
        interface=kind,
        attributes=shape.attributes,
    )


def _declared(program: Program, target: Target, kind: str, options: Options) -> Translation:
    """A program that declares names."""
    from nvrender.glsl.declared.program import DeclaredTranslator
    from nvrender.glsl.threads.lockstep import LockstepTranslator, needs_lockstep

    wanted = options.link.lockstep
    control = program.profile.stage is Stage.TESSELLATION_CONTROL
    in_lockstep = needs_lockstep(program) if wanted is None else wanted
    made = LockstepTranslator if in_lockstep or (control and kind == "patches") else DeclaredTranslator
    translator = made(program, target, kind, options)
    shape = translator.shape
    return Translation(
        **_texts(translator.lines(), shape, target, options),
        interface=kind,
        attributes=getattr(shape, "recorded", shape.attributes),
        varyings=shape.read,
        samplers=tuple(shape.storage.samplers.values()),
        images=tuple(translator.images.all()),
        waits=getattr(shape, "waits", False),
        tells_ends=translator.tells_ends,
    )


def _texts(
    lines: Lines, shape: Interface | TypedInterface, target: Target, options: Options
) -> dict[str, Any]:
    """What a translation has whatever the language."""
    return {
        "source": "\n".join(lines.text) + "\n",
        "lines": tuple(lines.spans),
        "target": target.name,
        "numerics": "exact" if options.exact else "fast",
        "parameters": shape.parameters,
        "results": shape.results,
        "buffers": shape.buffers,
    }
