"""What the words of a declared-name program's registers are, and are read and written as.

A kind is the letter GLSL puts before ``vec4``: "" for float, "i" for signed, "u" for unsigned. A variable
whose words are read as floats and as integers is unsigned, and its words are cast bit by bit
(NV_gpu_program4 2.X.3.1).
"""

from __future__ import annotations

from nvrender.glsl.expressions import PRIMARY, Expression, vector_type
from nvrender.ops.formulas import passes
from nvrender.ops.rows import BY_COMPONENT
from nvrender.ops.types import DataType
from nvrender.program import Destination, Instruction, Operand
from nvrender.program.opcodes import OperandClass

KINDS = {DataType.FLOAT: "", DataType.SIGNED: "i", DataType.UNSIGNED: "u"}

_ALL = frozenset(range(4))
#: Operations whose operands are compared by the order of zeros and NaNs where they are equal
#: (NV_fragment_program 3.11.5.17-18).
_ORDERED = frozenset({"fmax_nan", "fmin_nan"})


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


def read_type(instruction: Instruction, operand: Operand) -> DataType:
    """What an operand's word is read as: an unpack takes its bits (NV_gpu_program4 2.X.8, UP2H).

    So does a conversion of a half (NV_gpu_program5 2.X.8, CVT).
    """
    bits = instruction.opcode.unpacks and not (operand.absolute or operand.negate)
    bits |= instruction.opcode.rounded and instruction.storages[1].name == "F16"
    return DataType.UNSIGNED if bits else operand.type


def written_type(instruction: Instruction, destination: Destination) -> DataType:
    """What a result's words are: a pack gives bits (NV_gpu_program4 2.X.8, PK2H)."""
    half = instruction.opcode.rounded and instruction.storages[0].name == "F16"
    return DataType.UNSIGNED if instruction.opcode.packs or half else destination.type


def passes_words(instruction: Instruction) -> bool:
    """True if operands read as floats may be no numbers, or go on as they are."""
    opcode = instruction.opcode
    whole = opcode.unpacks or opcode.long_result or opcode.space is not None or opcode.interpolates
    return whole or (passes(instruction.operation) and instruction.operation not in _ORDERED)


def read_components(
    instruction: Instruction, number: int, operand: Operand, mask: frozenset[int]
) -> frozenset[int]:
    """The components of an operand's register that an instruction reads."""
    if operand.extended is not None:
        return _ALL
    if number >= len(instruction.opcode.operands):  # a second coordinate, a texel offset, a handle
        return frozenset(operand.swizzle)
    if instruction.opcode.operands[number] is OperandClass.SCALAR:
        return frozenset({operand.swizzle[0]})
    row = instruction.row
    if row.form not in BY_COMPONENT:
        return frozenset(operand.swizzle)
    return frozenset(operand.swizzle[component] for component in row.components_read(number) or mask)
