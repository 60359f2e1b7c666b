"""Declarations → variables (ARB_vertex_program 2.14.3, NV_gpu_program4 2.X.3)."""

from __future__ import annotations

from nvrender.check.arb_constants import words
from nvrender.check.arb_names import Names
from nvrender.check.arb_registers import Registers, bound, constant, follow, is_whole_matrix, members
from nvrender.isa.arb_bindings import BindingRow
from nvrender.isa.fragment_bindings import UNMODIFIED
from nvrender.isa.profiles import Profile
from nvrender.isa.rows import DataType
from nvrender.program import Binding, RegisterFile, Variable
from nvrender.source import ProgramError, Source, Span
from nvrender.syntax.advice import shown
from nvrender.syntax.arb_nodes import BindingNode, BufferNode, ConstantNode, DeclarationNode, Item, Name

_TYPES = {"FLOAT": DataType.FLOAT, "INT": DataType.SIGNED, "UINT": DataType.UNSIGNED}
_SIZES = ("SHORT", "LONG")
_INTERPOLATIONS = frozenset({"FLAT", "CENTROID", "NOPERSPECTIVE"})
_FILES = {
    "ATTRIB": RegisterFile.ATTRIBUTE,
    "OUTPUT": RegisterFile.RESULT,
    "PARAM": RegisterFile.PARAMETER,
    "BUFFER": RegisterFile.BUFFER,
    "BUFFER4": RegisterFile.BUFFER,
}


class Declarations:
    """Declares variables in ``names``, taking registers from ``registers``."""

    def __init__(self, source: Source, profile: Profile, names: Names, registers: Registers) -> None:
        self._source = source
        self._profile = profile
        self._names = names
        self._registers = registers
        self._sections = registers.sections
        assert profile.language is not None
        self._language = profile.language
        #: True once ARB_position_invariant is said.
        self.position_invariant = False
        #: How many vertices the input primitive of a geometry program has.
        self.vertices = 0

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
            self._names.add_alias(name.text, name.span, old.name, self._sections.aliases)
        elif keyword in ("TEMP", "ADDRESS"):
            for name in node.names:
                self._names.check_new(name.text, name.span, self._sections.variables)
                self._unbound(keyword, name, type, size or "")
        else:
            name = node.names[0]
            self._names.check_new(name.text, name.span, self._sections.variables)
            index, count, bank = self._bound(node, name, type)
            interpolation = _INTERPOLATIONS & {modifier.word for modifier in node.modifiers}
            if keyword == "ATTRIB" and "FLAT" in self._language.modifiers:
                self._interpolate(node, type, interpolation)
            vertex, vertices = self._vertices(node)
            variable = Variable(
                name.text,
                _FILES[keyword],
                index,
                count,
                name.size is not None,
                type,
                size or "",
                bank,
                span=name.span,
                interpolation=interpolation,
                vertex=vertex,
                vertices=vertices,
            )
            self._names.add(variable, self._sections.variables)

    def _interpolate(
        self, node: DeclarationNode, type: DataType | None, interpolation: frozenset[str]
    ) -> None:
        """The modifiers of a fragment attribute, which all its names share (NV_fragment_program4 2.X.3.1)."""
        section = self._sections.interpolation
        for item in node.items:
            assert isinstance(item, BindingNode)
            name = item.row.name
            identity = name == "primitive.id"
            if interpolation and (name in UNMODIFIED or (identity and interpolation != {"FLAT"})):
                message = f"{name.format(*item.numbers)} takes no {' or '.join(sorted(interpolation))}"
                raise ProgramError(self._source, node.span.start, message, section=section)
            whole = type in (DataType.SIGNED, DataType.UNSIGNED)
            if whole and "FLAT" not in interpolation:
                message = "an integer attribute is not interpolated"
                raise ProgramError(self._source, node.span.start, message, "write FLAT before it", section)
            for row, numbers in members(item):
                index = row.index + (numbers[0] if numbers else 0)
                self._registers.interpolate(index, row.name.format(*numbers), interpolation, node.span)

    def _vertices(self, node: DeclarationNode) -> tuple[int | None, int]:
        """The vertex of a geometry program's attribute, and how many there are if it names none."""
        if node.keyword != "ATTRIB" or not self._language.vertex_arrays:
            return None, 0
        items = [item for item in node.items if isinstance(item, BindingNode)]
        for item in items:
            if item.vertex != items[0].vertex:
                message = "the members of an array are attributes of the same vertex"
                section = self._sections.attributes
                raise ProgramError(self._source, item.span.start, message, section=section)
        if not items[0].row.name.startswith("vertex."):
            return None, 0
        return items[0].vertex, 0 if items[0].vertex is not None else self.vertices

    def _unbound(self, keyword: str, name: Name, type: DataType | None, size: str) -> None:
        count = name.size or 1
        if keyword == "TEMP":
            file, index = RegisterFile.TEMPORARY, self._registers.temporary(count, name.span)
        else:
            file, index = RegisterFile.ADDRESS, self._registers.address(name.span)
        array = name.size is not None
        variable = Variable(name.text, file, index, count, array, type, size, span=name.span)
        self._names.add(variable, self._sections.variables)

    def _bound(self, node: DeclarationNode, name: Name, type: DataType | None) -> tuple[int, int, int]:
        """First register, number of registers and binding point of a variable with bindings."""
        match node.keyword:
            case "PARAM":
                return (*self._parameters(node, name, type), 0)
            case "ATTRIB" | "OUTPUT":
                return (*self._grouped(node, name), 0)
            case _:
                return self._buffer(node, name)

    def _check_size(self, name: Name, count: int, section: str) -> None:
        if name.size and name.size != count:
            message = f"{shown(name.text)} has {name.size} members, but {count} are bound"
            raise ProgramError(self._source, name.span.start, message, section=section)

    # PARAM

    def _parameters(self, node: DeclarationNode, name: Name, type: DataType | None) -> tuple[int, int]:
        section = self._sections.parameters
        if not node.listed:
            item = node.items[0]
            if isinstance(item, BindingNode) and is_whole_matrix(item.row):
                message = "a whole matrix where one vector is meant"
                raise ProgramError(self._source, item.span.start, message, "name a .row[n]", section)
            return self._registers.single(self._item(item, type)[0], item.span), 1
        bindings: list[Binding] = []
        for item in node.items:
            bindings += self._item(item, type)
            if len(bindings) > self._registers.limits.parameters:
                message = f"a program has at most {self._registers.limits.parameters} parameters"
                raise ProgramError(self._source, item.span.start, message, section=self._sections.limits)
        self._check_size(name, len(bindings), section)
        return self._registers.array(bindings, name.span), len(bindings)

    def _item(self, item: Item, type: DataType | None) -> list[Binding]:
        """What one item of a PARAM declaration binds."""
        if isinstance(item, ConstantNode):
            read = type or DataType.FLOAT
            return [constant(words(self._source, item, read, self._sections.parameters), read)]
        assert isinstance(item, BindingNode)
        return [bound(row, numbers) for row, numbers in members(item)]

    # ATTRIB and OUTPUT

    def _grouped(self, node: DeclarationNode, name: Name) -> tuple[int, int]:
        """Attributes or results; members of an array are of one kind and follow each other."""
        attributes = node.keyword == "ATTRIB"
        section = self._sections.attributes if attributes else self._sections.results
        indices: list[int] = []
        kind: BindingRow | None = None
        for item in node.items:
            assert isinstance(item, BindingNode)
            if node.listed and not item.row.array:
                message = f"{item.row.name} is in no group that makes arrays"
                raise ProgramError(self._source, item.span.start, message, section=section)
            if kind is not None and item.row is not kind:
                message = "the members of an array are of one kind"
                raise ProgramError(self._source, item.span.start, message, section=section)
            kind = item.row
            for row, numbers in members(item):
                indices.append(self.bind(row, numbers, item.span))
                if not follow(indices[-2:]):
                    message = "the members of an array follow each other"
                    raise ProgramError(self._source, item.span.start, message, section=section)
        self._check_size(name, len(indices), section)
        return indices[0], len(indices)

    def bind(self, row: BindingRow, numbers: tuple[int, ...], span: Span) -> int:
        """The number of an attribute or result that is declared or used."""
        if row.pattern.startswith("result."):
            return self.result(row, numbers, span)
        return self._registers.attribute(row, numbers, span)

    def result(self, row: BindingRow, numbers: tuple[int, ...], span: Span) -> int:
        if self.position_invariant and row.name == self._profile.position:
            message = "a position-invariant program may not bind result.position: the GL computes it"
            section = self._sections.position_invariant
            raise ProgramError(self._source, span.start, message, "leave it, or drop the option", section)
        return row.index + (numbers[0] if numbers else 0)

    # BUFFER and BUFFER4

    def _buffer(self, node: DeclarationNode, name: Name) -> tuple[int, int, int]:
        section = self._sections.buffers
        words_each = 4 if node.keyword == "BUFFER4" else 1
        first = bank = -1
        count = 0
        for item in node.items:
            assert isinstance(item, BufferNode)
            if item.first is None and not node.listed:
                message = f"{node.keyword} without an array binds one element"
                hint = f"write program.buffer[{item.bank}][n], or declare an array"
                raise ProgramError(self._source, item.span.start, message, hint, section)
            size = name.size if name.size and len(node.items) == 1 else None
            start, more = self._registers.buffer_elements(item, words_each, size)
            if count and (item.bank != bank or start != first + count):
                message = "the members of a buffer array follow each other in one buffer"
                raise ProgramError(self._source, item.span.start, message, section=section)
            first = start if not count else first
            bank = item.bank
            count += more
        self._check_size(name, count, section)
        return first, count, bank
