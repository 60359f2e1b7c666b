"""Operands of the vertex program grammar: signs, bars, registers, suffixes (NV_vertex_program2 2.14.2.1)."""

from __future__ import annotations

from nvrender.languages.common.advice import shown
from nvrender.languages.common.cursor import Cursor
from nvrender.languages.common.lexer import Lexer
from nvrender.languages.common.words import SCALAR_SUFFIXES, VECTOR_SUFFIXES
from nvrender.languages.vp import advice
from nvrender.languages.vp.advice import GRAMMAR, OPERANDS, POSITION_INVARIANT, RESULTS, UNARY_PLUS
from nvrender.languages.vp.tables import tables_of
from nvrender.program import (
    COMPONENTS,
    IDENTITY_SWIZZLE,
    Operand,
    Register,
    RegisterFile,
    RelativeAddress,
    Swizzle,
)
from nvrender.program.profile import Profile
from nvrender.source import Source, Span

_SIGNS = frozenset("+-")
_MODIFIERS = frozenset("+-|")
_AFTER_OPERAND = frozenset(",;|")
_SIGNIFICANT = 6


def _value(digits: str) -> int:
    """The value of decimal digits; beyond every register if there are too many."""
    significant = digits.lstrip("0") or "0"
    return int(significant[: _SIGNIFICANT + 1])


class OperandReader(Cursor):
    """Reads operands.

    ``named`` gathers the temporaries and address registers met. ``pending`` is the register of the
    operand being read, from token ``pending_index`` on, for the check of a statement cut short.
    """

    __slots__ = ("named", "pending", "pending_index", "tables")

    grammar = GRAMMAR
    operands = OPERANDS
    results = RESULTS

    def __init__(self, source: Source, profile: Profile) -> None:
        super().__init__(source, Lexer(source, len(profile.header)))
        self.tables = tables_of(profile, False)
        self.named: set[str] = set()
        self.pending: Register | None = None
        self.pending_index = 0

    def operand(self, scalar: bool) -> Operand:
        """A vector or scalar operand (vectorSrc, scalarSrc)."""
        texts = self.texts
        first = index = self.index
        negate = absolute = False
        token = texts[index]
        if token in _MODIFIERS:
            negate, absolute = self._modifiers()
            index = self.index
            token = texts[index]
        register = self.tables.temporaries.get(token)
        if register is not None:
            self.named.add(token)
            self.index = index = index + 1
        else:
            register = self._bracketed(token)
            index = self.index
        self.pending = register
        self.pending_index = first
        swizzle = IDENTITY_SWIZZLE
        if scalar or texts[index] == ".":
            swizzle = self._suffix(scalar)
        if absolute:
            self.expect("|", "to close the absolute value")
        last = self.index - 1
        end = self.starts[last] + len(texts[last])
        return Operand(register, swizzle, absolute, negate, Span(self.starts[first], end))

    def address_operand(self) -> Operand:
        """A bare address register (NV_vertex_program2 2.14.3.3)."""
        word = self.token
        register = self.tables.addresses.get(word)
        if register is None:
            message = f"expected an address register without sign or bars, found {shown(word)}"
            raise self.error(message, section="NV_vertex_program2 2.14.3.3")
        self.named.add(word)
        begin = self.starts[self.index]
        self.index += 1
        return Operand(register, span=Span(begin, begin + len(word)))

    def numbered(self, file: RegisterFile, registers: dict[str, Register]) -> Register:
        """The decimal number in v[…] or c[…]; leading zeros are allowed."""
        token = self.token
        if not advice.is_number(token):
            raise self.advise(advice.index(token, file, self.tables))
        register = registers.get(str(_value(token)))
        if register is None:
            raise self.advise(advice.number(token, file, self.tables.profile))
        self.index += 1
        return register

    def _suffix(self, scalar: bool) -> Swizzle:
        texts, index = self.texts, self.index
        if texts[index] != ".":
            message = f"a scalar operand needs a component, found {shown(texts[index])}"
            raise self.error(message, "write a suffix .x, .y, .z or .w", OPERANDS)
        swizzle = (SCALAR_SUFFIXES if scalar else VECTOR_SUFFIXES).get(texts[index + 1])
        if swizzle is not None and texts[index + 2] in _AFTER_OPERAND:
            self.index = index + 2
            return swizzle
        self.index = index + 1
        return self.scalar_suffix() if scalar else self.vector_suffix()

    def _modifiers(self) -> tuple[bool, bool]:
        """Sign, bar and inner sign; (negate, absolute). Bars make the inner sign void."""
        negate = self._sign()
        if self.token != "|":
            return negate, False
        profile = self.tables.profile
        if not profile.operand_bars:
            what = self._between_bars()
            raise self.advise(advice.needs(what, profile, lambda row: row.operand_bars, OPERANDS))
        self.index += 1
        self._sign()
        return negate, True

    def _between_bars(self) -> str:
        begin = self.starts[self.index]
        text = self.source.text[begin : begin + 40]
        text = text[: text.find("|", 1) + 1]
        return f"`{text}`" if text and text.isascii() and text.isprintable() else "`|…|`"

    def _sign(self) -> bool:
        """An optional sign; True for minus."""
        token, profile = self.token, self.tables.profile
        if token not in _SIGNS:
            return False
        if token == "+" and not profile.unary_plus:
            raise self.advise(advice.needs("unary `+`", profile, lambda row: row.unary_plus, UNARY_PLUS))
        self.index += 1
        return token == "-"

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
        word, profile = self.token, self.tables.profile
        if not self.tables.relative:
            message = f"a position-invariant {profile.header} program has no relative addressing"
            raise self.error(message, "name the parameter by number", POSITION_INVARIANT)
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
            message = f"expected `+`, `-` or `]` after {word}.{letters}, found {shown(self.token)}"
            raise self.error(message)
        offset = self._offset() if self.token in _SIGNS else 0
        address = RelativeAddress(self.tables.addresses[word].index, component, offset)
        return Register(RegisterFile.PARAMETER, 0, address)

    def _offset(self) -> int:
        sign = self.token
        self.index += 1
        digits = self.token
        if not advice.is_number(digits):
            raise self.error(f"expected a number after `{sign}`, found {shown(digits)}")
        value = -_value(digits) if sign == "-" else _value(digits)
        low, high = self.tables.profile.relative_offset
        if not low <= value <= high:
            header = self.tables.profile.header
            raise self.error(f"offset {sign}{digits[:40]} is out of range: {header} has {low} to +{high}")
        self.index += 1
        return value
