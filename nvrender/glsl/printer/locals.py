"""Names of the variables that lowering makes: flags, return addresses, counters of loops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from nvrender.glsl.expressions import vector_type
from nvrender.glsl.lines import declared
from nvrender.glsl.literals import literal
from nvrender.ir.nodes import Const, Role, Shader, Var
from nvrender.ir.types import Kind

_LETTERS = {Kind.FLOAT: "", Kind.INT: "i", Kind.UINT: "u"}


@dataclass
class Locals:
    """``take`` hands out a name; functions that call a flag alike have each their own.

    ``used`` are those named since the function that is being printed began.
    """

    take: Callable[[str], str]
    names: dict[str, str] = field(default_factory=dict)
    used: set[Var] = field(default_factory=set)

    def name(self, var: Var) -> str:
        """A variable's name; one of the whole program has its own, which is reserved."""
        self.used.add(var)
        if not var.own:
            return var.name
        if var.own not in self.names:
            self.names[var.own] = self.take(var.own)
        return self.names[var.own]

    def declarations(self, shader: Shader, first: dict[Var, Const]) -> list[str]:
        """Those of the variables used, in the order they were made; ``first`` are the values of some."""
        lines, vectors = [], []
        for var in shader.variables:
            if var.role is not Role.LOCAL or var not in self.used:
                continue
            name = self.name(var)
            if var.length:
                lines.append(f"{vector_type(var.type.width, _LETTERS[var.type.kind])} {name}[{var.length}];")
            elif var.type.kind is Kind.BOOL:
                lines.append(f"bool {name} = false;")
            elif var.type.width > 1:
                vectors.append(name)
            else:
                word = first[var].words[0] if var in first else 0
                kind = _LETTERS[var.type.kind]
                lines.append(f"{vector_type(1, kind)} {name} = {literal(word, kind).text};")
        return lines + declared("ivec4", vectors)
