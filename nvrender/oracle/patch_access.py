"""Reads of what lanes of a patch share, and the writes of a control program that others see.

Threads of a patch run in lockstep (NV_tessellation_program5 2.X.5): lanes at one instruction read before any
writes, and what they write is there for the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.oracle.layout import Layout
from nvrender.oracle.numerics import Float32Array
from nvrender.oracle.patch_layout import PLACE, Owner, names_of, owner, read_back
from nvrender.program import Instruction, Register, RegisterFile, covered

_Step = Callable[[Float32Array, Float32Array], None]
#: Which of several each lane chooses, and whether there is one of that number.
Choice = Callable[[Float32Array], tuple[Any, Any]]


def _width(layout: Layout, c: Float32Array) -> int:
    """The columns of a slot."""
    return int(c.shape[1] - layout.columns) // len(layout.slots)


def _place(layout: Layout, f: Float32Array) -> npt.NDArray[np.int64]:
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
        _, patch, count = _place(layout, f)
        number, inside = (register.vertex or 0, True) if vertex is None else vertex(f)
        which, within = (0, True) if element is None else element(f)
        width = _width(layout, c)
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


def shared_write(
    instruction: Instruction, layout: Layout, enabled: Sequence[int], commit: Callable[[int], list[_Step]]
) -> list[_Step]:
    """What follows a control program's instruction that writes a result: the others see it.

    ``commit`` makes the steps that write the destination from scratch rows, under its masks. Of several lanes
    that write one value of the patch the highest counts (docs/semantics.md).
    """
    destination, program = instruction.destination, layout.program
    if destination is None or destination.register.file is not RegisterFile.RESULT or not layout.slots:
        return []
    names = names_of(program)
    results = program.profile.results
    moves = []
    for index in covered(destination.register):
        attribute = names.index(read_back(results[index]))
        if attribute in layout.slots:
            moves.append((layout.rows[RegisterFile.RESULT, index], layout.slots[attribute]))
    if not moves:
        return []
    name = results[destination.register.index]
    if not name.startswith("patch."):
        return [_own(layout, moves, enabled)]
    if name.startswith("patch.tess"):
        enabled = [component for component in enabled if component == 0]  # a level is a number
    return [_common(layout, moves, enabled, commit(layout.out))] if enabled else []


def _own(layout: Layout, moves: Sequence[tuple[int, int]], enabled: Sequence[int]) -> _Step:
    """Results of the lane's own vertex, which no other lane writes."""

    def step(f: Float32Array, c: Float32Array) -> None:
        lane, width = _place(layout, f)[0], _width(layout, c)
        for row, slot in moves:
            for component in enabled:
                c[component, layout.columns + slot * width + lane] = f[row + component]

    return step


def _common(
    layout: Layout, moves: Sequence[tuple[int, int]], enabled: Sequence[int], commit: Sequence[_Step]
) -> _Step:
    """Results of the patch: done again with ones over zeros, the write tells where it writes."""
    places = [row + component for row, _ in moves for component in enabled]
    scratch = [layout.out + component for component in enabled]

    def step(f: Float32Array, c: Float32Array) -> None:
        lane, patch, _ = _place(layout, f)
        ascending = np.argsort(lane)
        kept = f[places].copy()
        f[places], f[scratch] = 0.0, 1.0
        for part in commit:
            part(f, c)
        written = f[places] != 0.0
        f[places] = kept
        width = _width(layout, c)
        targets = ((slot, component) for _, slot in moves for component in enabled)
        for (slot, component), value, mask in zip(targets, kept, written, strict=True):
            chosen = ascending[mask[ascending]]
            columns = layout.columns + slot * width + patch[chosen]
            c[component, columns] = value[chosen]  # of equal columns the last is kept

    return step
