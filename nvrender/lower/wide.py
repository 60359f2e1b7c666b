"""Words of 32 bits in numbers of 64 (NV_gpu_program5 2.X.8, PK64, UP64)."""

from __future__ import annotations

from nvrender.ir.nodes import Bitcast, Expression
from nvrender.ir.types import UINT, Kind, Type
from nvrender.lower.operands import KINDS, bitcast, fetch, number, operand, signed, swizzled
from nvrender.lower.registers import Registers
from nvrender.program import Operand


def packed(registers: Registers, row: Operand, components: tuple[int, ...], kind: Kind) -> Expression:
    """Words two by two, the low one first."""
    words = bitcast(operand(registers, row, (0, 1, 2, 3)), UINT)
    return swizzled(Bitcast(words, Type(kind, 2, 64)), tuple(component % 2 for component in components))


def unpacked(registers: Registers, row: Operand, components: tuple[int, ...], kind: Kind) -> Expression:
    """The words of x and y, as they are but where the operand has bars or a sign."""
    value = fetch(registers, row.register, (row.swizzle[0], row.swizzle[1]))
    if row.absolute or row.negate:
        value = signed(row, number(value, Type(KINDS[row.type], 2, 64)))
    return swizzled(Bitcast(value, Type(kind, 4)), components)
