"""What a loop's operand says where it is a constant."""

from __future__ import annotations

import math
import struct

from nvrender.ops.types import DataType
from nvrender.program import BindingKind, Operand, Program, RegisterFile

_FORMS = {
    32: {DataType.FLOAT: "<f", DataType.SIGNED: "<i", DataType.UNSIGNED: "<I"},
    64: {DataType.FLOAT: "<d", DataType.SIGNED: "<q", DataType.UNSIGNED: "<Q"},
}


def constant_number(program: Program, operand: Operand, component: int = 0) -> float | None:
    """A component of an operand, rounded down, NaN as 0, where it is a constant; else None."""
    register = operand.register
    if register.file is not RegisterFile.PARAMETER or register.relative is not None:
        return None
    binding = program.parameters[register.index]
    if binding.kind is not BindingKind.CONSTANT:
        return None
    forms = _FORMS[binding.bits]
    word = struct.pack(forms[DataType.UNSIGNED], binding.words[operand.swizzle[component]])
    value: float = struct.unpack(forms[operand.type], word)[0]
    value = abs(value) if operand.absolute else value
    if operand.negate:
        value = -value % 2**operand.bits if operand.type is DataType.UNSIGNED else -value
    if math.isnan(value):
        return 0
    return math.floor(value) if math.isfinite(value) else value
