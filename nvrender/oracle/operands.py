"""Operands prepared once: register, swizzle, bars and sign → a view of rows, or filled scratch rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from nvrender.oracle.layout import Layout
from nvrender.oracle.numerics import Float32Array
from nvrender.program import Operand, RegisterFile, RelativeAddress

#: (state rows, parameter table) → float32 (k, n), or (k, 1) where all lanes share it.
Fetch = Callable[[Float32Array, Float32Array], Float32Array]
#: Runs before the instruction proper, or is it: (state rows, parameter table).
Step = Callable[[Float32Array, Float32Array], None]
Modifier = Callable[[Float32Array, Float32Array | None], Float32Array]


def strided(rows: Sequence[int]) -> slice | None:
    """The slice that picks ``rows`` in order (one row if all are the same), None if none does."""
    first = rows[0]
    if len(rows) == 1:
        return slice(first, first + 1)
    step = rows[1] - first
    if any(after - before != step for before, after in pairwise(rows)):
        return None
    if step == 0:
        return slice(first, first + 1)
    stop = rows[-1] + (1 if step > 0 else -1)
    return slice(first, None if stop < 0 else stop, step)


def runs(components: Sequence[int], *maps: Sequence[int]) -> list[tuple[int, ...]]:
    """``components`` cut into the fewest consecutive parts that are strided, and strided in every map."""
    parts: list[tuple[int, ...]] = []
    for component in components:
        longer = (*parts[-1], component) if parts else ()
        if longer and all(
            strided([rows[index] for index in longer]) is not None for rows in (range(4), *maps)
        ):
            parts[-1] = longer
        else:
            parts.append((component,))
    return parts


def _modifier(operand: Operand) -> Modifier | None:
    """Absolute value, then negation (NV_vertex_program2 2.14.2.1)."""
    if operand.absolute and operand.negate:
        return lambda values, out: np.negative(np.absolute(values, out=out), out=out)
    if operand.absolute:
        return lambda values, out: np.absolute(values, out=out)
    if operand.negate:
        return lambda values, out: np.negative(values, out=out)
    return None


@dataclass(frozen=True, slots=True)
class Loaded:
    """One operand of one instruction.

    ``rows`` holds the row of each component: of the state, or of the parameter table's ``column``.
    ``steps`` run first. ``modify`` is left for parameters only. ``direct`` tells that ``rows`` are the
    register's own, not scratch.
    """

    rows: tuple[int, int, int, int]
    column: slice | None = None
    steps: tuple[Step, ...] = ()
    modify: Modifier | None = None
    direct: bool = False

    def fetch(self, components: Sequence[int]) -> Fetch:
        """The operand's value for ``components``, whose rows must be strided."""
        rows = strided([self.rows[component] for component in components])
        assert rows is not None
        column, modify = self.column, self.modify
        if column is None:
            return lambda f, c: f[rows]
        if modify is None:
            return lambda f, c: c[rows, column]
        change = modify
        return lambda f, c: change(c[rows, column], None)


def load(operand: Operand, position: int, layout: Layout, components: Sequence[int], whole: bool) -> Loaded:
    """Prepare operand number ``position`` for reads of ``components`` (after swizzling).

    With ``whole`` all of them are fetched at once, one row each, so their rows are made strided.
    """
    scratch = layout.operand_scratch(position)
    at_scratch = (scratch, scratch + 1, scratch + 2, scratch + 3)
    register, modify, swizzle = operand.register, _modifier(operand), operand.swizzle
    if register.relative is not None:
        steps = [_gather(register.relative, layout, swizzle, scratch, components)]
        if modify is not None:
            steps.append(_fill(at_scratch, None, scratch, components, modify))
        return Loaded(at_scratch, steps=tuple(steps))
    if register.file is RegisterFile.PARAMETER:
        column = slice(register.index + 1, register.index + 2)
        if whole and not _one_row_each(swizzle, components):
            return Loaded(at_scratch, steps=(_fill(swizzle, column, scratch, components, modify),))
        return Loaded(swizzle, column, modify=modify)
    first = layout.row(register)
    x, y, z, w = swizzle
    rows = (first + x, first + y, first + z, first + w)
    if modify is None and (not whole or _one_row_each(swizzle, components)):
        return Loaded(rows, direct=True)
    return Loaded(at_scratch, steps=(_fill(rows, None, scratch, components, modify),))


def _one_row_each(swizzle: Sequence[int], components: Sequence[int]) -> bool:
    """True if a slice picks the components, none of them twice: a sum needs every term."""
    picked = [swizzle[component] for component in components]
    return strided(picked) is not None and len(set(picked)) == len(picked)


def _fill(
    rows: Sequence[int],
    column: slice | None,
    scratch: int,
    components: Sequence[int],
    modify: Modifier | None,
) -> Step:
    """Copy ``rows`` of some components, modified, to the scratch rows of the same components."""
    copy = modify or _copied
    pairs = []
    for run in runs(components, rows):
        source = strided([rows[component] for component in run])
        target = strided([scratch + component for component in run])
        assert source is not None and target is not None
        pairs.append((source, target))

    def fill(f: Float32Array, c: Float32Array) -> None:
        for source, target in pairs:
            copy(f[source] if column is None else c[source, column], f[target])

    return fill


def _copied(values: Float32Array, out: Float32Array | None) -> Float32Array:
    assert out is not None
    np.copyto(out, values)
    return out


def _gather(
    relative: RelativeAddress, layout: Layout, swizzle: Sequence[int], scratch: int, components: Sequence[int]
) -> Step:
    """Read c[A + offset] into scratch rows; outside the parameters every component is 0.

    NV_vertex_program 2.14.1.9; docs/semantics.md for !!VP2.0. The table has a column of zeros at
    each end, where clipping sends what is out of range.
    """
    address = layout.rows[RegisterFile.ADDRESS, relative.register] + relative.component
    offset = relative.offset + 1
    last = layout.program.profile.parameters + 1
    pairs = [(swizzle[component], scratch + component) for component in dict.fromkeys(components)]

    def gather(f: Float32Array, c: Float32Array) -> None:
        indices = f[address]
        low = indices.min()
        if low == indices.max():
            shared = min(max(int(low) + offset, 0), last)
            for source, target in pairs:
                f[target] = c[source, shared]
            return
        columns = indices.astype(np.intp)
        columns += offset
        for source, target in pairs:
            c[source].take(columns, mode="clip", out=f[target])

    return gather
