"""A Program prepared for the machine: one closure an instruction, flow instructions apart."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from nvrender.gl.textures.texture import Texture, Textures
from nvrender.gl.textures.units import texture_units
from nvrender.ops.evaluation.function import Function
from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.rows import BY_COMPONENT, NEIGHBOURS, Form
from nvrender.ops.types import DataType
from nvrender.oracle.machine import wide
from nvrender.oracle.machine.addressing import element
from nvrender.oracle.machine.commit import clamp, commit, copy, flag_step, needs_operands, one_slice
from nvrender.oracle.machine.computation import Computation, computation_of
from nvrender.oracle.machine.fragments import kill_step
from nvrender.oracle.machine.initial import InitialRows, discarded, first_row, initial_rows, unconditional
from nvrender.oracle.machine.interpolation import interpolation_steps
from nvrender.oracle.machine.jumps import Block, Jump, blocks_of, jump_of
from nvrender.oracle.machine.layout import Layout, lay_out
from nvrender.oracle.machine.operands import Fetch, Loaded, Step, load, runs
from nvrender.oracle.machine.quads import (
    ALONG_X,
    ALONG_Y,
    beside,
    compares_neighbours,
    differences,
    looks_beside,
)
from nvrender.oracle.machine.wide_operands import numbers_of
from nvrender.oracle.machine.wide_runs import gathered
from nvrender.oracle.memory.access import accesses, writes_memory
from nvrender.oracle.memory.commuting import commutes
from nvrender.oracle.memory.steps import access_step
from nvrender.oracle.patches.writes import shared_write
from nvrender.oracle.texture.access import Sample, sample
from nvrender.oracle.texture.steps import Partials, PartialsOf, texture_step
from nvrender.program import Clamp, Instruction, Program, RegisterFile, check_stage
from nvrender.program.opcodes import Opcode
from nvrender.program.profile import Stage

#: (instruction ordinal, its step) → the step to take instead.
Watch = Callable[[int, "Step | Jump"], "Step | Jump"]
#: Gives the scalars (1, n) that a component of a result is made of.
Operands = Callable[[], Sequence[Float32Array]]
#: Called with instruction ordinal, opcode, component, its values (1, n) and operands.
Observe = Callable[[int, Opcode, int, Float32Array, Operands], None]


@dataclass(frozen=True)
class Code:
    """A prepared program; ``steps[i]`` does instruction i, or is a Jump.

    ``straight`` are the steps of a program without flow instructions, else None, and then ``blocks``
    has them by leader. ``initial`` are the rows that must hold their initial value at the start. ``quads``
    tells whether lanes need their neighbours, ``sequential`` whether one lane, or quad, runs after the other,
    because it may see what those before it wrote into memory. ``textures`` are those it is prepared for.
    """

    program: Program
    layout: Layout
    steps: tuple[Step | Jump, ...]
    straight: tuple[Step, ...] | None
    initial: InitialRows
    blocks: dict[int, Block]
    quads: bool = False
    sequential: bool = False
    #: Whether lanes may run together on trial where they are to run one after the other.
    tried: bool = False
    textures: Textures = field(default_factory=dict)

    @property
    def length(self) -> int:
        """Instructions in the text."""
        return sum(not instruction.implicit for instruction in self.program.instructions)


_KEPT = 32
#: By the identities of program and textures, which are kept alive beside the code.
_prepared: OrderedDict[tuple[int, ...], tuple[Code, Program, Textures]] = OrderedDict()


def prepare(program: Program, textures: Textures | None = None) -> Code:
    """Resolve every operand and destination of ``program`` once; the last few programs are kept.

    Raises InputError for textures that do not suit the instructions, TargetError for what is not executed.
    """
    units = texture_units(program, textures)
    key = (id(program), *(number for unit in sorted(units) for number in (unit, id(units[unit]))))
    found = _prepared.get(key)
    if found is not None:
        return found[0]
    check_stage(program, tuple(Stage))
    layout = lay_out(program)
    steps = tuple(
        _step(instruction, ordinal, layout, units) for ordinal, instruction in enumerate(program.instructions)
    )
    code = replace(_code(program, layout, steps, every_row=False), textures=units)
    _prepared[key] = code, program, units
    while len(_prepared) > _KEPT:
        _prepared.popitem(last=False)
    return code


def forget(texture: Texture) -> None:
    """Keep no program that is prepared for ``texture``, which nobody will read any more."""
    for key, (_, _, units) in list(_prepared.items()):
        if any(unit is texture for unit in units.values()):
            _prepared.pop(key, None)


def prepare_watched(
    program: Program,
    layout: Layout,
    watch: Watch,
    *,
    observe: Observe | None = None,
    textures: Textures | None = None,
    look_ups: Callable[[int], Sample] | None = None,
) -> Code:
    """As ``prepare``, each step replaced by ``watch``'s, all rows of ``layout`` set at the start.

    Each step leaves its results in ``layout.out``'s rows too, masked or not. ``observe`` sees float
    results, and what is read from textures, before they are clamped and committed, and may change them.
    ``look_ups`` is what samples textures in ``sample``'s place, by the ordinal of the instruction.
    """
    units = texture_units(program, textures)

    def step(ordinal: int, instruction: Instruction) -> Step | Jump:
        look_up = sample if look_ups is None else look_ups(ordinal)
        return _step(
            instruction, ordinal, layout, units, watched=True, observe=observe, look_up=look_up
        )  # fmt: skip

    steps = tuple(watch(number, step(number, row)) for number, row in enumerate(program.instructions))
    return _code(program, layout, steps, every_row=True)


def _code(program: Program, layout: Layout, steps: tuple[Step | Jump, ...], *, every_row: bool) -> Code:
    straight = tuple(step for step in steps if not isinstance(step, Jump))
    flow = len(steps) - len(straight)
    if flow == 1 and isinstance(steps[-1], Jump) and program.instructions[-1].implicit:
        flow = 0
    if program.entry or flow:
        initial = initial_rows(program, layout, straight=False)
        blocks = blocks_of(steps, layout, apart=every_row)
        quads = compares_neighbours(program) or program.profile.stage is Stage.TESSELLATION_CONTROL
        sequential = any(map(writes_memory, program.instructions)) and not commutes(program)
        tried = not any(writes_memory(row) and not accesses(row) for row in program.instructions)
        return Code(program, layout, steps, None, initial, blocks, quads, sequential, tried)
    known = not every_row and not layout.lasting
    straight = straight if every_row else gathered(0, straight, layout)
    return Code(program, layout, steps, straight, initial_rows(program, layout, straight=known), {})


def _step(
    instruction: Instruction,
    ordinal: int,
    layout: Layout,
    units: Textures,
    *,
    watched: bool = False,
    observe: Observe | None = None,
    look_up: Sample = sample,
) -> Step | Jump:
    if accesses(instruction):
        return access_step(instruction, layout, watched=watched)
    computation, program = computation_of(instruction), layout.program
    if computation.form is Form.BARRIER:
        return Jump("barrier", 0, None, False) if instruction.operation == "barrier" else _nothing
    if computation.form is Form.FLOW:
        return jump_of(instruction, ordinal, layout)
    if computation.form is Form.KILL:
        return kill_step(instruction, layout)
    if computation.form in NEIGHBOURS:
        computation = beside(instruction, layout, ordinal)
    destination = instruction.destination
    assert destination is not None
    enabled = tuple(component for component in range(4) if destination.mask[component])
    never = destination.condition is not None and destination.condition.test == "FL"
    if not enabled or discarded(instruction) or never:
        return _nothing
    control = program.profile.stage is Stage.TESSELLATION_CONTROL
    if wide.is_wide(instruction):
        parts = wide.steps(instruction, layout, enabled)
        return _sequence(shared_write(instruction, layout, enabled, parts) if control else parts)
    interpolates = instruction.opcode.interpolates
    loaded = [] if interpolates else _load_operands(instruction, computation, layout, enabled)
    in_destination = (
        not watched and not interpolates and _may_write_directly(instruction, computation, enabled, loaded)
    )
    first = first_row(destination, layout) if in_destination else layout.out
    parts = [step for operand in loaded for step in operand.steps]
    if instruction.texture is not None:
        parts.append(_lookup(instruction, layout, loaded, units, enabled, first, look_up))
    elif interpolates:
        parts += interpolation_steps(instruction, layout, enabled, first)
    else:
        parts += _compute(computation, layout, loaded, enabled, first)
    if observe is not None and (destination.type is DataType.FLOAT or instruction.texture is not None):
        parts += _observe(instruction.opcode, computation, layout, loaded, enabled, observe, ordinal)
    parts += _clamps(instruction, destination.type, enabled, first)
    if instruction.condition_code is not None:
        parts += flag_step(instruction, layout, loaded, enabled, first)
    if destination.register.long:
        parts.append(wide.widen(destination.type, layout, enabled))
    parts += commit(instruction, layout, enabled, None if in_destination else layout.out)
    return _sequence(shared_write(instruction, layout, enabled, parts) if control else parts)


#: The range of precision X (NV_fragment_program_option 3.11.4.X).
_FIXED_POINT = (-2048.0 / 1024.0, 2047.0 / 1024.0)


def _lookup(
    instruction: Instruction,
    layout: Layout,
    loaded: Sequence[Loaded],
    units: Textures,
    enabled: tuple[int, ...],
    first: int,
    look_up: Sample,
) -> Step:
    """The lookup of an instruction's texture, with what it is chosen by."""
    texture = instruction.texture
    assert texture is not None
    fragment = layout.program.profile.stage is Stage.FRAGMENT
    partials = _partials(layout) if fragment and looks_beside(instruction, units) else None
    which = None if texture.register.relative is None else element(texture.register, layout)
    handle = None if texture.handle is None else numbers_of(texture.handle, 0, layout)
    return texture_step(instruction, loaded, units, enabled, first, partials, look_up, which, handle)


def _clamps(instruction: Instruction, type: DataType, enabled: tuple[int, ...], first: int) -> list[Step]:
    """What an instruction's precision and its modifier keep a result within."""
    parts: list[Step] = []
    if instruction.precision == "X" and not instruction.opcode.family.fixed_point_operands:
        parts += clamp(*_FIXED_POINT, enabled, first)
    if instruction.clamp is not None and type is DataType.FLOAT and not instruction.opcode.rounded:
        parts += clamp(0.0 if instruction.clamp is Clamp.UNSIGNED else -1.0, 1.0, enabled, first)
    return parts


def _nothing(f: Float32Array, c: Float32Array) -> None:
    return None


def _sequence(parts: Sequence[Step]) -> Step:
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        one, two = parts

        def both(f: Float32Array, c: Float32Array) -> None:
            one(f, c)
            two(f, c)

        return both
    steps = tuple(parts)

    def each(f: Float32Array, c: Float32Array) -> None:
        for step in steps:
            step(f, c)

    return each


# --- operands


def reads_of(computation: Computation, position: int, enabled: Sequence[int]) -> tuple[int, ...]:
    """The components a computation reads of one operand, in order."""
    if computation.form is Form.TEXTURE:
        return (0, 1, 2, 3)
    if computation.form in BY_COMPONENT:
        return tuple(enabled)
    rows = (
        computation.reads if computation.form is Form.REPLICATED else [computation.reads[k] for k in enabled]
    )
    found = [
        component
        for row in rows
        for operand, components in row
        if operand == position
        for component in components
    ]
    return tuple(dict.fromkeys(found))


def _load_operands(
    instruction: Instruction, computation: Computation, layout: Layout, enabled: Sequence[int]
) -> list[Loaded]:
    loaded = []
    texture = instruction.texture
    moved = () if texture is None or texture.moved is None else (texture.moved,)
    for position, operand in enumerate((*instruction.operands, *moved)):
        components = reads_of(computation, position, enabled)
        whole = computation.form is Form.REPLICATED
        loaded.append(
            load(operand, position, layout, components, whole) if components else Loaded((0, 0, 0, 0))
        )
    return loaded


# --- destinations


def _may_write_directly(
    instruction: Instruction, computation: Computation, enabled: Sequence[int], loaded: Sequence[Loaded]
) -> bool:
    """True if computing straight into the destination destroys nothing the instruction still reads."""
    destination = instruction.destination
    assert destination is not None
    register = destination.register
    if not unconditional(destination.condition) or register.file is RegisterFile.PARAMETER:
        return False
    if register.relative is not None or register.long or needs_operands(instruction):
        return False
    if computation.form is Form.TEXTURE:
        return True  # every operand is read before a component is written
    same = [
        operand
        for operand, ready in zip(instruction.operands, loaded, strict=True)
        if ready.direct and operand.register == register
    ]
    if not same:
        return True
    if not computation.in_place:
        return False
    if computation.form is Form.REPLICATED:
        return True
    return all(operand.swizzle[component] == component for operand in same for component in enabled)


def _compute(
    computation: Computation, layout: Layout, loaded: Sequence[Loaded], enabled: Sequence[int], first: int
) -> list[Step]:
    work = slice(layout.work, layout.work + 4)
    if computation.form in BY_COMPONENT:
        lanes = [_lanes(layout)] if computation.form is Form.QUAD else []
        return [
            _call(
                computation.functions[0],
                one_slice(first + component for component in run),
                work,
                [operand.fetch(run) for operand in loaded] + lanes,
            )
            for run in runs(enabled, *(operand.rows for operand in loaded))
        ]
    if computation.form is Form.REPLICATED:
        fetches = [loaded[position].fetch(components) for position, components in computation.reads[0]]
        row = first + enabled[0]
        return [
            _call(computation.functions[0], slice(row, row + 1), work, fetches),
            *_replicate(enabled, first),
        ]
    return [
        _call(
            computation.functions[component],
            slice(first + component, first + component + 1),
            work,
            [loaded[position].fetch(components) for position, components in computation.reads[component]],
        )
        for component in enabled
    ]


def _lanes(layout: Layout) -> Fetch:
    """The numbers of the lanes, as int32 words."""
    row = slice(layout.fragment + 1, layout.fragment + 2)
    return lambda f, c: f[row]


def _partials(layout: Layout) -> PartialsOf:
    """The differences of coordinates in each lane's quad."""
    fetch = _lanes(layout)

    def of(f: Float32Array, c: Float32Array) -> Partials:
        lanes = fetch(f, c)[0].view(np.int32)
        return lambda values: (differences(values, lanes, ALONG_X), differences(values, lanes, ALONG_Y))

    return of


def _replicate(enabled: Sequence[int], first: int) -> list[Step]:
    """Copy the first enabled component to the others."""
    row = first + enabled[0]
    return [
        copy(slice(row, row + 1), one_slice(first + component for component in run))
        for run in runs(enabled[1:])
    ]


def _call(function: Function, out: slice, work: slice, fetches: Sequence[Fetch]) -> Step:
    if len(fetches) == 1:
        (only,) = fetches
        return lambda f, c: function(f[out], f[work], only(f, c))
    if len(fetches) == 2:
        one, two = fetches
        return lambda f, c: function(f[out], f[work], one(f, c), two(f, c))
    several = tuple(fetches)
    return lambda f, c: function(f[out], f[work], *[fetch(f, c) for fetch in several])


def _observe(
    opcode: Opcode,
    computation: Computation,
    layout: Layout,
    loaded: Sequence[Loaded],
    enabled: Sequence[int],
    observe: Observe,
    ordinal: int,
) -> list[Step]:
    def hook(component: int) -> Step:
        row = slice(layout.out + component, layout.out + component + 1)
        if computation.form in BY_COMPONENT:
            fetches = [operand.fetch((component,)) for operand in loaded]
        elif computation.form is Form.TEXTURE:
            fetches = []
        else:
            reads = computation.reads[0 if computation.form is Form.REPLICATED else component]
            fetches = [loaded[position].fetch(parts) for position, parts in reads]
        return lambda f, c: observe(
            ordinal, opcode, component, f[row], lambda: [fetch(f, c) for fetch in fetches]
        )

    return [hook(component) for component in enabled]
