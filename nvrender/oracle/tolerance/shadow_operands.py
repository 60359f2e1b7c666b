"""Operands as balls: what is loaded, and how far it may lie off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from nvrender.ops.evaluation.numerics import BoolArray, Float32Array
from nvrender.oracle.machine.addressing import chosen, column, element
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import load
from nvrender.oracle.patches.access import shared_read
from nvrender.oracle.tolerance.ball import Ball
from nvrender.oracle.tolerance.precision import Float64Array
from nvrender.program import Operand, Register, RegisterFile, RelativeAddress, chosen_by, covered

#: (state rows, parameter table) → an operand's four components, those that are not read 0.
Reader = Callable[[Float32Array, Float32Array], Ball]
#: The same → the radii of all four components of a register, (4, n) or (4, 1).
Radii = Callable[[Float32Array, Float32Array], Float64Array]

_NONE = np.zeros((4, 1))
_SHARED = (
    *(RegisterFile.PARAMETER, RegisterFile.BUFFER, RegisterFile.ATTRIBUTE, RegisterFile.TEXTURE),
    *(RegisterFile.STORAGE, RegisterFile.SHARED, RegisterFile.SUBROUTINE, RegisterFile.IMAGE),
)


@dataclass
class Rows:
    """Where radii are: that of row r in row r + ``offset``; ``scratch`` are four rows more.

    ``shared`` has those of what the lanes of patches share, laid out as the machine's table.
    """

    layout: Layout
    offset: int
    scratch: int
    shared: Float32Array = field(default_factory=lambda: np.zeros((4, 0), np.float32))
    #: The parameters that somebody derives for himself, each within 1 part in 10^5 of its largest component.
    derived: frozenset[int] = frozenset()
    #: Whether the program writes parameters, whose radii are in ``shared`` then.
    stored: bool = False

    def table(self, c: Float32Array) -> Float32Array:
        """The radii beside the machine's table ``c``."""
        if self.shared.shape != c.shape:
            self.shared = np.zeros(c.shape, np.float32)
        return self.shared

    def moved_address(self, register: Register) -> Callable[[Float32Array], BoolArray] | None:
        """(n,): where what chooses the register at run time is not certain; None where nothing chooses."""
        rows = [
            self.layout.rows[place.file, place.register] + place.component + self.offset
            for place in chosen_by(register)
        ]
        return (lambda f: np.asarray((f[rows] > 0).any(axis=0))) if rows else None


def reader(operand: Operand, position: int, rows: Rows, components: Sequence[int]) -> Reader:
    """Loads ``components`` of an operand that is not 64 bits wide."""
    if not components:
        return lambda f, c: Ball(_NONE, _NONE)
    layout = rows.layout
    loaded = load(operand, position, layout, components, False)
    fetches = [(component, loaded.fetch((component,))) for component in components]
    radii = _swizzled(operand, components, rows)

    def read(f: Float32Array, c: Float32Array) -> Ball:
        for step in loaded.steps:
            step(f, c)
        parts = [(component, fetch(f, c)) for component, fetch in fetches]
        value = np.zeros((4, max(part.shape[1] for _, part in parts)))
        for component, part in parts:
            value[component] = part
        return Ball(value, radii(f, c))

    return read


def _swizzled(operand: Operand, components: Sequence[int], rows: Rows) -> Radii:
    radii = radii_of(operand.register, rows)
    if radii is None:
        return lambda f, c: _NONE
    selectors = operand.swizzle if operand.extended is None else operand.extended.selectors
    picked = [(k, selectors[k]) for k in components]
    pairs = [(k, selector) for k, selector in picked if isinstance(selector, int)]

    def read(f: Float32Array, c: Float32Array) -> Float64Array:
        every = radii(f, c)
        if not every.any():
            return _NONE
        found = np.zeros(every.shape)
        for component, source in pairs:
            found[component] = every[source]
        return found

    return read


def radii_of(register: Register, rows: Rows) -> Radii | None:
    """The radii of a register's components; None where it is certain for ever."""
    layout, offset = rows.layout, rows.offset
    if register.file is RegisterFile.PARAMETER and rows.derived.intersection(covered(register)):
        return _of_state(register, rows)
    if register.file is RegisterFile.PARAMETER and rows.stored:
        return _of_stored(register, rows)
    moved = rows.moved_address(register)
    shared = register.file is RegisterFile.ATTRIBUTE and register.index in layout.slots
    found: Radii | None = None
    if shared:
        found = _of_patch(register, rows)
    elif register.file not in _SHARED and register.relative is not None:
        find, start = element(register, layout), layout.row(register)
        stride = 8 if register.long else 4

        def gathered(f: Float32Array, c: Float32Array) -> Float64Array:
            which, inside = find(f)
            first = np.broadcast_to(start + offset + stride * np.asarray(which), f.shape[1:])
            lanes = np.arange(f.shape[1])
            first = np.where(inside, first, start + offset)
            values = np.stack([f[first + component, lanes] for component in range(4)])
            return np.where(inside, values, 0.0)

        found = gathered
    elif register.file not in _SHARED:
        first = layout.row(register) + offset
        found = lambda f, c: f[first : first + 4].astype(np.float64)  # noqa: E731
    if moved is None:
        return found
    unsure, inner = moved, found
    return lambda f, c: np.where(unsure(f), np.inf, _NONE if inner is None else inner(f, c))


def _of_state(register: Register, rows: Rows) -> Radii:
    """Those of parameters that are derived (OpenGL 1.5, 2.1.1)."""
    moved = rows.moved_address(register)
    find = None if register.relative is None else column(register, rows.layout)
    chosen_columns = np.array([1 + index for index in sorted(rows.derived)])

    def read(f: Float32Array, c: Float32Array) -> Float64Array:
        columns = np.atleast_1d(1 + register.index if find is None else find(f))
        largest = np.abs(c[:, columns]).astype(np.float64).max(axis=0, keepdims=True)
        radius = np.where(np.isin(columns, chosen_columns), 1e-5 * largest, 0.0).repeat(4, axis=0)
        return radius if moved is None else np.where(moved(f), np.inf, radius)

    return read


def _of_stored(register: Register, rows: Rows) -> Radii:
    """Those of parameters that a vertex state program writes."""
    moved, relative = rows.moved_address(register), register.relative
    if relative is None or moved is None:
        here = slice(register.index + 1, register.index + 2)
        return lambda f, c: rows.table(c)[:, here].astype(np.float64)
    address = rows.layout.rows[relative.file, relative.register] + relative.component

    def read(f: Float32Array, c: Float32Array) -> Float64Array:
        columns = np.clip(f[address].astype(np.intp) + relative.offset + 1, 0, c.shape[1] - 1)
        return np.where(moved(f), np.inf, rows.table(c)[:, columns])

    return read


def _of_patch(register: Register, rows: Rows) -> Radii:
    """Those of what the lanes of a patch share."""
    layout = rows.layout
    assert layout.program.profile.limits is not None
    vertex = None
    if isinstance(register.vertex, RelativeAddress):
        vertex = chosen(register.vertex, layout.program.profile.limits.patch_vertices, layout)
    find = None if register.relative is None else element(register, layout)
    pairs = [(component, rows.scratch + component) for component in range(4)]
    gather = shared_read(register, layout, pairs, vertex, find)

    def read(f: Float32Array, c: Float32Array) -> Float64Array:
        gather(f, rows.table(c))
        return f[rows.scratch : rows.scratch + 4].astype(np.float64)

    return read
