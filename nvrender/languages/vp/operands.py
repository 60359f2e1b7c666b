"""Operands of the vertex program grammar: signs, bars, registers, suffixes (NV_vertex_program2 2.14.2.1)."""

from __future__ import annotations

from nvrender.languages.common.advice import distinct, shown
from nvrender.languages.common.leniency import LARGEST_OFFSET, Leniency
from nvrender.languages.common.lexer import Lexer
from nvrender.languages.common.statements import StatementReader
from nvrender.languages.common.tokens import is_number
from nvrender.languages.vp import advice
from nvrender.languages.vp.printer import register_text
from nvrender.languages.vp.sections import UNARY_PLUS
from nvrender.languages.vp.tables import tables_of
from nvrender.program import COMPONENTS, Register, RegisterFile, RelativeAddress
from nvrender.program.opcodes import Opcode
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source

_SIGNS = frozenset("+-")
_SIGNIFICANT = 6
_WHAT = {"c": "program parameter", "v": "vertex attribute"}


def _value(digits: str) -> int:
    """The value of decimal digits; beyond every register if there are too many."""
    significant = digits.lstrip("0") or "0"
    return int(significant[: _SIGNIFICANT + 1])


class OperandReader(StatementReader):
    """Reads operands.

    ``named`` gathers the temporaries and address registers met, ``accessed`` what the instruction accesses
    of c[] and of v[].
    """

    __slots__ = ("accessed", "named", "tables", "temporaries")

    def __init__(self, source: Source, profile: Profile, leniency: Leniency) -> None:
        super().__init__(source, Lexer(source, leniency.start), profile, leniency)
        self.tables = tables_of(profile, False)
        self.temporaries = self.tables.temporaries
        self.named: set[str] = set()
        self.accessed: dict[str, Register] = {}

    def sign(self) -> bool:
        if self.token == "+" and not self.language.unary_plus:
            what = "unary `+`"
            raise self.advise(
                advice.needs(what, self.profile, lambda row: row.language.unary_plus, UNARY_PLUS)
            )
        return super().sign()

    def unbarred(self) -> ProgramError:
        begin = self.starts[self.index]
        text = self.source.text[begin : begin + 40]
        text = text[: text.find("|", 1) + 1]
        what = f"`{text}`" if text and text.isascii() and text.isprintable() else "`|…|`"
        section = self.sections.operands
        return self.advise(advice.needs(what, self.profile, lambda row: row.language.bars, section))

    def read_source(self, opcode: Opcode) -> Register:
        """A register; of an instruction's at most one distinct parameter and one attribute."""
        token = self.texts[self.index]
        register = self.temporaries.get(token)
        if register is not None:
            self.named.add(token)
            self.index += 1
            return register
        start = self.starts[self.index]
        register = self._bracketed(token)
        other = self.accessed.setdefault(token, register)
        if other is not register and other != register:
            one, two = register_text(other, self.profile), register_text(register, self.profile)
            message, hint = distinct(one, two, _WHAT[token])
            raise self.error_at(start, message, hint, rule="distinct-registers")
        return register

    def address_register(self, opcode: Opcode) -> Register | None:
        word = self.token
        register = self.tables.addresses.get(word)
        if register is not None:
            self.named.add(word)
            self.index += 1
        return register

    def numbered(self, file: RegisterFile, registers: dict[str, Register]) -> Register:
        """The decimal number in v[…] or c[…]; leading zeros are allowed."""
        token = self.token
        if not is_number(token):
            raise self.advise(advice.index(token, file, self.tables))
        register = registers.get(str(_value(token)))
        if register is None:
            raise self.advise(advice.number(token, file, self.profile))
        self.index += 1
        return register

    def _bracketed(self, token: str) -> Register:
        """``v[…]`` or ``c[…]``."""
        texts, index = self.texts, self.index
        if token == "c":
            registers, file = self.tables.parameters, RegisterFile.PARAMETER
        elif token == "v":
            registers, file = self.tables.attributes, RegisterFile.ATTRIBUTE
        else:
            raise self.advise(advice.operand(token, self.tables))
        inside = texts[index + 2]
        if texts[index + 1] == "[" and texts[index + 3] == "]":
            register = registers.get(inside)
            if register is not None:
                self.index = index + 4
                return register
        self.index = index + 1
        self.expect("[", f"after {token}")
        if file is RegisterFile.PARAMETER and inside in self.tables.addresses:
            register = self._relative()
        elif advice.is_word(inside) and inside in registers:
            register = registers[inside]
            self.index += 1
        else:
            register = self.numbered(file, registers)
        self.expect("]", f"to close {token}[")
        return register

    def _relative(self) -> Register:
        """``A0.x``, ``A0.x+n`` or ``A0.x-n`` (relProgParamReg)."""
        word, profile = self.token, self.profile
        if not self.tables.relative:
            message = f"a position-invariant {profile.header} program has no relative addressing"
            raise self.error(message, "name the parameter by number", self.sections.position_invariant)
        self.named.add(word)
        self.index += 1
        self.expect(".", f"and a component after {word}")
        letters = self.token
        component = COMPONENTS.find(letters[0]) if letters else -1
        if not 0 <= component < profile.address_components:
            raise self.advise(advice.address_component(letters, profile))
        if len(letters) > 1:
            message = f"expected `+`, `-` or `]` after {word}.{letters[0]}, found {shown(letters[1:])}"
            raise self.error(message, offset=1)
        self.index += 1
        if self.token not in _SIGNS and self.token != "]":
            raise self.error(f"expected `+`, `-` or `]` after {word}.{letters}, found {shown(self.token)}")
        offset = self._offset() if self.token in _SIGNS else 0
        address = RelativeAddress(self.tables.addresses[word].index, component, offset)
        return Register(RegisterFile.PARAMETER, 0, address)

    def _offset(self) -> int:
        sign = self.token
        self.index += 1
        digits = self.token
        if not is_number(digits):
            raise self.error(f"expected a number after `{sign}`, found {shown(digits)}")
        value = -_value(digits) if sign == "-" else _value(digits)
        low, high = self.profile.relative_offset
        if not low <= value <= high:
            header = self.profile.header
            message = f"offset {sign}{digits[:40]} is out of range: {header} has {low} to +{high}"
            error = self.error(message, "let ARL load the rest of it")
            if abs(value) > LARGEST_OFFSET:
                raise error
            self.leniency.tolerate(error, "takes it")
        self.index += 1
        return value
