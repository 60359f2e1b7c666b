"""GLSL functions that choose a vertex of the primitive or patch, an element of an array, or both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from nvrender.glsl.declared.variables import Variable
from nvrender.program import Register, RelativeAddress


@dataclass(frozen=True)
class Vertices:
    """How many vertices there are to choose from, and the number of the last, as GLSL has them."""

    size: str
    last: str


@dataclass
class InputFunctions:
    """The functions by attribute and elements: name and definition.

    ``take_name`` makes names, ``index`` says where a relative address is, ``zero`` what is read outside, of a
    kind.
    """

    take_name: Callable[[str], str]
    index: Callable[[RelativeAddress], str]
    zero: Callable[[str], str]
    functions: dict[tuple[int, int, str], tuple[str, str]] = field(default_factory=dict)
    #: Tells values of one attribute from others of the same.
    version: str = ""

    def call(
        self,
        register: Register,
        variable: Variable,
        vertices: Vertices | None,
        value: Callable[[int, str], str],
    ) -> str:
        """The call that reads a register, as a value of the variable's kind.

        ``value`` gives an attribute by its number of the vertex that an expression says; without ``vertices``
        the attribute is not a vertex's.
        """
        count = register.count if register.relative is not None else 0
        key = register.index, count, self.version
        if key not in self.functions:
            name = self.take_name(f"{variable.name}{self.version}_{'at' if count else 'of'}")
            self.functions[key] = name, self._definition(name, key, variable.kind, vertices, value)
        arguments = [] if vertices is None else [self._place(register.vertex)]
        if register.relative is not None:
            arguments.append(self.index(register.relative))
        return f"{self.functions[key][0]}({', '.join(arguments)})"

    def _place(self, place: int | RelativeAddress | None) -> str:
        return self.index(place) if isinstance(place, RelativeAddress) else str(place)

    def _definition(
        self,
        name: str,
        key: tuple[int, int, str],
        kind: str,
        vertices: Vertices | None,
        value: Callable[[int, str], str],
    ) -> str:
        (first, count, _), zero = key, self.zero(kind)
        parameters = ["int vertex"] * (vertices is not None) + ["int index"] * bool(count)
        # Read inside the primitive whatever the index: a driver keeps the choice after it free of branches.
        vertex = "" if vertices is None else f"min(uint(vertex), {vertices.last})"
        lines = [f"{kind}vec4 {name}({', '.join(parameters)}) {{"]
        if count:
            lines += [f"    uint place = {vertex};"] * (vertices is not None)
            lines += [f"    {kind}vec4 value = {zero};", "    switch (index) {"]
            lines += [
                f"    case {number}: value = {value(first + number, 'place')}; break;"
                for number in range(count)
            ]
            lines.append("    }")
        else:
            lines.append(f"    {kind}vec4 value = {value(first, vertex)};")
        inside = "" if vertices is None else f"uint(vertex) < {vertices.size} ? "
        lines.append(f"    return {inside}value{inside and f' : {zero}'};")
        return "\n".join([*lines, "}"])
