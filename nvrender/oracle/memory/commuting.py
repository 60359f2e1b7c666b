"""Programs whose invocations may run in any order, since what they do to memory commutes."""

from __future__ import annotations

from nvrender.ops.memory_access import Atomic, Space
from nvrender.ops.types import DataType
from nvrender.oracle.memory.access import writes_memory
from nvrender.program import Program
from nvrender.program.memory import unseen

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
        if instruction.atomic not in _COMMUTING or not unseen(program, instruction):
            return False
        type = instruction.storages[0].type
        if type is DataType.FLOAT:
            return False
        key = instruction.atomic, None if instruction.atomic in _SIGNLESS else type
        operations.setdefault(instruction.opcode.space, set()).add(key)
    if any(len(found) > 1 for found in operations.values()):
        return False
    return not any(
        row.opcode.space in operations and not writes_memory(row) and row.operation != "image_size"
        for row in program.instructions
    )
