"""CVT: numbers of one storage type as numbers of another (NV_gpu_program5 2.X.8, CVT)."""

from __future__ import annotations

from dataclasses import replace

from nvrender.ir.nodes import Convert, Expression
from nvrender.ir.types import FLOAT, UINT, Type
from nvrender.lower.operands import bitcast, fetch, operand
from nvrender.lower.register_types import KINDS
from nvrender.lower.registers import Registers
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.ops.types import DataType
from nvrender.program import Instruction

_HALF, _SINGLE = Storage(DataType.FLOAT, 16), Storage(DataType.FLOAT, 32)


def converted(registers: Registers, instruction: Instruction, components: tuple[int, ...]) -> Expression:
    """The result; a half is the word that holds it, zeros above (docs/semantics.md)."""
    result, source = instruction.storages
    row = instruction.operands[0]
    if source == _HALF:
        value = fetch(registers, row.register, tuple(row.swizzle[component] for component in components))
        value = value if value.type.bits == 64 else bitcast(value, UINT)
    else:
        value = operand(registers, replace(row, bits=max(source.bits, 32)), components)
    type = UINT if result == _HALF else Type(KINDS[result.type], bits=max(result.bits, 32))
    rounding = instruction.rounding or Rounding.NEAREST
    return Convert(value, source, result, rounding, instruction.clamp, type.wide(len(components)))


def of_half(instruction: Instruction, value: Expression) -> Expression:
    """What a condition code is made of: of CVT to a half its number (docs/semantics.md)."""
    if not instruction.opcode.rounded or instruction.storages[0] != _HALF:
        return value
    return Convert(value, _HALF, _SINGLE, Rounding.NEAREST, None, FLOAT.wide(value.type.width))
