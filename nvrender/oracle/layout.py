"""Where each register lives: one float32 array of rows, a row per register component, a column per lane."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from nvrender.isa.bindings import INITIAL_RESULT
from nvrender.program import Program, Register, RegisterFile

#: Scratch rows: a result before it is committed, three operands, and four rows of work.
RESULT_ROWS = 4
OPERAND_ROWS = 4
WORK_ROWS = 4
SCRATCH_ROWS = RESULT_ROWS + 3 * OPERAND_ROWS + WORK_ROWS


@dataclass(frozen=True)
class Layout:
    """First row of each register the program names; ``state`` rows make up a lane's whole state.

    Address components and condition codes are kept as the float32 that was stored: −512…511 is exact,
    and a code is the value that set it (NV_vertex_program2 2.14.1.6).
    """

    program: Program
    rows: dict[tuple[RegisterFile, int], int]
    condition_code: int
    state: int

    @cached_property
    def attributes(self) -> tuple[tuple[int, int], ...]:
        """(attribute number, first row); they are laid out first."""
        return self._of(RegisterFile.ATTRIBUTE)

    @cached_property
    def results(self) -> tuple[tuple[int, int], ...]:
        """(result number, first row) in table order."""
        return self._of(RegisterFile.RESULT)

    def _of(self, file: RegisterFile) -> tuple[tuple[int, int], ...]:
        return tuple((index, row) for (owner, index), row in self.rows.items() if owner is file)

    def initial(self, row: int) -> float:
        """What a row holds before the program writes it (NV_vertex_program2 2.14.1.3-6)."""
        results = [first for _, first in self.results if first <= row < first + 4]
        return INITIAL_RESULT[row - results[0]] if results else 0.0

    @cached_property
    def out(self) -> int:
        return self.state

    @cached_property
    def work(self) -> int:
        return self.state + RESULT_ROWS + 3 * OPERAND_ROWS

    @property
    def total(self) -> int:
        return self.state + SCRATCH_ROWS

    def operand_scratch(self, position: int) -> int:
        return self.state + RESULT_ROWS + position * OPERAND_ROWS

    def row(self, register: Register) -> int:
        """First row of a register that is not relative and not a parameter."""
        return self.rows[register.file, register.index]


def _registers(program: Program) -> list[tuple[RegisterFile, int]]:
    found: set[tuple[RegisterFile, int]] = set()
    for instruction in program.instructions:
        registers = [operand.register for operand in instruction.operands]
        if instruction.destination is not None:
            registers.append(instruction.destination.register)
        for register in registers:
            if register.relative is not None:
                found.add((RegisterFile.ADDRESS, register.relative.register))
            elif register.file not in (RegisterFile.PARAMETER, RegisterFile.CONDITION_CODE):
                found.add((register.file, register.index))
    order = [RegisterFile.ATTRIBUTE, RegisterFile.TEMPORARY, RegisterFile.ADDRESS, RegisterFile.RESULT]
    return sorted(found, key=lambda key: (order.index(key[0]), key[1]))


def lay_out(program: Program) -> Layout:
    """Rows for every register ``program`` names, four each, and four for its condition code."""
    rows: dict[tuple[RegisterFile, int], int] = {}
    for key in _registers(program):
        rows[key] = 4 * len(rows)
    condition_code = 4 * len(rows)
    state = condition_code + (4 if program.profile.condition_codes else 0)
    return Layout(program, rows, condition_code, state)
