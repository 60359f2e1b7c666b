"""Operands, constants, destinations and conditions of the declared-name grammar."""

from __future__ import annotations

from nvrender.languages.arb.grammar.bindings import BindingReader
from nvrender.languages.arb.grammar.cursor import close
from nvrender.languages.common.advice import shown
from nvrender.languages.common.nodes import (
    AnyOperand,
    BindingNode,
    ConstantNode,
    DestinationNode,
    IndexNode,
    MemoryNode,
    Number,
    Source,
    Target,
    ValueNode,
    VariableNode,
)
from nvrender.languages.common.tokens import is_hexadecimal, is_integer, is_number, is_word
from nvrender.program import IDENTITY_SWIZZLE, Mask, Swizzle
from nvrender.program.opcodes import Opcode, OperandClass
from nvrender.source import ProgramError, Span

_SIGNS = frozenset("+-")
_KEYWORDS = {"storage": "STORAGE", "sharedmem": "SHARED", "subroutine": "SUBROUTINE"}
#: Digits that fit in a hint.
_SHOWN = 20
#: Characters of a statement that fit in one.
_LONGEST = 80
_ENDS = frozenset(";:")
_X_ONLY = (True, False, False, False)


def is_float(token: str) -> bool:
    """True for a well-formed floating-point constant (<floatConstant>)."""
    if not is_number(token) or is_integer(token):
        return False
    try:
        float(token)
    except ValueError:
        return False
    return "_" not in token


class OperandReader(BindingReader):
    """Reads what stands behind an opcode."""

    __slots__ = ()

    # Variables and constants

    def variable(self) -> VariableNode:
        """A declared name and its indices."""
        texts = self.texts
        first = self.index
        name = self.declared_name("a variable")
        if texts[first + 1] != "[":
            start = self.starts[first]
            return VariableNode(name, (), Span(start, start + len(name)))
        indices: list[IndexNode] = []
        while texts[self.index] == "[":
            if len(indices) == 2:
                raise self.error("one index, or two", section=self.sections.arrays)
            indices.append(self._index())
        return VariableNode(name, tuple(indices), self.span(self.starts[first]))

    def _index(self) -> IndexNode:
        """``[n]`` or ``[name.x+n]`` (arrayMem)."""
        begin = self.starts[self.index]
        self.index += 1
        kind = "a variable" if self.language.typed else ""
        if self.language.address_components:
            kind = "an address register"
        if kind and is_word(self.token):
            index = self.relative_index()
        else:
            what = f"an array index, a number or {kind}" if kind else "a number as array index"
            number = self.integer(what, self.sections.arrays)
            index = IndexNode(number, self.span(begin))
        if self.token == "..":
            raise self.error("a range where one array member is meant", section=self.sections.arrays)
        self.expect("]", "to close the index")
        return index

    def number(self, negative: bool) -> Number:
        """A number, integer or with a fraction or exponent (constantScalar)."""
        token = self.token
        if not is_integer(token) and not is_float(token):
            if is_number(token):
                raise self.error(f"{shown(token)} is no number", section=self.sections.grammar)
            raise self.error(f"expected a number, found {shown(token)}")
        if is_hexadecimal(token) and not self.language.hexadecimal:
            raise self.error(f"{self.profile.header} has no hexadecimal numbers", "write it in decimal")
        start = self.starts[self.index]
        self.index += 1
        return Number(token, negative, start)

    def vector_constant(self) -> ConstantNode:
        """``{…}`` with one to four numbers (constantVector)."""
        begin = self.starts[self.index]
        self.index += 1
        numbers = [self.number(self.sign())]
        while self.take(","):
            if len(numbers) == 4:
                message = "a vector constant has one to four numbers"
                raise self.error(message, section=self.sections.parameters)
            numbers.append(self.number(self.sign()))
        self.expect("}", "to close the vector constant")
        return ConstantNode(tuple(numbers), False, self.span(begin))

    def scalar_constant(self, signed: bool) -> ConstantNode:
        """A number that stands for four equal components."""
        begin = self.starts[self.index]
        number = self.number(self.sign() if signed else False)
        return ConstantNode((number,), True, self.span(begin))

    # Operands

    def other_operand(self, opcode: Opcode, operand_class: OperandClass) -> AnyOperand:
        if operand_class is OperandClass.WHOLE:
            return self.whole(opcode)
        if operand_class is OperandClass.MEMORY:
            return self._memory_operand(opcode)
        if operand_class is OperandClass.ADDRESS:
            return super().other_operand(opcode, operand_class)
        return self.operand(opcode)

    def scalar_suffix(self, opcode: Opcode) -> Swizzle:
        if self.token == ".":
            return super().scalar_suffix(opcode)
        return self._first_component(opcode, f"write a suffix .x, .y, .z or .w{self._with_component()}")

    def _first_component(self, opcode: Opcode, hint: str) -> Swizzle:
        """A scalar operand without a component, of which drivers took the first."""
        message = f"{self.scalar_operand(opcode)} needs a component, found {shown(self.token)}"
        error = self.error(message, hint, self.sections.operands, rule="wrong-swizzle")
        self.leniency.tolerate(error, "takes component x")
        return (0, 0, 0, 0)

    def _with_component(self) -> str:
        """How the statement reads with the component x, if it is short."""
        first = last = self.index
        while first and self.texts[first - 1] not in _ENDS:
            first -= 1
        while self.texts[last] not in ("", ";") and last - first < _LONGEST:
            last += 1
        begin, place = self.starts[first], self.span(0).end
        text = self.source.text[begin:place] + ".x" + self.source.text[place : self.starts[last]]
        if self.texts[last] != ";" or len(text) > _LONGEST or not text.isprintable() or "#" in text:
            return ""
        return f", as in {text};"

    def scalar_operand(self, opcode: Opcode) -> str:
        return f"a scalar operand of {opcode.name}"

    def unbarred(self) -> ProgramError:
        hint = f"OPTION {self.language.next_option}; allows it"
        return self.error("an absolute value needs an option", hint, self.sections.operands)

    def constant_suffix(self, constant: ConstantNode | ValueNode, scalar: bool, opcode: Opcode) -> Swizzle:
        """A scalar constant has a component where the grammar wants one (scalarSuffix), may have a swizzle
        there, and has neither where an option takes both away (paramUseS)."""
        suffixed = self.language.scalar_constant_suffix
        if suffixed and scalar:
            assert isinstance(constant, ConstantNode)
            text = constant.numbers[0].text.rstrip(".")
            hint = f"write {text}.x" if len(text) <= _SHOWN else "write .x behind the constant"
            if self.token != ".":
                return self._first_component(opcode, hint)
            self.component(self.scalar_operand(opcode), hint)
        elif self.token == ".":
            if not suffixed:
                hint = "it is the same in every component"
                raise self.error("a scalar constant takes no component", hint, self.sections.grammar)
            self.swizzle()
        return IDENTITY_SWIZZLE

    def read_source(self, opcode: Opcode) -> Source:
        token = self.texts[self.index]
        if is_word(token):
            if token in self.roots:
                return self._bound_operand(token)
            return self.variable()
        if is_number(token):
            return self.scalar_constant(signed=False)
        if token == "{":
            return self.vector_constant()
        if token in _SIGNS:
            raise self.error("one sign at most may precede an operand", section=self.sections.operands)
        if token == "|":
            raise self.error("bars do not nest", section=self.sections.operands)
        raise self.error(f"expected an operand of {opcode.name}, found {shown(token)}")

    def _bound_operand(self, root: str) -> BindingNode:
        if root == "result":
            raise self.error("results can only be written", section=self.sections.results)
        first = self.index
        found = self.binding(relative=True)
        if isinstance(found, MemoryNode):
            self.index = first
            hint = f"declare a {_KEYWORDS.get(found.space, 'BUFFER or BUFFER4')} variable of it"
            if self.language.sized and found.space == "buffer":
                hint = "declare a BUFFER, BUFFER4 or CBUFFER variable of it"
            section = self.section_of(found.space)
            raise self.error(f"program.{found.space} is no operand", hint, section)
        return found

    def address_register(self, opcode: Opcode) -> Source | None:
        return self.variable() if is_word(self.token) else None

    def _memory_operand(self, opcode: Opcode) -> AnyOperand:
        """A variable of memory: no sign, no bars, no component (NV_shader_storage_buffer_object 2.X.2)."""
        begin = self.index
        if self.token in self.roots:
            self._bound_operand(self.token)
            self.index = begin
        if not is_word(self.token) or self.token in self.roots:
            message = f"expected a variable of the memory {opcode.name} reaches, found {shown(self.token)}"
            raise self.error(message, section=opcode.section)
        source = self.variable()
        if self.token == ".":
            raise self.error(f"the memory operand of {opcode.name} has no components", section=opcode.section)
        return self.plain(source, self.starts[begin])

    # Destinations and conditions

    def target(self, opcode: Opcode) -> Target:
        token = self.token
        if not is_word(token):
            raise self._bad_destination(opcode)
        if token == "result" and token not in self.roots:
            message = f"a {self.profile.stage.value} program has no results"
            raise self.error(message, section=self.sections.results)
        if token not in self.roots:
            return self.variable()
        if token != "result":
            message = f"{token}.… cannot be written"
            raise self.error(message, "temporaries and results can", self.sections.destinations)
        found = self.binding(relative=True)
        assert isinstance(found, BindingNode)
        return found

    def address_mask(self, opcode: Opcode) -> Mask:
        masked, mask = self.token == ".", super().address_mask(opcode)
        if self.language.address_components == "x":
            self._check_x(opcode, masked, mask)
        return mask

    def destination(self, opcode: Opcode) -> DestinationNode:
        node = super().destination(opcode)
        assert isinstance(node, DestinationNode)
        if node.condition is not None and self.token == ".":
            message = "the write mask stands before the condition mask"
            raise self.error(message, section=self.sections.destinations)
        return node

    def _check_x(self, opcode: Opcode, masked: bool, mask: Mask) -> None:
        """The write mask of an address register that has component x alone (addrWriteMask)."""
        if not masked:
            message = f"{opcode.name} writes component x, found {shown(self.token)}"
            raise self.error(message, "write .x after the address register", self.sections.addresses)
        if mask != _X_ONLY:
            self.index -= 1
            raise self.only_x()

    def _bad_destination(self, opcode: Opcode) -> ProgramError:
        token = self.token
        section = self.sections.destinations
        if token in _SIGNS or token == "|":
            return self.error("a destination has no sign and no bars", section=section)
        if is_number(token) or token == "{":
            return self.error("a constant cannot be written", section=section)
        return self.error(f"expected the destination of {opcode.name}, found {shown(token)}")

    def untestable(self) -> ProgramError:
        message = f"{self.profile.header} has no condition masks"
        hint = f"OPTION {self.language.next_option}; has them"
        return self.error(message, hint, self.sections.destinations)

    def untested(self) -> ProgramError:
        word = self.token
        hint = close(word, self.language.tests) if is_word(word) else ""
        if word == "(":
            hint = "the test of IF has no parentheses"
        return self.error(f"expected a condition, found {shown(word)}", hint, self.sections.conditions)
