"""Operands and destinations → registers, with the types they are read and written as."""

from __future__ import annotations

from dataclasses import replace

from nvrender.check.arb_constants import words
from nvrender.check.arb_declarations import Declarations
from nvrender.check.arb_flow import FlowChecker
from nvrender.check.arb_names import Names, Symbol
from nvrender.check.arb_registers import Registers, constant, is_whole_matrix
from nvrender.isa.languages import Language
from nvrender.isa.profiles import Profile
from nvrender.isa.rows import DataType, Flow, Opcode, OperandClass, ResultClass
from nvrender.program import (
    FULL_MASK,
    Destination,
    Operand,
    Register,
    RegisterFile,
    RelativeAddress,
)
from nvrender.source import ProgramError, Source, Span
from nvrender.syntax.advice import shown
from nvrender.syntax.arb_cursor import HUGE
from nvrender.syntax.arb_nodes import (
    BindingNode,
    ConstantNode,
    DestinationNode,
    IndexNode,
    OperandNode,
    Spelling,
    VariableNode,
)

_TYPE_WORDS = {DataType.FLOAT: "FLOAT", DataType.SIGNED: "INT", DataType.UNSIGNED: "UINT"}
_READ = {
    DataType.FLOAT: "floating point",
    DataType.SIGNED: "signed integers",
    DataType.UNSIGNED: "unsigned integers",
}


class Operands:
    """Resolves operands and destinations against the declared names."""

    def __init__(
        self,
        source: Source,
        profile: Profile,
        names: Names,
        registers: Registers,
        declarations: Declarations,
        flow: FlowChecker,
    ) -> None:
        assert profile.language is not None
        self._source = source
        self._profile = profile
        self._language: Language = profile.language
        self._names = names
        self._registers = registers
        self._declarations = declarations
        self._flow = flow
        self._sizes: dict[int, str] = {}
        self._sections = registers.sections

    def _fail(self, start: int, message: str, hint: str = "", section: str = "") -> ProgramError:
        return ProgramError(self._source, start, message, hint, section or self._sections.operands)

    # Operands

    def operand(self, node: OperandNode, spelling: Spelling, position: int) -> Operand:
        """One operand of an instruction."""
        opcode = spelling.opcode
        type = opcode.operand_type(position, spelling.type)
        source = node.source
        swizzle = node.swizzle
        if isinstance(source, VariableNode):
            symbol = self._names.find(source.name)
            register = self._read(source, symbol, spelling, opcode.operands[position])
            self._check_type(symbol, source.span, type, spelling.unchecked)
            if opcode.unpacks and symbol.variable.size == "SHORT":
                message = f"{opcode.name} takes a word apart, {shown(source.name)} is SHORT"
                raise self._fail(source.span.start, message, section=opcode.section)
        elif isinstance(source, BindingNode):
            register = self._bound(source)
        else:
            register = self._constant(source, type)
            if source.scalar:
                swizzle = (0, 0, 0, 0)
        if self._language.counted_parameters and opcode.flow in (Flow.REPEAT, Flow.LOOP):
            self._check_count(register, node, opcode)
        negate, absolute = node.negate, node.absolute
        if type is DataType.UNSIGNED and absolute:
            negate, absolute = negate != node.inner, False
        return Operand(register, swizzle, absolute, negate, node.span, type, node.extended)

    def _check_count(self, register: Register, node: OperandNode, opcode: Opcode) -> None:
        """What a loop counts by (NV_fragment_program2 3.11.X.8-9)."""
        if register.file is not RegisterFile.PARAMETER:
            message = f"the operand of {opcode.name} is a program parameter or a constant"
            raise self._fail(node.span.start, message, section=opcode.section)

    def _read(
        self, node: VariableNode, symbol: Symbol, spelling: Spelling, operand_class: OperandClass
    ) -> Register:
        name = spelling.opcode.name
        file = symbol.variable.file
        address = operand_class is OperandClass.ADDRESS
        if file is RegisterFile.RESULT:
            message = f"{shown(node.name)} is a result, which can only be written"
            raise self._fail(node.span.start, message, section=self._sections.results)
        if address != (file is RegisterFile.ADDRESS):
            message = f"{shown(node.name)} is {symbol.what}"
            hint = f"{name} reads an address register" if address else "it only indexes arrays"
            section = spelling.opcode.section if address else self._sections.addresses
            raise self._fail(node.span.start, message, hint if address or file else "", section)
        return self._register(node, symbol)

    def _check_type(self, symbol: Symbol, span: Span, type: DataType, unchecked: bool) -> None:
        """A typed variable is read and written as its type alone (NV_gpu_program4 2.X.3.1)."""
        declared = symbol.variable.type
        if declared is None or declared is type or unchecked:
            return
        message = f"{shown(symbol.variable.name)} is {_TYPE_WORDS[declared]}, used here as {_READ[type]}"
        hint = f"give the instruction .{declared.value}, or .NTC to use the bits as they are"
        raise self._fail(span.start, message, hint, self._sections.types)

    def _bound(self, node: BindingNode) -> Register:
        """An attribute or parameter named by its binding."""
        row = node.row
        if row.name.startswith(("state.", "program.")):
            if is_whole_matrix(row):
                message = "a whole matrix where one vector is meant"
                raise self._fail(node.span.start, message, "name a .row[n]", self._sections.parameters)
            return Register(RegisterFile.PARAMETER, self._registers.used(node))
        if self._language.vertex_arrays and row.name.startswith("vertex."):
            if node.vertex is None:
                message = f"{row.name.format(*node.numbers)} of which vertex?"
                hint = f"write vertex[n].{row.name.partition('.')[2].format(*node.numbers)}"
                raise self._fail(node.span.start, message, hint, self._sections.attributes)
            index = self._registers.attribute(row, node.numbers, node.span)
            return Register(RegisterFile.ATTRIBUTE, index, vertex=node.vertex)
        if node.relative is not None:
            count = self._relative_count(node)
            relative = self._address(node.relative, None)
            first = self._registers.all_attributes(row, count)
            return Register(RegisterFile.ATTRIBUTE, first, relative, count)
        return Register(RegisterFile.ATTRIBUTE, self._registers.attribute(row, node.numbers, node.span))

    def _relative_count(self, node: BindingNode) -> int:
        limits = self._registers.limits
        if node.row.pattern.startswith("vertex.attrib"):
            return limits.vertex_attributes
        return limits.texture_coordinates

    def _constant(self, node: ConstantNode, type: DataType) -> Register:
        value = words(self._source, node, type, self._sections.parameters)
        index = self._registers.single(constant(value, type), node.span)
        return Register(RegisterFile.PARAMETER, index)

    # Arrays

    def _register(self, node: VariableNode, symbol: Symbol) -> Register:
        """The register of a variable, or of the member of an array an index chooses."""
        variable = symbol.variable
        indices = node.indices
        vertex: int | RelativeAddress | None = variable.vertex
        if variable.vertices:
            vertex = self._vertex(node, variable.vertices)
            indices = indices[1:]
            if not indices and not variable.array:
                return replace(symbol.register, vertex=vertex)
        if not indices:
            if variable.array:
                message = f"{shown(node.name)} is an array and needs an index"
                hint = f"{shown(node.name + '[0]')} is its first member"
                raise self._fail(node.span.start, message, hint, self._sections.arrays)
            return symbol.register if vertex is None else replace(symbol.register, vertex=vertex)
        index = indices[0]
        if not variable.array:
            message = f"{shown(node.name)} is no array and takes no index"
            raise self._fail(index.span.start, message, section=self._sections.arrays)
        if len(indices) > 1:
            message = f"{shown(node.name)} takes {'two indices' if variable.vertices else 'one index'}"
            raise self._fail(indices[1].span.start, message, section=self._sections.arrays)
        if not index.name:
            if index.number >= variable.count:
                number = index.number if index.number < HUGE else "such a number"
                message = f"{shown(node.name)} has {variable.count} members, not one with index {number}"
                raise self._fail(index.span.start, message, section=self._sections.arrays)
            number = variable.index + index.number
            return Register(variable.file, number, bank=variable.bank, vertex=vertex)
        if self._language.loop_register:
            message = f"{shown(node.name)} cannot be indexed by {shown(index.name)}"
            hint = f"only fragment.texcoord[{self._language.loop_register}.x + n] can"
            raise self._fail(index.span.start, message, hint, self._sections.arrays)
        relative = self._address(index, variable.count)
        if not symbol.relative:
            symbol.relative = True
            self._note_relative(symbol, node.span)
        return Register(variable.file, variable.index, relative, variable.count, variable.bank, vertex)

    def _vertex(self, node: VariableNode, count: int) -> int | RelativeAddress:
        """The vertex of the input primitive that the first index chooses (NV_geometry_program4 2.X.3.2)."""
        section = self._sections.attributes
        if not node.indices:
            message = f"{shown(node.name)} holds the attribute of every vertex and needs the vertex's number"
            raise self._fail(node.span.start, message, section=section)
        index = node.indices[0]
        if index.name:
            return self._address(index, count)
        if index.number >= count:
            number = index.number if index.number < HUGE else "…"
            message = f"vertex {number} does not exist: the input primitive has {count}"
            raise self._fail(index.span.start, message, section=section)
        return index.number

    def _note_relative(self, symbol: Symbol, span: Span) -> None:
        variable = symbol.variable
        name, first, count = variable.name, variable.index, variable.count
        if variable.file is RegisterFile.PARAMETER:
            self._registers.move_parameters(name, first, count, span)
        elif variable.file is RegisterFile.ATTRIBUTE:
            bound = [self._registers.attributes[index].name for index in range(first, first + count)]
            self._registers.move("attribute", name, bound, span, self._sections.attributes)
        elif variable.file is RegisterFile.RESULT:
            bound = [f"result.{name}" for name in self._profile.results[first : first + count]]
            self._registers.move("result", name, bound, span, self._sections.results)

    def _address(self, index: IndexNode, size: int | None) -> RelativeAddress:
        """A relative index: an address register, or where there are none an integer temporary."""
        section = self._sections.arrays
        if self._language.loop_register and index.name == self._language.loop_register:
            return self._loop_index(index)
        symbol = self._names.find(index.name)
        variable = symbol.variable
        letters = self._language.address_components
        wanted = RegisterFile.ADDRESS if letters else RegisterFile.TEMPORARY
        if variable.file is not wanted or variable.array:
            kind = "an array of temporaries" if variable.array and not letters else symbol.what
            what = "an address register" if letters else "an integer temporary"
            message = f"{shown(index.name)} is {kind}"
            raise self._fail(index.name_start, message, f"an index is {what}", section)
        if not letters and variable.type is DataType.FLOAT:
            message = f"the index {shown(index.name)} is FLOAT"
            raise self._fail(index.name_start, message, "an index is an integer", section)
        if size is not None and not letters and not 0 <= index.number < size:
            number = index.number if abs(index.number) < HUGE else "such an offset"
            message = f"offset {number} is outside 0 to {size - 1}"
            raise self._fail(index.name_start, message, section=section)
        return RelativeAddress(variable.index, index.component, index.number, variable.file)

    def _loop_index(self, index: IndexNode) -> RelativeAddress:
        """A0.x, which only a LOOP has (NV_fragment_program2 3.11.3.Y)."""
        section = self._sections.addresses
        if not self._flow.in_loop:
            raise self._fail(index.name_start, f"{index.name} outside LOOP", section=section)
        low, high = self._language.relative_offset or (0, 0)
        if not low <= index.number <= high or (index.number < 0):
            number = index.number if abs(index.number) < HUGE else "such an offset"
            message = f"offset {number} is outside {low} to {high}"
            raise self._fail(index.name_start, message, section=section)
        return RelativeAddress(0, 0, index.number)

    # Destinations

    def destination(self, node: DestinationNode, spelling: Spelling) -> Destination:
        """Where an instruction writes."""
        opcode = spelling.opcode
        type = opcode.written_type(spelling.type)
        target = node.target
        if isinstance(target, BindingNode):
            register = self._result(target, opcode)
        else:
            symbol = self._names.find(target.name)
            self._check_written(symbol, target, opcode)
            register = self._register(target, symbol)
            if opcode.result is not ResultClass.ADDRESS:
                self._check_type(symbol, target.span, type, spelling.unchecked)
            self._check_size(symbol, target.span)
            if opcode.packs and symbol.variable.size == "SHORT":
                message = f"{opcode.name} writes a whole word, {shown(target.name)} is SHORT"
                raise self._fail(target.span.start, message, section=opcode.section)
        if opcode.result is ResultClass.ADDRESS:
            type = DataType.SIGNED
            self._check_address(node, opcode)
        elif opcode.three_components and node.mask[3]:
            message = f"{opcode.name} writes x, y and z only"
            start = node.target.span.end if node.masked else node.span.start
            raise self._fail(start, message, "write .xyz after the destination", opcode.section)
        return Destination(register, node.mask, node.condition, node.span, type)

    def _result(self, node: BindingNode, opcode: Opcode) -> Register:
        if opcode.result is ResultClass.ADDRESS:
            message = f"{opcode.name} writes an address register"
            raise self._fail(node.span.start, message, section=opcode.section)
        if node.relative is not None:
            relative = self._address(node.relative, None)
            return Register(RegisterFile.RESULT, node.row.index, relative, self._relative_count(node))
        index = self._declarations.result(node.row, node.numbers, node.span)
        return Register(RegisterFile.RESULT, index)

    def _check_written(self, symbol: Symbol, node: VariableNode, opcode: Opcode) -> None:
        file = symbol.variable.file
        if opcode.result is ResultClass.ADDRESS:
            if file is not RegisterFile.ADDRESS:
                message = f"{shown(node.name)} is {symbol.what}; {opcode.name} writes an address register"
                raise self._fail(node.span.start, message, section=opcode.section)
            return
        if file not in (RegisterFile.TEMPORARY, RegisterFile.RESULT):
            message = f"{shown(node.name)} is {symbol.what} and cannot be written"
            hint = "temporaries and results can"
            if file is RegisterFile.ADDRESS:
                hint = "ARL writes it"
            raise self._fail(node.span.start, message, hint, self._sections.destinations)

    def _check_size(self, symbol: Symbol, span: Span) -> None:
        """Names of one result that are written have one size (NV_fragment_program_option 3.11.3.4)."""
        variable = symbol.variable
        if variable.file is not RegisterFile.RESULT or self._language.typed:
            return
        size = self._sizes.setdefault(variable.index, variable.size)
        if size != variable.size:
            message = f"{shown(variable.name)} is written as {variable.size or 'unsized'}, the same result"
            message += f" under another name as {size or 'unsized'}"
            raise self._fail(span.start, message, section=self._sections.results)

    def _check_address(self, node: DestinationNode, opcode: Opcode) -> None:
        """What the masks of an address register may be."""
        if opcode.operands:
            return
        always = node.condition is None or node.condition.test == "TR"
        if node.mask != FULL_MASK or not always:
            message = f"{opcode.name} writes all four components, always"
            raise self._fail(node.target.span.end, message, section=opcode.section)
