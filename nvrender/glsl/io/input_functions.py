"""What a shader reads of the vertices of its primitive or patch, and functions that choose among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from nvrender.glsl.expressions import Expression, Vector
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import Element
from nvrender.glsl.word_types import cast
from nvrender.program import Program


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

    ``take_name`` makes names, ``zero`` says what is read outside, of a kind.
    """

    take_name: Callable[[str], str]
    zero: Callable[[str], str]
    functions: dict[tuple[int, int, str], tuple[str, str]] = field(default_factory=dict)
    #: Tells values of one attribute from others of the same.
    version: str = ""

    def call(
        self,
        element: Element,
        vertices: Vertices | None,
        value: Callable[[int, str], str],
    ) -> str:
        """The call that reads an element, as a value of its variable's kind.

        ``value`` gives an attribute by its number of the vertex that an expression says; without ``vertices``
        the attribute is not a vertex's.
        """
        count, variable = element.count, element.variable
        key = element.number, count, self.version
        if key not in self.functions:
            name = self.take_name(f"{variable.name}{self.version}_{'at' if count else 'of'}")
            self.functions[key] = name, self._definition(name, key, variable.kind, vertices, value)
        arguments = [] if vertices is None else [str(element.vertex)]
        arguments += [element.index] if element.index else []
        return f"{self.functions[key][0]}({', '.join(arguments)})"

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

    def _is_there(self, element: Element) -> bool:
        """True for an attribute that nothing chooses, of a vertex that there is always."""
        vertex, vertices = element.vertex, self.vertices(element.number)
        there = vertices is None or (isinstance(vertex, int) and vertex < vertices.certain)
        return not element.index and there

    def kind_of(self, element: Element) -> str:
        """The kind of what is fetched."""
        return self.kinds[element.number] if self._is_there(element) else element.variable.kind

    def fetch(self, element: Element) -> tuple[Vector, str]:
        """An element's text and kind; vertices that are not there are 0 (docs/semantics.md)."""
        index, vertices, variable = element.number, self.vertices(element.number), element.variable
        if self._is_there(element):
            return self.text(index, str(element.vertex)), self.kinds[index]

        def value(index: int, vertex: str) -> str:
            text = Expression(self.text(index, vertex).text, width=4)
            return cast(text, self.kinds[index], variable.kind).text

        return Vector(self.chosen.call(element, vertices, value)), variable.kind


def number(text: str) -> Vector:
    """An integer as an attribute."""
    return Vector(f"ivec4({text}, 0, 0, 0)", text, 1, scalar=True)


def single(text: str, kind: str, *, number: bool) -> Vector:
    """A vector of which x alone means anything, of a ``number`` or another attribute (docs/semantics.md)."""
    rest = "0, 0, 0" if number else "0, 0, 0x3F800000" if kind else "0.0, 0.0, 1.0"
    return Vector(f"{kind}vec4({text}.x, {rest})", text, 1)
