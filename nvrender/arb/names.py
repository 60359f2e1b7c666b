"""The names of registers: those of the program, as far as plain ARB programs may have them."""

from __future__ import annotations

from nvrender.ir.nodes import Role, Shader, Var
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Profile

_FILES = {
    Role.TEMPORARY: RegisterFile.TEMPORARY,
    Role.ADDRESS: RegisterFile.ADDRESS,
    Role.OUTPUT: RegisterFile.RESULT,
}


#: Names of results as names of variables.
_PLAIN = str.maketrans(".", "_", "[]")


class Names:
    """A name for everything that is declared, each once."""

    def __init__(self, program: Program, target: Profile, shader: Shader) -> None:
        self._program = program
        self._taken = set(target.language.reserved) | set(target.opcodes)
        self._declared = {
            (row.file, number): (row.name, number - row.index if row.array else None)
            for row in reversed(program.variables)
            if not row.alias
            for number in range(row.index, row.index + row.count)
        }
        self._held = {var.name: var for var in shader.variables}
        self._names: dict[object, str] = {}

    def _unique(self, key: object, wished: str) -> str:
        if key not in self._names:
            name, number = wished, 0
            while name in self._taken:
                number += 1
                name = f"{wished}_{number}"
            self._taken.add(name)
            self._names[key] = name
        return self._names[key]

    def of(self, variable: str) -> str | None:
        """The register of a variable of the shader, None of what holds a part of an expression."""
        var = self._held.get(variable)
        return None if var is None else self._unique(("variable", variable), self._wished(var))

    def scratch(self, number: int) -> str:
        """A register for parts of expressions."""
        return self._unique(("scratch", number), f"T{number}")

    def declared(self, file: RegisterFile, number: int, otherwise: str) -> str:
        """The name of a register, with its number in an array."""
        name, element = self._declared.get((file, number), (otherwise, None))
        return self._unique((file, number), name if element is None else f"{name}_{element}")

    def array(self, number: int, count: int, otherwise: str) -> str:
        """The name of an array of parameters from ``number`` on."""
        name, element = self._declared.get((RegisterFile.PARAMETER, number), (otherwise, 0))
        return self._unique(("array", number, count), name if element == 0 else otherwise)

    def has(self, file: RegisterFile, number: int) -> bool:
        """Whether the program has a name for a register."""
        return (file, number) in self._declared

    def _wished(self, var: Var) -> str:
        if var.role is Role.CODE:
            return var.name
        if var.role in _FILES:
            key = _FILES[var.role], var.binding
            if key in self._declared:
                name, element = self._declared[key]
                name = f"{name}_value" if var.role is Role.ADDRESS else name
                return name if element is None else f"{name}_{element}"
            if var.role is Role.OUTPUT:
                name = self._program.profile.results[var.binding].translate(_PLAIN)
                return name if self._program.profile.declares_names else f"o{name}"
            return var.name.replace("_", "")
        stem = var.name.rpartition(".")[2]
        if stem.endswith("w") and stem[-2:-1].isdigit():
            base = self._held.get(stem.rpartition("_")[0])
            return self._wished(base) if base is not None else stem.partition("_")[0]
        return stem.partition("_")[0]


def attribute_name(number: int) -> str:
    """What the VP family calls an attribute."""
    return ATTRIBUTES[number].mnemonic or f"attrib{number}"
