"""Which registers of a program, or instructions of a declared-name one, approximate results may flow into."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.gl.textures.texture import Textures
from nvrender.ops.types import DataType
from nvrender.oracle.machine.initial import discarded
from nvrender.oracle.machine.layout import numbers
from nvrender.oracle.memory.access import accesses, writes_memory
from nvrender.oracle.patches.layout import Owner, owner, takes_patches
from nvrender.program import Condition, Instruction, Program, Register, RegisterFile, chosen_by
from nvrender.program.opcodes import PrecisionKind

#: A component of a register; c[A…] is index −1.
RegisterComponent = tuple[RegisterFile, int, int]
_ANY = -1
#: A register, by file and number; what threads of a patch share is ``_SHARED``.
_RegisterKey = tuple[RegisterFile, int]
_SHARED: _RegisterKey = (RegisterFile.ATTRIBUTE, -2)


@dataclass(frozen=True)
class Influence:
    """``places`` approximate results may reach; ``decides`` tells whether a branch depends on one."""

    places: frozenset[RegisterComponent]
    decides: bool

    def reads(self, instruction: Instruction) -> bool:
        """True if an operand or the condition mask may hold what approximations flowed into."""
        destination = instruction.destination
        conditions = (instruction.condition, destination.condition if destination else None)
        return any(
            _sources(register, swizzle) & self.places for register, swizzle in _operands(instruction)
        ) or (any(_tested(condition) & self.places for condition in conditions if condition is not None))


def influence(program: Program, rounding: bool, fast: bool = False) -> Influence:
    """The least set that holds every approximate result and what reads a member of it."""
    found = Influence(frozenset(), False)
    while True:
        places = set(found.places)
        for instruction in program.instructions:
            if is_source(instruction, rounding, fast) or found.reads(instruction):
                places |= _written(instruction)
        if len(places) == len(found.places):
            break
        found = Influence(frozenset(places), False)
    decides = any(
        instruction.opcode.is_flow and found.reads(instruction) for instruction in program.instructions
    )
    return Influence(found.places, decides)


def is_source(instruction: Instruction, rounding: bool, fast: bool = False) -> bool:
    """True if implementations may differ though the operands are the same; FRC by docs/semantics.md."""
    opcode = instruction.opcode
    if opcode.is_flow:
        return False
    kinds = {precision.kind for precision in opcode.precision} - {PrecisionKind.EXACT}
    if not fast and not (rounding and opcode.family.rounds_to_zero) and instruction.operation != "ffract":
        kinds -= {PrecisionKind.ROUNDED}
    return bool(kinds)


def _operands(instruction: Instruction) -> list[tuple[Register, tuple[int, ...]]]:
    return [(operand.register, operand.swizzle) for operand in instruction.operands]


def _sources(register: Register, swizzle: tuple[int, ...]) -> set[RegisterComponent]:
    if register.file is RegisterFile.PARAMETER:
        indices = range(_ANY, 256) if register.relative is not None else (register.index,)
        places: set[RegisterComponent] = {(register.file, index, k) for index in indices for k in swizzle}
        if register.relative is not None:
            places.add((RegisterFile.ADDRESS, register.relative.register, register.relative.component))
        return places
    return {(register.file, register.index, component) for component in swizzle}


def _tested(condition: Condition) -> set[RegisterComponent]:
    if condition.test in ("TR", "FL"):
        return set()
    return {(RegisterFile.CONDITION_CODE, 0, component) for component in condition.swizzle}


def _written(instruction: Instruction) -> set[RegisterComponent]:
    destination = instruction.destination
    if destination is None or discarded(instruction):
        return set()
    enabled = [component for component in range(4) if destination.mask[component]]
    places: set[RegisterComponent] = set()
    if destination.register.file is not RegisterFile.CONDITION_CODE:
        places = {(destination.register.file, destination.register.index, k) for k in enabled}
    if instruction.condition_code is not None:
        places |= {(RegisterFile.CONDITION_CODE, 0, k) for k in enabled}
    return places


def reached(program: Program, units: Textures, free: tuple[bool, bool]) -> frozenset[int]:
    """The ordinals of instructions that read or write what is approximate, or make it.

    ``units`` are the textures, ``free`` whether rounding is, and sums are.
    """
    remembers = any(map(writes_memory, program.instructions))
    sources = {
        ordinal
        for ordinal, row in enumerate(program.instructions)
        if _begins(row, units, free) or (remembers and accesses(row))
    }
    found, places = set(sources), set[_RegisterKey]()
    while True:
        before = len(places)
        for ordinal, row in enumerate(program.instructions):
            if ordinal in found or _read(row, program) & places:
                found.add(ordinal)
                places |= _registers_written(row, program)
        if len(places) == before:
            break
    return frozenset(
        ordinal
        for ordinal, row in enumerate(program.instructions)
        if ordinal in found or _registers_written(row, program) & places
    )


def _begins(row: Instruction, units: Textures, free: tuple[bool, bool]) -> bool:
    if row.texture is not None:
        return any(key in units for key in row.texture.keys(units))
    floats = row.destination is not None and row.destination.type is DataType.FLOAT
    return floats and is_source(row, *free)


def _places(register: Register, program: Program) -> set[_RegisterKey]:
    found = {(place.file, place.register) for place in chosen_by(register)}
    if register.file is RegisterFile.ATTRIBUTE:
        shared = takes_patches(program) and owner(program, register.index) in (Owner.OUTPUT, Owner.PATCH)
        return found | {_SHARED} if shared else found
    if register.file in (RegisterFile.TEMPORARY, RegisterFile.ADDRESS, RegisterFile.RESULT):
        found |= {(register.file, number) for number in numbers(register, program)}
    return found


def _read(row: Instruction, program: Program) -> set[_RegisterKey]:
    found: set[_RegisterKey] = set()
    for operand in row.sources:
        found |= _places(operand.register, program)
    if row.unit is not None:
        found |= _places(row.unit, program)
    destination = row.destination
    for condition in (row.condition, None if destination is None else destination.condition):
        if condition is not None and condition.test not in ("TR", "FL"):
            found.add((RegisterFile.CONDITION_CODE, condition.register))
    if destination is not None:
        found |= {(place.file, place.register) for place in chosen_by(destination.register)}
    return found


def _registers_written(row: Instruction, program: Program) -> set[_RegisterKey]:
    if row.destination is None:
        return set()
    register = row.destination.register
    found: set[_RegisterKey] = set()
    if register.file is not RegisterFile.CONDITION_CODE:
        found = {(register.file, number) for number in numbers(register, program)}
        if register.file is RegisterFile.RESULT and takes_patches(program):
            found.add(_SHARED)
    if row.condition_code is not None:
        found.add((RegisterFile.CONDITION_CODE, row.condition_code))
    return found
