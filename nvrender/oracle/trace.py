"""Every instruction one vertex executes, with the registers it changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from nvrender.gl.results import Float32Array
from nvrender.isa.profiles import Stage
from nvrender.oracle.initial import initial_rows
from nvrender.oracle.jumps import Jump
from nvrender.oracle.machine import begin, check_arrays, parameter_table
from nvrender.oracle.numerics import arithmetic
from nvrender.oracle.prepare import Code, prepare
from nvrender.program import COMPONENTS, Instruction, Program, RegisterFile
from nvrender.source import InputError


@dataclass(frozen=True, slots=True)
class Change:
    """One component of one register: ``register`` as the language writes it, old and new value."""

    register: str
    component: str
    old: float
    new: float


@dataclass(frozen=True, slots=True)
class Step:
    """One executed instruction.

    ``number`` counts from 1, ``index`` is the instruction's place in the program. ``changes`` holds
    every component written with a new value, condition codes too (register ``CC``, the value that set
    them). ``taken`` tells whether a flow instruction was obeyed, None for others; ``end`` is why
    execution ends here, "" where it goes on.
    """

    number: int
    index: int
    instruction: Instruction
    changes: tuple[Change, ...]
    taken: bool | None = None
    end: str = ""


def trace(
    program: Program, attributes: Mapping[int, Float32Array], parameters: Float32Array, vertex: int
) -> Iterator[Step]:
    """The steps of one vertex, as they are asked for: at most profile.execution_limit of them.

    ``attributes`` and ``parameters`` are execute's. A vertex state program runs row ``vertex`` only,
    from ``parameters`` as given. Raises InputError for a vertex that is not there.
    """
    code = prepare(program)
    rows = {
        index: array[:1] if len(array) == 1 else array[vertex : vertex + 1]
        for index, array in attributes.items()
    }
    count = max((len(array) for array in attributes.values()), default=1)
    if vertex < 0 or (vertex >= count and count > 1) or any(len(row) == 0 for row in rows.values()):
        raise InputError(f"there is no vertex {vertex}; there are {count}")
    check_arrays(code, rows, parameters, 1)
    return _steps(code, rows, parameters)


def _steps(code: Code, rows: Mapping[int, Float32Array], parameters: Float32Array) -> Iterator[Step]:
    f = np.zeros((code.layout.total, 1), np.float32)
    with arithmetic():
        table = parameter_table(code, parameters)
        begin(f, code, rows, 0, 1)
        for place, value in initial_rows(code.program, code.layout, straight=False):
            f[place] = value
    counter, number, stack = code.program.entry, 0, list[int]()
    limit = code.program.profile.execution_limit or len(code.steps)
    names = _names(code)
    writes_parameters = code.program.profile.stage is Stage.VERTEX_STATE
    while counter < len(code.steps):
        number += 1
        index, step, instruction = counter, code.steps[counter], code.program.instructions[counter]
        counter += 1
        if isinstance(step, Jump):
            with arithmetic():
                taken = not step.never and (step.passes is None or bool(step.passes(f)[0]))
            end = ""
            if taken:
                counter, end = _follow(step, counter, stack, code.program.profile.call_depth)
            if number == limit and counter < len(code.steps):
                end = end or f"{limit} instructions"
            yield Step(number, index, instruction, (), taken, end)
            if end:
                return
        else:
            before = f[: code.layout.state, 0].copy()
            shared = table.copy() if writes_parameters else table
            with arithmetic():
                step(f, table)
            changes = _changes(names, before, f[: code.layout.state, 0])
            if writes_parameters:
                changes += _parameter_changes(shared, table)
            if number == limit and counter < len(code.steps):
                yield Step(number, index, instruction, changes, None, f"{limit} instructions")
                return
            yield Step(number, index, instruction, changes)


def _follow(step: Jump, counter: int, stack: list[int], depth: int) -> tuple[int, str]:
    """Where a taken flow instruction leads, and why execution ends there (NV_vertex_program2 2.14.2.3)."""
    if step.name == "RET":
        if not stack:
            return counter, "RET with no call pending"
        return stack.pop(), ""
    if step.name == "CAL":
        if len(stack) == depth:
            return counter, f"CAL with {depth} calls pending"
        stack.append(counter)
    return step.target, ""


def _names(code: Code) -> list[tuple[str, str]]:
    """(register, component) of each row of the state."""
    names = []
    for file, index in code.layout.rows:
        match file:
            case RegisterFile.ATTRIBUTE:
                register = f"v[{index}]"
            case RegisterFile.RESULT:
                register = f"o[{code.program.profile.results[index]}]"
            case RegisterFile.ADDRESS:
                register = f"A{index}"
            case _:
                register = f"R{index}"
        names += [(register, component) for component in COMPONENTS]
    return names + [("CC", component) for component in COMPONENTS]


def _changes(names: list[tuple[str, str]], before: Float32Array, after: Float32Array) -> tuple[Change, ...]:
    rows = np.flatnonzero(before.view(np.int32) != after.view(np.int32))
    return tuple(Change(*names[row], float(before[row]), float(after[row])) for row in rows)


def _parameter_changes(before: Float32Array, after: Float32Array) -> tuple[Change, ...]:
    places = np.argwhere(before.view(np.int32) != after.view(np.int32))
    return tuple(
        Change(f"c[{column - 1}]", COMPONENTS[row], float(before[row, column]), float(after[row, column]))
        for row, column in places
    )
