"""Lookups of textures: which texture each lane reads, and what the level of detail comes from."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nvrender.ir.evaluation.quads import ACROSS, UP, Mask, difference
from nvrender.ir.evaluation.surroundings import Array, Lookup, Surroundings
from nvrender.ir.nodes import Expression, Sample, Texture
from nvrender.ops.table import OPERATIONS

#: Handles are the numbers from here on; what is below are units (docs/semantics.md).
_FIRST_HANDLE = np.uint64(1 << 32)
Value = Callable[[Expression], Array]


def sampled(node: Sample, value: Value, active: Mask, surroundings: Surroundings) -> Array:
    """The four components that each lane reads; zeros of a texture that is not there (docs/semantics.md).

    All lanes look up in every texture that one of them reads, for the sake of its neighbours' derivatives.
    """
    operands = tuple(map(value, node.operands))
    offset = None if node.texture.offset is None else value(node.texture.offset)
    derivatives = None
    if OPERATIONS[node.operation].implicit_detail:
        derivatives = difference(active, operands[0], ACROSS), difference(active, operands[0], UP)
    lookup = Lookup(node, operands, offset, derivatives)
    keys, there = _keys(node.texture, value, len(active))
    there &= active
    found = np.zeros((4, len(active)), np.uint32)
    for key in np.unique(keys[there]):
        texels = surroundings.sample(int(key), lookup)
        np.copyto(found, texels.view(np.uint32), where=there & (keys == key))
    return found


def _keys(texture: Texture, value: Value, lanes: int) -> tuple[Array, Mask]:
    """The unit or handle of each lane, and whether it is one."""
    if texture.handle is not None:
        handles = value(texture.handle)[0]
        return handles, handles >= _FIRST_HANDLE
    if texture.index is None:
        return np.full(lanes, texture.unit), np.ones(lanes, np.bool_)
    place = value(texture.index)[0].astype(np.int64)
    return texture.unit + place, (place >= 0) & (place < texture.units)
