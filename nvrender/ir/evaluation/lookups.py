"""Lookups of textures: which texture each lane reads, and what the level of detail comes from."""

from __future__ import annotations

import numpy as np

from nvrender.ir.evaluation.numbers import dtype_of
from nvrender.ir.evaluation.surroundings import Array, Lookup, Mask, Surroundings, Value, keys_of
from nvrender.ir.nodes import Sample
from nvrender.ops.evaluation.quads import ACROSS, UP, difference
from nvrender.ops.table import OPERATIONS

#: Handles are the numbers from here on; what is below are units (docs/semantics.md).
_FIRST_HANDLE = 1 << 32


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
    keys = keys_of(node.texture, value, len(active))
    there = active & (keys >= (0 if node.texture.handle is None else _FIRST_HANDLE))
    found = np.zeros((4, len(active)), dtype_of(node.type))
    for key in np.unique(keys[there]):
        texels = surroundings.sample(int(key), lookup)
        np.copyto(found, texels.view(found.dtype), where=there & (keys == key))
    return found
