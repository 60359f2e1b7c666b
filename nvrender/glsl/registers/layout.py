"""How the registers of a program are laid into GLSL variables."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from nvrender.glsl.cg_names import NamedRegisters, merged_registers, named_registers
from nvrender.glsl.registers.variables import ENVIRONMENT, PARAMETERS, VECTORS, Variable
from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.nodes import Assign, Const, Load, Read, Role, Shader, Var
from nvrender.lower.registers import ROLES, merged
from nvrender.lower.stages import attribute_of
from nvrender.ops.memory_access import Space
from nvrender.program import BindingKind, Program, RegisterFile
from nvrender.program.limits import Limits
from nvrender.program.profile import Stage

#: What a variable of the lowered program is a register of.
FILES = {role: file for file, role in ROLES.items()} | {Role.BUFFER: RegisterFile.BUFFER}
#: Those of which every one has a variable.
_OWN = frozenset({Role.TEMPORARY, Role.PARAMETER, Role.ADDRESS})


class Layout:
    """Every register of the lowered program, and the variable it lives in."""

    def __init__(
        self,
        program: Program,
        shader: Shader,
        given: Iterable[NamedRegisters] = (),
        *,
        blocks: bool = True,
    ) -> None:
        """``given`` are names of parameters, before those of Cg metadata.

        ``blocks``: there are uniform blocks.
        """
        self.program = program
        self.variables: dict[tuple[RegisterFile, int], Variable] = {}
        #: The values that registers hold in turn, and those of GLSL, by name.
        self.held = {var.name: var for var in shader.variables if var.value}
        self.values = {name: _value(var) for name, var in self.held.items()}
        self.uniforms = merged_registers(given, named_registers(program))
        found = set(self._registers(shader))
        for file in (
            RegisterFile.PARAMETER,
            RegisterFile.ATTRIBUTE,
            RegisterFile.TEMPORARY,
            RegisterFile.ADDRESS,
            RegisterFile.RESULT,
        ):
            if file is not RegisterFile.ADDRESS or not program.profile.nesting_ends:  # A0 is a LOOP's index
                rows = [row[1:] for row in found if row[0] is file]
                used = {number for index, count in rows for number in range(index, index + max(count, 1))}
                self._lay_out(file, used, {row for row in rows if row[1]})
        self._lay_out_buffers(shader)
        self.blocks = blocks
        for row in self.all(RegisterFile.PARAMETER) if blocks else ():
            row.block = "" if program.profile.writable_parameters else PARAMETERS
        for row in self.all(RegisterFile.BUFFER) if blocks else ():
            row.block = VECTORS
        for var in shader.variables:
            low = self.variables.get((FILES[var.role], var.binding)) if var.role in FILES else None
            if low is not None and var.type.bits == 64:
                low.high = low.high or Variable(low.file, low.start, low.count, low.array, kind="u")

    def _registers(self, shader: Shader) -> Iterator[tuple[RegisterFile, int, int]]:
        """File, number and, of those that are chosen at run time, how many."""
        for var in shader.variables:
            if var.role in _OWN and not var.value:
                yield FILES[var.role], var.binding, var.length
        control = self.program.profile.stage is Stage.TESSELLATION_CONTROL
        for load, place in nodes_of(shader, Load):
            if load.var.role is Role.INPUT and place is not None:
                yield RegisterFile.ATTRIBUTE, load.var.binding, load.var.length
            elif load.var.role is Role.OUTPUT and control:
                number, count = _chosen(load)
                yield RegisterFile.ATTRIBUTE, attribute_of(number), count
        yield from self._results(shader)

    def _results(self, shader: Shader) -> Iterator[tuple[RegisterFile, int, int]]:
        """Results written, in an array too that is only where no invocation comes."""
        written = self.program.writes(RegisterFile.RESULT)
        assigned = {_chosen(node) for node, _ in nodes_of(shader, Assign) if node.var.role is Role.OUTPUT}
        for number, count in assigned | {(result, 0) for result in written}:
            yield RegisterFile.RESULT, number, count
        alone = {number for number, count in assigned if not count}
        for var in shader.variables:
            elements = range(var.binding, var.binding + var.length)
            if var.role is Role.OUTPUT and not alone.issuperset(written.intersection(elements)):
                yield RegisterFile.RESULT, var.binding, var.length

    def all(self, file: RegisterFile) -> list[Variable]:
        """The variables of a file, in order."""
        numbers = sorted(number for of, number in self.variables if of is file)
        return list(dict.fromkeys(self.variables[file, number] for number in numbers))

    @property
    def members(self) -> list[Variable]:
        """The members of the block: program.env, then program.local, by their numbers, and the rest."""
        rows = [row for row in self.all(RegisterFile.PARAMETER) if not row.elements]
        if not self.program.profile.declares_names:
            return rows
        own = [row for row in rows if row.indexed and row.block == PARAMETERS]
        return own[:1] + sorted((row for row in rows if not row.indexed), key=self._place)

    def registers_of(self, variable: Variable) -> list[int]:
        """The numbers of the parameters that it holds, in order; -1 of what none is."""
        covered = range(variable.start, variable.start + variable.count)
        if not variable.indexed:
            return list(covered)
        rows = (
            (self.program.parameters[number].index, number)
            for (file, number), row in self.variables.items()
            if file is RegisterFile.PARAMETER and row.indexed and row.block == variable.block
        )
        known = dict(rows)
        return [known.get(place, -1) for place in range(variable.count)]

    @property
    def environment(self) -> list[int]:
        """The numbers of program.env that are read of an array of it."""
        rows = (
            self.program.parameters[number].index
            for (file, number), row in self.variables.items()
            if file is RegisterFile.PARAMETER and row.indexed and row.block == ENVIRONMENT
        )
        return sorted(set(rows))

    @property
    def environment_array(self) -> str:
        """The declaration of that array."""
        return next(row.declaration for row in self.all(RegisterFile.PARAMETER) if row.block == ENVIRONMENT)

    def _place(self, variable: Variable) -> tuple[int, int]:
        binding = self.program.parameters[variable.start]
        order = {BindingKind.ENVIRONMENT: 0, BindingKind.LOCAL: 1}.get(binding.kind, 2)
        return order, binding.index if order < 2 else variable.start

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
        for start, end in merged((first, first + count) for first, count in ranges):
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

    def _lay_out_buffers(self, shader: Shader) -> None:
        """Each buffer up to the last element that is read, in arrays as large as declared."""
        words = {row.bank: row.words or 1 for row in self.program.buffers}
        sizes = {var.binding: var.length for var in shader.variables if var.role is Role.BUFFER}
        for node, _ in nodes_of(shader, Read):
            memory, storage = node.memory, node.storage
            if memory.space is not Space.CONSTANT or storage is None:
                continue
            last = 16 * Limits().buffer_size
            if isinstance(memory.address, Const):
                last = min(memory.address.words[0] + storage.bytes, last)
            for bank in range(memory.unit, memory.unit + (memory.units if memory.index is not None else 1)):
                sizes[bank] = max(sizes.get(bank, 0), -(-last // (4 * words[bank])))
        for bank, size in sorted(sizes.items()):
            variable = Variable(RegisterFile.BUFFER, 0, size, array=True, packed=words[bank] == 1)
            self.variables[RegisterFile.BUFFER, bank] = variable

    def _all_constant(self, file: RegisterFile, indices: Iterable[int]) -> bool:
        return file is RegisterFile.PARAMETER and all(
            self.program.parameters[index].kind is BindingKind.CONSTANT for index in indices
        )


def _value(var: Var) -> Variable:
    file = FILES.get(var.role, RegisterFile.TEMPORARY)
    return Variable(file, var.binding, 1, array=False, width=var.type.width)


def _chosen(node: Load | Assign) -> tuple[int, int]:
    """The number of what is read or written, or the first of so many."""
    if node.index is None or isinstance(node.index, Const):
        return node.var.binding + (0 if node.index is None else node.index.words[0]), 0
    return node.var.binding, node.var.length
