"""Operands and destinations → registers, with the types they are read and written as."""

from __future__ import annotations

from nvrender.languages.arb.rules.constants import words
from nvrender.languages.arb.rules.declarations import Declarations
from nvrender.languages.arb.rules.flow import FlowChecker
from nvrender.languages.arb.rules.indices import Indices
from nvrender.languages.arb.rules.names import Names, Symbol
from nvrender.languages.arb.rules.operand_rules import OperandRules
from nvrender.languages.arb.rules.registers import Registers, is_whole_matrix
from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.languages.common.advice import shown
from nvrender.languages.common.nodes import (
    AnyDestination,
    AnyOperand,
    BindingNode,
    ConstantNode,
    DestinationNode,
    OperandNode,
    VariableNode,
)
from nvrender.languages.common.numbers import constant
from nvrender.languages.common.spellings import Spelling
from nvrender.languages.profiles import OPCODES
from nvrender.ops.types import DataType
from nvrender.program import (
    FULL_MASK,
    Destination,
    Operand,
    Register,
    RegisterFile,
    Variable,
)
from nvrender.program.opcodes import Flow, Opcode, OperandClass, ResultClass
from nvrender.source import Span

_PLAIN = OPCODES["nv4", "MOV"]
_VECTOR = OperandClass.VECTOR
_TYPE_WORDS = {DataType.FLOAT: "FLOAT", DataType.SIGNED: "INT", DataType.UNSIGNED: "UINT"}
_READ = {
    DataType.FLOAT: "floating point",
    DataType.SIGNED: "signed integers",
    DataType.UNSIGNED: "unsigned integers",
}


class Operands(Rules):
    """Resolves operands and destinations against the declared names."""

    def __init__(
        self,
        context: Context,
        names: Names,
        registers: Registers,
        declarations: Declarations,
        flow: FlowChecker,
        rules: OperandRules,
    ) -> None:
        super().__init__(context)
        self._names = names
        self._registers = registers
        self._declarations = declarations
        self._rules = rules
        self._indices = Indices(context, names, registers, flow)
        self._sizes: dict[int, str] = {}

    # Operands

    def operand(self, node: AnyOperand, spelling: Spelling, position: int) -> Operand:
        """One operand of an instruction."""
        assert isinstance(node, OperandNode)
        opcode = spelling.opcode
        type, bits = spelling.operand_type(position), spelling.operand_bits(position)
        source = node.source
        swizzle = node.swizzle
        variable: Variable | None = None
        if isinstance(source, VariableNode):
            symbol = self._names.find(source.name)
            variable = symbol.variable
            operand_class = opcode.operands[position] if position < len(opcode.operands) else _VECTOR
            register = self._read(source, symbol, spelling, operand_class)
            self._check_type(symbol, source.span, type, spelling.unchecked)
            if opcode.unpacks and symbol.variable.size == "SHORT":
                message = f"{opcode.name} takes a word apart, {shown(source.name)} is SHORT"
                raise self.fail(source.span, message, section=opcode.section)
        elif isinstance(source, BindingNode):
            register = self._bound(source)
        else:
            assert isinstance(source, ConstantNode)
            register = self._constant(source, type, bits)
            if source.scalar:
                swizzle = (0, 0, 0, 0)
        if self.language.sized:
            self._rules.check_operand(node, spelling, position, register, variable)
        if self.language.counted_parameters and opcode.flow in (Flow.REPEAT, Flow.LOOP):
            self._check_count(register, node, opcode)
        negate, absolute = node.negate, node.absolute
        if type is DataType.UNSIGNED and absolute:
            negate, absolute = negate != node.inner, False
        return Operand(register, swizzle, absolute, negate, node.span, type, node.extended, bits)

    def vector(self, node: AnyOperand, type: DataType) -> Operand:
        """A texel offset inside a texture access."""
        return self.operand(node, Spelling(_PLAIN, type), 0)

    def handle(self, node: AnyOperand) -> Operand:
        """A handle, an unsigned integer of 64 bits (NV_bindless_texture 2.X.5.Y)."""
        return self.operand(node, Spelling(_PLAIN, DataType.UNSIGNED, unchecked=True, bits=64), 0)

    def unit(self, node: VariableNode, file: RegisterFile) -> Register:
        """The unit of a variable, which the grammar has found to be one of ``file``."""
        return self._indices.register(node, self._names.find(node.name))

    def units(self, node: VariableNode) -> range:
        """Every unit of a variable."""
        variable = self._names.find(node.name).variable
        return range(variable.index, variable.index + variable.count)

    def _check_count(self, register: Register, node: OperandNode, opcode: Opcode) -> None:
        """What a loop counts by (NV_fragment_program2 3.11.X.8-9)."""
        if register.file is not RegisterFile.PARAMETER:
            message = f"the operand of {opcode.name} is a program parameter or a constant"
            raise self.fail(node.span, message, section=opcode.section)

    def _read(
        self, node: VariableNode, symbol: Symbol, spelling: Spelling, operand_class: OperandClass
    ) -> Register:
        name = spelling.opcode.name
        file = symbol.variable.file
        if self.language.sized:
            self._rules.check_variable(node, symbol, spelling.opcode, operand_class)
        address = operand_class is OperandClass.ADDRESS
        if file is RegisterFile.RESULT:
            message = f"{shown(node.name)} is a result, which can only be written"
            raise self.fail(node.span, message, section=self.sections.results)
        if address != (file is RegisterFile.ADDRESS):
            message = f"{shown(node.name)} is {symbol.what}"
            hint = f"{name} reads an address register" if address else "it only indexes arrays"
            section = spelling.opcode.section if address else self.sections.addresses
            raise self.fail(node.span, message, hint if address or file else "", section)
        return self._indices.register(node, symbol)

    def _check_type(self, symbol: Symbol, span: Span, type: DataType, unchecked: bool) -> None:
        """A typed variable is read and written as its type alone (NV_gpu_program4 2.X.3.1)."""
        declared = symbol.variable.type
        if declared is None or declared is type or unchecked:
            return
        message = f"{shown(symbol.variable.name)} is {_TYPE_WORDS[declared]}, used here as {_READ[type]}"
        hint = f"give the instruction .{declared.value}, or .NTC to use the bits as they are"
        raise self.fail(span, message, hint, self.sections.types)

    def _bound(self, node: BindingNode) -> Register:
        """An attribute or parameter named by its binding."""
        row = node.row
        if row.name.startswith(("state.", "program.")):
            if is_whole_matrix(row):
                message = "a whole matrix where one vector is meant"
                raise self.fail(node.span, message, "name a .row[n]", self.sections.parameters)
            return Register(RegisterFile.PARAMETER, self._registers.used(node))
        if row.vertices:
            if node.vertex is None:
                name = row.name.format(*node.numbers)
                message = f"{name} of which vertex?"
                prefix = "vertex.out" if name.startswith("vertex.out.") else "vertex"
                hint = f"write {prefix}[n].{name.removeprefix(prefix + '.')}"
                raise self.fail(node.span, message, hint, self.sections.attributes)
            index = self._registers.attribute(row, node.numbers, node.span)
            return Register(RegisterFile.ATTRIBUTE, index, vertex=node.vertex)
        if node.relative is not None:
            count = self._relative_count(node)
            relative = self._indices.address(node.relative, None)
            first = self._registers.all_attributes(row, count)
            return Register(RegisterFile.ATTRIBUTE, first, relative, count)
        return Register(RegisterFile.ATTRIBUTE, self._registers.attribute(row, node.numbers, node.span))

    def _relative_count(self, node: BindingNode) -> int:
        limits = self._registers.limits
        if node.row.pattern.startswith("vertex.attrib"):
            return limits.vertex_attributes
        return limits.texture_coordinates

    def _constant(self, node: ConstantNode, type: DataType, bits: int = 32) -> Register:
        value = words(self.source, node, type, self.sections.parameters, bits)
        index = self._registers.single(constant(value, type, bits), node.span)
        return Register(RegisterFile.PARAMETER, index)

    # Destinations

    def destination(self, node: AnyDestination, spelling: Spelling) -> Destination:
        """Where an instruction writes."""
        assert isinstance(node, DestinationNode)
        opcode, mask = spelling.opcode, node.mask
        type = opcode.written_type(spelling.type)
        target = node.target
        if isinstance(target, BindingNode):
            register = self._result(target, opcode)
        else:
            symbol = self._names.find(target.name)
            self._check_written(symbol, target, opcode)
            register = self._indices.register(target, symbol)
            if opcode.result is not ResultClass.ADDRESS:
                self._check_type(symbol, target.span, type, spelling.unchecked)
            self._check_size(symbol, target.span)
            if opcode.long_result and symbol.variable.size != "LONG":
                raise self._rules.not_long(target.span, opcode)
            if opcode.packs and symbol.variable.size == "SHORT":
                message = f"{opcode.name} writes a whole word, {shown(target.name)} is SHORT"
                raise self.fail(target.span, message, section=opcode.section)
        if opcode.long_result and isinstance(target, BindingNode):
            raise self._rules.not_long(target.span, opcode)
        if opcode.result is ResultClass.ADDRESS:
            type = DataType.SIGNED
            self._check_address(node, target.span, opcode)
        elif opcode.three_components and mask[3]:
            message = f"{opcode.name} writes x, y and z only"
            start = target.span.end if node.masked else node.span.start
            error = self.fail(start, message, "write .xyz after the destination", opcode.section)
            mask = self.leniency.without_w(mask, error)
        return Destination(register, mask, node.condition, node.span, type)

    def _result(self, node: BindingNode, opcode: Opcode) -> Register:
        if opcode.result is ResultClass.ADDRESS:
            raise self.fail(node.span, f"{opcode.name} writes an address register", section=opcode.section)
        if node.relative is not None:
            relative = self._indices.address(node.relative, None)
            return Register(RegisterFile.RESULT, node.row.index, relative, self._relative_count(node))
        index = self._declarations.result(node.row, node.numbers, node.span)
        return Register(RegisterFile.RESULT, index)

    def _check_written(self, symbol: Symbol, node: VariableNode, opcode: Opcode) -> None:
        file = symbol.variable.file
        if opcode.result is ResultClass.ADDRESS:
            if file is not RegisterFile.ADDRESS:
                message = f"{shown(node.name)} is {symbol.what}; {opcode.name} writes an address register"
                raise self.fail(node.span, message, section=opcode.section)
            return
        if file not in (RegisterFile.TEMPORARY, RegisterFile.RESULT):
            message = f"{shown(node.name)} is {symbol.what} and cannot be written"
            hint = "temporaries and results can"
            if file is RegisterFile.ADDRESS:
                hint = "ARL writes it"
            raise self.fail(node.span, message, hint, self.sections.destinations)

    def _check_size(self, symbol: Symbol, span: Span) -> None:
        """Names of one result that are written have one size (NV_fragment_program_option 3.11.3.4)."""
        variable = symbol.variable
        if variable.file is not RegisterFile.RESULT or self.language.typed:
            return
        size = self._sizes.setdefault(variable.index, variable.size)
        if size != variable.size:
            message = f"{shown(variable.name)} is written as {variable.size or 'unsized'}, the same result"
            message += f" under another name as {size or 'unsized'}"
            raise self.fail(span, message, section=self.sections.results)

    def _check_address(self, node: DestinationNode, target: Span, opcode: Opcode) -> None:
        """What the masks of an address register may be."""
        if opcode.operands:
            return
        always = node.condition is None or node.condition.test == "TR"
        if node.mask != FULL_MASK or not always:
            message = f"{opcode.name} writes all four components, always"
            raise self.fail(target.end, message, section=opcode.section)
