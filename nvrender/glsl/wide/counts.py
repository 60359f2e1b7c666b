"""How often a loop runs whose count has 64 bits (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from nvrender.glsl.declared.bit_operations import ROUNDINGS
from nvrender.glsl.declared.operands import TypedOperands
from nvrender.glsl.wide.values import Values, truth
from nvrender.ir.types import Kind
from nvrender.lower.operands import operand
from nvrender.lower.registers import Registers
from nvrender.ops.memory_access import Rounding
from nvrender.program import Operand


def count_of(context: TypedOperands, row: Operand) -> str:
    """Floats are rounded down, NaN does not run at all."""
    values, node = Values(context), operand(Registers(context.program), row, (0,))
    words = values.words(node)
    if node.type.kind is not Kind.FLOAT:
        return values.call("nv_count_of_words", words, truth(node.type.kind is Kind.INT))
    way = str(ROUNDINGS[Rounding.DOWN])
    return f"int({values.call('nv_integer_of_double', words, way, '32u', 'true', 'true')}.x)"
