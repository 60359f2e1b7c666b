"""What a shader reads of the vertices of its primitive or patch, and functions that choose among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import Variable
from nvrender.glsl.declared.word_types import cast
from nvrender.glsl.expressions import Expression, Vector
from nvrender.program import Program, Register, RelativeAddress


@dataclass(frozen=True)
class Vertices:
    """How many vertices there are to choose from, and the number of the last, as GLSL has them.

    So many as ``certain`` there are always.
    """

    size: str
    last: str
    certain: int = 0


def numbered_vertices(count: int) -> Vertices:
    """Vertices whose number is known."""
    return Vertices(f"{count}u", f"{count - 1}u", count)


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


@dataclass
class InputTexts:
    """The attributes' texts; ``chosen`` has what chooses vertices and elements at run time.

    ``kinds`` are the kinds of the inputs' words, by attribute.
    """

    program: Program
    storage: Storage
    kinds: Mapping[int, str]
    chosen: InputFunctions

    def text(self, index: int, vertex: str) -> Vector:
        """One attribute, of the vertex with this number where it is a vertex's."""
        raise NotImplementedError

    def vertices(self, index: int) -> Vertices | None:
        """The vertices that have an attribute; None for one that is no vertex's."""
        raise NotImplementedError

    def _is_there(self, register: Register) -> bool:
        """True for an attribute that nothing chooses, of a vertex that there is always."""
        vertex, vertices = register.vertex, self.vertices(register.index)
        there = vertices is None or (isinstance(vertex, int) and vertex < vertices.certain)
        return register.relative is None and there

    def kind_of(self, register: Register) -> str:
        """The kind of what is fetched."""
        return self.kinds[register.index] if self._is_there(register) else self.storage.of(register).kind

    def fetch(self, register: Register) -> tuple[Vector, str]:
        """A register's text and kind; vertices that are not there are 0 (docs/semantics.md)."""
        index, vertices = register.index, self.vertices(register.index)
        if self._is_there(register):
            return self.text(index, str(register.vertex)), self.kinds[index]
        variable = self.storage.of(register)

        def value(index: int, vertex: str) -> str:
            text = Expression(self.text(index, vertex).text, width=4)
            return cast(text, self.kinds[index], variable.kind).text

        return Vector(self.chosen.call(register, variable, vertices, value)), variable.kind


def number(text: str) -> Vector:
    """An integer as an attribute."""
    return Vector(f"ivec4({text}, 0, 0, 0)", text, 1, scalar=True)


def single(text: str, kind: str, *, number: bool) -> Vector:
    """A vector of which x alone means anything, of a ``number`` or another attribute (docs/semantics.md)."""
    rest = "0, 0, 0" if number else "0, 0, 0x3F800000" if kind else "0.0, 0.0, 1.0"
    return Vector(f"{kind}vec4({text}.x, {rest})", text, 1)
