"""Program → GLSL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nvrender.glsl.io.memory_block import ROWS
from nvrender.glsl.io.vertex import Attribute, Interface, ParameterBuffer, Parameters, Result, interface_of
from nvrender.glsl.lines import Lines
from nvrender.glsl.options import Options
from nvrender.glsl.registers.program import RegisterTranslator
from nvrender.glsl.shader import FRAGMENT_KINDS
from nvrender.glsl.targets import Target, target_named
from nvrender.glsl.varyings import Varying, Varyings
from nvrender.program import Program, check_stage
from nvrender.program.limits import WATCHDOG_TURNS, check_watchdog
from nvrender.program.profile import Stage
from nvrender.source import InputError, Span, TargetError

if TYPE_CHECKING:
    from nvrender.glsl.io.declared import TypedInterface
    from nvrender.glsl.io.image_variables import ImageReading, ImageVariable
    from nvrender.glsl.textures.readings import Reading, Sampler

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
    flat_colors: bool = False,
    clip_distances: bool = True,
    clip_planes: tuple[int, ...] = (),
    watchdog: int | None = WATCHDOG_TURNS,
    numbers_given: bool = False,
    two_side: bool = False,
    captured: tuple[str, ...] | None = None,
    inputs: Mapping[str, str] | None = None,
    varyings: Varyings | None = None,
    alpha_function: str = "",
    taken: frozenset[str] = frozenset(),
    feeds_geometry: bool = False,
    sprites: frozenset[int] = frozenset(),
    colors: int = 1,
    readings: Mapping[int, Reading] | None = None,
    split: int | None = 1,
    patch_results: frozenset[str] | None = None,
    streams: bool = True,
    lockstep: bool | None = None,
    images: Mapping[int, ImageReading | None] | None = None,
    resident: int = ROWS,
    weighted: bool = False,
    second_colors: bool | None = None,
    still: bool = False,
    divided: bool = False,
    linked: tuple[Program, ...] = (),
) -> Translation:
    """Translates a loaded program into one GLSL shader.

    ``interface`` is "vertex" (a pipeline's vertex shader: gl_Position, clamped colours, point size and
    clip distances are set), "feedback" (a vertex shader whose outputs are the raw results) or
    "compute" (over arrays; glsl430). ``numerics`` "exact" honours every special case of the
    specification; "fast" is the plain GLSL operator, the same for finite numbers. A pipeline's colours
    are ``flat`` outputs with ``flat_colors``, and its clip distances are not set without
    ``clip_distances``. ``clip_planes`` are the enabled user clip planes: around a program with
    ARB_position_invariant a pipeline clips eye coordinates by them (ARB_vertex_program 2.11).
    ``watchdog`` is how many turns all loops of a vertex take together in a language that sets no limit, None
    for any number (docs/semantics.md). With ``numbers_given`` ``vertex.id`` and ``vertex.instance`` are
    inputs, not the numbers GL itself has; ``primitive.id`` of a geometry or fragment program is what the
    evaluation shader before it hands over.

    A fragment program has the interfaces "fragment" (a pipeline's fragment shader: its inputs are called by
    binding, ``COL0``, ``TEX3``, ``ATTR5``, as what the stages before it write) and "pixels" (over arrays,
    read from and written to textures of words, ``captured`` the results to write, all for None). With
    ``two_side`` colours come from the back where the primitive's back faces the viewer; ``alpha_function``
    is the alpha test behind the program, "" for none. ``colors`` is how many colour buffers there are: all
    get colour 0 of a program without ARB_draw_buffers, and zeros where a program writes none. ``split`` is
    how many primitives of the draw ``primitive.id`` counts as one, None for all, since polygons are cut into
    triangles. ``interface`` None is "vertex", "fragment" for a fragment program, "geometry" for a geometry
    program.

    A compute program has the interface "groups" (glsl430), a compute shader of its work groups. With
    ``divided`` a dispatch is a part of them: the uniforms ``first_group`` and ``all_groups`` say where it
    begins, and how many there are.

    A geometry program has the interfaces "geometry" (a pipeline's geometry shader) and "feedback" (each
    emitted vertex leaves as a point, with the results of ``captured`` as they are, and its place among the
    primitives). Its inputs are ``gl_in[].gl_Position`` and ``vertex_COL0[]``, ``vertex_TEX3[]``, …, raw
    results of the vertex stage; ``inputs`` gives the kinds ("", "i", "u") of those whose words are not of the
    type the program reads.

    A geometry shader of a program with EMITS writes further vertex streams, for transform feedback, unless
    ``streams`` is false: ``stream2_TEX0`` is what ``TEX0`` is of the first, which alone is rasterized.

    Stages that are linked agree by ``varyings``, what the fragment shader reads, by name: the vertex shader
    writes them, what its program does not write as (0, 0, 0, 1). ``taken`` are names of uniforms that another
    stage has. A vertex shader that ``feeds_geometry`` hands colours on as they are, and ``varyings`` under
    the names a geometry shader reads, ``vertex_COL0``. ``sprites`` are the texture units whose coordinates
    are a point's own (ARB_point_sprite 3.3): the last stage before rasterization hands over where the point
    lies, a fragment program reads the coordinates that follow (nvrender.glsl.io.sprites).

    A tessellation program has the interface "control" or "evaluation" (glsl430), or "patches", a compute
    shader over arrays of patches (nvrender.glsl.io.patch_arrays). ``varyings`` of a
    control program are what the evaluation program reads, ``patch_results`` of an evaluation program the
    results of the control program before it, None without one. With ``lockstep`` each invocation of a control
    program runs all threads of its patch, instruction by instruction; None: where barriers cannot order them.

    ``target`` is a name, or a Target that may lack extensions.

    ``readings`` say of texture image units what the text of their lookups must know of the texture; without
    one, GL samples it as its own parameters say. Without any, textures are named by the handles of
    ARB_bindless_texture. ``images`` say likewise what is on image units, None that nothing is; without one,
    instructions say what their image is, and GL converts what is stored.

    ``resident`` is how many buffers with GPU addresses a program that reaches them looks through, a power of
    two (nvrender.glsl.io.memory_block).

    Of a fragment program ``weighted`` mends drivers that interpolate wrongly away from the centre
    (nvrender.glsl.io.interpolation), ``still`` those that do in points, over which no input changes.
    ``second_colors`` tells whether the frame blends with second colours: False for a shader without them,
    True for one that has one whatever the program writes, None for what it writes.

    ``linked`` are the programs of all stages that are linked, which declare alike what they share.

    Raises TargetError for what the target cannot express, InputError for an unknown argument.
    """
    check_stage(program, tuple(STAGE_INTERFACES))
    row = target if isinstance(target, Target) else target_named(target)
    possible = STAGE_INTERFACES[program.profile.stage]
    if interface is None:
        interface = possible[0]
    if interface not in INTERFACES:
        raise InputError(f"unknown interface {interface!r}; interfaces are {', '.join(INTERFACES)}")
    if numerics not in NUMERICS:
        raise InputError(f"unknown numerics {numerics!r}; numerics are {', '.join(NUMERICS)}")
    if interface not in possible:
        stages = [stage.value for stage, kinds in STAGE_INTERFACES.items() if interface in kinds]
        raise TargetError(
            f"{program.source.name} is a {program.profile.stage.value} program; the interface {interface} "
            f"is for {stages[0]} programs"
        )
    if interface in ("compute", "groups", "patches") and not row.compute:
        raise _lacking(program, row, "compute shaders and storage buffers")
    if program.tessellation is not None and not row.compute:
        raise _lacking(program, row, "tessellation shaders")
    check_watchdog(watchdog)
    if readings is None or images is None:
        from nvrender.glsl.io.samplers import check_handles

        check_handles(program, row, textures=readings is not None, images=images is not None)
    options = Options(
        exact=numerics == "exact",
        flat_colors=flat_colors,
        clip_distances=clip_distances,
        clip_planes=clip_planes,
        watchdog=watchdog,
        numbers_given=numbers_given,
        two_side=two_side,
        captured=captured,
        inputs=inputs or {},
        varyings=varyings,
        alpha_function=alpha_function,
        taken=taken,
        feeds_geometry=feeds_geometry,
        sprites=sprites,
        colors=colors,
        readings=readings or {},
        split=split,
        patch_results=patch_results,
        streams=streams,
        images=images or {},
        resident=resident,
        weighted=weighted,
        second_colors=second_colors,
        still=still,
        divided=divided,
        bindless=readings is None,
        linked=linked,
    )
    if program.profile.declares_names:
        from nvrender.glsl.declared.program import DeclaredTranslator
        from nvrender.glsl.threads.lockstep import LockstepTranslator, needs_lockstep

        control = program.profile.stage is Stage.TESSELLATION_CONTROL
        wanted = needs_lockstep(program) if lockstep is None else lockstep
        wanted |= control and interface == "patches"
        made = LockstepTranslator if wanted else DeclaredTranslator
        translator = made(program, row, interface, options)
        variables = tuple(translator.images.all())
        made_lines = translator.lines()
        result = _translation(made_lines, row.name, interface, numerics, translator.shape, variables)
        return replace(result, tells_ends=True) if translator.tells_ends else result
    shape = interface_of(program, row, interface, options)
    if interface == "vertex" and shape.vertex_state:
        raise TargetError(
            f"{program.source.name}:1:1: a {program.profile.header} program makes no vertices; use the "
            f"interface feedback or compute"
        )
    lines = RegisterTranslator(program, row, shape, exact=options.exact).lines()
    return _translation(lines, row.name, interface, numerics, shape)


def _lacking(program: Program, target: Target, what: str) -> TargetError:
    """For what no shader of the target is; the header's place."""
    return TargetError(
        f"{program.source.name}:1:1: a {program.profile.header} program needs {what} here, which "
        f"{target.name} has not; glsl430 has"
    )


def _translation(
    lines: Lines,
    target: str,
    interface: str,
    numerics: str,
    shape: Interface | TypedInterface,
    images: tuple[ImageVariable, ...] = (),
) -> Translation:
    return Translation(
        source="\n".join(lines.text) + "\n",
        target=target,
        interface=interface,
        numerics=numerics,
        attributes=getattr(shape, "recorded", shape.attributes),
        parameters=shape.parameters,
        results=shape.results,
        lines=tuple(lines.spans),
        buffers=shape.buffers,
        # An Interface's are what the next stage reads.
        varyings=() if isinstance(shape, Interface) else shape.read,
        samplers=tuple(storage.samplers.values()) if (storage := getattr(shape, "storage", None)) else (),
        waits=getattr(shape, "waits", False),
        images=images,
    )
