"""Vertex attributes read in 64 bits here and in 32 there, which nothing defines (docs/semantics.md)."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.program.instructions import Instruction
from nvrender.program.registers import Register, RegisterFile, covered
from nvrender.source import Span


def mixed(instructions: tuple[Instruction, ...], *, invariant: bool) -> Iterator[tuple[Span, str]]:
    """(place, what) of each; an ``invariant`` program's position is read in 32 bits too."""
    long = {index for row in _attributes(*instructions) if row.long for index in covered(row)}
    if 0 in long and invariant:
        yield Span(0, 0), "ARB_position_invariant of a LONG position"
    for one in instructions if long else ():
        if any(not row.long and not long.isdisjoint(covered(row)) for row in _attributes(one)):
            yield one.span, "an attribute in 32 bits that is LONG elsewhere"


def _attributes(*instructions: Instruction) -> Iterator[Register]:
    registers = (operand.register for one in instructions for operand in one.sources)
    return (register for register in registers if register.file is RegisterFile.ATTRIBUTE)
