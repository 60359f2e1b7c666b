"""GLSL functions that choose one of several parameter buffers at run time (NV_gpu_program5 2.X.3.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.word_types import cast
from nvrender.glsl.expressions import Expression, vector_type
from nvrender.program import Register, RelativeAddress, banks_of

#: First binding point, how many there are; of elements chosen at run time the first and how many, else none.
_Key = tuple[int, int] | tuple[int, int, int, int]


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

    def fetch(self, register: Register, index: Callable[[RelativeAddress], str]) -> tuple[str, str]:
        """An element of the buffer that ``bank_relative`` chooses, and its kind; of BUFFER one component.

        ``index`` says where a relative address is.
        """
        assert register.bank_relative is not None
        bank, kind = index(register.bank_relative), self.kind_of(register)
        if register.relative is None:
            return f"{self._of(register, kind)}({bank}, {register.index}u)", kind
        return f"{self._at(register, kind)}({bank}, {index(register.relative)})", kind

    def kind_of(self, register: Register) -> str:
        """The kind all the buffers have, else that of their words."""
        kinds = {variable.kind for variable in self.storage.may_be(register)}
        return kinds.pop() if len(kinds) == 1 else "u"

    def _shape(self, register: Register, kind: str) -> tuple[str, str]:
        """The type of an element, and a zero of it."""
        width = 1 if self.storage.of(register).packed else 4
        return vector_type(width, kind), self.outside(kind, width)

    def _of(self, register: Register, kind: str) -> str:
        """The function that reads an element that all the buffers have, 0 where there is no such buffer."""
        key = register.bank, register.banks
        if key not in self.functions:
            name = self.take_name(f"{self.storage.range_name(register)}_of")
            type, zero = self._shape(register, kind)
            lines = [f"{type} {name}(int bank, uint place) {{", "    switch (bank) {"]
            banks = zip(banks_of(register), self.storage.may_be(register), strict=True)
            for number, (point, variable) in enumerate(banks):
                width = 1 if variable.packed else 4
                element = "[place >> 2][place & 3u]" if variable.packed else "[place]"
                value = cast(Expression(f"{variable.name}{element}", width=width), variable.kind, kind)
                lines.append(f"    case {number}: return {value.text};  // program.buffer[{point}]")
            self.functions[key] = name, "\n".join([*lines, "    }", f"    return {zero};", "}"])
        return self.functions[key][0]

    def _at(self, register: Register, kind: str) -> str:
        """The function that reads an element chosen at run time, 0 outside the array too."""
        key = register.bank, register.banks, register.index, register.count
        if key not in self.functions:
            called, (type, zero) = self._of(register, kind), self._shape(register, kind)
            name = self.take_name(f"{self.storage.range_name(register)}_at")
            place = f"min(uint(index), {register.count - 1}u)"
            place += f" + {register.index}u" if register.index else ""
            self.functions[key] = (
                name,
                (
                    f"{type} {name}(int bank, int index) {{\n"
                    f"    {type} value = {called}(bank, {place});\n"
                    f"    return uint(index) < {register.count}u ? value : {zero};\n}}"
                ),
            )
        return self.functions[key][0]
