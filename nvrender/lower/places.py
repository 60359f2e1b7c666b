"""Where instructions stand in a program's text, for messages and comments."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.ops.rows import Form
from nvrender.program import Program, RegisterFile
from nvrender.program.registers import covered
from nvrender.records import once
from nvrender.source import Span


@once
def spans_of(program: Program) -> tuple[Span, ...]:
    """The place of each instruction."""
    return tuple(row.span for row in program.instructions)


def steers(program: Program, number: int) -> bool:
    """True for an instruction that computes nothing but what is next."""
    return program.instructions[number].row.form is Form.FLOW


def numbers(program: Program) -> dict[Span, int]:
    """The number of each instruction by its place in the text, and by that of its condition."""
    conditions = {
        row.condition.span: number
        for number, row in enumerate(program.instructions)
        if row.condition is not None
    }
    return {span: number for number, span in enumerate(spans_of(program))} | conditions


def results_written(program: Program) -> Iterator[tuple[str, Span]]:
    """The results that instructions name, whether a path comes to these or not, and where."""
    for row in program.instructions:
        if row.destination is not None and row.destination.register.file is RegisterFile.RESULT:
            for index in covered(row.destination.register):
                yield program.profile.results[index], row.span


def named(program: Program, place: Span | None) -> str:
    """What a message begins with that tells of the instruction at a place, or of which something is there."""
    start = 0 if place is None else place.start
    row = next((row for row in program.instructions if row.span == place), None)
    row = row or [row for row in program.instructions if row.span.start <= start][-1]
    return f"{program.source.place(row.span)}: {row.opcode.name}"
