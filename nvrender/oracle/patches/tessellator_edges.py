"""How the primitive generator cuts an edge into segments (ARB_tessellation_shader 2.X.2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

#: MAX_TESS_GEN_LEVEL.
MAX_LEVEL = 64
#: Levels of fractional spacings are kept in steps of this size (docs/semantics.md).
STEP = 2.0**-16


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of ``segments`` segments, whose ends are at 0 and 1.

    ``level`` is the clamped level, from which fractional spacings take the lengths; ``odd`` tells whether
    the edge's middle is the middle of a segment.
    """

    level: float
    segments: int

    @property
    def odd(self) -> bool:
        return self.segments % 2 == 1

    @property
    def half(self) -> int:
        """How many whole segments lie on one half."""
        return self.segments // 2

    def points(self) -> tuple[float, ...]:
        """Where the ``segments`` + 1 vertices are, in ascending order."""
        return _points(self.level, self.segments)


def edge(level: float, spacing: str, *, above_one: bool = False) -> Edge:
    """The subdivision that ``level`` asks for; ``above_one`` makes a level of 1 one slightly above it.

    EQUAL rounds up to the next integer, FRACTIONAL_EVEN and FRACTIONAL_ODD to the next even and odd one. NaN
    is the least level.
    """
    odd, even = spacing == "FRACTIONAL_ODD", spacing == "FRACTIONAL_EVEN"
    least, most = (2.0 if even else 1.0), (MAX_LEVEL - 1.0 if odd else float(MAX_LEVEL))
    clamped = min(max(level, least), most) if level == level else least
    if spacing == "EQUAL":
        segments = math.ceil(clamped)
        segments = 2 if segments == 1 and above_one else segments
        return Edge(float(segments), segments)
    clamped = math.floor(clamped / STEP + 0.5) * STEP
    if odd:
        clamped = max(clamped, 1.0 + STEP) if above_one else clamped
        return Edge(clamped, 2 * math.ceil((clamped + 1.0) / 2.0) - 1)
    return Edge(clamped, 2 * math.ceil(clamped / 2.0))


@lru_cache(maxsize=1024)
def _points(level: float, segments: int) -> tuple[float, ...]:
    """Equal segments but for two shorter ones, which lie in the same place on both halves.

    On the way from n - 2 to n segments a vertex of each half parts from its neighbour, in the order of
    ``_split``, and all move evenly (docs/semantics.md).
    """
    odd = segments % 2
    fewer = segments if level == segments else segments - 2
    fraction = (level - fewer) / 2.0
    split = _split(fewer // 2, bool(odd))
    found = []
    for number in range((segments + 1) // 2):
        if fewer == segments:
            found.append(number / segments)
            continue
        before = number - (number > split)
        found.append((1.0 - fraction) * before / fewer + fraction * number / segments)
    middle = [] if odd else [0.5]
    return (*found, *middle, *(1.0 - place for place in reversed(found)))


def _split(half: int, odd: bool) -> int:
    """Which vertex of a half with ``half`` whole segments becomes two, counted from the edge's end."""
    if odd and half == 0:
        return 0
    return 2 * (half - (1 << (half.bit_length() - 1))) + 1


def rank(place: int) -> int:
    """When place 1 … 32 of half an edge is taken, as levels rise: halves first, then quarters, ….

    Place 1, beside the end, is the last.
    """
    if place == 1:
        return MAX_LEVEL // 2
    number = place - 1
    lowest = number & -number
    return (16 // lowest) + (number // lowest - 1) // 2
