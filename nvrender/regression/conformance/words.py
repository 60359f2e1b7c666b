"""The words conformance scripts write numbers in: input values and what a result may be."""

from __future__ import annotations

import functools
import math
import re
import struct
from dataclasses import dataclass

#: Magnitudes below this count as zero: GPUs differ on denormals.
SMALLEST_NORMAL = 2.0**-126

_NAMED = {
    "nan": 0x7FC00000,
    "+nan": 0x7FC00000,
    "-nan": 0xFFC00000,
    "inf": 0x7F800000,
    "+inf": 0x7F800000,
    "-inf": 0xFF800000,
    "+0": 0x00000000,
    "-0": 0x80000000,
}
_POWER = re.compile(r"([+-]?)(?:([0-9.]+)\*)?2\^([+-]?[0-9]+)")
_WORD = re.compile(r"0[xX][0-9a-fA-F]{8}")
_INTEGER = re.compile(r"int\s+([+-]?[0-9]{1,10})")


class WordError(ValueError):
    """A word the format does not have; str() says which and what it would be."""


def to_bits(value: float) -> int:
    """The float32 nearest to ``value``, as its 32 bits; overflow gives an infinity."""
    try:
        return int(struct.unpack("<I", struct.pack("<f", value))[0])
    except OverflowError:
        return 0x7F800000 if value > 0 else 0xFF800000


def from_bits(bits: int) -> float:
    """The number 32 bits stand for."""
    return float(struct.unpack("<f", struct.pack("<I", bits))[0])


def word_bits(text: str) -> int | None:
    """The 32 bits of ``0x3F800000`` or ``int -5``, which is two's complement; None for other words."""
    if _WORD.fullmatch(text):
        return int(text, 16)
    if match := _INTEGER.fullmatch(text):
        value = int(match[1])
        if not -(1 << 31) <= value < 1 << 32:
            raise WordError(f"{value} has no 32-bit word")
        return value & 0xFFFFFFFF
    return None


def number(word: object) -> float:
    """A number in double precision: ``1.5``, ``"2^-22"``, ``"1.5*2^127"``, ``"-inf"``, ``"0x3F800000"``."""
    if isinstance(word, (int, float)) and not isinstance(word, bool):
        return float(word)
    if not isinstance(word, str):
        raise WordError(f"{word!r} is not a number or a word")
    text = word.strip()
    if text in _NAMED:
        return from_bits(_NAMED[text])
    if match := _POWER.fullmatch(text):
        magnitude = math.ldexp(float(match[2] or 1), int(match[3]))
        return -magnitude if match[1] == "-" else magnitude
    try:
        if text.lower().startswith("0x"):
            return from_bits(int(text, 16))
        return float(text)
    except (ValueError, struct.error):
        raise WordError(
            f'{word!r} is not a number: write 1.5, "2^-22", "1.5*2^127", "-0", "inf", "-nan", "0x3F800000" '
            f'or "int -5"'
        ) from None


def input_bits(word: object) -> int:
    """The 32 bits of an input component, NaN signs and zero signs kept."""
    if isinstance(word, str):
        text = word.strip()
        if text in _NAMED:
            return _NAMED[text]
        if (bits := word_bits(text)) is not None:
            return bits
    return to_bits(number(word))


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing a component may be: ``kind`` any, nan, bits, equal, sign, within, or range.

    ``value`` and ``bound`` are doubles; ``bits`` the wanted bits of kinds nan (0 for either sign),
    bits and sign (of zero).
    """

    kind: str
    value: float = 0.0
    bound: float = 0.0
    bits: int = 0

    def accepts(self, bits: int) -> bool:
        """Whether a component with these bits is this alternative."""
        actual = from_bits(bits)
        match self.kind:
            case "any":
                return True
            case "nan":
                return math.isnan(actual) and (not self.bits or (self.bits ^ bits) >> 31 == 0)
            case "bits":
                return bits == self.bits
            case "sign":
                return abs(actual) < SMALLEST_NORMAL and (self.bits ^ bits) >> 31 == 0
            case "equal":
                return actual == self.value or (
                    abs(actual) < SMALLEST_NORMAL and abs(self.value) < SMALLEST_NORMAL
                )
            case "within":
                return abs(actual - self.value) < self.bound or actual == self.value
            case _:
                return self.value <= actual <= self.bound


@dataclass(frozen=True, slots=True)
class Expectation:
    """What one component may be, and the word that says so."""

    word: str
    alternatives: tuple[Alternative, ...]

    def accepts(self, bits: int) -> bool:
        """Whether a component with these bits is as expected."""
        return any(alternative.accepts(bits) for alternative in self.alternatives)


def ulp(value: float) -> float:
    """One unit in the last place of the float32 nearest to ``value``."""
    if value == 0.0:
        return 2.0**-149
    return math.ldexp(1.0, max(math.frexp(value)[1] - 24, -149))


def _alternative(text: str) -> Alternative:
    text = text.strip()
    if text == "any":
        return Alternative("any")
    if text in ("nan", "+nan", "-nan"):
        return Alternative("nan", bits=0 if text == "nan" else _NAMED[text])
    if text in ("+0", "-0"):
        return Alternative("sign", bits=_NAMED[text])
    if (bits := word_bits(text)) is not None:
        return Alternative("bits", bits=bits)
    if " within " in text:
        value_text, bound_text = text.split(" within ", 1)
        value = number(value_text)
        bound_text = bound_text.strip()
        if bound_text.endswith(" relative"):
            return Alternative("within", value, number(bound_text[: -len(" relative")]) * abs(value))
        if bound_text.endswith(" ulp"):
            return Alternative("within", value, (number(bound_text[: -len(" ulp")]) + 0.51) * ulp(value))
        return Alternative("within", value, number(bound_text))
    if " to " in text:
        low, high = text.split(" to ", 1)
        return Alternative("range", number(low), number(high))
    return Alternative("equal", from_bits(to_bits(number(text))))


def expectation(word: object) -> Expectation:
    """What a component may be.

    A number must be met exactly (as the nearest float32; zeros of either sign are equal);
    ``"+0"`` and ``"-0"`` test the sign; ``"nan"`` is any NaN, ``"+nan"`` and ``"-nan"`` test the sign;
    ``"0x"`` with eight hexadecimal digits and ``"int -5"`` are bits; ``"V within B"``,
    ``"V within B relative"``, ``"V within N ulp"``, ``"A to B"`` (inclusive), ``"A or B"`` and
    ``"any"`` are wider. Raises WordError.
    """
    if isinstance(word, str):
        return _of_text(word)
    return Expectation(repr(word), (Alternative("equal", from_bits(to_bits(number(word)))),))


@functools.lru_cache(maxsize=4096)
def _of_text(word: str) -> Expectation:
    return Expectation(word, tuple(map(_alternative, word.split(" or "))))
