"""The type of what an operation gives, as far as its operands tell it."""

from __future__ import annotations

from collections.abc import Sequence

from nvrender.ir.types import BOOL, Kind, Type
from nvrender.ops.rows import Form
from nvrender.ops.signatures import signature
from nvrender.ops.table import OPERATIONS

LETTERS = {"f": Kind.FLOAT, "i": Kind.INT, "u": Kind.UINT, "b": Kind.BOOL}


def usual(operation: str, operands: Sequence[Type]) -> Type:
    """The type of ``operation``'s result, unless a node says another."""
    form = OPERATIONS[operation].form
    widths = {Form.REPLICATED: 1, Form.COMPOSED: 4}
    width = widths.get(form) or max((row.width for row in operands), default=1)
    letter = signature(operation).result
    if letter == "b":
        return BOOL.wide(width)
    first = operands[0] if operands else Type(Kind.UINT)
    kind = LETTERS.get(letter, first.kind)
    bits = 32 if first.kind is Kind.BOOL or operation.endswith("flags") else first.bits
    return Type(kind, width, bits)
