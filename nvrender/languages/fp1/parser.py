"""The register-named grammar of !!FP1.0 (NV_fragment_program 3.11.3).

What the specification forbids in prose is refused where it stands, so the error raised is the one at the
lowest offset.
"""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.languages.common.nodes import AnyOperand, Statement, TextureNode, ValueNode
from nvrender.languages.common.numbers import constant
from nvrender.languages.common.spellings import Spelling
from nvrender.languages.common.statements import Jump
from nvrender.languages.common.tokens import integer_value, is_integer, is_number, is_word
from nvrender.languages.fp1 import advice, bindings
from nvrender.languages.fp1.rules import Rules
from nvrender.languages.fp1.values import ValueReader
from nvrender.ops.texture_targets import BASE
from nvrender.program import NO_SPAN, Binding, BindingKind, Mask, Register, RegisterFile
from nvrender.program.opcodes import Opcode, OperandClass
from nvrender.program.profile import Profile
from nvrender.source import InternalError, ProgramError, Source

_SIGNS = frozenset("+-")
#: The registers that only update the condition code.
_CODES = {name: Register(RegisterFile.CONDITION_CODE, index) for index, name in enumerate(("RC", "HC"))}
_WRITABLE = bindings.REGISTERS | _CODES
_ATTRIBUTES = {name: Register(RegisterFile.ATTRIBUTE, index) for name, index in bindings.ATTRIBUTES.items()}
_RESULTS = {name: Register(RegisterFile.RESULT, index) for index, name in enumerate(bindings.RESULTS)}


class Parser(ValueReader):
    """Tokens → instructions; ``rules`` is what they must keep to."""

    __slots__ = ("rules",)

    def __init__(self, source: Source, profile: Profile) -> None:
        super().__init__(source, profile)
        self.rules = Rules(source, profile)

    def other_statement(self, word: str) -> Iterator[Statement]:
        """DEFINE or DECLARE, which ``names`` has then."""
        if word == "DEFINE":
            self.define()
        elif word == "DECLARE":
            self.declare()
        else:
            raise self.advise(advice.statement(word, self.profile))
        yield from ()

    def opened(self, spelling: Spelling, begin: int) -> Spelling:
        self.rules.instruction(spelling.opcode, begin)
        return spelling

    def jump(self, opcode: Opcode) -> Jump:
        raise InternalError(f"!!FP1.0 has no {opcode.name}")

    # Destinations (NV_fragment_program 3.11.4.4)

    def target(self, opcode: Opcode) -> Register:
        start, word = self.starts[self.index], self.token
        register = _WRITABLE.get(word)
        if register is not None:
            self.index += 1
        elif word == "o":
            register = self._bracketed(_RESULTS)
        else:
            raise self.advise(advice.destination(word))
        self.rules.destination(register, start)
        return register

    def check_three(self, opcode: Opcode, mask: Mask, begin: int) -> None:
        self.rules.mask(mask, begin)

    def _bracketed(self, registers: dict[str, Register]) -> Register:
        """``o[COLR]`` or ``f[TEX0]``."""
        letter = self.token
        self.index += 1
        self.expect("[", f"after {letter}")
        register = registers.get(self.token)
        if register is None:
            raise self.advise(advice.result(self.token) if letter == "o" else advice.attribute(self.token))
        self.index += 1
        self.expect("]", f"to close {letter}[")
        return register

    def untested(self) -> ProgramError:
        if self.texts[self.index - 1] != "(":
            return self.advise(advice.condition(self.token))
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
        register = bindings.REGISTERS.get(word)
        if register is not None:
            self.index += 1
            return register
        if word == "f":
            return self._bracketed(_ATTRIBUTES)
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
        raise self.advise(advice.operand(word))

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

    def address_register(self, opcode: Opcode) -> None:
        raise InternalError("!!FP1.0 has no address registers")

    def missing_operand(self, opcode: Opcode, given: int) -> ProgramError:
        if self.token == ".":
            return self.advise(advice.suffix() if given else advice.second_mask())
        return super().missing_operand(opcode, given)

    def count_section(self, opcode: Opcode) -> str:
        return opcode.section

    def unfinished(self, opcode: Opcode) -> ProgramError:
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
