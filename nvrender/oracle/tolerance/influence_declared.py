"""Which instructions of a declared-name program approximate results may flow into, by any path."""

from __future__ import annotations

from nvrender.gl.textures.texture import Textures
from nvrender.ops.types import DataType
from nvrender.oracle.machine.layout import numbers
from nvrender.oracle.memory.access import accesses, writes_memory
from nvrender.oracle.patches.layout import Owner, owner, takes_patches
from nvrender.oracle.tolerance.influence import is_source
from nvrender.program import Instruction, Program, Register, RegisterFile, chosen_by

#: A register, by file and number; what threads of a patch share is ``_SHARED``.
_Place = tuple[RegisterFile, int]
_SHARED: _Place = (RegisterFile.ATTRIBUTE, -2)


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
    found, places = set(sources), set[_Place]()
    while True:
        before = len(places)
        for ordinal, row in enumerate(program.instructions):
            if ordinal in found or _read(row, program) & places:
                found.add(ordinal)
                places |= _written(row, program)
        if len(places) == before:
            break
    return frozenset(
        ordinal
        for ordinal, row in enumerate(program.instructions)
        if ordinal in found or _written(row, program) & places
    )


def _begins(row: Instruction, units: Textures, free: tuple[bool, bool]) -> bool:
    if row.texture is not None:
        return any(key in units for key in row.texture.keys(units))
    floats = row.destination is not None and row.destination.type is DataType.FLOAT
    return floats and is_source(row, *free)


def _places(register: Register, program: Program) -> set[_Place]:
    found = {(place.file, place.register) for place in chosen_by(register)}
    if register.file is RegisterFile.ATTRIBUTE:
        shared = takes_patches(program) and owner(program, register.index) in (Owner.OUTPUT, Owner.PATCH)
        return found | {_SHARED} if shared else found
    if register.file in (RegisterFile.TEMPORARY, RegisterFile.ADDRESS, RegisterFile.RESULT):
        found |= {(register.file, number) for number in numbers(register, program)}
    return found


def _read(row: Instruction, program: Program) -> set[_Place]:
    found: set[_Place] = set()
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


def _written(row: Instruction, program: Program) -> set[_Place]:
    if row.destination is None:
        return set()
    register = row.destination.register
    found: set[_Place] = set()
    if register.file is not RegisterFile.CONDITION_CODE:
        found = {(register.file, number) for number in numbers(register, program)}
        if register.file is RegisterFile.RESULT and takes_patches(program):
            found.add(_SHARED)
    if row.condition_code is not None:
        found.add((RegisterFile.CONDITION_CODE, row.condition_code))
    return found
