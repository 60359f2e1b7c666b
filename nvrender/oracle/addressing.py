"""Which element of an array, or which vertex, a relative address chooses (NV_gpu_program4 2.X.4.2)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nvrender.oracle.layout import Layout
from nvrender.oracle.numerics import BoolArray, Float32Array, Int32Array
from nvrender.program import Register, RelativeAddress

#: Which element of an array, and whether it is inside; one for all lanes, or each lane's.
Chosen = Callable[[Float32Array], tuple[Int32Array | int, BoolArray | bool]]


def address_of(relative: RelativeAddress, layout: Layout) -> Callable[[Float32Array], Int32Array]:
    """The relative address of every lane, without its offset, as int32."""
    row = layout.rows[relative.file, relative.register] + relative.component
    return lambda f: f[row].view(np.int32)


def element(register: Register, layout: Layout) -> Chosen:
    """Which element of its array a register is, and whether it is inside; one for all lanes if they agree.

    NV_gpu_program4 2.X.4.2, docs/semantics.md: outside the array reads give 0 and writes vanish.
    """
    assert register.relative is not None
    return chosen(register.relative, register.count, layout)


def chosen(relative: RelativeAddress, count: int, layout: Layout) -> Chosen:
    address, offset = address_of(relative, layout), relative.offset

    def find(f: Float32Array) -> tuple[Int32Array | int, BoolArray | bool]:
        addresses = address(f)
        low = int(addresses.min())
        if low == addresses.max():
            return low + offset, 0 <= low + offset < count
        inside = (addresses >= -offset) & (addresses < count - offset)
        return np.where(inside, addresses, np.int32(-offset)) + np.int32(offset), inside

    return find
