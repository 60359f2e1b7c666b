"""Programs whose invocations may run in any order, since what they do to memory commutes."""

from __future__ import annotations

from nvrender.isa.memory import Atomic, Space
from nvrender.isa.opcodes import DataType
from nvrender.oracle.memory_access import LOADS, writes_memory
from nvrender.program import Instruction, Program, RegisterFile, chosen_by

#: Operations of integers that give the same in any order, and those that do not mind the sign.
_COMMUTING = frozenset(
    {Atomic.ADD, Atomic.MINIMUM, Atomic.MAXIMUM, Atomic.AND, Atomic.OR, Atomic.EXCLUSIVE_OR}
)
_SIGNLESS = _COMMUTING - {Atomic.MINIMUM, Atomic.MAXIMUM}


def commutes(program: Program) -> bool:
    """True if all that is written is written by one commuting operation in each space of memory.

    Nothing may look at what was there: no load in that space, and no instruction at an operation's result.
    """
    operations: dict[Space | None, set[tuple[Atomic | None, DataType | None]]] = {}
    for instruction in filter(writes_memory, program.instructions):
        if instruction.atomic not in _COMMUTING or not _unseen(program, instruction):
            return False
        type = instruction.storages[0].type
        if type is DataType.FLOAT:
            return False
        key = instruction.atomic, None if instruction.atomic in _SIGNLESS else type
        operations.setdefault(instruction.opcode.space, set()).add(key)
    if any(len(found) > 1 for found in operations.values()):
        return False
    return not any(
        row.opcode.space in operations and row.opcode.name in LOADS and row.opcode.name != "IMQ"
        for row in program.instructions
    )


def _unseen(program: Program, instruction: Instruction) -> bool:
    """True if no instruction reads the register an operation's result goes to."""
    destination = instruction.destination
    if destination is None or instruction.condition_code is not None:
        return destination is None
    register = destination.register
    if register.file is not RegisterFile.TEMPORARY or register.relative is not None:
        return False
    read = [operand.register for row in program.instructions for operand in row.sources]
    written = [row.destination.register for row in program.instructions if row.destination is not None]
    units = [row.unit for row in program.instructions if row.unit is not None]
    for row in (*read, *written, *units):
        if any(chosen.register == register.index for chosen in chosen_by(row)):
            return False
    return not any(
        row.file is register.file
        and row.index <= register.index < row.index + (row.count if row.relative is not None else 1)
        for row in read
    )
