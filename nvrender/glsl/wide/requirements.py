"""Which instructions compute in 64 bits, and what that asks of a target (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from nvrender.glsl.comments import sanitised
from nvrender.glsl.targets import Target
from nvrender.ops.types import DataType
from nvrender.program import Instruction, Program
from nvrender.source import TargetError

#: What only arranges words, and so needs neither doubles nor integers of 64 bits.
_ARRANGING = ("pack64", "unpack64")


def is_wide(instruction: Instruction) -> bool:
    """True for what glsl.wide.writer writes; other instructions narrow and widen LONG variables."""
    return instruction.bits == 64 or instruction.operation in _ARRANGING or converts(instruction)


def converts(instruction: Instruction) -> bool:
    """True for CVT from or to a type of 64 bits."""
    return instruction.opcode.rounded and any(row.bits == 64 for row in instruction.storages)


def check_wide(program: Program, target: Target) -> None:
    """TargetError for the first instruction whose doubles the target has not."""
    if target.version >= 400:
        return
    for instruction in program.instructions:
        if _computes_doubles(instruction):
            text = program.source.quoted(instruction.span)
            raise TargetError(
                f"{program.source.place(instruction.span)}: {sanitised(text)} needs doubles, which "
                f"{target.name} has not; glsl430 has"
            )


def uses_doubles(program: Program) -> bool:
    """True if some instruction computes with doubles, or narrows or widens them."""
    return any(map(_computes_doubles, program.instructions))


def _computes_doubles(instruction: Instruction) -> bool:
    if instruction.opcode.space is not None or instruction.opcode.is_flow:
        return False
    if instruction.operation == "unpack64" or converts(instruction):
        return False
    floats = DataType.FLOAT
    if instruction.operation == "pack64":
        return any(operand.register.long and operand.type is floats for operand in instruction.operands)
    if instruction.bits == 64:
        return instruction.type is floats
    operands = [(operand.register, operand.type) for operand in instruction.sources]
    if (destination := instruction.destination) is not None:
        operands.append((destination.register, destination.type))
    return any(register.long and type is floats for register, type in operands)


def uses_integers(program: Program) -> bool:
    """True if some instruction computes with 64-bit integers."""
    return any(map(_computes_integers, program.instructions))


def _computes_integers(instruction: Instruction) -> bool:
    opcode = instruction.opcode
    if opcode.space is not None or opcode.is_flow or opcode.rounded or instruction.operation in _ARRANGING:
        return False
    return instruction.bits == 64 and instruction.type is not DataType.FLOAT
