"""Constants and names of !!FP1.0 and !!FP2.0 (NV_fragment_program 3.11.2)."""

from __future__ import annotations

from nvrender.languages.common.advice import shown
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.lexer import DECLARED_TAIL, FP1_PIECE, Lexer
from nvrender.languages.common.nodes import ValueNode
from nvrender.languages.common.numbers import Words, constant, float_word
from nvrender.languages.common.selectors import SelectorReader
from nvrender.languages.common.tokens import is_number, is_word
from nvrender.languages.fp1 import advice
from nvrender.program import Binding, BindingKind
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source, Span

_SIGN = 0x80000000
_ONE = float_word("1")


class ValueReader(SelectorReader):
    """Reads constants, DEFINE and DECLARE.

    ``names`` is what they made of each name, in order, ``declared`` the parameters of DECLARE.
    """

    __slots__ = ("declared", "names")

    def __init__(self, source: Source, profile: Profile, leniency: Leniency) -> None:
        super().__init__(source, Lexer(source, leniency.start, FP1_PIECE, DECLARED_TAIL), profile, leniency)
        self.names: dict[str, ValueNode] = {}
        self.declared: list[tuple[Binding, Span]] = []

    def sign(self) -> bool:
        """True for a minus, but one that belongs to the number behind it (signedScalarConstant)."""
        return super().sign() and not is_number(self.token)

    def number(self) -> int:
        """The word of a number (floatConstant), with its sign, which has been stepped over."""
        token = self.token
        if not is_number(token) or token[-1] == "D":
            raise self.advise(advice.constant(token))
        negative = self.texts[self.index - 1] == "-"
        self.index += 1
        return float_word(token) ^ (_SIGN if negative else 0)

    def braces(self) -> Words:
        """``{a, b, c, d}``: one to four scalars, filled up with 0, 0, 1 (vectorConstant)."""
        self.index += 1
        found = [self._component()]
        while self.token == ",":
            if len(found) == 4:
                message = "a vector constant has at most four components"
                raise self.error(message, section=self.sections.parameters)
            self.index += 1
            found.append(self._component())
        self.expect("}", "or `,` in a vector constant")
        x, y, z, w = (*found, *(0, 0, 0, _ONE)[len(found) :])
        return x, y, z, w

    def _component(self) -> int:
        """A number, or the name of a scalar constant (scalarConstant)."""
        word = self.token
        if not is_word(word):
            self.sign()
            return self.number()
        value = self.named(word)
        if value.binding.kind is not BindingKind.CONSTANT or not value.scalar:
            hint = "write numbers or names of scalar constants"
            raise self.error(f"{shown(word)} is no scalar constant", hint, self.sections.parameters)
        self.index += 1
        return value.binding.words[0]

    def named(self, word: str) -> ValueNode:
        """What the current token, a word, names."""
        value = self.names.get(word)
        if value is None:
            raise self.advise(advice.undefined(word, self.profile, self.names))
        return value

    def define(self) -> None:
        """``DEFINE name = value;`` (constantDefinition)."""
        name, span = self._new_name()
        self.expect("=", f"after the name {shown(name)}")
        words, scalar = self._value()
        self._ended("DEFINE")
        self.names[name] = ValueNode(constant(words), scalar, span)

    def declare(self) -> None:
        """``DECLARE name;`` or ``DECLARE name = value;`` (localDeclaration)."""
        begin = self.starts[self.index]
        name, span = self._new_name()
        words = self._value()[0] if self.take("=") else (0, 0, 0, 0)
        self._ended("DECLARE")
        binding = Binding(name, BindingKind.NAMED, words=words)
        self.declared.append((binding, self.span(begin)))
        self.names[name] = ValueNode(binding, False, span)

    def _new_name(self) -> tuple[str, Span]:
        """A name that nothing has yet, behind DEFINE or DECLARE."""
        keyword, section = self.token, self.sections.parameters
        self.index += 1
        word = self.token
        if not is_word(word):
            hint = "names begin with a letter, `_` or `$`" if is_number(word) else ""
            raise self.error(f"expected a name after {keyword}, found {shown(word)}", hint, section)
        if word in self.language.reserved:
            hint = "no register, texture unit, instruction or other word of the language can be a name"
            message = f"{word} is a word of the language and cannot be a name"
            raise self.error(message, hint, section, rule="reserved-name")
        if word in self.names:
            line, column = self.source.line_and_column(self.names[word].span.start)
            hint = f"first defined at line {line}, column {column}"
            raise self.error(f"{shown(word)} is defined twice", hint, section, rule="declared-twice")
        begin = self.starts[self.index]
        self.index += 1
        return word, self.span(begin)

    def _value(self) -> tuple[Words, bool]:
        """A constant or the name of one, and whether it is a scalar."""
        word = self.token
        if word == "{":
            return self.braces(), False
        if not is_word(word):
            self.sign()
            return (self.number(),) * 4, True
        value = self.named(word)
        if value.binding.kind is not BindingKind.CONSTANT:
            hint = "a value is a number, a vector in braces, or a name that DEFINE made"
            message = f"{shown(word)} is a local parameter, no constant"
            raise self.error(message, hint, self.sections.parameters)
        self.index += 1
        return value.binding.words, value.scalar

    def _ended(self, keyword: str) -> None:
        if self.token == "=" and keyword == "DECLARE":
            raise self.error("one `=` at most may follow a name")
        if self.token != ";":
            raise self.unended(keyword)
        self.index += 1

    def unended(self, what: str, hint: str = "") -> ProgramError:
        return super().unended(what, hint or self.missing_end("a number has no suffix and no components"))
