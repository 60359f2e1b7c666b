"""What the words of a program's registers are, and are read and written as.

A kind is the letter GLSL puts before ``vec4``: "" for float, "i" for signed, "u" for unsigned. A variable
whose words are read as floats and as integers is unsigned, and its words are cast bit by bit
(NV_gpu_program4 2.X.3.1).
"""

from __future__ import annotations

from nvrender.glsl.expressions import PRIMARY, Expression, vector_type
from nvrender.ops.types import DataType

KINDS = {DataType.FLOAT: "", DataType.SIGNED: "i", DataType.UNSIGNED: "u"}


def cast(value: Expression, source: str, kind: str) -> Expression:
    """``value`` of kind ``source`` as ``kind``, bit by bit; of what is cast already, what it was before."""
    if source == kind:
        return value
    if value.bits is not None:
        return cast(value.bits[1], value.bits[0], kind)
    if not kind:
        function = "intBitsToFloat" if source == "i" else "uintBitsToFloat"
    elif not source:
        function = "floatBitsToInt" if kind == "i" else "floatBitsToUint"
    else:
        function = vector_type(value.width, kind)
    return Expression(f"{function}({value.text})", PRIMARY, value.width, (source, value))
