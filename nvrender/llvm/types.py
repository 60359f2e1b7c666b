"""Types of the intermediate representation as LLVM's: a component of all lanes is one vector."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from nvrender.ir.types import Kind, Type

I1, I8, I16, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))
HALF, FLOAT, DOUBLE = ir.HalfType(), ir.FloatType(), ir.DoubleType()
POINTER = ir.PointerType()

#: An LLVM value, a vector of a component of all lanes unless said otherwise.
Value = Any
#: The components of a value of the intermediate representation.
Rows = list[Value]


def element_of(type: Type) -> Any:
    """What one component of one lane is."""
    if type.kind is Kind.BOOL:
        return I1
    if type.kind is Kind.FLOAT:
        return DOUBLE if type.bits == 64 else FLOAT
    return I64 if type.bits == 64 else I32


def bits_of(element: Any) -> int:
    """The bits of a component."""
    if isinstance(element, ir.IntType):
        return int(element.width)
    return {HALF: 16, FLOAT: 32, DOUBLE: 64}[element]


def is_float(element: Any) -> bool:
    """True for floats of any size."""
    return not isinstance(element, ir.IntType | ir.PointerType)
