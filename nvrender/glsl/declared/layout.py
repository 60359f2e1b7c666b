"""How the registers of a declared-name program are laid into GLSL variables."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from nvrender.glsl.cg_names import NamedRegisters, named_registers
from nvrender.glsl.declared.variables import Variable
from nvrender.program import BindingKind, Program, Register, RegisterFile, banks_of, chosen_by
from nvrender.program.limits import Limits

#: What instructions reach by their memory, not as variables of the shader.
MEMORY_FILES = (RegisterFile.BUFFER, RegisterFile.STORAGE, RegisterFile.SHARED)


class Layout:
    """Every register the instructions name, and the variable it lives in."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.variables: dict[tuple[RegisterFile, int], Variable] = {}
        self.uniforms = named_registers(program)
        used, relative = self._used()
        for file in (
            RegisterFile.PARAMETER,
            RegisterFile.ATTRIBUTE,
            RegisterFile.TEMPORARY,
            RegisterFile.ADDRESS,
            RegisterFile.RESULT,
            RegisterFile.CONDITION_CODE,
        ):
            if file is not RegisterFile.ADDRESS or not program.profile.nesting_ends:  # A0 is a LOOP's index
                self._lay_out(file, used.get(file, set()), relative.get(file, set()))
        self._lay_out_buffers()
        for register in self._registers():
            if register.long:
                low = self.variables[register.file, register.index]
                low.high = low.high or Variable(low.file, low.start, low.count, low.array, kind="u")

    def _registers(self) -> Iterator[Register]:
        """Every register the instructions read or write."""
        for instruction in self.program.instructions:
            yield from (operand.register for operand in instruction.sources)
            if instruction.destination is not None:
                yield instruction.destination.register

    def all(self, file: RegisterFile) -> list[Variable]:
        """The variables of a file, in order."""
        numbers = sorted(number for of, number in self.variables if of is file)
        return list(dict.fromkeys(self.variables[file, number] for number in numbers))

    def _used(self) -> tuple[dict[RegisterFile, set[int]], dict[RegisterFile, set[tuple[int, int]]]]:
        used: dict[RegisterFile, set[int]] = {}
        relative: dict[RegisterFile, set[tuple[int, int]]] = {}
        for instruction in self.program.instructions:
            registers = [operand.register for operand in instruction.sources]
            if instruction.destination is not None:
                registers.append(instruction.destination.register)
            if instruction.unit is not None:
                registers.append(instruction.unit)
            for register in registers:
                address = register.relative
                for place in chosen_by(register):
                    used.setdefault(place.file, set()).add(place.register)
                if register.file in MEMORY_FILES:
                    continue
                used.setdefault(register.file, set()).add(register.index)
                if address is not None:
                    relative.setdefault(register.file, set()).add((register.index, register.count))
        for file, ranges in relative.items():
            for start, count in ranges:
                used[file].update(range(start, start + count))
        return used, relative

    def _lay_out(self, file: RegisterFile, used: set[int], relative: set[tuple[int, int]]) -> None:
        """Arrays where registers are chosen at run time or declared together, else single registers."""
        ranges = set(relative)
        named = self._named(used, relative) if file is RegisterFile.PARAMETER else []
        self.variables.update(
            {(file, row.start + place): variable for variable, row in named for place in range(row.count)}
        )
        if file in (RegisterFile.PARAMETER, RegisterFile.TEMPORARY):
            for row in self.program.variables:
                if row.file is file and row.array and not row.alias:
                    covered = range(row.index, row.index + row.count)
                    split = any((file, index) in self.variables for index in covered)
                    if not (split or used.isdisjoint(covered) or self._all_constant(file, covered)):
                        ranges.add((row.index, row.count))
        starts = sorted(index for index, _ in relative)
        for start, end in _merged(ranges):
            chosen = bisect_left(starts, start) < bisect_left(starts, end)
            variable = Variable(file, start, end - start, array=True, relative=chosen)
            self.variables.update({(file, index): variable for index in range(start, end)})
        for index in sorted(used):
            if (file, index) not in self.variables and not self._all_constant(file, (index,)):
                self.variables[file, index] = Variable(file, index, 1, array=False)

    def _named(self, used: set[int], relative: set[tuple[int, int]]) -> list[tuple[Variable, NamedRegisters]]:
        """The uniforms the program reads as variables of their own, unless in an array chosen from."""
        reached = {index for start, count in relative for index in range(start, start + count)}
        rows = [(row, range(row.start, row.start + row.count)) for row in self.uniforms]
        return [
            (Variable(RegisterFile.PARAMETER, row.start, row.count, row.array, uniform=row), row)
            for row, covered in rows
            if reached.isdisjoint(covered) and not used.isdisjoint(covered)
        ]

    def _lay_out_buffers(self) -> None:
        """Each buffer up to the last element the instructions name, in arrays as large as declared."""
        sizes: dict[int, int] = {}
        for instruction in self.program.instructions:
            for operand in instruction.sources:
                register = operand.register
                if register.file is RegisterFile.BUFFER:
                    last = register.index + (register.count if register.relative is not None else 1)
                    if register.bytes:
                        last = self._elements(register, instruction.storages[0].bytes)
                    for bank in banks_of(register):
                        sizes[bank] = max(sizes.get(bank, 0), last)
        words = {row.bank: row.words or 1 for row in self.program.buffers}
        for bank, size in sorted(sizes.items()):
            variable = Variable(RegisterFile.BUFFER, 0, size, array=True, packed=words[bank] == 1)
            self.variables[RegisterFile.BUFFER, bank] = variable

    def _elements(self, register: Register, size: int) -> int:
        """How many elements of a buffer hold all bytes that LDC may read."""
        words = {row.bank: row.words or 1 for row in self.program.buffers}
        most = 16 * Limits().buffer_size
        last = most if register.relative is not None else min(register.index + size, most)
        return -(-last // (4 * words[register.bank]))

    def _all_constant(self, file: RegisterFile, indices: Iterable[int]) -> bool:
        return file is RegisterFile.PARAMETER and all(
            self.program.parameters[index].kind is BindingKind.CONSTANT for index in indices
        )


def _merged(ranges: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """(start, count) ranges as disjoint (start, end) ranges."""
    merged: list[tuple[int, int]] = []
    for start, count in sorted(ranges):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], start + count)
        else:
            merged.append((start, start + count))
    return merged
