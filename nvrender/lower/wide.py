"""Words of 32 bits in numbers of 64 (NV_gpu_program5 2.X.8, PK64, UP64)."""

from __future__ import annotations

from nvrender.ir.nodes import Bitcast, Expression
from nvrender.ir.types import UINT, Kind, Type
from nvrender.lower.operands import bitcast, fetch, number, operand, signed, swizzled, told
from nvrender.lower.register_types import KINDS
from nvrender.lower.registers import Registers
from nvrender.program import Operand


def packed(registers: Registers, row: Operand, components: tuple[int, ...], kind: Kind) -> Expression:
    """Words two by two, the low one first."""
    words = bitcast(told(operand(registers, row, (0, 1, 2, 3))), UINT)
    return told(swizzled(Bitcast(words, Type(kind, 2, 64)), tuple(number % 2 for number in components)))


def unpacked(registers: Registers, row: Operand, components: tuple[int, ...], kind: Kind) -> Expression:
    """The words of x and y, as they are but where the operand has bars or a sign."""
    value = fetch(registers, row.register, (row.swizzle[0], row.swizzle[1]))
    type = Type(KINDS[row.type], 2, 64)
    if row.absolute or row.negate:
        value = signed(row, number(value, type))
    elif value.type.bits == 64:
        value = told(bitcast(value, type))
    return told(swizzled(Bitcast(value, Type(kind, 4)), components))
