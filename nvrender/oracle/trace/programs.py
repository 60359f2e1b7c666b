"""Every instruction one vertex or fragment executes, with the registers it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array
from nvrender.ops.evaluation.numerics import arithmetic
from nvrender.ops.types import DataType
from nvrender.oracle.machine.commit import ZERO_FLAG
from nvrender.oracle.machine.initial import initial_rows
from nvrender.oracle.machine.jumps import Jump
from nvrender.oracle.machine.lanes import Group
from nvrender.oracle.machine.machine import begin, check_arrays, execute, shared_of
from nvrender.oracle.machine.prepare import Code, prepare
from nvrender.oracle.machine.quads import compares_neighbours
from nvrender.oracle.machine.replay import with_neighbours
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.schedule import Scheduler
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.machine.wide_words import KINDS, joined
from nvrender.oracle.memory.access import writes_memory
from nvrender.oracle.memory.changes import bytes_before, taken_back, words_changed
from nvrender.oracle.trace.values import OperandValue, operand_values
from nvrender.program import COMPONENTS, Instruction, Program, RegisterFile
from nvrender.program.profile import Stage
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

    ``number`` counts from 1, ``index`` is the instruction's place in the program. ``operands`` are what it
    read, before it executed. ``changes`` holds every component written with a new value, condition codes too
    (register ``CC``, the value that set them). ``taken`` tells whether a flow instruction was obeyed, None
    for others; ``end`` is why execution ends here, "" where it goes on. ``invalid`` tells that it reached for
    memory that is not there.
    """

    number: int
    index: int
    instruction: Instruction
    changes: tuple[Change, ...]
    taken: bool | None = None
    end: str = ""
    invalid: bool = False
    operands: tuple[OperandValue, ...] = ()


def trace(
    program: Program,
    attributes: Mapping[int, Float32Array],
    resources: Resources,
    vertex: int,
) -> Iterator[Step]:
    """The steps of one vertex, as they are asked for, up to the language's limit or the watchdog's.

    The other arguments are execute's. A vertex state program runs row ``vertex`` only, from the parameters as
    given. Of a program that writes memory those before it run first, as in
    ``execute``. Raises InputError for a vertex that is not there.
    """
    rows = {
        index: array[:1] if len(array) == 1 else array[vertex : vertex + 1]
        for index, array in attributes.items()
    }
    count = max((len(array) for array in attributes.values()), default=1)
    if vertex < 0 or (vertex >= count and count > 1) or any(len(row) == 0 for row in rows.values()):
        raise InputError(f"there is no vertex {vertex}; there are {count}")
    spaces = resources.reached
    resources = replace(resources, spaces=spaces)
    quads = compares_neighbours(program)
    first = vertex & ~3 if quads else vertex
    if first and any(map(writes_memory, program.instructions)):
        before = {index: array if len(array) == 1 else array[:first] for index, array in attributes.items()}
        execute(program, before, resources, first)
    if quads:
        quad = range(first, min(first + 4, max(count, vertex + 1)))
        with taken_back(spaces):
            code = with_neighbours(program, attributes, resources, quad, vertex)
    else:
        code = prepare(program, resources.textures)
    check_arrays(code, rows, resources.parameters, 1)
    with arithmetic():
        shared = shared_of(code, resources)
    return steps_of(code, rows, shared)


def _begin(code: Code, rows: Mapping[int, Float32Array], shared: Shared) -> tuple[Group, Scheduler]:
    """One lane about to execute its first instruction, and what obeys its flow instructions."""
    f = np.zeros((code.layout.total, 1), np.float32)
    scheduler = Scheduler(code, lambda group: None, shared)
    with arithmetic():
        begin(f, code, rows, 0, 1)
        for place, value in initial_rows(code.program, code.layout, straight=False):
            f[place] = value
    return Group(code.program.entry, f, np.arange(1)), scheduler


def steps_of(
    code: Code,
    rows: Mapping[int, Float32Array],
    shared: Shared,
    meet: Callable[[Group], None] = lambda group: None,
) -> Iterator[Step]:
    """The steps of the one lane that ``rows`` are of.

    ``meet`` is called with it behind a BAR, before the next step.
    """
    group, scheduler = _begin(code, rows, shared)
    f, table, spaces = group.f, shared.table, scheduler.spaces
    number, limit = 0, scheduler.limit
    names = register_names(code)
    writes_parameters = code.program.profile.stage is Stage.VERTEX_STATE
    flags = code.program.profile.flags
    while group.counter < len(code.steps):
        index = group.counter
        scheduler.enter(group)
        step, instruction = code.steps[index], code.program.instructions[index]
        number += not instruction.implicit
        group.counter += 1
        before = f[: code.layout.state, 0].copy()
        parameters = table.copy() if writes_parameters else table
        read = operand_values(code.program, code.layout, index, f, table)
        memory, faults = bytes_before(spaces, instruction), spaces.held.trial.faults
        taken, end = None, ""
        with arithmetic():
            if isinstance(step, Jump):
                taken, end = _follow(step, instruction, group, scheduler)
            else:
                step(f, table)
        if instruction.operation == "kill" and f[code.layout.fragment].view(np.int32)[0]:
            end = "the fragment is killed"
        changes = changes_of(names, instruction, before, f[: code.layout.state, 0], flags=flags)
        changes += tuple(Change(*row) for row in words_changed(spaces, memory))
        if writes_parameters:
            changes += _parameter_changes(parameters, table)
        if number == limit and group.counter < len(code.steps):
            end = end or f"{limit} instructions"
        if not instruction.implicit:
            invalid = spaces.held.trial.faults > faults
            yield Step(number, index, instruction, changes, taken, end, invalid, read)
        if end:
            return
        if instruction.operation == "barrier":
            meet(group)


def _follow(
    step: Jump, instruction: Instruction, group: Group, scheduler: Scheduler
) -> tuple[bool | None, str]:
    """Obey a flow instruction: whether it was taken, and why execution ends there, "" where it goes on."""
    following, pending = group.counter, group.depths(scheduler.stacks)
    taken = None
    loops = ("repeat", "loop", "endrepeat", "endloop")
    plain = ("else", "endif", "emit", "emit_stream", "end_primitive", *loops, "push_address", "pop_address")
    if step.name not in plain and step.access is None:
        taken = not step.never and (step.passes is None or bool(step.passes(group.f)[0]))
    if step.name == "barrier":
        return None, ""
    goes_on = scheduler.obey(group, step)
    if step.name in loops:
        taken = (group.counter == following) == (step.name in ("repeat", "loop"))
    if goes_on:
        return taken, ""
    if step.name == "return":
        return taken, "RET with no call pending" if pending == 0 else "RET to a saved address register"
    if step.name == "pop_address":
        return taken, "POPA with nothing saved"
    if step.name in ("if", *loops):
        return None, "too many blocks are open"
    return taken, f"{instruction.opcode.name} with {pending} calls pending"


#: What stands for a register's name where rows have the high words of the four rows before.
HIGH = ""


def register_names(code: Code) -> list[tuple[str, str]]:
    """(register, component) of each row of registers and condition codes."""
    program = code.program
    declared = _declared_names(program)
    names = []
    for file, index in code.layout.rows:
        match file:
            case _ if (file, index) in declared:
                register = declared[file, index]
            case RegisterFile.ATTRIBUTE:
                register = f"vertex.attrib[{index}]" if code.layout.declared else f"v[{index}]"
            case RegisterFile.RESULT:
                result = program.profile.results[index]
                register = f"result.{result}" if code.layout.declared else f"o[{result}]"
            case RegisterFile.ADDRESS:
                register = f"A{index}"
            case _:
                register = f"R{index}"
        names += [(register, component) for component in COMPONENTS]
        if (file, index) in code.layout.lasting:
            names += [(HIGH, component) for component in COMPONENTS]
    codes = program.profile.condition_codes
    return names + [
        (f"CC{number}" if codes > 1 else "CC", component)
        for number in range(codes)
        for component in COMPONENTS
    ]


def _declared_names(program: Program) -> dict[tuple[RegisterFile, int], str]:
    """What the program calls its attributes, temporaries and address registers."""
    names = {(RegisterFile.ATTRIBUTE, bound.index): bound.name for bound in program.attributes}
    for variable in program.variables:
        if variable.file in (RegisterFile.TEMPORARY, RegisterFile.ADDRESS) and not variable.alias:
            for number in range(variable.count):
                name = f"{variable.name}[{number}]" if variable.array else variable.name
                names[variable.file, variable.index + number] = name
    return names if program.profile.declares_names else {}


def changes_of(
    names: list[tuple[str, str]],
    instruction: Instruction,
    before: Float32Array,
    after: Float32Array,
    *,
    flags: bool,
) -> tuple[Change, ...]:
    """Words are shown as the instruction writes them, ``flags`` as 8 SF + 4 ZF + 2 OF + CF."""
    type = DataType.FLOAT if instruction.destination is None else instruction.destination.type
    found = []
    changed = np.flatnonzero(before.view(np.int32) != after.view(np.int32))
    rows: list[int] = [row for row in changed.tolist() if row < len(names)]
    for row in sorted({row - 4 if names[row][0] == HIGH else row for row in rows}):
        register = names[row][0]
        if row + 4 < len(names) and names[row + 4][0] == HIGH:
            found.append(Change(*names[row], _wide(before, row, type), _wide(after, row, type)))
            continue
        old: npt.NDArray[Any] = before[row : row + 1]
        new: npt.NDArray[Any] = after[row : row + 1]
        if flags and register in ("CC0", "CC1"):
            old, new = old.view(np.int32) ^ ZERO_FLAG, new.view(np.int32) ^ ZERO_FLAG
        elif type is not DataType.FLOAT and not register.startswith("CC"):
            words = np.int32 if type is DataType.SIGNED else np.uint32
            old, new = old.view(words), new.view(words)
        found.append(Change(*names[row], float(old[0]), float(new[0])))
    return tuple(found)


def _wide(rows: Float32Array, row: int, type: DataType) -> float:
    """A component of 64 bits; integers are Python's, which have room for them."""
    number = joined(rows[row : row + 1], rows[row + 4 : row + 5]).view(KINDS[type])[0]
    return float(number) if type is DataType.FLOAT else int(number)


def _parameter_changes(before: Float32Array, after: Float32Array) -> tuple[Change, ...]:
    places = np.argwhere(before.view(np.int32) != after.view(np.int32))
    return tuple(
        Change(f"c[{column - 1}]", COMPONENTS[row], float(before[row, column]), float(after[row, column]))
        for row, column in places
    )
