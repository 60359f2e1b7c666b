"""Integer expressions of ``#if`` (ISO C 6.10.1, 6.6): 64 bits, signed or unsigned."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from nvrender.source import ProgramError, Source
from nvrender.sources.preprocessor.tokens import Token, wrong

_NUMBER = re.compile(
    r"(?:0[xX]([0-9a-fA-F]{1,40})|0[bB]([01]{1,80})|(0[0-7]{0,40})|([0-9]{1,40}))([uUlL]{0,3})"
)
_SECTION = "ISO C 6.10.1"
_BITS = 64
_DEEPEST = 100
#: Binary operators, those that bind least first.
_LEVELS = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="), ("<<", ">>"), ("+", "-"),
    ("*", "/", "%"),
)  # fmt: skip
_LEVEL = {operator: level for level, operators in enumerate(_LEVELS) for operator in operators}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}


class Value(NamedTuple):
    """A number of 64 bits."""

    number: int
    unsigned: bool = False


def _wrapped(number: int, unsigned: bool) -> Value:
    number &= 2**_BITS - 1
    return Value(number - 2**_BITS if number >> (_BITS - 1) and not unsigned else number, unsigned)


class Expression:
    """Reads the tokens of one; names that are left are 0. ``at`` is where the directive stands."""

    def __init__(self, source: Source, row: list[Token], at: int) -> None:
        self._source = source
        self._row = row
        self._index = 0
        self._at = at
        self._depth = 0

    def value(self) -> int:
        """Its value; ProgramError for what is none."""
        value = self._ternary(True)
        if self._index < len(self._row):
            raise self._wrong(f"`{self._token}` after the expression", "an operator stands between")
        return value.number

    @property
    def _token(self) -> str:
        return self._row[self._index].text[:40] if self._index < len(self._row) else ""

    def _wrong(self, message: str, hint: str = "") -> ProgramError:
        row = self._row[min(self._index, len(self._row) - 1) :] if self._row else []
        at = next((token.at for token in row if token.at >= 0), self._at)
        return wrong(self._source, at, message, hint, _SECTION)

    def _take(self, text: str) -> bool:
        if self._token != text:
            return False
        self._index += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise self._wrong(f"expected `{text}`, found {f'`{self._token}`' if self._token else 'the end'}")

    def _ternary(self, live: bool) -> Value:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._wrong(f"an expression nests deeper than {_DEEPEST}")
        value = self._binary(0, live)
        if self._take("?"):
            first = self._ternary(live and value.number != 0)
            self._expect(":")
            second = self._ternary(live and value.number == 0)
            chosen = first if value.number else second
            value = _wrapped(chosen.number, first.unsigned or second.unsigned)
        self._depth -= 1
        return value

    def _binary(self, level: int, live: bool) -> Value:
        value = self._unary(live)
        while (found := _LEVEL.get(self._token, -1)) >= level:
            operator = self._token
            place = self._index
            self._index += 1
            needed = live
            if operator in ("||", "&&"):
                needed = live and bool(value.number) == (operator == "&&")
            other = self._binary(found + 1, needed)
            value = self._computed(operator, value, other, needed, place)
        return value

    def _computed(self, operator: str, one: Value, other: Value, live: bool, place: int) -> Value:
        if operator == "||":
            return Value(int(bool(one.number or other.number)))
        if operator == "&&":
            return Value(int(bool(one.number and other.number)))
        unsigned = one.unsigned or other.unsigned
        if operator in ("<<", ">>"):
            count = other.number & (_BITS - 1)
            shifted = one.number << count if operator == "<<" else one.number >> count
            return _wrapped(shifted, one.unsigned)
        first, second = _wrapped(one.number, unsigned).number, _wrapped(other.number, unsigned).number
        if operator in _COMPARISONS:
            return Value(int(_COMPARISONS[operator](first, second)))
        if operator in _ARITHMETIC:
            return _wrapped(_ARITHMETIC[operator](first, second), unsigned)
        if not second:
            if live:
                self._index = place
                raise self._wrong("division by zero")
            return Value(0, unsigned)
        quotient = abs(first) // abs(second) * (1 if (first < 0) == (second < 0) else -1)
        return _wrapped(quotient if operator == "/" else first - quotient * second, unsigned)

    def _unary(self, live: bool) -> Value:
        signs = []
        while self._token in ("!", "~", "-", "+"):
            signs.append(self._token)
            self._index += 1
        value = self._primary(live)
        for sign in reversed(signs):
            if sign == "!":
                value = Value(int(not value.number))
            elif sign != "+":
                value = _wrapped(~value.number if sign == "~" else -value.number, value.unsigned)
        return value

    def _primary(self, live: bool) -> Value:
        if self._take("("):
            value = self._ternary(live)
            self._expect(")")
            return value
        if self._index >= len(self._row):
            raise self._wrong("the expression is incomplete" if self._row else "an expression is missing")
        token = self._row[self._index]
        if token.is_name:
            self._index += 1
            if self._token == "(":
                self._index -= 1
                raise self._wrong(f"`{self._token}` is no macro with parameters")
            return Value(0)
        match = _NUMBER.fullmatch(token.text)
        if match is None:
            hint = "expressions are of integers" if token.text[0].isdigit() or token.text[0] == "." else ""
            raise self._wrong(f"`{self._token}` is no integer", hint)
        self._index += 1
        hexadecimal, binary, octal, decimal, suffix = match.groups()
        number = int(
            hexadecimal or binary or octal or decimal,
            16 if hexadecimal else 2 if binary else 8 if octal else 10,
        )
        unsigned = "u" in suffix.lower() or number >= 2 ** (_BITS - 1)
        return _wrapped(number, unsigned)
