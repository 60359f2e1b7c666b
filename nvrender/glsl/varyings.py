"""What one stage writes and the next reads, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

#: The qualifiers of interpolation, in the order they are written.
QUALIFIERS = ("flat", "noperspective", "centroid", "sample")
_SETS = {" ".join(row): frozenset(row) for count in range(5) for row in combinations(QUALIFIERS, count)}
#: ``primitive.id`` where another stage hands it over.
GIVEN_PRIMITIVE_ID = "primitive_id"


class Varying(NamedTuple):
    """What one stage hands to the next: its name, qualifiers of interpolation, and the kind of its words."""

    name: str
    qualifiers: str = ""
    kind: str = ""

    @property
    def interpolation(self) -> frozenset[str]:
        """The qualifiers one by one."""
        return _SETS[self.qualifiers]

    @property
    def declaration(self) -> str:
        """``ivec4 ATTR3``, without qualifiers."""
        return f"{self.kind}vec4 {self.name}"

    def declared(self, direction: str, precise: str = "", array: str = "") -> str:
        """``flat in ivec4 ATTR3;``; ``flat in ivec4 vertex_ATTR3[];`` of an ``array``."""
        space = " " * bool(self.qualifiers)
        return f"{precise}{self.qualifiers}{space}{direction} {self.declaration}{array};"

    def unwritten(self, zero: str = "0.0") -> str:
        """What the next stage reads where nothing writes it (docs/semantics.md).

        Exact numerics give a ``zero`` that linkers, too, do not know (quirks.FOLDING).
        """
        if self.name == GIVEN_PRIMITIVE_ID:
            return "ivec4(gl_PrimitiveID, 0, 0, 0)"
        return self.words(first_vector(zero))

    def words(self, vector: str) -> str:
        """A vec4 as what the next stage reads."""
        return {"": vector, "i": f"floatBitsToInt({vector})", "u": f"floatBitsToUint({vector})"}[self.kind]


def of_kind(name: str, kind: str) -> Varying:
    """What is handed over as it is where its words are integers."""
    return Varying(name, "flat" if kind else "", kind)


Varyings = Mapping[str, Varying]


def first_vector(zero: str = "0.0", first: str = "") -> str:
    """(0, 0, 0, 1) or (x, 0, 0, 1), of a ``zero`` that no compiler knows or the plain one."""
    one = "1.0" if zero == "0.0" else f"1.0 + {zero}"
    return f"vec4({first or zero}, {zero}, {zero}, {one})"


def unwritten(varyings: Varyings | None, written: Iterable[str]) -> list[Varying]:
    """What the next stage reads and this one does not write."""
    return [row for name, row in (varyings or {}).items() if name not in set(written)]


def unwritten_values(varyings: Iterable[Varying], *, exact: bool) -> list[str]:
    """The statements that give ``varyings`` what they are where nothing writes them."""
    zero = "zero" if exact else "0.0"
    return [f"{row.name} = {row.unwritten(zero)};" for row in varyings]
