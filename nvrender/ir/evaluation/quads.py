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


def _quads(values: Array) -> Array:
    """(…, lanes) as (…, quads, 4), zeros where there is no lane."""
    missing = -values.shape[-1] % 4
    padded = np.pad(values, [(0, 0)] * (values.ndim - 1) + [(0, missing)])
    return padded.reshape(*values.shape[:-1], -1, 4)


def _each(quads: Any, lanes: int) -> Array:
    """What each quad has, (…, quads), for each of its lanes."""
    return np.repeat(quads, 4, axis=-1)[..., :lanes]


def _all(active: Mask, held: Array) -> Array:
    return _each(np.all(_quads(held) | ~_quads(active), axis=-1), len(active))


def _any(active: Mask, held: Array) -> Array:
    return _each(np.any(_quads(held & active), axis=-1), len(active))


def _ballot(active: Mask, held: Array) -> Array:
    bits = (_quads(held & active) << np.arange(4)).sum(axis=-1)
    return _each(bits, len(active)).astype(np.uint32)


def _own_bit(active: Mask, held: Array) -> Array:
    bits: Array = (held << (np.arange(len(active)) & 3)).astype(np.uint32)
    return bits


def _read(thread: Callable[[Array], Array]) -> Callable[..., Array]:
    """a of another of the quad, plus the own b if any; 0 in quads that are not whole."""

    def read(active: Mask, a: Array, b: Array | None = None) -> Array:
        lanes = np.arange(len(active))
        beside = np.minimum(lanes & ~3 | thread(lanes & 3), len(lanes) - 1)
        whole = _each(np.all(_quads(active), axis=-1), len(lanes))
        value = a[:, beside] if b is None else a[:, beside] + b
        found: Array = np.where(whole, value, np.float32(0.0))
        flush(found)
        return found

    return read


def _numbered(number: int) -> Callable[[Array], Array]:
    return lambda threads: np.full_like(threads, number)


#: Operation → function of the mask of active lanes and operands (width, lanes).
EVALUATIONS: dict[str, Callable[..., Array]] = {
    "fddx": lambda active, a: difference(active, a, ACROSS),
    "fddy": lambda active, a: difference(active, a, UP),
    "all": _all,
    "any": _any,
    "alike": lambda active, held: _all(active, held) | ~_any(active, held),
    "ballot": _ballot,
    "ballot_alone": _own_bit,
    **{f"quad_{number}": _read(_numbered(number)) for number in range(4)},
    "quad_x": _read(lambda threads: threads ^ ACROSS),
    "quad_y": _read(lambda threads: threads ^ UP),
}
