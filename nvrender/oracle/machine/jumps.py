"""Flow instructions, prepared: where they lead, which lanes take them, what they count; runs between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from nvrender.ops.evaluation.numerics import BoolArray, Float32Array, Int32Array
from nvrender.ops.types import DataType
from nvrender.oracle.machine.addressing import element
from nvrender.oracle.machine.commit import tester
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import Step, load
from nvrender.oracle.machine.wide_operands import numbers_of
from nvrender.oracle.machine.wide_runs import gathered
from nvrender.oracle.memory.access import Access
from nvrender.program import Condition, Instruction, Operand
from nvrender.program.subroutines import subroutine_targets

#: (state rows, shared values) → loop counts, int32.
Count = Callable[[Float32Array, Float32Array], Int32Array]

_MOST = np.float32(2**31 - 128)


@dataclass(frozen=True, slots=True)
class Jump:
    """A flow instruction: ``passes`` gives the lanes that take it, None for all of them.

    ``count`` reads a loop's count, None for endless ones, or the stream of an EMITS; ``level`` is how many
    loops are around the loop and ``ifs`` how many IFs are around an IF. ``index`` and ``increment`` belong to
    LOOP. ``address`` is the first row of the address register PUSHA and POPA name. ``access`` is what an
    instruction does in memory.
    Of a CALI ``targets`` are all that it may call, and ``choose`` gives the target of every lane, -1 where it
    calls nothing.
    """

    name: str
    target: int
    passes: Callable[[Float32Array], BoolArray] | None
    never: bool
    count: Count | None = None
    level: int = 0
    counted: bool = False
    address: int = 0
    ifs: int = 0
    index: Count | None = None
    increment: Count | None = None
    access: Access | None = None
    targets: tuple[int, ...] = ()
    choose: Callable[[Float32Array], Int32Array] | None = None


def jump_of(instruction: Instruction, ordinal: int, layout: Layout) -> Jump:
    """Prepare instruction ``ordinal``, which is a flow instruction, PUSHA or POPA."""
    target = instruction.target if instruction.target is not None else 0
    condition = instruction.condition
    name = instruction.operation
    if name in ("repeat", "endrepeat", "loop", "endloop"):
        return _loop(instruction, ordinal, layout)
    if name == "push_address":
        return Jump(name, 0, None, False, address=layout.row(instruction.operands[0].register))
    if name == "pop_address":
        assert instruction.destination is not None
        return Jump(name, 0, None, False, address=layout.row(instruction.destination.register))
    if name == "call_chosen":
        return _indirect(instruction, layout)
    if instruction.opcode.streams:
        return Jump(name, 0, None, False, _stream(instruction, layout))
    ifs = layout.around[ordinal].ifs if name == "if" else 0
    if condition is None or condition.test in ("TR", "FL"):
        return Jump(name, target, None, condition is not None and condition.test == "FL", ifs=ifs)
    return Jump(name, target, passing(condition, layout), False, ifs=ifs)


def passing(condition: Condition, layout: Layout) -> Callable[[Float32Array], BoolArray]:
    """Which lanes pass a condition that is neither always nor never."""
    test = tester(condition.test, layout)
    first = layout.code(condition.register)
    rows = sorted({first + component for component in condition.swizzle})

    def passes(f: Float32Array) -> BoolArray:
        """True where any of the four swizzled components passes (NV_vertex_program2 2.14.3.6)."""
        taken = test(f[rows[0]])
        for row in rows[1:]:
            taken = taken | test(f[row])
        return taken

    return passes


def _indirect(instruction: Instruction, layout: Layout) -> Jump:
    """CALI: which subroutine the parameter chosen is set to; none outside the array.

    ARB_shader_subroutine 2.X.8, CALI; docs/semantics.md.
    """
    program, register = layout.program, instruction.operands[0].register
    indices = range(register.index, register.index + max(register.count, 1))
    ways = subroutine_targets(program, register.index)
    chosen = {row.index: row.chosen for row in program.subroutine_parameters}
    table = np.array([*(ways.get(chosen[index], -1) for index in indices), -1], np.int32)
    find = None if register.relative is None else element(register, layout)

    def choose(f: Float32Array) -> Int32Array:
        if find is None:
            return np.full(f.shape[1], table[0], np.int32)
        which, inside = find(f)
        places = np.broadcast_to(np.where(inside, which, -1), f.shape[1])
        picked: Int32Array = table[places]
        return picked

    condition = instruction.condition
    never = condition is not None and condition.test == "FL"
    passes = None if condition is None or condition.test in ("TR", "FL") else passing(condition, layout)
    return Jump("call_chosen", 0, passes, never, targets=tuple(ways.values()), choose=choose)


def _loop(instruction: Instruction, ordinal: int, layout: Layout) -> Jump:
    name, target = instruction.operation, instruction.target
    assert target is not None
    starts = name in ("repeat", "loop")
    begin = ordinal if starts else target
    counted = bool(layout.program.instructions[begin].operands)
    level = layout.around[begin].loops
    if not starts or not counted:
        return Jump(name, target, None, False, None, level, counted)
    indices = (
        [_count(instruction, layout, component) for component in (1, 2)] if name == "loop" else [None] * 2
    )
    count = _limited(_count(instruction, layout, 0), layout)
    return Jump(name, target, None, False, count, level, True, index=indices[0], increment=indices[1])


def _stream(instruction: Instruction, layout: Layout) -> Count:
    """The stream of every lane, a signed scalar (NV_gpu_program5 2.X.8.Z, EMITS)."""
    loaded = load(instruction.operands[0], 0, layout, (0,), False)
    fetch = loaded.fetch((0,))

    def stream(f: Float32Array, c: Float32Array) -> Int32Array:
        for step in loaded.steps:
            step(f, c)
        return np.broadcast_to(fetch(f, c)[0].view(np.int32), f.shape[1:])

    return stream


def _limited(count: Count, layout: Layout) -> Count:
    """At most MAX_PROGRAM_LOOP_COUNT_NV turns (NV_fragment_program2 3.11.4.X)."""
    profile = layout.program.profile
    if profile.limits is None or not profile.language.counted_parameters:
        return count
    most = np.int32(profile.limits.loop_count)
    return lambda f, c: np.minimum(count(f, c), most)


def _count(instruction: Instruction, layout: Layout, component: int) -> Count:
    """What a loop counts: floats rounded down, NaN counts as 0.

    x is the loop count, y and z are LOOP's index and increment (NV_gpu_program4 2.X.8, REP;
    NV_fragment_program2 3.11.X.8).
    """
    operand = instruction.operands[0]
    if operand.bits == 64:
        return _wide_count(operand, layout, component)
    loaded = load(operand, 0, layout, (component,), False)
    fetch = loaded.fetch((component,))

    def count(f: Float32Array, c: Float32Array) -> Int32Array:
        for step in loaded.steps:
            step(f, c)
        words: Int32Array
        values = fetch(f, c)[0]
        if operand.type is DataType.SIGNED:
            words = values.view(np.int32)
            return words
        if operand.type is DataType.UNSIGNED:
            words = np.minimum(values.view(np.uint32), np.uint32(2**31 - 1)).astype(np.int32)
            return words
        floor = np.nan_to_num(np.floor(values), nan=0.0, posinf=_MOST, neginf=-_MOST)
        words = np.clip(floor, -_MOST, _MOST).astype(np.int32)
        return words

    return count


def _wide_count(operand: Operand, layout: Layout, component: int) -> Count:
    """The same of 64 bits (NV_gpu_program5 2.X.4.1)."""
    fetch = numbers_of(operand, component, layout)

    def count(f: Float32Array, c: Float32Array) -> Int32Array:
        values = fetch(f, c)
        if operand.type is DataType.FLOAT:
            most = float(2**31 - 1)
            values = np.nan_to_num(np.floor(values), nan=0.0, posinf=most, neginf=0.0)
        words: Int32Array = np.clip(values, 0, 2**31 - 1).astype(np.int32)
        return words

    return count


@dataclass(frozen=True, slots=True)
class Block:
    """A straight run of steps from a leader; ``jump`` ends it, or it falls into the next leader.

    ``length`` is what counts against a limit: the instructions in the text.
    """

    steps: tuple[Step, ...]
    length: int
    jump: Jump | None
    after: int


def blocks_of(steps: Sequence[Step | Jump], layout: Layout, *, apart: bool) -> dict[int, Block]:
    """leader → block. Leaders are the entry, every target, and what follows a flow instruction.

    ``apart`` keeps a step for each instruction.
    """
    program = layout.program
    leaders = {0, program.entry}
    for index, step in enumerate(steps):
        if isinstance(step, Jump):
            leaders |= {index + 1, step.target, step.target + 1, *step.targets}
    leaders.discard(len(steps) + 1)
    implicit = [instruction.implicit for instruction in program.instructions]
    blocks = {}
    for leader in leaders:
        straight: list[Step] = []
        index = leader
        jump = None
        while index < len(steps) and (index == leader or index not in leaders):
            step = steps[index]
            index += 1
            if isinstance(step, Jump):
                jump = step
                break
            straight.append(step)
        parts = tuple(straight) if apart else gathered(leader, straight, layout)
        blocks[leader] = Block(parts, index - leader - sum(implicit[leader:index]), jump, index)
    return blocks
