"""The grammar of !!FP1.0 (NV_fragment_program 3.11.3) and !!FP2.0 (NV_fragment_program2 3.11.2).

What the specification forbids in prose is refused where it stands, so the error raised is the one at the
lowest offset.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from nvrender.languages.arb.rules.flow import FlowChecker
from nvrender.languages.arb.rules.rules import Context
from nvrender.languages.common.advice import shown
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.nodes import AnyOperand, LabelNode, Statement, TextureNode, ValueNode
from nvrender.languages.common.numbers import constant
from nvrender.languages.common.spellings import Spelling
from nvrender.languages.common.statements import Jump
from nvrender.languages.common.tokens import integer_value, is_integer, is_number, is_word
from nvrender.languages.common.words import END
from nvrender.languages.fp1 import advice, bindings
from nvrender.languages.fp1.rules import Rules
from nvrender.languages.fp1.values import ValueReader
from nvrender.ops.texture_targets import BASE
from nvrender.program import NO_SPAN, Binding, BindingKind, Mask, Register, RegisterFile, RelativeAddress
from nvrender.program.opcodes import Flow, Opcode, OperandClass
from nvrender.program.profile import Profile
from nvrender.source import InternalError, ProgramError, Source, Span

_SIGNS = frozenset("+-")
#: The registers that only update the condition code.
_CODES = {name: Register(RegisterFile.CONDITION_CODE, index) for index, name in enumerate(("RC", "HC"))}
#: What a condition in parentheses may follow.
_JUMPS = frozenset({Flow.CALL, Flow.RETURN, Flow.BREAK})
_RESULTS = {name: Register(RegisterFile.RESULT, index) for index, name in enumerate(bindings.RESULTS)}


class Parser(ValueReader):
    """Tokens → instructions and labels; ``rules`` and ``flow`` are what they must keep to.

    ``ended`` is where END begins.
    """

    __slots__ = ("_attributes", "_opcode", "_writable", "ended", "flow", "registers", "rules")

    _opcode: Opcode

    def __init__(self, source: Source, profile: Profile, leniency: Leniency) -> None:
        super().__init__(source, profile, leniency)
        self.rules = Rules(source, profile, leniency)
        self.flow = FlowChecker(Context(source, profile, profile.declared_limits, leniency))
        self.registers = bindings.registers_of(self.language)
        self._writable = self.registers | _CODES
        self._attributes = {
            name: Register(RegisterFile.ATTRIBUTE, index)
            for name, index in bindings.attributes_of(self.language).items()
        }
        self.ended = Span(0, 0)

    def lost_names(self, words: Iterable[str], count: int) -> set[str]:
        return {name for word, name in pairwise(words) if word in self.language.declarations}

    def end(self) -> None:
        begin = self.starts[self.index]
        self.ended = Span(begin, begin + len(END))
        super().end()

    def other_statement(self, word: str) -> Iterator[Statement]:
        """DEFINE or DECLARE, which ``names`` has then, or a label."""
        if word == "DEFINE":
            self.define()
        elif word == "DECLARE":
            self.declare()
        elif self.language.labels and is_word(word) and self.texts[self.index + 1] == ":":
            yield self._label(word)
        else:
            raise self.advise(advice.statement(word, self.profile))

    def _label(self, word: str) -> LabelNode:
        begin = self.starts[self.index]
        self._check_label(word)
        self.index += 2
        return LabelNode(word, Span(begin, begin + len(word)))

    def _check_label(self, word: str) -> None:
        if word in self.language.reserved:
            message = f"{word} is a word of the language and cannot be a label"
            raise self.error(message, "", self.sections.flow, rule="reserved-name")

    def opened(self, spelling: Spelling, begin: int) -> Spelling:
        self._opcode = spelling.opcode
        self.rules.instruction(spelling.opcode, begin)
        return spelling

    def jump(self, opcode: Opcode) -> Jump:
        """What loops, branches, calls and returns (NV_fragment_program2 3.11.2, FlowInstruction)."""
        if opcode.flow in (Flow.REPEAT, Flow.LOOP):
            return "", (self.operand(opcode),), None
        if opcode.flow is Flow.IF:
            return "", (), self.test()
        label = self._label_operand(opcode) if opcode.flow is Flow.CALL else ""
        tested = opcode.flow in _JUMPS and self.token == "("
        return label, (), self.parenthesised() if tested else None

    def _label_operand(self, opcode: Opcode) -> str:
        word = self.token
        if not is_word(word):
            raise self.error(f"expected a label after {opcode.name}, found {shown(word)}", "", opcode.section)
        self._check_label(word)
        self.index += 1
        return word

    # Destinations (NV_fragment_program 3.11.4.4)

    def target(self, opcode: Opcode) -> Register:
        start, word = self.starts[self.index], self.token
        register = self._writable.get(word)
        if register is not None:
            self.index += 1
        elif word == "o":
            register = self._bracketed(_RESULTS)
        else:
            raise self.advise(advice.destination(word, self.language))
        self.rules.destination(register, start)
        return register

    def three_component_mask(self, mask: Mask, begin: int) -> Mask:
        return self.rules.mask(mask, begin)

    def _bracketed(self, registers: dict[str, Register]) -> Register:
        """``o[COLR]`` or ``f[TEX0]``."""
        letter = self.token
        self.index += 1
        self.expect("[", f"after {letter}")
        if self.token == bindings.INDEXED and letter == "f" and self.language.loop_register:
            return self._indexed()
        register = registers.get(self.token)
        if register is None:
            raise self.advise(
                advice.result(self.token) if letter == "o" else advice.attribute(self.token, self.language)
            )
        self.index += 1
        if self.token == "+" and self.texts[self.index + 1] == self.language.loop_register:
            self.index += 1
            raise self.advise(advice.attribute(self.token, self.language))
        self.expect("]", f"to close {letter}[")
        return register

    def _indexed(self) -> Register:
        """``TEX[A0.x+1]]`` behind ``f[`` (NV_fragment_program2 3.11.3.1, 3.11.3.Y)."""
        word = self.language.loop_register
        self.index += 1
        self.expect("[", f"after f[{bindings.INDEXED}")
        if self.token != word:
            message = f"expected {word}.x, found {shown(self.token)}"
            hint = "single attributes are f[TEX0] to f[TEX7]"
            raise self.error(message, hint, self.sections.addresses)
        if not self.flow.in_loop:
            raise self.error(f"{word} outside LOOP", "", self.sections.addresses, rule="block")
        self.index += 1
        if self.component(f"the index {word}")[0]:
            self.index -= 1
            raise self.error(f"{word} has only component x", "", self.sections.addresses)
        offset = self._offset() if self.take("+") else 0
        self.expect("]", f"to close f[{bindings.INDEXED}[")
        self.expect("]", "to close f[")
        count = self.profile.declared_limits.texture_coordinates
        relative = RelativeAddress(0, 0, offset)
        return Register(RegisterFile.ATTRIBUTE, bindings.FIRST_INDEXED, relative, count)

    def _offset(self) -> int:
        token = self.token
        most = (self.language.relative_offset or (0, 0))[1]
        if not is_integer(token) or integer_value(token) > most:
            message = f"expected an offset 0 to {most}, found {shown(token)}"
            raise self.error(message, "", self.sections.addresses)
        self.index += 1
        return integer_value(token)

    def untested(self) -> ProgramError:
        if self.texts[self.index - 1] != "(":
            return self.advise(advice.condition(self.token, self._opcode))
        return super().untested()

    # Operands (NV_fragment_program 3.11.4.3)

    def read_source(self, opcode: Opcode) -> Register | ValueNode:
        begin = self.index
        if is_number(self.token) and self.texts[begin - 1] in _SIGNS:
            begin -= 1
        start = self.starts[begin]
        source = self._source()
        self.rules.source(source, start)
        return source

    def _source(self) -> Register | ValueNode:
        word = self.token
        register = self.registers.get(word)
        if register is not None:
            self.index += 1
            return register
        if word == "f":
            return self._bracketed(self._attributes)
        if word == "p":
            return ValueNode(self._numbered_local(), False, NO_SPAN)
        if is_word(word):
            value = self.named(word)
            self.index += 1
            return value
        if word == "{":
            return ValueNode(constant(self.braces()), False, NO_SPAN)
        if is_number(word):
            return ValueNode(constant((self.number(),) * 4), True, NO_SPAN)
        raise self.advise(advice.operand(word, self.language))

    def _numbered_local(self) -> Binding:
        """``p[n]`` (numberedLocal)."""
        self.index += 1
        self.expect("[", "after p")
        token, count = self.token, self.profile.declared_limits.local_parameters
        number = integer_value(token) if is_integer(token) else -1
        if not 0 <= number < count:
            raise self.advise(advice.parameter(token, count))
        self.index += 1
        self.expect("]", "to close p[")
        return Binding(f"program.local[{number}]", BindingKind.LOCAL, index=number, type=None)

    def other_operand(self, opcode: Opcode, operand_class: OperandClass) -> AnyOperand:
        return self.whole(opcode)

    def address_register(self, opcode: Opcode) -> None:
        raise InternalError(f"{self.profile.header} reads no address registers")

    def missing_operand(self, opcode: Opcode, given: int) -> ProgramError:
        if self.token == ".":
            return self.advise(advice.suffix() if given else advice.second_mask())
        return super().missing_operand(opcode, given)

    def count_section(self, opcode: Opcode) -> str:
        return opcode.section

    def unfinished(self, opcode: Opcode) -> ProgramError:
        if opcode.flow in _JUMPS and self.token in self.language.tests:
            return self.unended(opcode.name, "a condition is written in parentheses, as in (GT.x)")
        if OperandClass.CONDITION in opcode.operands:
            return self.unended(opcode.name)
        if self.token == ".":
            return self.advise(advice.suffix())
        return super().unfinished(opcode)

    # Textures

    def access(self, opcode: Opcode, operands: list[AnyOperand]) -> TextureNode:
        """``, TEX0, 2D`` (texImageId)."""
        self.expect(",", f"before the texture image unit of {opcode.name}")
        begin = self.starts[self.index]
        unit = bindings.UNITS.get(self.token)
        if unit is None:
            raise self.advise(advice.unit(self.token))
        self.index += 1
        self.expect(",", f"before the texture target of {opcode.name}")
        target, start = self.token, self.starts[self.index]
        if target not in BASE:
            raise self.advise(advice.target(target))
        self.index += 1
        node = TextureNode(unit, target, (0, 0, 0), begin, start, start, self.span(begin))
        self.rules.textures.access(node, opcode, range(unit, unit + 1))
        return node
