"""Which parameters of a program the registers in Cg metadata are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nvrender.languages.cg import CgRegisters, CgVariable
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import BindingKind, Program, RegisterFile

_UNIT = re.compile(r"(?i:texunit)[ \t]*([0-9]{1,3})")
_SEMANTIC = re.compile(r"([A-Z]+)([0-9]{0,2})")
#: Semantics of vertex inputs → the attribute, of those with numbers the first (Cg Toolkit, vertex profiles).
_SEMANTICS = {
    "POSITION": 0, "BLENDWEIGHT": 1, "NORMAL": 2, "DIFFUSE": 3, "SPECULAR": 4, "FOGCOORD": 5, "PSIZE": 6,
    "BLENDINDICES": 7, "TANGENT": 14, "BINORMAL": 15,
}  # fmt: skip
_NUMBERED = {"ATTR": 0, "COLOR": 3, "TEXCOORD": 8}


def attribute_of(variable: CgVariable) -> int | None:
    """The number of the vertex attribute that an input is, None where its semantic names none."""
    match = _SEMANTIC.fullmatch(variable.semantic.partition(".")[2].upper())
    if match is None:
        return None
    word, number = match[1], int(match[2] or 0)
    if word in _NUMBERED:
        number += _NUMBERED[word]
        return number if number < len(ATTRIBUTES) else None
    return _SEMANTICS.get(word) if number == 0 else None


def unit_of(variable: CgVariable) -> int:
    """The image unit of a sampler, -1 of what is none."""
    match = _UNIT.fullmatch(variable.resource)
    return int(match[1]) if match and variable.shape is None else -1


class Places:
    """The registers of a program that Cg metadata may name."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._arrays = {
            row.name: row for row in program.variables if row.file is RegisterFile.PARAMETER and not row.alias
        }
        self._bound = {binding.name: n for n, binding in reversed(list(enumerate(program.parameters)))}

    def names(self, registers: CgRegisters, rows: int) -> list[int | str | None]:
        """The first ``rows`` registers a resource stands for, in order, as far as they exist.

        Each is a number, or in declared-name programs its binding's one name; None for a constant.
        """
        program = self._program
        if program.profile.limits is None:
            return [*self.numbers(registers, rows)]
        if registers.array in self._arrays:
            constant = BindingKind.CONSTANT
            bindings = [program.parameters[number] for number in self._inside(registers, rows)]
            return [None if binding.kind is constant else binding.name for binding in bindings]
        return [*self._bindings(registers, rows)]

    def numbers(self, registers: CgRegisters, rows: int) -> list[int]:
        """The numbers of the same registers, as far as the program has them as parameters."""
        program = self._program
        if program.profile.limits is None:
            wanted = range(registers.first, registers.first + min(rows, registers.count))
            inside = [number for number in wanted if number < program.profile.parameters]
            return inside if registers.array == "c" else []
        if registers.array in self._arrays:
            return list(self._inside(registers, rows))
        return [self._bound[name] for name in self._bindings(registers, rows) if name in self._bound]

    def _inside(self, registers: CgRegisters, rows: int) -> Iterator[int]:
        """The elements of a PARAM array."""
        variable = self._arrays[registers.array]
        for number in range(registers.first, registers.first + min(rows, registers.count)):
            if number < variable.count:
                yield variable.index + number

    def _bindings(self, registers: CgRegisters, rows: int) -> Iterator[str]:
        """``c`` without an array of that name is program.local."""
        limits = self._program.profile.declared_limits
        array = "program.local" if registers.array == "c" else registers.array
        sizes = {"program.local": limits.local_parameters, "program.env": limits.environment_parameters}
        for number in range(registers.first, registers.first + min(rows, registers.count)):
            if number < sizes.get(array, 0):
                yield f"{array}[{number}]"
