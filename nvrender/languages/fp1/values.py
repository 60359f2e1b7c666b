"""Constants and names of !!FP1.0 (NV_fragment_program 3.11.2)."""

from __future__ import annotations

from nvrender.languages.common.advice import Advice, shown
from nvrender.languages.common.cursor import Cursor
from nvrender.languages.common.lexer import DECLARED_TAIL, FP1_PIECE, Lexer
from nvrender.languages.common.numbers import float_word
from nvrender.languages.common.tokens import is_number, is_word
from nvrender.languages.fp1 import advice as fp1_advice
from nvrender.languages.fp1.nodes import NamedValue, Words, constant
from nvrender.program import Binding, BindingKind
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source, Span

_SIGN = 0x80000000
_SIGNS = frozenset("+-")
_ONE = float_word("1")
_ZEROS = (0, 0, 0, 0)


class ValueReader(Cursor):
    """Reads constants, DEFINE and DECLARE; ``names`` is what they made of each name, in order."""

    __slots__ = ("names", "profile", "reserved")

    grammar = "NV_fragment_program 3.11.3"
    operands = "NV_fragment_program 3.11.4.3"
    results = "NV_fragment_program 3.11.4.4"
    parameters = "NV_fragment_program 3.11.2"

    def __init__(self, source: Source, profile: Profile) -> None:
        super().__init__(source, Lexer(source, len(profile.header), FP1_PIECE, DECLARED_TAIL))
        self.profile = profile
        self.reserved = profile.declared_language.reserved
        self.names: dict[str, NamedValue] = {}

    def advise(self, advice: Advice) -> ProgramError:
        """The error an Advice describes, at the current token."""
        return self.error(advice.message, advice.hint, advice.section)

    def span(self, first: int, last: int = -1) -> Span:
        """From token ``first`` to the end of token ``last``, or of the one before the current one."""
        last = self.index - 1 if last < 0 else last
        return Span(self.starts[first], self.starts[last] + len(self.texts[last]))

    def sign(self) -> bool:
        """An optional sign; True for minus."""
        if self.token not in _SIGNS:
            return False
        self.index += 1
        return self.texts[self.index - 1] == "-"

    def number(self, negative: bool) -> int:
        """The word of a number (floatConstant) whose sign has been read."""
        token = self.token
        if not is_number(token) or token[-1] == "D":
            raise self.advise(fp1_advice.constant(token))
        self.index += 1
        return float_word(token) ^ (_SIGN if negative else 0)

    def braces(self) -> Words:
        """``{a, b, c, d}``: one to four scalars, filled up with 0, 0, 1 (vectorConstant)."""
        self.index += 1
        found = [self._component()]
        while self.token == ",":
            if len(found) == 4:
                raise self.error("a vector constant has at most four components", section=self.parameters)
            self.index += 1
            found.append(self._component())
        self.expect("}", "or `,` in a vector constant")
        x, y, z, w = (*found, *(0, 0, 0, _ONE)[len(found) :])
        return x, y, z, w

    def _component(self) -> int:
        """A number, or the name of a scalar constant (scalarConstant)."""
        word = self.token
        if not is_word(word):
            return self.number(self.sign())
        value = self.named(word)
        if value.binding.kind is not BindingKind.CONSTANT or not value.scalar:
            hint = "write numbers or names of scalar constants"
            raise self.error(f"{shown(word)} is no scalar constant", hint, self.parameters)
        self.index += 1
        return value.binding.words[0]

    def named(self, word: str) -> NamedValue:
        """What the current token, a word, names."""
        value = self.names.get(word)
        if value is None:
            raise self.advise(fp1_advice.undefined(word, self.profile, self.names, self.reserved))
        return value

    def define(self) -> None:
        """``DEFINE name = value;`` (constantDefinition)."""
        first = self._new_name()
        self.expect("=", f"after the name {shown(self.texts[first])}")
        words, scalar = self._value()
        self._end("DEFINE")
        name = self.texts[first]
        self.names[name] = NamedValue(constant(words), scalar, self.span(first, first))

    def declare(self) -> Binding:
        """``DECLARE name;`` or ``DECLARE name = value;`` (localDeclaration)."""
        first = self._new_name()
        words: Words = _ZEROS
        if self.token == "=":
            self.index += 1
            words, _ = self._value()
        self._end("DECLARE")
        name = self.texts[first]
        binding = Binding(name, BindingKind.NAMED, words=words)
        self.names[name] = NamedValue(binding, False, self.span(first, first))
        return binding

    def _new_name(self) -> int:
        """The token of a name that nothing has yet, behind DEFINE or DECLARE."""
        keyword = self.token
        self.index += 1
        word = self.token
        if not is_word(word):
            hint = "names begin with a letter, `_` or `$`" if is_number(word) else ""
            raise self.error(f"expected a name after {keyword}, found {shown(word)}", hint, self.parameters)
        if word in self.reserved:
            hint = "no register, texture unit, instruction or other word of the language can be a name"
            raise self.error(f"{word} is a word of the language and cannot be a name", hint, self.parameters)
        if word in self.names:
            line, column = self.source.line_and_column(self.names[word].span.start)
            hint = f"first defined at line {line}, column {column}"
            raise self.error(f"{shown(word)} is defined twice", hint, self.parameters)
        self.index += 1
        return self.index - 1

    def _value(self) -> tuple[Words, bool]:
        """A constant or the name of one, and whether it is a scalar."""
        word = self.token
        if word == "{":
            return self.braces(), False
        if not is_word(word):
            return (self.number(self.sign()),) * 4, True
        value = self.named(word)
        if value.binding.kind is not BindingKind.CONSTANT:
            hint = "a value is a number, a vector in braces, or a name that DEFINE made"
            raise self.error(f"{shown(word)} is a local parameter, no constant", hint, self.parameters)
        self.index += 1
        return value.binding.words, value.scalar

    def _end(self, keyword: str) -> None:
        if self.token != ";":
            raise self.advise(fp1_advice.after(self.token, keyword, self.missing_end()))
        self.index += 1

    def missing_end(self) -> str:
        """Why a statement seems to lack its ``;``: a new line, a number with a suffix; or ""."""
        last = self.index - 1
        end = self.starts[last] + len(self.texts[last])
        if end == self.starts[self.index] and is_number(self.texts[last]) and is_word(self.token):
            return "a number has no suffix and no components"
        if "\n" not in self.source.text[end : self.starts[self.index]]:
            return ""
        line, column = self.source.line_and_column(end)
        return f"the statement lacks its `;` at line {line}, column {column}"
