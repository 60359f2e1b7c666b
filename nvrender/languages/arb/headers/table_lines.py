"""Lines of the specifications' instruction tables → rows (NV_gpu_program4 and NV_gpu_program5 Table X.13)."""

from __future__ import annotations

from nvrender.ops.types import DataType
from nvrender.program.opcodes import (
    ABSOLUTE,
    EXACT,
    RELATIVE,
    ROUNDED,
    Opcode,
    OperandClass,
    Precisions,
    ResultClass,
)

_OPERANDS = {
    "v": (OperandClass.VECTOR, None),
    "s": (OperandClass.SCALAR, None),
    "vf": (OperandClass.VECTOR, DataType.FLOAT),
    "vs": (OperandClass.VECTOR, DataType.SIGNED),
    "vu": (OperandClass.VECTOR, DataType.UNSIGNED),
    "c": (OperandClass.CONDITION, None),
    "vc": (OperandClass.VECTOR_OR_CONDITION, None),
    "V": (OperandClass.WHOLE, None),
    "L": (OperandClass.LABEL, None),
    "su": (OperandClass.SCALAR, DataType.UNSIGNED),
    "v?": (OperandClass.OPTIONAL_VECTOR, None),
    "m": (OperandClass.MEMORY, None),
    "c()": (OperandClass.SUBROUTINE, None),
}
_RESULTS = {
    "-": (ResultClass.NONE, None),
    "v": (ResultClass.VECTOR, None),
    "s": (ResultClass.SCALAR, None),
    "vf": (ResultClass.VECTOR, DataType.FLOAT),
    "vs": (ResultClass.VECTOR, DataType.SIGNED),
    "vu": (ResultClass.VECTOR, DataType.UNSIGNED),
}
_PRECISIONS: dict[str, Precisions] = {
    **dict.fromkeys("ADD SUB MUL MAD DP2 DP2A DP3 DP4 DPH FRC LRP X2D XPD UP2H I2F".split(), (ROUNDED,) * 4),
    "DST": (EXACT, ROUNDED, EXACT, EXACT),
    **dict.fromkeys("DIV EX2 NRM POW RCC RCP RFL RSQ UP2US UP4B UP4UB".split(), (RELATIVE,) * 4),
    **dict.fromkeys("COS LG2 SCS SIN".split(), (ABSOLUTE,) * 4),
    **dict.fromkeys("IPAC IPAO IPAS LOD QSWZ0 QSWZ1 QSWZ2 QSWZ3 QSWZX QSWZY".split(), (RELATIVE,) * 4),
    "LIT": (EXACT, EXACT, RELATIVE, EXACT),
}


def row_of(line: str, family: str, section: str, since: str) -> Opcode:
    """One line: name, the columns F I C S H D, the result, the operands, the operation."""
    name, floats, integers, condition_code, clamp, half, default, output, inputs, operation = line.split()
    types = {DataType.FLOAT} if floats == "X" else set()
    if integers == "X":
        types |= {DataType.SIGNED, DataType.UNSIGNED}
    columns = [] if inputs == "-" else [_OPERANDS[word] for word in inputs.split(",")]
    result, result_type = _RESULTS[output]
    return Opcode(
        family=family,
        name=name,
        operation=operation,
        operands=tuple(operand_class for operand_class, _ in columns),
        result=result,
        section=section,
        condition_code=condition_code == "X",
        since=since,
        precision=_PRECISIONS.get(name, (EXACT,) * 4),
        types=frozenset(types),
        default=DataType.FLOAT if default == "-" else DataType(default),
        operand_types=tuple(fixed for _, fixed in columns),
        result_type=result_type,
        clamp=clamp == "X",
        precisions="R" * (floats == "X") + "H" * (half == "X"),
        unmodified=floats == integers == "-",
        multiply=name == "MUL",
    )
