"""LONG ATTRIB: vertex attributes of 64 bits, each two vectors of four words (NV_gpu_program5 2.X.3.1).

The first has x and y, the low word before the high one, the second z and w, as they lie in arrays of doubles.
"""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.program import Program, Register, RegisterFile, covered
from nvrender.records import once

#: How much more than an attribute's number the number of its second vector is.
SECOND = 64
_LOCATIONS = 16


@once
def long_attributes(program: Program) -> frozenset[int]:
    """The numbers of the attributes that some operand reads in 64 bits."""
    return frozenset(index for row in _attributes(program) if row.long for index in covered(row))


def second_locations(program: Program) -> dict[int, int]:
    """Number of a second vector → the input it takes: the first that no attribute has, in order."""
    read = program.reads(RegisterFile.ATTRIBUTE) | ({0} if program.position_invariant else set())
    free = (location for location in range(_LOCATIONS) if location not in read)
    return dict(zip((index + SECOND for index in sorted(long_attributes(program))), free, strict=False))


def _attributes(program: Program) -> Iterator[Register]:
    for instruction in program.instructions:
        for operand in instruction.sources:
            if operand.register.file is RegisterFile.ATTRIBUTE:
                yield operand.register
