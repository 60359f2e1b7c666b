"""What parameters are bound to in plain ARB programs, and how they are declared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nvrender.arb.names import Names
from nvrender.arb.rows import Parameter
from nvrender.languages.common.numbers import vector
from nvrender.ops.types import DataType
from nvrender.program import BindingKind, Program, RegisterFile

#: Up to how many elements an array is declared whole of which elements are named.
_SHORT = 16


class Parameters:
    """The PARAM statements of a program, made as its parameters are asked for."""

    def __init__(self, program: Program, names: Names, arrays: Iterable[Parameter]) -> None:
        self._program, self._names = program, names
        self._named = _named(program)
        #: The name of each array, the number of its first element and how many it has.
        self._arrays: dict[str, tuple[int, int]] = {}
        self._single: dict[int, str] = {}
        for row in arrays:
            if row.offset is not None:
                self._arrays[names.array(row.number, row.count, "c")] = row.number, row.count

    def text(self, place: Parameter, address: str) -> str:
        """A parameter as an operand."""
        for name, (first, count) in self._arrays.items():
            if place.offset is not None and (first, count) == (place.number, place.count):
                sign = "-" if place.offset < 0 else "+"
                return f"{name}[{address}" + (f" {sign} {abs(place.offset)}]" if place.offset else "]")
            if place.offset is None and first <= place.number < first + count:
                return f"{name}[{place.number - first}]"
        registers = not self._program.profile.declares_names
        if registers or self._names.has(RegisterFile.PARAMETER, place.number):
            name = self._names.declared(RegisterFile.PARAMETER, place.number, f"c{place.number}")
            self._single[place.number] = name
            return name
        return self.binding(place.number)

    def binding(self, number: int) -> str:
        """What the GL has it as."""
        if not self._program.profile.declares_names:
            return f"program.env[{number}]"
        row = self._program.parameters[number]
        if row.kind is BindingKind.CONSTANT:
            return vector(row.words, DataType.FLOAT)
        return f"program.local[{self._named[number]}]" if number in self._named else row.name

    def declarations(self) -> Iterator[str]:
        """What ``text`` has named."""
        for name, (first, count) in self._arrays.items():
            items = ", ".join(_runs([self.binding(number) for number in range(first, first + count)]))
            yield f"PARAM {name}[{count}] = {{ {items} }};"
        for number, name in sorted(self._single.items()):
            yield f"PARAM {name} = {self.binding(number)};"

    @property
    def named(self) -> dict[str, int]:
        """The program.local that each parameter is which the program itself names."""
        return {self._program.parameters[number].name: local for number, local in self._named.items()}


def _named(program: Program) -> dict[int, int]:
    """Numbers of named local parameters → the first program.local that nothing else is."""
    rows = list(enumerate(program.parameters))
    taken = {row.index for _, row in rows if row.kind is BindingKind.LOCAL}
    free = (number for number in range(len(rows) + len(taken)) if number not in taken)
    return {number: next(free) for number, row in rows if row.kind is BindingKind.NAMED}


def _runs(bindings: list[str]) -> Iterator[str]:
    """Bindings with those whose last numbers follow each other as one."""
    begun: tuple[str, int, int] | None = None
    for text in [*bindings, ""]:
        stem, bracket, number = text.rpartition("[")
        last = number.removesuffix("]")
        here = (stem, int(last)) if bracket and last.isdigit() and text.endswith("]") else None
        if begun is not None and here == (begun[0], begun[2] + 1):
            begun = begun[0], begun[1], begun[2] + 1
            continue
        if begun is not None:
            numbers = f"{begun[1]}" if begun[1] == begun[2] else f"{begun[1]}..{begun[2]}"
            yield f"{begun[0]}[{numbers}]"
        begun = None if here is None else (*here, here[1])
        if here is None and text:
            yield text
