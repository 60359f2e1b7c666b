"""GLSL functions that choose one of several parameter buffers at run time (NV_gpu_program5 2.X.3.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from nvrender.glsl.expressions import Expression, vector_type
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import Element, Variable
from nvrender.glsl.word_types import cast
from nvrender.program import RegisterFile

#: Binding points; of elements chosen at run time the first and how many, else nothing.
_Key = tuple[tuple[int, ...], int, int]


@dataclass
class BufferBanks:
    """The functions by binding points and elements: name and definition, called ones first.

    ``take_name`` makes names, ``outside`` says what is read where there is nothing, of a kind, in four
    components or one.
    """

    storage: Storage
    take_name: Callable[[str], str]
    outside: Callable[[str, int], str]
    functions: dict[_Key, tuple[str, str]] = field(default_factory=dict)

    def fetch(self, element: Element) -> tuple[str, str]:
        """An element of the buffer that ``bank`` chooses, and its kind; of BUFFER one component."""
        bank, kind = element.bank, self.kind_of(element)
        if not element.index:
            return f"{self._of(element, kind)}({bank}, {element.number}u)", kind
        return f"{self._at(element, kind)}({bank}, {element.index})", kind

    def _variables(self, element: Element) -> list[Variable]:
        return [self.storage.variables[RegisterFile.BUFFER, bank] for bank in element.banks]

    def kind_of(self, element: Element) -> str:
        """The kind all the buffers have, else that of their words."""
        kinds = {variable.kind for variable in self._variables(element)}
        return kinds.pop() if len(kinds) == 1 else "u"

    def _shape(self, element: Element, kind: str) -> tuple[str, str]:
        """The type of an element, and a zero of it."""
        width = 1 if element.variable.packed else 4
        return vector_type(width, kind), self.outside(kind, width)

    def _of(self, element: Element, kind: str) -> str:
        """The function that reads an element that all the buffers have, 0 where there is no such buffer."""
        key = element.banks, 0, 0
        if key not in self.functions:
            name = self.take_name(f"{self.storage.range_name(element)}_of")
            type, zero = self._shape(element, kind)
            lines = [f"{type} {name}(int bank, uint place) {{", "    switch (bank) {"]
            banks = zip(element.banks, self._variables(element), strict=True)
            for number, (point, variable) in enumerate(banks):
                width = 1 if variable.packed else 4
                place = "[place >> 2][place & 3u]" if variable.packed else "[place]"
                value = cast(Expression(f"{variable.text}{place}", width=width), variable.kind, kind)
                lines.append(f"    case {number}: return {value.text};  // program.buffer[{point}]")
            self.functions[key] = name, "\n".join([*lines, "    }", f"    return {zero};", "}"])
        return self.functions[key][0]

    def _at(self, element: Element, kind: str) -> str:
        """The function that reads an element chosen at run time, 0 outside the array too."""
        key = element.banks, element.number, element.count
        if key not in self.functions:
            called, (type, zero) = self._of(element, kind), self._shape(element, kind)
            name = self.take_name(f"{self.storage.range_name(element)}_at")
            place = f"min(uint(index), {element.count - 1}u)"
            place += f" + {element.number}u" if element.number else ""
            self.functions[key] = (
                name,
                (
                    f"{type} {name}(int bank, int index) {{\n"
                    f"    {type} value = {called}(bank, {place});\n"
                    f"    return uint(index) < {element.count}u ? value : {zero};\n}}"
                ),
            )
        return self.functions[key][0]
