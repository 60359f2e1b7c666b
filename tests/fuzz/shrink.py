"""Smaller samples that still fail: fewer statements, plainer operands, one vertex, round numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from nvrender.check.load import load
from nvrender.source import ProgramError

from .compare import Mismatch, compare
from .generator import Sample, Unit
from .inputs import Inputs

_ATTEMPTS = 600

#: (what, by what): each makes a statement plainer.
_PLAINER = (
    (re.compile(r"\|[-+]?([^|]*)\|"), r"\1"),
    (re.compile(r"([,])[-+]"), r"\1"),
    (re.compile(r"(,[-+|]*(?:[cv]\[[^\]]*\]|R\d+))\.[xyzw]{2,4}"), r"\1"),
    (re.compile(r"\((\w\w)\.[xyzw]+\)"), r"(\1)"),
    (re.compile(r" ?\(\w\w(\.[xyzw]+)?\)"), ""),
    (re.compile(r"^(\w{3})C "), r"\1 "),
    (re.compile(r"c\[A[^\]]*\]"), "c[0]"),
    (re.compile(r"v\[\w+\]"), "v[0]"),
)


def shrink(sample: Sample, inputs: Inputs, mode: str, mismatch: Mismatch) -> tuple[Sample, Inputs, Mismatch]:
    """The smallest failing sample found, its inputs, and how it fails. Deterministic."""
    search = _Search(sample, inputs, mode, mismatch)
    search.fewer_vertices()
    for _ in range(3):
        before = search.sample
        search.fewer_units()
        search.plainer_units()
        if search.sample == before:
            break
    search.fewer_vertices()
    search.rounder_inputs()
    return search.sample, search.inputs, search.mismatch


class _Search:
    def __init__(self, sample: Sample, inputs: Inputs, mode: str, mismatch: Mismatch) -> None:
        self.sample, self.inputs, self.mode, self.mismatch = sample, inputs, mode, mismatch
        self.left = _ATTEMPTS

    def keep(self, sample: Sample, inputs: Inputs) -> bool:
        """Takes the candidate if it fails in the same way."""
        if self.left <= 0:
            return False
        try:
            load(sample.text)
        except ProgramError:
            return False
        self.left -= 1
        mismatch = compare(sample, inputs, self.mode)
        if mismatch is None or mismatch.kind != self.mismatch.kind:
            return False
        self.sample, self.inputs, self.mismatch = sample, inputs, mismatch
        return True

    def fewer_vertices(self) -> None:
        if self.inputs.count > 1:
            self.keep(self.sample, self.inputs.vertices([self.mismatch.vertex]))

    def fewer_units(self) -> None:
        length = max(len(self.sample.units) // 2, 1)
        while length:
            start = 0
            while start < len(self.sample.units):
                units = self.sample.units
                rest = units[:start] + units[start + length :]
                if not self.keep(replace(self.sample, units=rest), self.inputs):
                    start += length
            length //= 2

    def plainer_units(self) -> None:
        index = 0
        while index < len(self.sample.units):
            for unit in _plainer(self.sample.units[index]):
                units = (*self.sample.units[:index], unit, *self.sample.units[index + 1 :])
                self.keep(replace(self.sample, units=units), self.inputs)
            index += 1

    def rounder_inputs(self) -> None:
        def zeroed(array: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
            return np.zeros_like(array)

        self._inputs_by(zeroed)
        self._inputs_by(np.round)

    def _inputs_by(self, change: Callable[[np.ndarray], np.ndarray]) -> None:  # type: ignore[type-arg]
        for key in self.inputs.attributes:
            array = self.inputs.attributes[key]
            changed = change(array).astype(np.float32)
            if not np.array_equal(array, changed, equal_nan=True):
                attributes = self.inputs.attributes | {key: changed}
                self.keep(self.sample, replace(self.inputs, attributes=attributes))
        for row in _rows_read(self.sample):
            if row >= len(self.inputs.parameters):
                continue
            parameters = self.inputs.parameters.copy()
            parameters[row] = change(parameters[row])
            if not np.array_equal(parameters, self.inputs.parameters, equal_nan=True):
                self.keep(self.sample, replace(self.inputs, parameters=parameters))


def _plainer(unit: Unit) -> Iterator[Unit]:
    if len(unit) != 1:
        return
    for pattern, replacement in _PLAINER:
        text = unit[0]
        for match in reversed(list(pattern.finditer(text))):
            changed = text[: match.start()] + match.expand(replacement) + text[match.end() :]
            if changed != text:
                yield (changed,)


def _rows_read(sample: Sample) -> list[int]:
    return sorted({int(index) for index in re.findall(r"c\[(\d+)\]", sample.text)})
