"""Reads of what lanes of a patch share (NV_tessellation_program5 2.X.3.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.patches.layout import PLACE, Owner, owner
from nvrender.program import Register, RegisterFile

_Step = Callable[[Float32Array, Float32Array], None]
#: Which of several each lane chooses, and whether there is one of that number.
Choice = Callable[[Float32Array], tuple[Any, Any]]


def slot_width(layout: Layout, c: Float32Array) -> int:
    """The columns of a slot."""
    return int(c.shape[1] - layout.columns) // len(layout.slots)


def place_of(layout: Layout, f: Float32Array) -> npt.NDArray[np.int64]:
    """Number of the lane, number of its patch, vertices of the input patch: (3, n)."""
    row = layout.rows[RegisterFile.ATTRIBUTE, PLACE]
    return f[row : row + 3].view(np.int32).astype(np.int64)


def shared_read(
    register: Register,
    layout: Layout,
    pairs: Sequence[tuple[int, int]],
    vertex: Choice | None,
    element: Choice | None,
) -> _Step:
    """Read a shared attribute into rows: ``pairs`` are (component, row).

    ``vertex`` and ``element`` are what is chosen at run time. 0 outside the patch and outside the array
    (docs/semantics.md).
    """
    kind, slot = owner(layout.program, register.index), layout.slots[register.index]
    declared = layout.program.tessellation
    size = 1 if declared is None else declared.vertices

    def gather(f: Float32Array, c: Float32Array) -> None:
        _, patch, count = place_of(layout, f)
        number, inside = (register.vertex or 0, True) if vertex is None else vertex(f)
        which, within = (0, True) if element is None else element(f)
        width = slot_width(layout, c)
        if kind is Owner.PATCH:
            column, valid = patch, np.asarray(within)
        else:
            vertices = count if kind is Owner.INPUT else np.int64(size)
            column = patch * vertices + number
            valid = np.logical_and(np.logical_and(inside, within), np.asarray(number) < vertices)
        columns = np.where(valid, layout.columns + (slot + which) * width + column, 0)
        for component, row in pairs:
            f[row] = c[component].take(columns)

    return gather
