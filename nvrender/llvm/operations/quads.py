"""What fragments see of their quad: lanes 4k…4k+3 are one, x fastest; what is not active is not there."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.llvm.lanes import Lanes
from nvrender.llvm.operations.floats import Function
from nvrender.llvm.types import I1, I32, Value

#: The bits of a lane's number that tell neighbours apart.
ACROSS, UP = 1, 2


def difference(lanes: Lanes, a: Value, direction: int) -> Value:
    """The upper neighbour's value less the lower one's; of one that is not there one's own counts."""
    other = _of_lanes(lanes, a, lambda lane: lane ^ direction)
    if lanes.active is not None:
        there = _of_lanes(lanes, lanes.active, lambda lane: lane ^ direction)
        other = lanes.select(there, other, a)
    upper = lanes.numbers(I1, [int(lane & direction != 0) for lane in range(lanes.width)])
    return lanes.select(upper, lanes.subtract(a, other), lanes.subtract(other, a))


def _of_lanes(lanes: Lanes, a: Value, place: Callable[[int], int]) -> Value:
    return lanes.shuffled(a, [place(lane) for lane in range(lanes.width)])


def _ballot(lanes: Lanes, held: Value) -> Value:
    """A bit for each active lane of the quad in which it holds."""
    if lanes.active is not None:
        held = lanes.builder.and_(held, lanes.active)
    bits = lanes.constant(I32, 0)
    for number in range(4):
        one = _of_lanes(lanes, held, lambda lane, number=number: (lane & ~3) + number)  # type: ignore[misc]
        bits = lanes.builder.or_(
            bits, lanes.select(one, lanes.constant(I32, 1 << number), lanes.constant(I32, 0))
        )
    return bits


def _everyone(lanes: Lanes) -> Value:
    """The ballot of what holds everywhere."""
    return _ballot(lanes, lanes.constant(I1, 1)) if lanes.active is not None else lanes.constant(I32, 15)


def _is(lanes: Lanes, relation: str, bits: Value, other: Value) -> Value:
    return lanes.builder.icmp_unsigned(relation, bits, other)


def _all(lanes: Lanes, held: Value) -> Value:
    return _is(lanes, "==", _ballot(lanes, held), _everyone(lanes))


def _any(lanes: Lanes, held: Value) -> Value:
    return _is(lanes, "!=", _ballot(lanes, held), lanes.constant(I32, 0))


def _alike(lanes: Lanes, held: Value) -> Value:
    bits = _ballot(lanes, held)
    none = _is(lanes, "==", bits, lanes.constant(I32, 0))
    return lanes.builder.or_(none, _is(lanes, "==", bits, _everyone(lanes)))


def _own_bit(lanes: Lanes, held: Value) -> Value:
    own = lanes.numbers(I32, [1 << (lane & 3) for lane in range(lanes.width)])
    return lanes.select(held, own, lanes.constant(I32, 0))


def _read(keep: int, change: int) -> Function:
    """a of another of the quad, plus the own b if any; 0 in quads that are not whole."""

    def made(lanes: Lanes, a: Value, *b: Value) -> Value:
        found = _of_lanes(lanes, a, lambda lane: lane & keep ^ change)
        for own in b:
            found = lanes.add(found, own)
        whole = _is(lanes, "==", _everyone(lanes), lanes.constant(I32, 15))
        return lanes.flush(lanes.select(whole, found, lanes.like(a, 0.0)))

    return made


#: Operation → what builds it.
OPERATIONS: dict[str, Function] = {
    "fddx": lambda lanes, a: difference(lanes, a, ACROSS),
    "fddy": lambda lanes, a: difference(lanes, a, UP),
    "all": _all,
    "any": _any,
    "alike": _alike,
    "ballot": _ballot,
    "ballot_alone": _own_bit,
    **{f"quad_{number}": _read(~3, number) for number in range(4)},
    "quad_x": _read(~0, ACROSS),
    "quad_y": _read(~0, UP),
}
