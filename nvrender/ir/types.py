"""Types of the intermediate representation: a kind, how many components, and how many bits each has."""

from __future__ import annotations

from enum import Enum
from functools import cache

from nvrender.records import record


class Kind(Enum):
    """What the words of a component are read as."""

    FLOAT = "float"
    INT = "int"
    UINT = "uint"
    BOOL = "bool"

    #: Members are single objects; Enum's own hash is that of a name.
    __hash__ = object.__hash__


@record
class Type:
    """``width`` components of ``kind``, 1 to 4; ``bits`` are 32, 64 or, of a BOOL, 1."""

    kind: Kind
    width: int = 1
    bits: int = 32

    def __str__(self) -> str:
        bits = "" if self.bits in (1, 32) else str(self.bits)
        return f"{self.kind.value}{bits}" + (f"x{self.width}" if self.width > 1 else "")

    def wide(self, width: int) -> Type:
        """The same with ``width`` components."""
        return self if width == self.width else type_of(self.kind, width, self.bits)


@cache
def signed_word(word: int) -> int:
    """The number that a word is in two's complement of 32 bits."""
    return word - (word >> 31 << 32)


@cache
def type_of(kind: Kind, width: int, bits: int = 32) -> Type:
    """The one type of this kind, width and bits."""
    return Type(kind, width, bits)


FLOAT, INT, UINT = Type(Kind.FLOAT), Type(Kind.INT), Type(Kind.UINT)
BOOL = Type(Kind.BOOL, bits=1)
