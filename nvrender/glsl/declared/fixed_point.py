"""12-bit fixed point of !!FP1.0, and which operands lie within it already (NV_fragment_program 3.11.4).

What is known to lie there needs no conversion. The language has no branches, so that one walk through the
instructions tells of every component of every register.
"""

from __future__ import annotations

import struct
from enum import IntEnum

from nvrender.glsl.declared.word_types import read_components
from nvrender.languages.fp1.bindings import FULL_PRECISION
from nvrender.ops.formulas import keeps_range, sets
from nvrender.program import BindingKind, Clamp, Destination, Instruction, Operand, Program, RegisterFile

#: The ends of 12-bit fixed point: -2048/1024 and 2047/1024 (NV_fragment_program 3.11.4.1).
LEAST, MOST = -2.0, 1.9990234375


class Range(IntEnum):
    """Where a number may lie: anywhere, within the range, within it whatever the sign."""

    ANY = 0
    FIXED = 1
    EITHER_SIGN = 2


def computes_fixed_point(instruction: Instruction) -> bool:
    """True for 12-bit fixed point: precision X, unless f[FOGC] or f[TEXn] is read (3.11.4.2)."""
    return instruction.precision == "X" and not any(
        operand.register.file is RegisterFile.ATTRIBUTE and operand.register.index in FULL_PRECISION
        for operand in instruction.operands
    )


def leaves_fixed_point(instruction: Instruction) -> bool:
    """True if operands within the range may give a result outside."""
    return not keeps_range(instruction.operation)


class Ranges:
    """The ranges of an !!FP1.0 program's temporaries as each instruction finds them.

    With ``exact`` a number that is clamped to [0, 1] may be NaN still, which fixed point has not.
    """

    def __init__(self, program: Program, *, exact: bool) -> None:
        self._program = program
        self._exact = exact
        #: Temporary and component → range; they begin as 0.
        self._known: dict[tuple[int, int], Range] = {}
        self._within: dict[int, tuple[bool, ...]] = {}
        for instruction in program.instructions if program.profile.family.fixed_point_operands else ():
            self._within[id(instruction)] = tuple(
                self._lies_within(instruction, number) for number in range(len(instruction.operands))
            )
            if instruction.destination is not None:
                self._write(instruction, instruction.destination)

    def within(self, instruction: Instruction, number: int) -> bool:
        """True if an operand's components that are read are numbers within fixed point's range."""
        return self._within[id(instruction)][number]

    def _lies_within(self, instruction: Instruction, number: int) -> bool:
        operand, destination = instruction.operands[number], instruction.destination
        mask = frozenset(c for c in range(4) if destination is None or destination.mask[c])
        return all(
            self._read(operand, component) is not Range.ANY
            for component in read_components(instruction, number, operand, mask)
        )

    def _read(self, operand: Operand, component: int) -> Range:
        """The range of one component of an operand's register, with the operand's signs."""
        register = operand.register
        if register.file is RegisterFile.TEMPORARY:
            found = self._known.get((register.index, component), Range.EITHER_SIGN)
            signed = operand.negate or operand.absolute
            return Range.ANY if signed and found is not Range.EITHER_SIGN else found
        if register.file is not RegisterFile.PARAMETER:
            return Range.ANY
        binding = self._program.parameters[register.index]
        if binding.kind is not BindingKind.CONSTANT:
            return Range.ANY
        value: float = struct.unpack("<f", struct.pack("<I", binding.words[component]))[0]
        return Range.EITHER_SIGN if abs(value) <= MOST else Range.ANY

    def _write(self, instruction: Instruction, destination: Destination) -> None:
        if destination.register.file is not RegisterFile.TEMPORARY:
            return
        condition = destination.condition
        certain = condition is None or condition.test == "TR"
        for component in (place for place in range(4) if destination.mask[place]):
            key, found = (destination.register.index, component), self._result(instruction, component)
            before = self._known.get(key, Range.EITHER_SIGN)
            self._known[key] = found if certain else min(before, found)

    def _result(self, instruction: Instruction, component: int) -> Range:
        fixed, operation = computes_fixed_point(instruction), instruction.operation
        clamped = instruction.clamp is Clamp.UNSIGNED
        if sets(operation) or (clamped and (fixed or not self._exact)):
            return Range.EITHER_SIGN
        if operation == "mov":
            operand = instruction.operands[0]
            found = self._read(operand, operand.swizzle[component])
            return max(found, Range.FIXED) if fixed else found
        return Range.FIXED if fixed else Range.ANY
