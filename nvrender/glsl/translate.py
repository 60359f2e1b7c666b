"""Program → GLSL."""

from __future__ import annotations

import os.path
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nvrender.flow.regions import (
    Block,
    Break,
    Call,
    Continue,
    Flow,
    Function,
    If,
    IfFlag,
    Loop,
    Region,
    Return,
    Terminate,
)
from nvrender.flow.saved import saves
from nvrender.glsl.cg_names import named_registers, offsets
from nvrender.glsl.comments import Placement, place, sanitised
from nvrender.glsl.emit import Emitter, Lines, ends_early
from nvrender.glsl.helpers import DEFINED, HELPERS
from nvrender.glsl.interface import (
    GEOMETRY_INPUT,
    POSITION_FUNCTION,
    Attribute,
    Interface,
    ParameterBuffer,
    Parameters,
    Result,
    Varying,
    Varyings,
    interface_of,
)
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.sprites import NAMES as SPRITE_NAMES
from nvrender.glsl.statements import Speech
from nvrender.glsl.targets import Target, target_named
from nvrender.glsl.values import bit, initial_values, register_bits
from nvrender.isa.limits import WATCHDOG_TURNS, check_watchdog
from nvrender.isa.profiles import Stage
from nvrender.program import Program, RegisterFile, check_stage
from nvrender.source import InputError, Span, TargetError

if TYPE_CHECKING:
    from nvrender.glsl.readings import Reading, Sampler
    from nvrender.glsl.typed_interface import TypedInterface

#: The interfaces of a fragment program: a pipeline's shader, and one over arrays.
FRAGMENT_KINDS = ("fragment", "pixels")
INTERFACES = ("vertex", "feedback", "compute", "geometry", *FRAGMENT_KINDS)
#: Of each stage, the first the usual one.
STAGE_INTERFACES = {
    Stage.VERTEX: ("vertex", "feedback", "compute"),
    Stage.VERTEX_STATE: ("vertex", "feedback", "compute"),
    Stage.GEOMETRY: ("geometry", "feedback"),
    Stage.FRAGMENT: FRAGMENT_KINDS,
}
NUMERICS = ("exact", "fast")

#: Deeper nesting becomes a dispatch loop: no reader follows it, and llvmpipe drops what lies 80 deep.
_DEEPEST = 48
#: Blocks are written as deep as they nest, as long as drivers run them right.
_DEEPEST_BLOCKS = 72

#: GLSL 3.30 has no ``precise``; where the extension is missing the word vanishes.
PRECISE_330 = """\
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif"""

#: Names the translation itself declares in any shader.
_OWN_NAMES = frozenset(
    {
        *("vertex", "vertex_count", "attributes", "results", "Attributes", "Results", "program", "parameter"),
        *("ProgramParameters", "parameters", "FixedFunction", "mvp", "fixed_function_position"),
        *("executed", "block", "stack", "depth", "index", "zero", "c"),
        *SPRITE_NAMES,
        *(DEFINED.get(name, name) for name in HELPERS),
    }
)


@dataclass(frozen=True)
class Translation:
    """A program as GLSL, and how to feed it.

    ``attributes`` and ``results`` are in the order the compute interface packs them into its buffers
    (attributes at binding 0, results at binding 1; vertex i's are the ``len(…)`` vec4 from
    ``i * len(…)``). A vertex state program's results are the parameters it writes. ``lines`` holds,
    per line of ``source``, the span of the program it comes from, or None. ``buffers`` are the program
    parameter buffers it reads, each a uniform block. ``varyings`` are the inputs of a fragment shader that
    the stage before it must write; ``samplers`` the textures it reads, the sampler ``texture<n>`` being image
    unit n.
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


def translate(
    program: Program,
    target: str = "glsl330",
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
    inputs, not the numbers GL itself has.

    A fragment program has the interfaces "fragment" (a pipeline's fragment shader: its inputs are called by
    binding, ``COL0``, ``TEX3``, ``ATTR5``, as what the stages before it write) and "pixels" (over arrays,
    read from and written to textures of words, ``captured`` the results to write, all for None). With
    ``two_side`` colours come from the back where the primitive's back faces the viewer; ``alpha_function``
    is the alpha test behind the program, "" for none. ``colors`` is how many colour buffers there are: all
    get colour 0 of a program without ARB_draw_buffers, and zeros where a program writes none. ``split`` is
    how many primitives of the draw ``primitive.id`` counts as one, None for all, since polygons are cut into
    triangles. ``interface`` None is "vertex", "fragment" for a fragment program, "geometry" for a geometry
    program.

    A geometry program has the interfaces "geometry" (a pipeline's geometry shader) and "feedback" (each
    emitted vertex leaves as a point, with the results of ``captured`` as they are, and its place among the
    primitives). Its inputs are ``gl_in[].gl_Position`` and ``vertex_COL0[]``, ``vertex_TEX3[]``, …, raw
    results of the vertex stage; ``inputs`` gives the kinds ("", "i", "u") of those whose words are not of the
    type the program reads.

    Stages that are linked agree by ``varyings``, what the fragment shader reads, by name: the vertex shader
    writes them, what its program does not write as (0, 0, 0, 1). ``taken`` are names of uniforms that another
    stage has. A vertex shader that ``feeds_geometry`` hands colours on as they are, and ``varyings`` under
    the names a geometry shader reads, ``vertex_COL0``. ``sprites`` are the texture units whose coordinates
    are a point's own (ARB_point_sprite 3.3): the last stage before rasterization hands over where the point
    lies, a fragment program reads the coordinates that follow (nvrender.glsl.sprites).

    ``readings`` say of image units what the text of their lookups must know of the texture; without one, GL
    samples it as its own parameters say.

    Raises TargetError for what the target cannot express, InputError for an unknown argument.
    """
    check_stage(program, (Stage.FRAGMENT, Stage.GEOMETRY))
    row = target_named(target)
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
    if interface == "compute" and not row.compute:
        raise TargetError(f"{target} has no compute shaders or storage buffers; glsl430 has")
    check_watchdog(watchdog)
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
    )
    if program.profile.language is not None:
        from nvrender.glsl.declared import DeclaredTranslator

        translator = DeclaredTranslator(program, row, interface, options)
        return _translation(translator.lines(), target, interface, numerics, translator.shape)
    shape = interface_of(program, row, interface, options)
    if interface == "vertex" and shape.vertex_state:
        raise TargetError(
            f"a {program.profile.header} program makes no vertices; use the interface feedback or compute"
        )
    lines = _Translator(program, row, shape, exact=options.exact).lines()
    return _translation(lines, target, interface, numerics, shape)


def _translation(
    lines: Lines, target: str, interface: str, numerics: str, shape: Interface | TypedInterface
) -> Translation:
    return Translation(
        source="\n".join(lines.text) + "\n",
        target=target,
        interface=interface,
        numerics=numerics,
        attributes=shape.attributes,
        parameters=shape.parameters,
        results=shape.results,
        lines=tuple(lines.spans),
        buffers=shape.buffers,
        # An Interface's are what the next stage reads.
        varyings=() if isinstance(shape, Interface) else getattr(shape, "varyings", ()),
        samplers=tuple(storage.samplers.values()) if (storage := getattr(shape, "storage", None)) else (),
    )


def flow_of(program: Program) -> Flow:
    """The program's control flow; a straight line needs no analysis."""
    if any(instruction.opcode.is_flow or saves(instruction) for instruction in program.instructions):
        from nvrender.flow import analyse

        flow = analyse(program)
        deepest = _DEEPEST_BLOCKS if program.profile.blocks else _DEEPEST
        return flow if _nesting(flow) <= deepest else analyse(program, structured=False)
    instructions = program.instructions[program.entry :]
    return Flow((Function("main", "main", 0, (Block(instructions, len(instructions)),)),))


def _nesting(flow: Flow) -> int:
    """How deep if and while stand inside each other once a compiler has inlined all functions.

    What follows an early end counts as nested in its other way, as compilers without jumps have it.
    """
    depths: dict[str, int] = {}
    ends = {function.name: function.may_terminate for function in flow.functions}

    def measure(regions: tuple[Region, ...]) -> tuple[int, bool, bool]:
        """The depth, and whether a path leaves the function or the loop around ``regions`` early."""
        deepest = outer = 0
        ended = left = False
        for region in regions:
            inner, ends_here, leaves_here = 0, False, False
            match region:
                case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                    one, other = measure(then), measure(otherwise)
                    inner = 1 + max(one[0], other[0])
                    ends_here, leaves_here = one[1] or other[1], one[2] or other[2]
                case Loop(body=body):
                    inner, ends_here, _ = measure(body)
                    inner += 1
                case Call(function=function):
                    inner, ends_here = depths[function], ends[function]
                case Return() | Terminate():
                    ended = True
                case Break() | Continue():
                    left = True
                case _:
                    pass
            deepest = max(deepest, outer + inner)
            outer += ends_here or leaves_here
            ended |= ends_here
            left |= leaves_here
        return max(deepest, outer), ended, left

    for function in flow.functions:
        depths[function.name] = measure(function.body)[0]
    return depths[flow.functions[-1].name] if flow.functions else 0


class _Translator:
    """Puts one shader together."""

    def __init__(self, program: Program, target: Target, shape: Interface, *, exact: bool) -> None:
        self._program = program
        self._target = target
        self._shape = shape
        self._exact = exact
        self._flow = flow_of(program)
        self._indices = {id(instruction): n for n, instruction in enumerate(program.instructions)}
        for n, instruction in enumerate(program.instructions):
            if instruction.condition is not None:
                self._indices[id(instruction.condition)] = n
        shown = sorted(
            {self._indices[id(part)] for part in shown_parts(self._flow) if id(part) in self._indices}
        )
        self._placement: Placement = place(program, shown)
        self._taken: set[str] = set()
        self._places: dict[int, str] = {}
        self._names = self._register_names()
        self._wrapped = shape.has_final_section and ends_early(self._flow)
        #: Without flow instructions there is nothing to count.
        self._limit = program.profile.execution_limit or 0
        self._global = len(self._flow.functions) > 1 or self._wrapped

    def _register_names(self) -> dict[tuple[RegisterFile, int], str]:
        """Every register the instructions name, in the order declarations have."""
        used: set[tuple[RegisterFile, int]] = set()
        if self._flow.dispatch or self._flow.functions:
            for instruction in self._program.instructions:
                destination = instruction.destination
                registers = [operand.register for operand in instruction.operands]
                if destination is not None:
                    registers.append(destination.register)
                    if destination.condition is not None:
                        used.add((RegisterFile.CONDITION_CODE, destination.condition.register))
                for register in registers:
                    used.add((register.file, register.index))
                    if register.relative is not None:
                        used.add((RegisterFile.ADDRESS, register.relative.register))
                if instruction.condition_code is not None:
                    used.add((RegisterFile.CONDITION_CODE, instruction.condition_code))
                if instruction.condition is not None:
                    used.add((RegisterFile.CONDITION_CODE, instruction.condition.register))
        attributes = {row.index: row.name for row in self._shape.attributes}
        spelled = {
            RegisterFile.TEMPORARY: lambda index: f"R{index}",
            RegisterFile.ADDRESS: lambda index: f"A{index}",
            RegisterFile.CONDITION_CODE: lambda index: f"CC{index or ''}",
            RegisterFile.ATTRIBUTE: lambda index: attributes[index],
            RegisterFile.RESULT: lambda index: self._program.profile.results[index],
        }
        order = list(spelled)
        ordered = sorted(
            ((file, index) for file, index in used if file in spelled),
            key=lambda k: (order.index(k[0]), k[1]),
        )
        return {(file, index): spelled[file](index) for file, index in ordered}

    def lines(self) -> Lines:
        """The whole shader."""
        self._taken = set(_OWN_NAMES) | set(self._names.values())
        self._taken.update(row.name for row in self._shape.attributes)
        self._taken.update(row.name for row in self._shape.results)
        self._taken.update(self._shape.varyings or ())
        self._taken.update(GEOMETRY_INPUT + name for name in self._shape.varyings or ())
        names = Names(frozenset(self._taken))
        found = offsets(named_registers(self._program), names, 0, self._shape.parameters.count)
        self._places = found.places
        body = self._bodies(names)
        lines = Lines()
        lines.add(f"#version {self._target.version}{' core' if self._target.version < 430 else ''}")
        if self._exact and not self._target.precise:
            lines.add(PRECISE_330)
        lines.add(headline(self._program, self._shape.kind, exact=self._exact))
        for comment in self._placement.head:
            lines.add(f"// {comment}".rstrip())
        declarations = self._shape.declarations("precise " if self._exact else "")
        declarations += found.declarations
        for text in ("", *declarations) if declarations else ():
            lines.add(text)
        if self._global and (variables := self._variables()):
            lines.add("")
            for text in variables:
                lines.add(text)
        for text in self._functions():
            lines.add("")
            lines.add(text)
        lines.extend(body)
        return lines

    def _bodies(self, names: Names) -> Lines:
        """Every function, main last; what they need is known afterwards."""
        flow = self._flow
        functions = {function.name: names.take(function.name) for function in flow.functions[:-1]}
        flags = {
            flag: names.take(flag)
            for flag in dict.fromkeys(flag for function in flow.functions for flag in function.flags)
        }
        exact, family = self._exact, self._program.profile.family
        # Mesa's llvmpipe, for one, flushes denormals in vertex shaders and keeps them in compute shaders
        flush = exact and self._shape.kind == "compute"
        self._speech = Speech(family, exact, self._names, flush, self._places)
        emitter = Emitter(self._speech, flow, self._placement, self._indices, functions, flags, self._limit)
        self._missing = initial_values(flow, self._observed())
        for function in flow.functions[:-1]:
            emitter.lines.add("")
            emitter.function(function)
        emitter.lines.add("")
        if self._wrapped:
            emitter.function(flow.functions[-1], "void program() {")
            emitter.lines.add("")
        self._main(emitter)
        return emitter.lines

    def _observed(self) -> int:
        bits = 0
        for row in self._shape.results:
            if not self._shape.vertex_state and not (row.result == "HPOS" and self._shape.position_invariant):
                for component in range(self._shape.observed(row.result)):
                    bits |= bit(RegisterFile.RESULT, row.index, component)
        return bits

    def _main(self, emitter: Emitter) -> None:
        lines, emitter.lines = emitter.lines, Lines()
        if self._flow.dispatch or not self._flow.functions:
            emitter.dispatch()
        elif self._wrapped:
            emitter.lines.add("    program();")
        else:
            emitter.body(self._flow.functions[-1], is_main=True)
        lines.add("void main() {")
        lines.depth += 1
        self._prologue(lines)
        lines.extend(emitter.lines)
        for comment in self._placement.end:
            lines.add(f"// {comment}".rstrip())
        for text in self._shape.closing():
            lines.add(text)
        lines.depth -= 1
        lines.add("}")
        emitter.lines = lines

    def _prologue(self, lines: Lines) -> None:
        """What main does before the program's first instruction."""
        for text in self._shape.opening():
            lines.add(text)
        through = self._speech.use("nv_flush", 4) if self._speech.flush and self._shape.attributes else ""
        for text in self._shape.fetches(through):
            lines.add(text if self._global else f"vec4 {text}")
        if self._shape.vertex_state:
            # A loop: Mesa takes seconds to compile the assignment of a whole array.
            lines.add(f"for (int i = 0; i < {self._shape.parameters.count}; ++i) c[i] = parameters[i];")
        if not self._global:
            for text in self._variables():
                lines.add(text)
        for row in self._shape.results:
            if self._shape.is_output(row.name) and self._misses(RegisterFile.RESULT, row.index):
                lines.add(f"{row.name} = vec4(0.0, 0.0, 0.0, 1.0);")

    def _misses(self, file: RegisterFile, index: int) -> bool:
        return bool(self._missing & register_bits(file, index))

    def _variables(self) -> list[str]:
        """Declarations of the registers; an initial value only where it can be seen."""
        shape, precise = self._shape, "precise " if self._exact else ""
        plain: dict[str, list[str]] = {}
        lines: list[str] = []
        unwritten, hidden = 0, "vertex_count" if shape.kind == "compute" else "gl_VertexID"
        if self._global and shape.kind == "compute" and shape.attributes:
            lines.append(f"vec4 {', '.join(row.name for row in shape.attributes)};")
        for (file, index), name in self._declared():
            kind = "ivec4" if file is RegisterFile.ADDRESS else f"{precise}vec4"
            if not self._misses(file, index):
                plain.setdefault(kind, []).append(name)
            elif file is RegisterFile.RESULT:
                lines.append(f"{kind} {name} = vec4(0.0, 0.0, 0.0, 1.0);")
            elif file is RegisterFile.TEMPORARY and self._exact:
                # Registers no instruction has written are equal; each component is a zero of its own
                # lest a compiler fold comparisons of them, and then 0.0 times INF.
                places = ", ".join(str(place) for place in range(unwritten, unwritten + 4))
                lines.append(f"{kind} {name} = vec4((ivec4({hidden}) + ivec4({places})) >> 31);")
                unwritten += 4
            elif file is RegisterFile.TEMPORARY:
                lines.append(f"{kind} {name} = vec4(0.0);")
            elif file is RegisterFile.ADDRESS:
                lines.append(f"{kind} {name} = ivec4({self._speech.zero() if self._exact else 0});")
            else:
                lines.append(f"{kind} {name} = vec4(0.0);")
        lines[:0] = [f"{kind} {', '.join(names)};" for kind, names in plain.items()]
        if self._speech.hides_zero:
            lines.insert(
                0, f"float zero = float({hidden} >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN"
            )
        if self._flow.counted:
            ends = f"ends after {self._limit} instructions (NV_vertex_program2 2.14.2.3)"
            lines.append(f"int executed = 0;  // {ends}")
        return lines

    def _declared(self) -> list[tuple[tuple[RegisterFile, int], str]]:
        """The registers that are variables, in order; a position-invariant HPOS is none."""
        declared = []
        for key, name in self._names.items():
            file = key[0]
            if file is RegisterFile.ATTRIBUTE or (
                file is RegisterFile.RESULT and self._shape.is_output(name)
            ):
                continue
            declared.append((key, name))
        return declared

    def _functions(self) -> list[str]:
        """The parameter array's copy and accessor, and the helpers that were called."""
        texts = []
        array, count = "c", self._shape.parameters.count
        if self._shape.vertex_state:
            precise = "precise " if self._exact else ""
            texts.append(f"{precise}vec4 c[{count}];  // the parameters, as the program changes them")
        if self._speech.relative:
            texts.append(
                "// NV_vertex_program 2.14.1.9: a read outside the parameters gives zeros\n"
                f"vec4 parameter(int index) {{\n"
                f"    vec4 value = {array}[min(uint(index), {count - 1}u)];\n"
                f"    return uint(index) < {count}u ? value : vec4(0.0);\n}}"
            )
        if self._shape.position_invariant:
            texts.append(POSITION_FUNCTION)
        for name, width in self._speech.helpers:
            helper = HELPERS[name]
            texts.append(f"// {helper.section}\n{helper.text(width)}")
        return texts


def headline(program: Program, kind: str, *, exact: bool) -> str:
    """The comment that says what a shader was made from."""
    name = sanitised(os.path.basename(program.source.name)) or "a program"
    purpose = {
        "vertex": "vertex shader",
        "feedback": "vertex shader for transform feedback",
        "compute": "compute shader",
        "fragment": "fragment shader",
        "pixels": "fragment shader over arrays",
        "geometry": "geometry shader",
    }[kind]
    if program.geometry is not None and kind == "feedback":
        purpose = "geometry shader for transform feedback"
    numerics = "exact" if exact else "fast"
    return f"// Translated from {name} ({program.profile.header}): {purpose}, {numerics} numerics"


def shown_parts(flow: Flow) -> list[object]:
    """Every instruction, and every branch's condition, that the translation has a line for."""
    shown: list[object] = []
    for block in flow.dispatch:
        shown.extend(block.instructions)
        shown += [block.jump.instruction, block.jump.condition]

    def collect(regions: tuple[Region, ...]) -> None:
        for region in regions:
            match region:
                case Block(instructions=instructions):
                    shown.extend(instructions)
                case If(condition=condition, then=then, otherwise=otherwise):
                    shown.append(condition)
                    collect(then)
                    collect(otherwise)
                case IfFlag(then=then, otherwise=otherwise):
                    collect(then)
                    collect(otherwise)
                case Loop(body=body):
                    collect(body)
                case _:
                    pass

    for function in flow.functions:
        collect(function.body)
    return shown
