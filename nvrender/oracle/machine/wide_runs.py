"""Runs of instructions that compute doubles, as one step that joins and parts a register's words once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

import numpy as np

from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.evaluation.wide import DOUBLES, FLUSHING
from nvrender.ops.types import DataType
from nvrender.oracle.machine.initial import discarded, unconditional
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import Step
from nvrender.oracle.machine.wide import computed, flags_of, is_wide
from nvrender.oracle.machine.wide_operands import numbers_of
from nvrender.oracle.machine.wide_words import Fetch, normal, parted
from nvrender.program import Instruction, Operand, Register, RegisterFile
from nvrender.program.profile import Stage

#: What an operation reads: the number of a value, and what is made of it first.
Read = tuple[int, Callable[[Any], Any] | None]


def gathered(first: int, steps: Sequence[Step], layout: Layout) -> tuple[Step, ...]:
    """``steps`` of the instructions from ``first`` on, those of each run exchanged for one."""
    rows = layout.program.instructions[first : first + len(steps)]
    found: list[Step] = []
    pairs = zip(rows, steps, strict=True)
    for suits, run in groupby(pairs, lambda pair: _suits(pair[0], layout)):
        if suits:
            found.append(_step_of([row for row, _ in run], layout))
        else:
            found += [step for _, step in run]
    return tuple(found)


def _suits(instruction: Instruction, layout: Layout) -> bool:
    """True for doubles from registers that nothing chooses at run time to a LONG variable, whole."""
    destination, operands = instruction.destination, instruction.operands
    if destination is None or not is_wide(instruction) or instruction.operation not in DOUBLES:
        return False
    if layout.program.profile.stage is Stage.TESSELLATION_CONTROL or discarded(instruction):
        return False
    if not any(destination.mask) or not unconditional(destination.condition):
        return False
    floats = all(type is DataType.FLOAT for type in (destination.type, *(row.type for row in operands)))
    chosen = [destination.register, *(operand.register for operand in operands)]
    fixed = all(row.relative is row.bank_relative is None for row in chosen)
    return floats and fixed and _is_kept(destination.register)


def _is_kept(register: Register) -> bool:
    """True for what a run keeps as doubles until it ends."""
    return register.file is RegisterFile.TEMPORARY and register.long


@dataclass(frozen=True, slots=True)
class _Operation:
    """Make value ``target`` of those it ``reads``; ``code`` is the row that takes its flags, if any."""

    compute: Callable[..., Any]
    reads: tuple[Read, ...]
    target: int
    code: int | None


@dataclass(slots=True)
class _Run:
    """What a run loads and does; ``holds`` is the number of the value each component has by then."""

    layout: Layout
    loads: list[Fetch] = field(default_factory=list)
    operations: list[_Operation] = field(default_factory=list)
    holds: dict[Hashable, int] = field(default_factory=dict)
    stores: dict[int, int] = field(default_factory=dict)
    values: int = 0

    def read(self, operand: Operand, component: int, *, flushes: bool) -> Read:
        """What an operation that ``flushes`` denormals, or does not, makes of a component."""
        register, chosen = operand.register, operand.swizzle[component]
        row = self.layout.row(register) + chosen if _is_kept(register) else None
        key = (register, chosen) if row is None else row
        if key not in self.holds:
            plain = replace(operand, absolute=False, negate=False)
            self.loads.append(numbers_of(plain, component, self.layout, flushed_later=True))
            self.holds[key] = -len(self.loads)
        number = self.holds[key]
        steps: list[Callable[[Any], Any]] = [normal] if number < 0 and not flushes else []
        steps += [np.absolute] if operand.absolute else []
        steps += [np.negative] if operand.negate else []
        return number, _after(steps)

    def add(self, instruction: Instruction) -> None:
        """Every component reads before any is written."""
        destination, flushes = instruction.destination, instruction.operation in FLUSHING
        assert destination is not None
        compute, first = computed(instruction), self.layout.row(destination.register)
        register = instruction.condition_code
        made = []
        for component in (component for component in range(4) if destination.mask[component]):
            reads = tuple(self.read(row, component, flushes=flushes) for row in instruction.operands)
            code = None if register is None else self.layout.code(register) + component
            self.operations.append(_Operation(compute, reads, self.values, code))
            made.append((first + component, self.values))
            self.values += 1
        self.holds.update(made)
        self.stores.update(made)


def _after(steps: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any] | None:
    if len(steps) < 2:
        return steps[0] if steps else None

    def each(value: Any) -> Any:
        for step in steps:
            value = step(value)
        return value

    return each


def _step_of(instructions: Sequence[Instruction], layout: Layout) -> Step:
    run = _Run(layout)
    for instruction in instructions:
        run.add(instruction)
    count, loads, operations, stores = run.values, run.loads, run.operations, list(run.stores.items())

    def step(f: Float32Array, c: Float32Array) -> None:
        # Loads are at the end, the first one last.
        values: list[Any] = [None] * count + [fetch(f, c) for fetch in reversed(loads)]
        for operation in operations:
            found = operation.compute(
                *[values[number] if of is None else of(values[number]) for number, of in operation.reads]
            )
            values[operation.target] = found
            if operation.code is not None:
                words = found.view(np.uint64)
                f[operation.code].view(np.uint32)[...] = flags_of(words, DataType.FLOAT, long=True)
        for row, number in stores:
            parted(values[number].view(np.uint64), f[row], f[row + 4])

    return step
