"""Types of the intermediate representation: a kind, how many components, and how many bits each has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Kind(Enum):
    """What the words of a component are read as."""

    FLOAT = "float"
    INT = "int"
    UINT = "uint"
    BOOL = "bool"


@dataclass(frozen=True, slots=True)
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
        return self if width == self.width else replace(self, width=width)


FLOAT, INT, UINT = Type(Kind.FLOAT), Type(Kind.INT), Type(Kind.UINT)
BOOL = Type(Kind.BOOL, bits=1)
