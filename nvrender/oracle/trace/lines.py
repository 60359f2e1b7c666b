"""A step of a trace as a line of text."""

from __future__ import annotations

import math
import struct

from nvrender.languages.printer import statement_text
from nvrender.oracle.trace.programs import Step
from nvrender.oracle.trace.values import OperandValue
from nvrender.program import Program

#: What constants that stand in an instruction begin with.
_NUMBERS = frozenset("0123456789.{")


def step_line(program: Program, step: Step) -> str:
    """Its number, line in the file, the instruction, what it reads, and the components with a new value."""
    head = f"{step.number:>5}  line {line_of(program, step):<4} {statement_text(program, step.instruction)}"
    changed: dict[str, list[str]] = {}
    for change in step.changes:
        changed.setdefault(change.register, []).append(
            f"{change.component} {number_text(change.old)} → {number_text(change.new)}"
        )
    read = dict.fromkeys(_read(row) for row in step.operands if row.text[0] not in _NUMBERS)
    notes = [", ".join(read)] if read else []
    notes += [f"{register}: {', '.join(values)}" for register, values in changed.items()]
    notes += notes_of(step)
    return f"{head:<64}  {'; '.join(notes)}".rstrip()


def notes_of(step: Step) -> list[str]:
    """Whether a jump was taken, an access invalid, and why execution ends here."""
    notes = [] if step.taken is None else ["taken" if step.taken else "not taken"]
    if step.invalid:
        notes.append("invalid access")
    if step.end:
        notes.append(f"ends: {step.end}")
    return notes


def _read(operand: OperandValue) -> str:
    """``c[4].x = 0.5``, ``-R0 = (1, 2, 3, 4)``."""
    values = [number_text(value) for value in operand.values]
    alike = len(set(values)) == 1 and "." in operand.text
    shown = values[0] if alike or len(values) == 1 else f"({', '.join(values)})"
    return f"{operand.text} = {shown}"


def line_of(program: Program, step: Step) -> int:
    """The line of the program's text that the step's instruction begins in."""
    return program.source.line_and_column(step.instruction.span.start)[0]


def number_text(value: float) -> str:
    """Nine digits tell any two float32 apart; integers of 32 bits need ten, doubles as many as it takes."""
    if isinstance(value, int):
        return str(value)
    if math.isfinite(value) and not _is_single(value):
        return repr(value)
    return f"{value:.10g}" if value.is_integer() and abs(value) < 2**32 else f"{value:.9g}"


def _is_single(value: float) -> bool:
    try:
        single: float = struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return False
    return single == value
