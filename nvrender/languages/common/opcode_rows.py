"""Lines of the specifications' instruction tables → rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nvrender.languages.common.families import ARB, FP1, VP1, VP2
from nvrender.ops.types import DataType
from nvrender.program.families import Family
from nvrender.program.opcodes import (
    ABSOLUTE,
    EXACT,
    RELATIVE,
    ROUNDED,
    Opcode,
    OperandClass,
    Precision,
    PrecisionKind,
    Precisions,
    ResultClass,
)
from nvrender.source import Section

_TYPES = {"": None, "f": DataType.FLOAT, "s": DataType.SIGNED, "u": DataType.UNSIGNED}
#: A column of operands → how one is written, and the type it has whatever the instruction's is.
_OPERANDS = {
    **{kind.value + letter: (kind, type) for kind in OperandClass for letter, type in _TYPES.items()},
    **{kind.value: (kind, None) for kind in OperandClass},
}
_RESULTS = {"-": ResultClass.NONE, "v": ResultClass.VECTOR, "s": ResultClass.SCALAR}

_PRECISIONS: dict[str, Precisions] = {
    **dict.fromkeys("ADD SUB MUL MAD DP2 DP2A DP3 DP4 DPH FRC LRP X2D XPD UP2H I2F".split(), (ROUNDED,) * 4),
    "DST": (EXACT, ROUNDED, EXACT, EXACT),
    **dict.fromkeys("DIV EX2 NRM POW RCC RCP RFL RSQ UP2US UP4B UP4UB".split(), (RELATIVE,) * 4),
    **dict.fromkeys("COS LG2 SCS SIN".split(), (ABSOLUTE,) * 4),
    **dict.fromkeys("IPAC IPAO IPAS LOD QSWZ0 QSWZ1 QSWZ2 QSWZ3 QSWZX QSWZY".split(), (RELATIVE,) * 4),
    "LIT": (EXACT, EXACT, RELATIVE, EXACT),
}
#: What NV_vertex_program, NV_vertex_program2 and NV_fragment_program state of an instruction in its section.
_STATED = {
    **dict.fromkeys(("RCP", "RCC", "RSQ"), PrecisionKind.BINADE_ABOVE),
    "EX2": PrecisionKind.BINADE,
    "LG2": PrecisionKind.ABSOLUTE,
    **dict.fromkeys(("SIN", "COS"), PrecisionKind.PERIODIC),
}
#: What they and ARB_vertex_program state of z, and what y is owed.
_APPROXIMATED = {
    "EXP": (ROUNDED, PrecisionKind.BINADE),
    "LOG": (EXACT, PrecisionKind.ABSOLUTE),
    "LIT": (EXACT, PrecisionKind.LIT_POWER),
}


def _precision(family: Family, name: str, section: str) -> Precisions:
    """What each component of a float result is owed at 32 bits."""
    if family in (VP1, VP2, FP1) and name in _STATED:
        return (Precision(_STATED[name], 2.0**-22, section),) * 4
    if family in (VP1, VP2, ARB) and name in _APPROXIMATED:
        y, kind = _APPROXIMATED[name]
        return (EXACT, y, Precision(kind, 2.0**-11, section), EXACT)
    return _PRECISIONS.get(name, (EXACT,) * 4)


def suffixed(letters: str) -> dict[str, bool | str]:
    """The columns of an opcode that takes these suffixes: R, H, X: precision; C: condition code; S: clamp."""
    precisions = "".join(letter for letter in letters if letter in "RHX")
    return {"condition_code": "C" in letters, "clamp": "S" in letters, "precisions": precisions}


def suffixed_row(columns: Sequence[str], family: Family, section: str, since: str) -> Opcode:
    """``name``, suffixes, inputs, output and operation."""
    name, letters, inputs, output, operation = columns
    return Opcode(
        family=family,
        name=name,
        operation=operation,
        operands=() if inputs == "-" else tuple(_OPERANDS[word][0] for word in inputs.split(",")),
        result=ResultClass(output),
        section=Section(section, "instruction"),
        since=since,
        precision=_precision(family, name, section),
        three_components=name == "RFL",
        **suffixed(letters),  # type: ignore[arg-type]
    )


def columns_of(table: str, first: int = 1) -> Iterator[tuple[int, list[str]]]:
    """The columns of each line, with its number."""
    return enumerate((line.split() for line in table.split("\n") if line), start=first)


def rows_of(table: str, family: Family, since: str, sections: str, first: int = 1) -> tuple[Opcode, ...]:
    """A table in the order of the sections; its first line is that of section ``first``."""
    return tuple(
        suffixed_row(columns, family, f"{sections}.{number}", since)
        for number, columns in columns_of(table, first)
    )


def row_of(line: str, family: Family, section: str, since: str) -> Opcode:
    """One line of NV_gpu_program4 and NV_gpu_program5 Table X.13: name, the columns F I C S H D, the result,
    the operands, the operation.
    """
    name, floats, integers, condition_code, clamp, half, default, output, inputs, operation = line.split()
    types = {DataType.FLOAT} if floats == "X" else set()
    if integers == "X":
        types |= {DataType.SIGNED, DataType.UNSIGNED}
    columns = [] if inputs == "-" else [_OPERANDS[word] for word in inputs.split(",")]
    return Opcode(
        family=family,
        name=name,
        operation=operation,
        operands=tuple(operand_class for operand_class, _ in columns),
        result=_RESULTS[output[0]],
        section=Section(section, "instruction"),
        condition_code=condition_code == "X",
        since=since,
        precision=_precision(family, name, section),
        types=frozenset(types),
        default=DataType.FLOAT if default == "-" else DataType(default),
        operand_types=tuple(fixed for _, fixed in columns),
        result_type=_TYPES[output[1:]],
        clamp=clamp == "X",
        precisions="R" * (floats == "X") + "H" * (half == "X"),
        unmodified=floats == integers == "-",
        multiply=name == "MUL",
    )


def words_of(opcodes: Iterable[Opcode], clamps: tuple[str, ...] = ("_SAT",)) -> frozenset[str]:
    """Every instruction with every suffix it takes."""
    return frozenset(
        row.name + precision + code + clamp
        for row in opcodes
        for precision in ("", *row.precisions)
        for code in ("", "C")[: 1 + row.condition_code]
        for clamp in ("", *clamps)[: 1 + len(clamps) * row.clamp]
    )
