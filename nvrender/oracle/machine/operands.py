"""Operands prepared once: register, swizzle, bars and sign → a view of rows, or filled scratch rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.types import DataType
from nvrender.oracle.machine import wide_words
from nvrender.oracle.machine.addressing import chosen, column, element
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.patches.access import shared_read
from nvrender.program import (
    ExtendedSwizzle,
    Operand,
    Register,
    RegisterFile,
    RelativeAddress,
    Selector,
    chosen_by,
)

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


def modifier(operand: Operand) -> Modifier | None:
    """Absolute value, then negation (NV_vertex_program2 2.14.2.1)."""
    if operand.type is not DataType.FLOAT:
        return _integer_modifier(operand)
    if operand.absolute and operand.negate:
        return lambda values, out: np.negative(np.absolute(values, out=out), out=out)
    if operand.absolute:
        return lambda values, out: np.absolute(values, out=out)
    if operand.negate:
        return lambda values, out: np.negative(values, out=out)
    return None


def _integer_modifier(operand: Operand) -> Modifier | None:
    """The same on words read as integers; −2^31 stays what it is (NV_gpu_program4 2.X.4.2)."""
    absolute, negate = operand.absolute, operand.negate
    if not absolute and not negate:
        return None

    def modify(values: Float32Array, out: Float32Array | None) -> Float32Array:
        words = values.view(np.int32)
        if absolute:
            words = np.absolute(words)
        if negate:
            words = np.negative(words)
        if out is None:
            return words.view(np.float32)
        np.copyto(out, words.view(np.float32))
        return out

    return modify


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
    register, modify, swizzle = operand.register, modifier(operand), operand.swizzle
    if register.long and operand.extended is None:
        narrow: list[Step] = [wide_words.narrowed(operand, layout, scratch, components)]
        if modify is not None:
            narrow.append(_fill(at_scratch, None, scratch, components, modify))
        return Loaded(at_scratch, steps=tuple(narrow))
    if operand.extended is not None:
        return Loaded(
            at_scratch, steps=tuple(_select(operand, operand.extended, layout, scratch, components))
        )
    if register.file is RegisterFile.ATTRIBUTE and register.index in layout.slots:
        steps = [_gather_shared(register, layout, swizzle, scratch, components)]
        if modify is not None:
            steps.append(_fill(at_scratch, None, scratch, components, modify))
        return Loaded(at_scratch, steps=tuple(steps))
    if any(chosen_by(register)):
        if register.relative is not None and not layout.declared:
            steps = [_gather(register.relative, layout, swizzle, scratch, components)]
        else:
            gather = _gather_vertex if isinstance(register.vertex, RelativeAddress) else _gather_element
            steps = [gather(register, layout, swizzle, scratch, components)]
        if modify is not None:
            steps.append(_fill(at_scratch, None, scratch, components, modify))
        return Loaded(at_scratch, steps=tuple(steps))
    if register.file in (RegisterFile.PARAMETER, RegisterFile.BUFFER):
        (place,) = layout.columns_of(register)
        column = slice(place, place + 1)
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


def _gather_element(
    register: Register, layout: Layout, swizzle: Sequence[int], scratch: int, components: Sequence[int]
) -> Step:
    """Read an array element into scratch rows, zeros outside the array and a buffer's range of them."""
    pairs = [(swizzle[component], scratch + component) for component in dict.fromkeys(components)]
    if register.file in (RegisterFile.PARAMETER, RegisterFile.BUFFER):
        find_column = column(register, layout)

        def gather_shared(f: Float32Array, c: Float32Array) -> None:
            columns = find_column(f)
            for source, target in pairs:
                if isinstance(columns, int):
                    f[target] = c[source, columns]
                else:
                    c[source].take(columns, mode="clip", out=f[target])

        return gather_shared
    find, start = element(register, layout), layout.row(register)

    def gather(f: Float32Array, c: Float32Array) -> None:
        which, inside = find(f)
        if isinstance(which, int):
            for source, target in pairs:
                f[target] = f[start + 4 * which + source] if inside else 0.0
            return
        rows = start + 4 * which
        lanes = np.arange(f.shape[1])
        for source, target in pairs:
            f[target] = np.where(inside, f[rows + source, lanes], np.float32(0.0))

    return gather


def _gather_shared(
    register: Register, layout: Layout, swizzle: Sequence[int], scratch: int, components: Sequence[int]
) -> Step:
    """Read what the lanes of a patch share (NV_tessellation_program5 2.X.3.2)."""
    limits = layout.program.profile.limits
    assert limits is not None
    vertex = None
    if isinstance(register.vertex, RelativeAddress):
        vertex = chosen(register.vertex, limits.patch_vertices, layout)
    find = None if register.relative is None else element(register, layout)
    pairs = [(swizzle[component], scratch + component) for component in dict.fromkeys(components)]
    return shared_read(register, layout, pairs, vertex, find)


def _gather_vertex(
    register: Register, layout: Layout, swizzle: Sequence[int], scratch: int, components: Sequence[int]
) -> Step:
    """Read an attribute of the vertex chosen at run time, of an array perhaps the element too.

    NV_geometry_program4 2.X.3.2; zeros outside the primitive and outside the array.
    """
    geometry = layout.program.geometry
    assert geometry is not None and isinstance(register.vertex, RelativeAddress)
    find_vertex = chosen(register.vertex, geometry.vertices, layout)
    find_element = None if register.relative is None else element(register, layout)
    start, stride = layout.row(register), layout.vertex_rows(register)
    pairs = [(swizzle[component], scratch + component) for component in dict.fromkeys(components)]

    def gather(f: Float32Array, c: Float32Array) -> None:
        vertex, inside = find_vertex(f)
        which, within = (0, True) if find_element is None else find_element(f)
        valid = np.broadcast_to(np.logical_and(inside, within), f.shape[1:])
        rows = np.where(valid, start + stride * vertex + 4 * which, start)
        lanes = np.arange(f.shape[1])
        for source, target in pairs:
            f[target] = np.where(valid, f[rows + source, lanes], np.float32(0.0))

    return gather


def _select(
    operand: Operand, extended: ExtendedSwizzle, layout: Layout, scratch: int, components: Sequence[int]
) -> list[Step]:
    """SWZ: every component is 0, 1 or a component of the register, negated or not.

    ARB_vertex_program 2.14.5.26; NV_gpu_program4 2.X.8, SWZ.
    """
    picked = [selector if isinstance(selector, int) else 0 for selector in extended.selectors]
    plain = Operand(operand.register, (picked[0], picked[1], picked[2], picked[3]), type=operand.type)
    position = (scratch - layout.operand_scratch(0)) // 4
    loaded = load(plain, position, layout, components, False)
    at_scratch = loaded.rows[0] == scratch and not loaded.direct and loaded.column is None
    steps = list(loaded.steps)
    for component in dict.fromkeys(components):
        selector, target = extended.selectors[component], scratch + component
        steps.append(
            _selected(
                selector,
                extended.negate[component],
                loaded.fetch((component,)) if isinstance(selector, int) and not at_scratch else None,
                slice(target, target + 1),
            )
        )
    return steps


def _selected(selector: int | Selector, negate: bool, fetch: Fetch | None, target: slice) -> Step:
    def fill(f: Float32Array, c: Float32Array) -> None:
        if isinstance(selector, Selector):
            f[target] = 1.0 if selector is Selector.ONE else 0.0
        elif fetch is not None:
            f[target] = fetch(f, c)
        if negate:
            np.negative(f[target], out=f[target])

    return fill
