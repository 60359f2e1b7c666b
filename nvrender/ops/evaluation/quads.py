"""What fragments see of their quad: lanes 4k…4k+3 are one, x fastest; what is not active is not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.ops.evaluation.numerics import flush

Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]

#: The bits of a lane's number that tell neighbours apart.
ACROSS, UP = 1, 2


def difference(active: Mask, values: Array, direction: int) -> Array:
    """The upper neighbour's values less the lower one's; of one that is not there one's own count."""
    lanes = np.arange(len(active))
    beside = np.minimum(lanes ^ direction, len(lanes) - 1)
    there = active[beside] & (beside == lanes ^ direction)
    other = values[:, np.where(there, beside, lanes)]
    found: Array = np.where(lanes & direction, values - other, other - values)
    flush(found)
    return found


def _ballot(active: Mask, held: Array) -> Array:
    """A bit for each active lane of the quad in which it holds."""
    lanes = np.arange(len(active))
    places = (lanes & ~3)[:, None] + np.arange(4)
    known = np.minimum(places, len(lanes) - 1)
    there = active[known] & (places == known)
    bits: Array = ((held[..., known] & there) << np.arange(4)).sum(axis=-1).astype(np.uint32)
    return bits


def _alike(active: Mask, held: Array) -> Array:
    bits = _ballot(active, held)
    alike: Array = (bits == 0) | (bits == _ballot(active, active))
    return alike


def _own_bit(active: Mask, held: Array) -> Array:
    bits: Array = (held << (np.arange(len(active)) & 3)).astype(np.uint32)
    return bits


def _read(keep: int, change: int) -> Callable[..., Array]:
    """a of another of the quad, plus the own b if any; 0 in quads that are not whole."""

    def read(active: Mask, a: Array, *b: Array) -> Array:
        lanes = np.arange(len(active))
        beside = np.minimum(lanes & keep ^ change, len(lanes) - 1)
        found: Array = np.where(_ballot(active, active) == 15, sum(b, a[:, beside]), np.float32(0.0))
        flush(found)
        return found

    return read


#: Operation → function of the mask of active lanes and operands (width, lanes).
EVALUATIONS: dict[str, Callable[..., Array]] = {
    "fddx": lambda active, a: difference(active, a, ACROSS),
    "fddy": lambda active, a: difference(active, a, UP),
    "all": lambda active, held: _ballot(active, held) == _ballot(active, active),
    "any": lambda active, held: _ballot(active, held) != 0,
    "alike": _alike,
    "ballot": _ballot,
    "ballot_alone": _own_bit,
    **{f"quad_{number}": _read(~3, number) for number in range(4)},
    "quad_x": _read(~0, ACROSS),
    "quad_y": _read(~0, UP),
}
