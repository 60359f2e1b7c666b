"""A step of a trace as a line of text."""

from __future__ import annotations

import math
import struct

from nvrender.languages.printer import statement_text
from nvrender.oracle.trace.programs import Step
from nvrender.program import Program


def step_line(program: Program, step: Step) -> str:
    """Its number, its line in the file, the instruction, and the components that have a new value."""
    head = f"{step.number:>5}  line {line_of(program, step):<4} {statement_text(program, step.instruction)}"
    changed: dict[str, list[str]] = {}
    for change in step.changes:
        changed.setdefault(change.register, []).append(
            f"{change.component} {_number(change.old)} → {_number(change.new)}"
        )
    notes = [f"{register}: {', '.join(values)}" for register, values in changed.items()]
    if step.taken is not None:
        notes.append("taken" if step.taken else "not taken")
    if step.invalid:
        notes.append("invalid access")
    if step.end:
        notes.append(f"ends: {step.end}")
    return f"{head:<64}  {'; '.join(notes)}".rstrip()


def line_of(program: Program, step: Step) -> int:
    """The line of the program's text that the step's instruction begins in."""
    return program.source.line_and_column(step.instruction.span.start)[0]


def _number(value: float) -> str:
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
