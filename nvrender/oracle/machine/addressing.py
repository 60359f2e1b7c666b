"""Which element of an array, or which vertex, a relative address chooses (NV_gpu_program4 2.X.4.2)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nvrender.ops.evaluation.numerics import BoolArray, Float32Array, Int32Array
from nvrender.oracle.machine.layout import Layout
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


def column(register: Register, layout: Layout) -> Callable[[Float32Array], Int32Array | int]:
    """The column of the table of shared values that a parameter or buffer element is in, chosen at run time.

    Outside its array, or its range of binding points (NV_gpu_program5 2.X.3.6), column 0, which holds zeros.
    """
    firsts = layout.columns_of(register)
    places = np.array(firsts, np.int32)
    bank_relative = register.bank_relative
    find_bank = None if bank_relative is None else chosen(bank_relative, len(firsts), layout)
    find_element = None if register.relative is None else element(register, layout)

    def find(f: Float32Array) -> Int32Array | int:
        bank, bound = (0, True) if find_bank is None else find_bank(f)
        which, inside = (0, True) if find_element is None else find_element(f)
        if isinstance(bank, int) and isinstance(which, int):
            return firsts[bank] + which if bound and inside else 0
        return np.where(np.logical_and(bound, inside), places[np.where(bound, bank, 0)] + which, 0)

    return find


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
