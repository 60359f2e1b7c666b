"""Radii of results, written where programs write the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nvrender.ops.evaluation.numerics import SMALLEST_NORMAL, BoolArray, Float32Array
from nvrender.ops.types import DataType
from nvrender.oracle.machine.addressing import element
from nvrender.oracle.machine.commit import tester
from nvrender.oracle.machine.initial import unconditional
from nvrender.oracle.patches.access import place_of, slot_width
from nvrender.oracle.patches.writes import own, seen
from nvrender.oracle.tolerance.precision import Float64Array
from nvrender.oracle.tolerance.shadow_operands import Rows
from nvrender.program import Condition, Instruction, RegisterFile

#: Called after the instruction with the rows, the parameter table and (k, n) radii of what was written.
After = Callable[[Float32Array, Float32Array, Float64Array], None]


def unsure(f: Float32Array, rows: Sequence[int], offset: int) -> BoolArray:
    """Where a condition code may be on another side of 0 than it is; (k, n)."""
    radius = f[[row + offset for row in rows]]
    return np.asarray((radius > 0) & ~(np.abs(f[rows]) > radius))


def codes_of(condition: Condition, rows: Rows) -> list[int]:
    """The rows a condition tests, for x, y, z and w."""
    return [rows.layout.code(condition.register) + component for component in condition.swizzle]


def upward(radius: Float64Array) -> Float32Array:
    """float32 no smaller than ``radius``, and no denormal."""
    narrow = np.where(radius > 0, np.maximum(radius, SMALLEST_NORMAL), 0.0).astype(np.float32)
    return np.where(narrow < radius, np.nextafter(narrow, np.float32(np.inf)), narrow)


class Commit:
    """Where an instruction writes its ``enabled`` components, and under which condition."""

    def __init__(self, instruction: Instruction, enabled: Sequence[int], rows: Rows) -> None:
        destination = instruction.destination
        assert destination is not None
        self._rows, self._enabled = rows, list(enabled)
        layout, register = rows.layout, destination.register
        self._out = [layout.out + component for component in enabled]
        self._targets: list[list[int]] = []
        self._array = None
        self._column = None
        if register.file is RegisterFile.PARAMETER:
            self._column = register.index + 1
        elif register.relative is not None:
            size = 8 if register.long else 4
            self._array = element(register, layout), layout.row(register), size, register.count
        elif register.file is not RegisterFile.CONDITION_CODE:
            self._targets.append([layout.row(register) + k for k in enabled])
        self._code = None
        if instruction.condition_code is not None:
            self._code = [layout.code(instruction.condition_code) + k for k in enabled]
        self._flags = layout.program.profile.flags
        self._float = destination.type is DataType.FLOAT
        self._moved = rows.moved_address(register)
        self._condition = None if unconditional(destination.condition) else destination.condition
        self._test = None
        self._codes: list[int] = []
        if self._condition is not None:
            self._test = tester(self._condition.test, layout)
            every = codes_of(self._condition, rows)
            self._codes = [every[k] for k in enabled]
        self._seen = seen(instruction, layout, self._enabled)

    def before(self, f: Float32Array) -> After:
        """What to call after the instruction; it remembers what the registers hold."""
        rows = self._rows
        if self._test is None:
            passes = open_ = None
            old: list[Any] = []
        else:
            passes, open_ = self._test(f[self._codes]), unsure(f, self._codes, rows.offset)
            old = [f[target].copy() for target in self._every()]
        chosen = None if self._array is None else self._array[0](f)
        lost = None if self._moved is None else self._moved(f)

        def after(f: Float32Array, c: Float32Array, radius: Float64Array) -> None:
            result = f[self._out]
            for number, target in enumerate(self._every()):
                new = self._of_code(result, radius) if target is self._code else radius
                beside = [row + rows.offset for row in target]
                if passes is None or open_ is None:
                    f[beside] = upward(np.broadcast_to(new, (len(beside), f.shape[1])))
                else:
                    kept = f[beside].astype(np.float64)
                    either = self._either(old[number], result, kept, new)
                    f[beside] = upward(np.where(open_, either, np.where(passes, new, kept)))
            if self._column is not None:
                self._rows.table(c)[self._enabled, self._column] = upward(radius)[:, 0]
            if self._array is not None:
                self._scatter(f, radius, chosen, lost, passes, open_)
            self._share(f, c, radius, open_)

        return after

    def _every(self) -> list[list[int]]:
        return self._targets if self._code is None else [*self._targets, self._code]

    def _of_code(self, result: Float32Array, radius: Float64Array) -> Float64Array:
        """A condition code is the result, or flags that are certain or anything."""
        if not self._flags:
            return radius
        sure = (radius == 0) | (np.abs(result) > radius if self._float else False)
        return np.where(sure, 0.0, np.inf)

    def _either(
        self, old: Float32Array, result: Float32Array, kept: Float64Array, new: Float64Array
    ) -> Float64Array:
        """What takes in both what was there and what would be written."""
        same = old.view(np.uint32) == result.view(np.uint32)
        with np.errstate(all="ignore"):
            apart = np.abs(result.astype(np.float64) - old.astype(np.float64))
        apart = np.where(np.isnan(apart) | (not self._float), np.inf, np.maximum(apart, 2.0**-126))
        return np.where(same, 0.0, apart) + np.maximum(kept, new)

    def _scatter(
        self, f: Float32Array, radius: Float64Array, chosen: Any, lost: Any, passes: Any, open_: Any
    ) -> None:
        assert self._array is not None
        _, start, stride, count = self._array
        which, inside = chosen
        lanes = np.arange(f.shape[1])
        places = np.broadcast_to(np.asarray(start + stride * np.asarray(which)), lanes.shape)
        for row, component in enumerate(self._enabled):
            new = np.broadcast_to(radius, (len(self._enabled), len(lanes)))[row]
            written = np.broadcast_to(np.asarray(inside), lanes.shape)
            if passes is not None:
                new = np.where(open_[row], np.inf, new)
                written = written & (passes[row] | open_[row])
            taken = np.flatnonzero(written)
            f[places[taken] + component + self._rows.offset, taken] = upward(new[taken])
            if lost is not None and lost.any():
                for number in range(count):
                    f[start + stride * number + component + self._rows.offset, lost] = np.inf

    def _share(self, f: Float32Array, c: Float32Array, radius: Float64Array, open_: Any) -> None:
        """What the other threads of the patch see."""
        moves, enabled, of_patch = self._seen
        if not moves or not enabled:
            return
        layout, offset, table = self._rows.layout, self._rows.offset, self._rows.table(c)
        if not of_patch:
            own(layout, [(row + offset, slot) for row, slot in moves], enabled)(f, table)
            return
        _, patch, _ = place_of(layout, f)
        width = slot_width(layout, c)
        anywhere = open_ is not None and bool(open_.any())
        for row, slot in moves:
            for component in enabled:
                columns = layout.columns + slot * width + patch
                found = f[row + offset + component]
                if anywhere:
                    found = np.full_like(found, np.inf)
                np.maximum.at(table[component], columns, found)
