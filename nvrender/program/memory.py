"""Which programs reach memory that others may write."""

from __future__ import annotations

from nvrender.isa.memory import Space
from nvrender.program import Instruction, Program

#: Memory that instructions may write (NV_gpu_program5 2.X.4.5).
SPACES = (Space.GLOBAL, Space.STORAGE, Space.SHARED)


def reaching(program: Program) -> Instruction | None:
    """The first instruction that reaches such memory; parameter buffers are none."""
    return next((row for row in program.instructions if row.opcode.space in SPACES), None)


def reaching_images(program: Program) -> bool:
    """True if instructions access images."""
    return any(row.opcode.space is Space.IMAGE for row in program.instructions)


def reaching_outside(program: Program) -> Instruction | None:
    """The first instruction that reaches such memory, or an image."""
    spaces = (*SPACES, Space.IMAGE)
    return next((row for row in program.instructions if row.opcode.space in spaces), None)
