"""Registers of a program as variables of the intermediate representation.

Registers that relative addressing may mean are elements of one array; every other one is a variable.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from nvrender.ir.nodes import Const, Expression, Load, Role, Var
from nvrender.ir.types import FLOAT, INT, UINT, Kind, Type
from nvrender.languages.vp.bindings import INITIAL_RESULT
from nvrender.lower.register_types import type_of_words
from nvrender.lower.stages import held_in, is_of_patch, vertices_of
from nvrender.program import (
    BindingKind,
    Instruction,
    Program,
    Register,
    RegisterFile,
    banks_of,
)
from nvrender.program.uniform_control_flow import uniform_control_flow
from nvrender.program.words import holds_words
from nvrender.records import record

ROLES = {
    RegisterFile.TEMPORARY: Role.TEMPORARY,
    RegisterFile.ATTRIBUTE: Role.INPUT,
    RegisterFile.PARAMETER: Role.PARAMETER,
    RegisterFile.RESULT: Role.OUTPUT,
    RegisterFile.ADDRESS: Role.ADDRESS,
}
_LETTERS = {
    RegisterFile.TEMPORARY: "R",
    RegisterFile.ATTRIBUTE: "v",
    RegisterFile.PARAMETER: "c",
    RegisterFile.RESULT: "o",
    RegisterFile.ADDRESS: "A",
}


@record
class Place:
    """Where a register is: its variable and, of an array, the element that is its own."""

    var: Var
    element: int = 0


class Registers:
    """The variables of a program's registers, made when they are asked for first."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.typeless = program.profile.flags
        self._words = holds_words(program)
        self.variables: dict[str, Var] = {}
        self.initial: dict[str, tuple[int, ...]] = {}
        self._arrays = _arrays(program)
        self._long = {(r.file, number) for r in _registers(program) if r.long for number in _numbers(r)}
        self._locals = 0
        #: The index of the innermost LOOP, which A0.x names inside it (NV_fragment_program2 3.11.3.Y).
        self.loop_index: Var | None = None
        self._places: dict[tuple[RegisterFile, int], Place] = {}

    def place(self, register: Register) -> Place:
        """Where ``register`` is, of one chosen at run time where its array begins."""
        register = held_in(self.program, register)
        file = register.file
        if file is RegisterFile.ADDRESS and self.loop_index is not None:
            return Place(self.loop_index)
        if file is RegisterFile.BUFFER:
            return Place(self._buffer(register.bank), register.index)
        found = self._places.get((file, register.index))
        if found is None:
            found = self._places[file, register.index] = self._place(register, file)
        return found

    def _place(self, register: Register, file: RegisterFile) -> Place:
        for first, stop in self._arrays.get(file, ()):
            if first <= register.index < stop:
                return Place(self._variable(file, first, stop - first), register.index - first)
        return Place(self._variable(file, register.index, 0))

    def _buffer(self, bank: int) -> Var:
        """All that the program may read of a program parameter buffer (NV_parameter_buffer_object)."""
        name = f"b{bank}"
        if name not in self.variables:
            words = next(row.words for row in self.program.buffers if row.bank == bank)
            rows = (r for r in _registers(self.program) if r.file is RegisterFile.BUFFER and not r.bytes)
            length = max(_numbers(row).stop for row in rows if bank in banks_of(row))
            self.variables[name] = Var(name, UINT.wide(words), Role.BUFFER, length, bank)
        return self.variables[name]

    def _variable(self, file: RegisterFile, index: int, length: int) -> Var:
        name = f"{_LETTERS[file]}_{index}"
        if name not in self.variables:
            vertices = vertices_of(self.program, index) if file is RegisterFile.ATTRIBUTE else 0
            patch = file is RegisterFile.RESULT and is_of_patch(self.program, index)
            type = self._type(file, range(index, index + max(length, 1)))
            var = Var(name, type, ROLES[file], length, index, vertices, patch)
            self.variables[name] = var
            if file is RegisterFile.RESULT and not self.program.profile.declares_names:
                self.initial[name] = tuple(0x3F800000 if value else 0 for value in INITIAL_RESULT)
        return self.variables[name]

    def _type(self, file: RegisterFile, numbers: range) -> Type:
        if any((file, number) in self._long for number in numbers):
            return Type(UINT.kind, 4, 64)
        floats = not self._words and file is not RegisterFile.ADDRESS
        return (FLOAT if floats else type_of_words(self.program, file, numbers)).wide(4)

    def uniform_control_flow(self, instruction: Instruction) -> bool:
        """Whether all threads of a quad surely execute an instruction together."""
        return id(instruction) in self._uniform

    @cached_property
    def _uniform(self) -> frozenset[int]:
        rows = self.program.instructions
        return frozenset(id(rows[index]) for index in uniform_control_flow(self.program))

    def code(self, number: int) -> Var:
        """A condition code register: the floats that set it, or with flags words of them."""
        type = (UINT if self.program.profile.flags else FLOAT).wide(4)
        return self.variables.setdefault(f"CC{number}", Var(f"CC{number}", type, Role.CODE, 0, number))

    def local(self, name: str, type: Type) -> Var:
        """A new variable."""
        self._locals += 1
        var = Var(f"{name}_{self._locals}", type, Role.LOCAL)
        self.variables[var.name] = var
        return var

    def variable(self, var: Var) -> Var:
        """The variable of a name, the same each time."""
        return self.variables.setdefault(var.name, var)

    def constant(self, register: Register) -> Const | None:
        """A register that is a constant of the program's text, not chosen at run time."""
        if register.file is not RegisterFile.PARAMETER or register.relative is not None:
            return None
        if not self.program.profile.declares_names:
            return None
        row = self.program.parameters[register.index]
        if row.kind is not BindingKind.CONSTANT:
            return None
        return Const(Type(Kind.UINT if self.typeless else Kind.FLOAT, 4, row.bits), row.words)


def load(
    place: Place,
    components: tuple[int, ...],
    index: Expression | None = None,
    vertex: Expression | None = None,
) -> Load:
    """Components of a register; ``index`` is what chooses the element, counted from the array's first.

    A buffer's element of one word has it in every component.
    """
    if place.var.type.width == 1:
        components = (0,) * len(components)
    if not place.var.length:
        index = None
    elif index is None:
        index = Const(INT, (place.element,))
    return Load(place.var, components, index, vertex)


def _registers(program: Program) -> Iterable[Register]:
    for instruction in program.instructions:
        for operand in instruction.sources:
            yield held_in(program, operand.register)
        if instruction.destination is not None:
            yield instruction.destination.register


def _numbers(register: Register) -> range:
    return range(register.index, register.index + max(register.count, 1))


def _arrays(program: Program) -> dict[RegisterFile, list[tuple[int, int]]]:
    """The ranges of each file that relative addressing may mean, where they overlap as one."""
    found: dict[RegisterFile, set[tuple[int, int]]] = {}
    for register in _registers(program):
        if register.relative is None:
            continue
        whole = not program.profile.declares_names  # c[A0.x] of the VP family means any parameter
        count = program.profile.parameters if whole else register.count
        found.setdefault(register.file, set()).add((register.index, register.index + count))
    return {file: merged(ranges) for file, ranges in found.items()}


def merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges, each from its first number to before its last, those that overlap as one."""
    found: list[tuple[int, int]] = []
    for first, stop in sorted(ranges):
        if found and first < found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], stop)
        else:
            found.append((first, stop))
    return found
