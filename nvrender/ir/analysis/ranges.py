"""Ranges of integers, and how often a loop runs at most, as far as expressions alone tell."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from math import floor, isnan

from nvrender.ir.nodes import Apply, Bitcast, Compose, Const, Expression, Load, Loop, Select, Swizzle
from nvrender.ir.types import Kind

Range = tuple[int, int]
#: By the name of a variable and a component of it.
Ranges = Mapping[tuple[str, int], Range]
NONE: Ranges = {}


def values(node: Expression, component: int = 0, known: Ranges = NONE) -> Range:
    """The least and the greatest number that a component of an integer expression may be.

    ``known`` are the ranges of what variables hold, as signed numbers.
    """
    bits, signed = node.type.bits, node.type.kind is Kind.INT
    every = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    found = _values(node, component, known)
    return found if found and every[0] <= found[0] and found[1] <= every[1] else every


def _values(node: Expression, component: int, known: Ranges) -> Range | None:
    """None where nothing is known, or more than the type holds, so that it may wrap."""
    match node:
        case Const(type, words):
            word = words[component]
            number = word - (1 << type.bits) if type.kind is Kind.INT and word >> type.bits - 1 else word
            return number, number
        case Load(var, components, None, None):
            return known.get((var.name, components[component]))
        case Bitcast(value, type) if value.type.width == type.width:
            return _values(value, component, known)
        case Swizzle(value, components):
            return values(value, components[component], known)
        case Compose(parts):
            for part in parts:
                if component < part.type.width:
                    return values(part, component, known)
                component -= part.type.width
        case Select(_, yes, no):
            one, other = (values(way, component, known) for way in (yes, no))
            return min(one[0], other[0]), max(one[1], other[1])
        case Apply("address_floor" | "address_round" | "address_add"):
            return -512, 511
        case Apply("ifloor", (Const(words=words),)):
            number = _floor(words[component])
            return number, number
        case Apply(operation, operands) if operation in _OPERATIONS:
            if all(row.type.kind in (Kind.INT, Kind.UINT) for row in operands):
                return _OPERATIONS[operation](*(values(row, component, known) for row in operands))
    return None


def _floor(word: int) -> int:
    """A float rounded down to an INT, NaN as 0."""
    value: float = struct.unpack("<f", struct.pack("<I", word))[0]
    if isnan(value):
        return 0
    return floor(max(-(2.0**31), min(value, 2.0**31 - 1)))


def _sum(one: Range, other: Range) -> Range:
    return one[0] + other[0], one[1] + other[1]


def _minimum(one: Range, other: Range) -> Range:
    return min(one[0], other[0]), min(one[1], other[1])


def _maximum(one: Range, other: Range) -> Range:
    return max(one[0], other[0]), max(one[1], other[1])


def _common(one: Range, other: Range) -> Range | None:
    """The bits that both have: at most what one of them is that is not negative."""
    most = [row[1] for row in (one, other) if row[0] >= 0]
    return (0, min(most)) if most else None


_OPERATIONS = {
    "iadd": _sum, "uadd": _sum, "imin": _minimum, "umin": _minimum, "imax": _maximum, "umax": _maximum,
    "and": _common,
}  # fmt: skip


def most_turns(loop: Loop) -> int | None:
    """How often a loop's body runs at most each time, None where that is not known."""
    if loop.turns is None:
        return None
    least, most = values(loop.turns)
    return max(most, 0) if most < (1 << 31) - 1 or least == most else None
