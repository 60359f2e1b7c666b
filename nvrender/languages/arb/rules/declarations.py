"""Declarations → variables (ARB_vertex_program 2.14.3, NV_gpu_program4 2.X.3)."""

from __future__ import annotations

from nvrender.languages.arb.fragment_bindings import UNMODIFIED
from nvrender.languages.arb.generation5_bindings import UNINTERPOLATED
from nvrender.languages.arb.rules.constants import words
from nvrender.languages.arb.rules.memory import FILES, UNITS, Allocation, Memory
from nvrender.languages.arb.rules.names import Names
from nvrender.languages.arb.rules.registers import (
    Registers,
    bound,
    follow,
    is_whole_matrix,
    members,
)
from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.languages.arb.rules.subroutines import Subroutines
from nvrender.languages.common.nodes import BindingNode, ConstantNode, DeclarationNode, Item, Name
from nvrender.languages.common.numbers import constant
from nvrender.ops.types import DataType
from nvrender.program import Binding, RegisterFile, Variable
from nvrender.program.binding_rows import BindingRow
from nvrender.source import Span

_TYPES = {"FLOAT": DataType.FLOAT, "INT": DataType.SIGNED, "UINT": DataType.UNSIGNED}
_SIZES = ("SHORT", "LONG")
#: What is declared as bytes.
_BYTES = ("CBUFFER", "STORAGE", "SHARED")
_INTERPOLATIONS = frozenset({"FLAT", "CENTROID", "NOPERSPECTIVE", "SAMPLE"})
_FILES = {
    "ATTRIB": RegisterFile.ATTRIBUTE,
    "OUTPUT": RegisterFile.RESULT,
    "PARAM": RegisterFile.PARAMETER,
    "SUBROUTINE": RegisterFile.SUBROUTINE,
    **FILES,
    **UNITS,
}


class Declarations(Rules):
    """Declares variables in ``names``, taking registers from ``registers`` and ``memory``."""

    cited = "variables"

    def __init__(
        self,
        context: Context,
        names: Names,
        registers: Registers,
        memory: Memory,
        subroutines: Subroutines,
    ) -> None:
        super().__init__(context)
        self._names = names
        self._registers = registers
        self._memory = memory
        self._subroutines = subroutines
        #: True once ARB_position_invariant is said.
        self.position_invariant = False
        #: How many vertices the input primitive or patch has, and the output patch.
        self.vertices = self.output_vertices = 0

    def declare(self, node: DeclarationNode) -> None:
        """One declaration; raises ProgramError for what its section forbids."""
        keyword = node.keyword
        type = size = None
        for modifier in node.modifiers:
            type = _TYPES.get(modifier.word, type)
            size = modifier.word if modifier.word in _SIZES else size
        if keyword == "ALIAS":
            name, old = node.names[0], node.old
            assert old is not None
            self._names.add_alias(name.text, name.span, old.name, self.sections.aliases)
        elif keyword == "SUBROUTINETYPE":
            self._subroutines.declare_type(node)
        elif keyword in ("TEMP", "ADDRESS"):
            for name in node.names:
                self._names.check_new(name.text, name.span, self.sections.variables)
                self._unbound(keyword, name, type, size or "")
        else:
            name = node.names[0]
            self._names.check_new(name.text, name.span, self.sections.variables)
            allocation, subroutine = self._bound(node, name, type)
            interpolation = _INTERPOLATIONS & {modifier.word for modifier in node.modifiers}
            if keyword == "ATTRIB" and "FLAT" in self.language.modifiers:
                self._interpolate(node, type, interpolation)
            vertex, vertices = self._vertices(node)
            variable = Variable(
                name.text,
                _FILES[keyword],
                allocation.index,
                allocation.count,
                name.size is not None,
                type,
                size or "",
                allocation.bank,
                span=name.span,
                interpolation=interpolation,
                vertex=vertex,
                vertices=vertices,
                banks=allocation.banks,
                bytes=keyword in _BYTES,
                subroutine=subroutine,
            )
            self._names.add(variable, self.sections.variables)

    def _interpolate(
        self, node: DeclarationNode, type: DataType | None, interpolation: frozenset[str]
    ) -> None:
        """The modifiers of a fragment attribute, which all its names share (NV_fragment_program4 2.X.3.1)."""
        section = self.sections.interpolation
        for item in node.items:
            assert isinstance(item, BindingNode)
            name = item.row.name
            identity = name == "primitive.id"
            plain = name in UNINTERPOLATED
            if interpolation and (plain or name in UNMODIFIED or (identity and interpolation != {"FLAT"})):
                message = f"{name.format(*item.numbers)} takes no {' or '.join(sorted(interpolation))}"
                raise self.fail(node.span, message, section=section)
            whole = type in (DataType.SIGNED, DataType.UNSIGNED)
            if whole and not plain and "FLAT" not in interpolation:
                message = "an integer attribute is not interpolated"
                raise self.fail(node.span, message, "write FLAT before it", section)
            for row, numbers in members(item):
                index = row.index + (numbers[0] if numbers else 0)
                self._registers.interpolate(index, row.name.format(*numbers), interpolation, node.span)

    def _vertices(self, node: DeclarationNode) -> tuple[int | None, int]:
        """The vertex of a geometry program's attribute, and how many there are if it names none."""
        if node.keyword != "ATTRIB" or not self.language.vertex_prefixes:
            return None, 0
        items = [item for item in node.items if isinstance(item, BindingNode)]
        for item in items:
            if item.vertex != items[0].vertex:
                message = "the members of an array are attributes of the same vertex"
                section = self.sections.attributes
                raise self.fail(item.span, message, section=section)
        row, vertex = items[0].row, items[0].vertex
        if not row.vertices or vertex is not None:
            return vertex, 0
        return None, self.output_vertices if row.name.startswith("vertex.out.") else self.vertices

    def _unbound(self, keyword: str, name: Name, type: DataType | None, size: str) -> None:
        count = name.size or 1
        if keyword == "TEMP":
            file, index = RegisterFile.TEMPORARY, self._registers.temporary(count, name.span)
        else:
            file, index = RegisterFile.ADDRESS, self._registers.address(name.span)
        array = name.size is not None
        variable = Variable(name.text, file, index, count, array, type, size, span=name.span)
        self._names.add(variable, self.sections.variables)

    def _bound(self, node: DeclarationNode, name: Name, type: DataType | None) -> tuple[Allocation, str]:
        """Where a variable with bindings lies, and its subroutine type, if any."""
        match node.keyword:
            case "PARAM":
                return Allocation(*self._parameters(node, name, type)), ""
            case "ATTRIB" | "OUTPUT":
                return Allocation(*self._grouped(node, name)), ""
            case "SUBROUTINE":
                return self._subroutines.place(node, name)
            case _:
                return self._memory.place(node, name), ""

    # PARAM

    def _parameters(self, node: DeclarationNode, name: Name, type: DataType | None) -> tuple[int, int]:
        section = self.sections.parameters
        if not node.listed:
            item = node.items[0]
            if isinstance(item, BindingNode) and is_whole_matrix(item.row):
                message = "a whole matrix where one vector is meant"
                raise self.fail(item.span, message, "name a .row[n]", section)
            return self._registers.single(self._item(item, type)[0], item.span), 1
        bindings: list[Binding] = []
        for item in node.items:
            bindings += self._item(item, type)
            if len(bindings) > self.limits.parameters:
                message = f"a program has at most {self.limits.parameters} parameters"
                raise self.fail(item.span, message, section=self.sections.limits)
        self._memory.check_size(name, len(bindings), section)
        return self._registers.array(bindings, name.span), len(bindings)

    def _item(self, item: Item, type: DataType | None) -> list[Binding]:
        """What one item of a PARAM declaration binds."""
        if isinstance(item, ConstantNode):
            read = type or DataType.FLOAT
            return [constant(words(self.source, item, read, self.sections.parameters), read)]
        assert isinstance(item, BindingNode)
        return [bound(row, numbers) for row, numbers in members(item)]

    # ATTRIB and OUTPUT

    def _grouped(self, node: DeclarationNode, name: Name) -> tuple[int, int]:
        """Attributes or results; members of an array are of one kind and follow each other."""
        attributes = node.keyword == "ATTRIB"
        section = self.sections.attributes if attributes else self.sections.results
        indices: list[int] = []
        kind: BindingRow | None = None
        for item in node.items:
            assert isinstance(item, BindingNode)
            if node.listed and not item.row.array:
                message = f"{item.row.name} is in no group that makes arrays"
                raise self.fail(item.span, message, section=section)
            if kind is not None and item.row is not kind:
                raise self.fail(item.span, "the members of an array are of one kind", section=section)
            kind = item.row
            for row, numbers in members(item):
                indices.append(self.bind(row, numbers, item.span))
                if not follow(indices[-2:]):
                    raise self.fail(item.span, "the members of an array follow each other", section=section)
        self._memory.check_size(name, len(indices), section)
        return indices[0], len(indices)

    def bind(self, row: BindingRow, numbers: tuple[int, ...], span: Span) -> int:
        """The number of an attribute or result that is declared or used."""
        if row.pattern.startswith("result."):
            return self.result(row, numbers, span)
        return self._registers.attribute(row, numbers, span)

    def result(self, row: BindingRow, numbers: tuple[int, ...], span: Span) -> int:
        if self.position_invariant and row.name == self.profile.position:
            message = "a position-invariant program may not bind result.position: the GL computes it"
            section = self.sections.position_invariant
            raise self.fail(span, message, "leave it, or drop the option", section)
        return row.index + (numbers[0] if numbers else 0)
