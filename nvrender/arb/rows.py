"""Instructions of plain ARB programs before their registers are chosen."""

from __future__ import annotations

from collections.abc import Mapping

from nvrender.program import IDENTITY_SWIZZLE
from nvrender.records import record
from nvrender.source import Span

Swizzle = tuple[int, int, int, int]


@record
class Temporary:
    """A variable, by its name."""

    name: str


@record
class Attribute:
    number: int


@record
class Result:
    number: int


@record
class Address:
    """The address register."""


@record
class Parameter:
    """A PARAMETER register of the source; ``offset`` is there where the address register is added.

    The array is then ``count`` registers from ``number`` on.
    """

    number: int
    offset: int | None = None
    count: int = 0


@record
class Literal:
    """Words of floats."""

    words: Swizzle


Place = Temporary | Attribute | Result | Address | Parameter | Literal


@record
class Operand:
    place: Place
    swizzle: Swizzle
    negate: bool = False


@record
class Row:
    """An instruction: ``operation`` is the name of a row of ``ops``, "kill" without a ``target``.

    ``components`` are those that are written, in order. ``unit`` is the texture's, of a ``texture`` target.
    """

    operation: str
    target: Place | None
    components: tuple[int, ...]
    operands: tuple[Operand, ...]
    origin: Span | None = None
    saturate: bool = False
    unit: int = 0
    texture: str = ""


def filled(chosen: Mapping[int, int]) -> Swizzle:
    """A swizzle with components in some places, the others such that it reads easily."""
    if len(chosen) > 1 and all(place == component for place, component in chosen.items()):
        return IDENTITY_SWIZZLE
    last = chosen[min(chosen)]
    a, b, c, d = (last := chosen.get(place, chosen.get(place ^ 2, last)) for place in range(4))
    return a, b, c, d
