"""A Program prepared for the machine: one closure an instruction, flow instructions apart."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from nvrender.oracle.blocks import Block, Jump, blocks_of
from nvrender.oracle.initial import InitialRows, discarded, first_row, initial_rows, unconditional
from nvrender.oracle.layout import Layout, lay_out
from nvrender.oracle.numerics import BoolArray, Float32Array, select
from nvrender.oracle.operands import Fetch, Loaded, Step, load, runs, strided
from nvrender.oracle.ops import OPERATIONS, Function, Operation, Shape
from nvrender.program import Condition, Instruction, Program, RegisterFile

#: test name → comparison of a condition code, kept as the value that set it, with 0.
#: NaN fails all but NE, as UN does (NV_vertex_program2 2.14.2.2).
TESTS: dict[str, np.ufunc] = {
    "EQ": np.equal,
    "NE": np.not_equal,
    "LT": np.less,
    "GE": np.greater_equal,
    "LE": np.less_equal,
    "GT": np.greater,
}

_ZERO = np.float32(0.0)


#: (instruction ordinal, its step) → the step to take instead.
Watch = Callable[[int, "Step | Jump"], "Step | Jump"]


@dataclass(frozen=True)
class Code:
    """A prepared program; ``steps[i]`` does instruction i, or is a Jump.

    ``straight`` are the steps of a program without flow instructions, else None, and then ``blocks``
    has them by leader. ``initial`` are the rows that must hold their initial value at the start.
    """

    program: Program
    layout: Layout
    steps: tuple[Step | Jump, ...]
    straight: tuple[Step, ...] | None
    initial: InitialRows
    blocks: dict[int, Block]


_KEPT = 32
_prepared: OrderedDict[int, Code] = OrderedDict()


def prepare(program: Program) -> Code:
    """Resolve every operand and destination of ``program`` once; the last few programs are kept."""
    code = _prepared.get(id(program))
    if code is None or code.program is not program:
        layout = lay_out(program)
        steps = tuple(_step(instruction, layout) for instruction in program.instructions)
        code = _prepared[id(program)] = _code(program, layout, steps, every_row=False)
        while len(_prepared) > _KEPT:
            _prepared.popitem(last=False)
    return code


def prepare_watched(program: Program, layout: Layout, watch: Watch) -> Code:
    """As ``prepare``, each step replaced by ``watch``'s, all rows of ``layout`` set at the start.

    Each step leaves its results in ``layout.out``'s rows too, masked or not.
    """
    steps = tuple(
        watch(ordinal, _step(instruction, layout, watched=True))
        for ordinal, instruction in enumerate(program.instructions)
    )
    return _code(program, layout, steps, every_row=True)


def _code(program: Program, layout: Layout, steps: tuple[Step | Jump, ...], *, every_row: bool) -> Code:
    straight = tuple(step for step in steps if not isinstance(step, Jump))
    if program.entry or len(straight) < len(steps):
        initial = initial_rows(program, layout, straight=False)
        return Code(program, layout, steps, None, initial, blocks_of(steps, program.entry))
    return Code(program, layout, steps, straight, initial_rows(program, layout, straight=not every_row), {})


def _step(instruction: Instruction, layout: Layout, *, watched: bool = False) -> Step | Jump:
    operation = OPERATIONS[instruction.opcode.key]
    if operation.shape is Shape.FLOW:
        return _jump(instruction, layout)
    destination = instruction.destination
    assert destination is not None
    enabled = tuple(component for component in range(4) if destination.mask[component])
    never = destination.condition is not None and destination.condition.test == "FL"
    if not enabled or discarded(instruction) or never:
        return _nothing
    loaded = _load_operands(instruction, operation, layout, enabled)
    in_destination = not watched and _may_write_directly(instruction, operation, enabled, loaded)
    first = first_row(destination, layout) if in_destination else layout.out
    parts = [step for operand in loaded for step in operand.steps]
    parts += _compute(operation, layout, loaded, enabled, first)
    parts += _commit(instruction, layout, enabled, None if in_destination else layout.out)
    return _sequence(parts)


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


def _reads(operation: Operation, position: int, enabled: Sequence[int]) -> tuple[int, ...]:
    """The components an operation reads of one operand, in order."""
    if operation.shape is Shape.LANEWISE:
        return tuple(enabled)
    rows = operation.reads if operation.shape is Shape.SCALAR else [operation.reads[k] for k in enabled]
    found = [
        component
        for row in rows
        for operand, components in row
        if operand == position
        for component in components
    ]
    return tuple(dict.fromkeys(found))


def _load_operands(
    instruction: Instruction, operation: Operation, layout: Layout, enabled: Sequence[int]
) -> list[Loaded]:
    loaded = []
    for position, operand in enumerate(instruction.operands):
        components = _reads(operation, position, enabled)
        whole = operation.shape is Shape.SCALAR
        loaded.append(
            load(operand, position, layout, components, whole) if components else Loaded((0, 0, 0, 0))
        )
    return loaded


# --- destinations


def _may_write_directly(
    instruction: Instruction, operation: Operation, enabled: Sequence[int], loaded: Sequence[Loaded]
) -> bool:
    """True if computing straight into the destination destroys nothing the instruction still reads."""
    destination = instruction.destination
    assert destination is not None
    register = destination.register
    if not unconditional(destination.condition) or register.file is RegisterFile.PARAMETER:
        return False
    same = [
        operand
        for operand, ready in zip(instruction.operands, loaded, strict=True)
        if ready.direct and operand.register == register
    ]
    if not same:
        return True
    if not operation.in_place:
        return False
    if operation.shape is Shape.SCALAR:
        return True
    return all(operand.swizzle[component] == component for operand in same for component in enabled)


def _compute(
    operation: Operation, layout: Layout, loaded: Sequence[Loaded], enabled: Sequence[int], first: int
) -> list[Step]:
    work = slice(layout.work, layout.work + 4)
    if operation.shape is Shape.LANEWISE:
        return [
            _call(
                operation.functions[0],
                _slice(first + component for component in run),
                work,
                [operand.fetch(run) for operand in loaded],
            )
            for run in runs(enabled, *(operand.rows for operand in loaded))
        ]
    if operation.shape is Shape.SCALAR:
        fetches = [loaded[position].fetch(components) for position, components in operation.reads[0]]
        row = first + enabled[0]
        return [
            _call(operation.functions[0], slice(row, row + 1), work, fetches),
            *_replicate(enabled, first),
        ]
    return [
        _call(
            operation.functions[component],
            slice(first + component, first + component + 1),
            work,
            [loaded[position].fetch(components) for position, components in operation.reads[component]],
        )
        for component in enabled
    ]


def _replicate(enabled: Sequence[int], first: int) -> list[Step]:
    """Copy the first enabled component to the others."""
    row = first + enabled[0]
    return [
        _copy(slice(row, row + 1), _slice(first + component for component in run))
        for run in runs(enabled[1:])
    ]


def _slice(rows: Iterable[int]) -> slice:
    picked = strided(list(rows))
    assert picked is not None
    return picked


def _call(function: Function, out: slice, work: slice, fetches: Sequence[Fetch]) -> Step:
    if len(fetches) == 1:
        (only,) = fetches
        return lambda f, c: function(f[out], f[work], only(f, c))
    if len(fetches) == 2:
        one, two = fetches
        return lambda f, c: function(f[out], f[work], one(f, c), two(f, c))
    several = tuple(fetches)
    return lambda f, c: function(f[out], f[work], *[fetch(f, c) for fetch in several])


def _copy(source: slice, target: slice) -> Step:
    def copy(f: Float32Array, c: Float32Array) -> None:
        f[target] = f[source]

    return copy


def _commit(instruction: Instruction, layout: Layout, enabled: Sequence[int], out: int | None) -> list[Step]:
    """Write the enabled components whose condition holds, and their codes (NV_vertex_program2 2.14.2.2).

    ``out`` is the first scratch row, None if the result is in the destination already.
    """
    destination = instruction.destination
    assert destination is not None
    register = destination.register
    code = layout.condition_code if instruction.condition_code is not None else None
    if register.file is RegisterFile.PARAMETER:
        assert out is not None
        return [_store_parameter(register.index, enabled, out)]
    if register.file is RegisterFile.CONDITION_CODE:
        targets = [] if code is None else [code]
        source = code if out is None else out
    else:
        targets = [layout.row(register)] + ([] if code is None else [code])
        source = layout.row(register) if out is None else out
    assert source is not None
    targets = [target for target in targets if target != source]
    if not targets:
        return []
    condition = destination.condition
    if condition is None or unconditional(condition):
        return [
            _copy(_slice(source + k for k in run), _slice(target + k for k in run))
            for target in targets
            for run in runs(enabled)
        ]
    return [_commit_where(condition, layout, enabled, source, targets)]


def _commit_where(
    condition: Condition, layout: Layout, enabled: Sequence[int], source: int, targets: Sequence[int]
) -> Step:
    test = TESTS[condition.test]
    parts = []
    for run in runs(enabled, condition.swizzle):
        codes = _slice(layout.condition_code + condition.swizzle[k] for k in run)
        sources = _slice(source + k for k in run)
        parts.append((codes, sources, [_slice(target + k for k in run) for target in targets], len(run)))

    def commit(f: Float32Array, c: Float32Array) -> None:
        masks = [test(f[codes], _ZERO) for codes, _, _, _ in parts]
        for mask, (_, sources, places, length) in zip(masks, parts, strict=True):
            if len(mask) != length:
                mask = np.repeat(mask, length, axis=0)
            for place in places:
                select(f[place], f[sources], mask)

    return commit


def _store_parameter(index: int, enabled: Sequence[int], out: int) -> Step:
    """c[index] of the shared parameters (NV_vertex_program 2.14.4); one lane only."""
    pairs = [(component, out + component) for component in enabled]

    def store(f: Float32Array, c: Float32Array) -> None:
        for component, row in pairs:
            c[component, index + 1] = f[row, 0]

    return store


# --- flow


def _jump(instruction: Instruction, layout: Layout) -> Jump:
    target = instruction.target if instruction.target is not None else 0
    condition = instruction.condition
    name = instruction.opcode.name
    if condition is None or condition.test in ("TR", "FL"):
        return Jump(name, target, None, condition is not None and condition.test == "FL")
    test = TESTS[condition.test]
    rows = sorted({layout.condition_code + component for component in condition.swizzle})

    def passes(f: Float32Array) -> BoolArray:
        """True where any of the four swizzled components passes (NV_vertex_program2 2.14.3.6)."""
        taken: BoolArray = test(f[rows[0]], _ZERO)
        for row in rows[1:]:
            taken |= test(f[row], _ZERO)
        return taken

    return Jump(name, target, passes, False)
