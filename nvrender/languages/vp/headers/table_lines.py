"""Lines of the instruction tables of NV_vertex_program and NV_vertex_program2 → rows."""

from __future__ import annotations

from nvrender.program.opcodes import (
    EXACT,
    ROUNDED,
    Opcode,
    OperandClass,
    Precision,
    PrecisionKind,
    Precisions,
    ResultClass,
)


def _precision(name: str, section: str) -> Precisions:
    """The precision each opcode is owed (NV_vertex_program 2.14.1.10; NV_vertex_program2 2.14.3)."""

    def bound(kind: PrecisionKind, value: float) -> Precision:
        return Precision(kind, value, section)

    match name:
        case "ADD" | "SUB" | "MUL" | "MAD" | "DP3" | "DP4" | "DPH" | "FRC":
            return (ROUNDED,) * 4
        case "DST":
            return (EXACT, ROUNDED, EXACT, EXACT)
        case "RCP" | "RCC" | "RSQ":
            return (bound(PrecisionKind.BINADE_ABOVE, 2.0**-22),) * 4
        case "EX2":
            return (bound(PrecisionKind.BINADE, 2.0**-22),) * 4
        case "LG2":
            return (bound(PrecisionKind.ABSOLUTE, 2.0**-22),) * 4
        case "SIN" | "COS":
            return (bound(PrecisionKind.PERIODIC, 2.0**-22),) * 4
        case "EXP":
            return (EXACT, ROUNDED, bound(PrecisionKind.BINADE, 2.0**-11), EXACT)
        case "LOG":
            return (EXACT, EXACT, bound(PrecisionKind.ABSOLUTE, 2.0**-11), EXACT)
        case "LIT":
            return (EXACT, EXACT, bound(PrecisionKind.LIT_POWER, 2.0**-11), EXACT)
        case _:
            return (EXACT,) * 4


def _row(line: str, family: str, since: str, section: str) -> Opcode:
    name, inputs, output, operation = line.split()
    result = ResultClass(output)
    return Opcode(
        family=family,
        name=name,
        operation=operation,
        operands=() if inputs == "-" else tuple(map(OperandClass, inputs.split(","))),
        result=result,
        section=section,
        condition_code=family == "vp2" and result is not ResultClass.NONE,
        since=since,
        precision=_precision(name, section),
    )


def rows_of(table: str, family: str, since: str, sections: str, first: int = 1) -> tuple[Opcode, ...]:
    """A table: name, inputs, output and operation in each line, in the order of the sections.

    The instruction of the first line is described in section ``first`` of ``sections``.
    """
    lines = filter(None, table.split("\n"))
    return tuple(
        _row(line, family, since, f"{sections}.{number}") for number, line in enumerate(lines, start=first)
    )
