"""Which programs reach memory that others may write."""

from __future__ import annotations

from collections.abc import Iterable

from nvrender.ops.memory_access import Space
from nvrender.program import FIRST_HANDLE, Instruction, Program, RegisterFile, chosen_by
from nvrender.program.limits import Limits
from nvrender.records import once

#: Memory that instructions may write (NV_gpu_program5 2.X.4.5).
SPACES = (Space.GLOBAL, Space.STORAGE, Space.SHARED)


@once
def reaching(program: Program) -> Instruction | None:
    """The first instruction that reaches such memory; parameter buffers are none."""
    return next((row for row in program.instructions if row.opcode.space in SPACES), None)


@once
def reaching_outside(program: Program) -> Instruction | None:
    """The first instruction that reaches such memory, or an image."""
    spaces = (*SPACES, Space.IMAGE)
    return next((row for row in program.instructions if row.opcode.space in spaces), None)


def numbered_images(keys: Iterable[int]) -> dict[int, int]:
    """Unit or handle → the unit it is on: handles are on those behind the units of programs."""
    handles = sorted(key for key in keys if key >= FIRST_HANDLE)
    places = {handle: Limits().image_units + place for place, handle in enumerate(handles)}
    return {key: places.get(key, key) for key in keys}


def names_handles(program: Program) -> bool:
    """True if instructions name images by handles."""
    return any(row.image is not None and row.image.handle is not None for row in program.instructions)


def unseen(program: Program, instruction: Instruction) -> bool:
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
