"""Smaller samples that still fail: fewer statements, plainer operands, one vertex, round numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nvrender.languages.load import load
from nvrender.source import ProgramError

from .compare import Mismatch
from .declared import DeclaredSample, Unit
from .declared_inputs import DeclaredInputs
from .draw_inputs import DrawInputs
from .fragment_inputs import FragmentInputs
from .generator import Sample
from .inputs import Inputs
from .nv5_arrays import ArrayInputs
from .nv5_draws import DrawSample

_ATTEMPTS, _STAGE_ATTEMPTS = 900, 60
#: Inputs that stay as they are.
_WHOLE = (ArrayInputs, DrawInputs)

#: (what, by what): each makes a statement plainer.
_Rules = tuple[tuple[re.Pattern[str], str], ...]
_BARS = (re.compile(r"\|[-+]?([^|]*)\|"), r"\1")
_PLAINER: _Rules = (
    _BARS,
    (re.compile(r"([,])[-+]"), r"\1"),
    (re.compile(r"(,[-+|]*(?:[cv]\[[^\]]*\]|R\d+))\.[xyzw]{2,4}"), r"\1"),
    (re.compile(r"\((\w\w)\.[xyzw]+\)"), r"(\1)"),
    (re.compile(r" ?\(\w\w(\.[xyzw]+)?\)"), ""),
    (re.compile(r"^(\w{3})C "), r"\1 "),
    (re.compile(r"c\[A[^\]]*\]"), "c[0]"),
    (re.compile(r"v\[\w+\]"), "v[0]"),
)
_PLAINER_DECLARED: _Rules = (
    _BARS,
    (re.compile(r"(, )-"), r"\1"),
    (re.compile(r"(\w)\.(?:[xyzw]{2,4}|[rgba]{2,4})(?=[,;|)])"), r"\1"),
    (re.compile(r" \(\w+(\.\w+)?\)"), ""),
    (re.compile(r"^(\w+?)C?[01]?_S?SAT\b"), r"\1"),
    (re.compile(r"\.S?SAT\b"), ""),
    (re.compile(r"\.CC[01]?\b"), ""),
    (re.compile(r"^(\w+?)C[01]? "), r"\1 "),
    (re.compile(r"\[\w+\.\w( [+] \d+)?\]"), "[0]"),
    (re.compile(r"(?<=, )[a-z][\w.]*\[[^\]]*\]"), "vertex.attrib[1]"),
    (re.compile(r"(?<=, )[a-z][\w.]*\[[^\]]*\]"), "vertex.attrib[6]"),
    (re.compile(r"(?<=, )\{[^}]*\}"), "1"),
    (re.compile(r"(?<=, )-?[\d.e]+(?=[,;])"), "1"),
)
_OPENERS = {"IF": "ENDIF", "REP": "ENDREP"}


@dataclass(frozen=True)
class _Kind:
    """What shrinking needs to know of one kind of sample."""

    compare: Callable[[Any, Any, str], Mismatch | None]
    rules: _Rules


def shrink(
    sample: Any, inputs: Any, mode: str, mismatch: Mismatch, compare: Callable[..., Mismatch | None]
) -> tuple[Any, Any, Mismatch]:
    """The smallest failing sample found, its inputs, and how it fails. Deterministic."""
    rules = _PLAINER_DECLARED if isinstance(sample, DeclaredSample) else _PLAINER
    search = _Search(sample, inputs, mode, mismatch, _Kind(compare, rules))
    search.fewer_vertices()
    for _ in range(3):
        before = search.sample
        search.fewer_units()
        search.fewer_blocks()
        search.plainer_units()
        if search.sample == before:
            break
    search.fewer_vertices()
    if not isinstance(inputs, _WHOLE):
        search.rounder_inputs()
    if isinstance(sample, DeclaredSample):
        search.fewer_declarations()
    return search.sample, search.inputs, search.mismatch


def shrink_stages(
    sample: DrawSample,
    inputs: DrawInputs,
    mode: str,
    mismatch: Mismatch,
    compare: Callable[..., Mismatch | None],
) -> tuple[DrawSample, Mismatch]:
    """The smallest failing programs of a draw that were found, stage after stage, and how it fails."""
    for name in sample.stages:
        whole = sample

        def within(
            one: DeclaredSample, given: DrawInputs, way: str, whole: DrawSample = whole, name: str = name
        ) -> Mismatch | None:
            return compare(replace(whole, stages={**whole.stages, name: one}), given, way)

        small, _, mismatch = shrink(sample.stages[name], inputs, mode, mismatch, within)
        sample = replace(whole, stages={**whole.stages, name: small})
    return sample, mismatch


class _Search:
    def __init__(self, sample: Any, inputs: Any, mode: str, mismatch: Mismatch, kind: _Kind) -> None:
        self.sample, self.inputs, self.mode, self.mismatch = sample, inputs, mode, mismatch
        self.kind = kind
        self.left = _STAGE_ATTEMPTS if isinstance(inputs, DrawInputs) else _ATTEMPTS

    def keep(self, sample: Any, inputs: Any) -> bool:
        """Takes the candidate if it fails in the same way."""
        if self.left <= 0:
            return False
        if isinstance(sample, DeclaredSample) and any(line not in sample.text for line in sample.kept):
            return False
        try:
            load(sample.text)
        except ProgramError:
            return False
        self.left -= 1
        mismatch = self.kind.compare(sample, inputs, self.mode)
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

    def fewer_blocks(self) -> None:
        """Without IF and its ENDIF, REP and its ENDREP; with what is between or without."""
        start = 0
        while start < len(self.sample.units):
            units = self.sample.units
            end = _end_of_block(units, start)
            if end is not None:
                inner = tuple(unit for unit in units[start + 1 : end] if unit != ("ELSE;",))
                for kept in ((), inner):
                    rest = units[:start] + kept + units[end + 1 :]
                    if self.keep(replace(self.sample, units=rest), self.inputs):
                        break
                else:
                    start += 1
            else:
                start += 1

    def plainer_units(self) -> None:
        index = 0
        while index < len(self.sample.units):
            for unit in _plainer(self.sample.units[index], self.kind.rules):
                units = (*self.sample.units[:index], unit, *self.sample.units[index + 1 :])
                self.keep(replace(self.sample, units=units), self.inputs)
            index += 1

    def fewer_declarations(self) -> None:
        for line in self.sample.head[1:]:
            if self.sample.defined and line.startswith("MOV"):
                continue  # what a register holds at first
            rest = tuple(other for other in self.sample.head if other != line)
            self.keep(replace(self.sample, head=rest), self.inputs)

    def rounder_inputs(self) -> None:
        def zeroed(array: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
            return np.zeros_like(array)

        self._inputs_by(zeroed)
        if isinstance(self.inputs, Inputs):
            self._inputs_by(np.round)

    def _inputs_by(self, change: Callable[[np.ndarray], np.ndarray]) -> None:  # type: ignore[type-arg]
        # Coordinates stay off the edges of texels.
        for key in () if isinstance(self.inputs, FragmentInputs) else self.inputs.attributes:
            array = self.inputs.attributes[key]
            changed = change(array).astype(array.dtype)
            if changed.tobytes() != array.tobytes():
                attributes = self.inputs.attributes | {key: changed}
                self.keep(self.sample, replace(self.inputs, attributes=attributes))
        if isinstance(self.inputs, DeclaredInputs):
            for name in ("local", "environment"):
                table = getattr(self.inputs, name)
                for row in range(len(table)):
                    self._row_by(name, row, change)
            return
        for row in _rows_read(self.sample):
            if row < len(self.inputs.parameters):
                self._row_by("parameters", row, change)

    def _row_by(self, name: str, row: int, change: Callable[[np.ndarray], np.ndarray]) -> None:  # type: ignore[type-arg]
        table = getattr(self.inputs, name).copy()
        before = table[row].tobytes()
        table[row] = change(table[row])
        if table[row].tobytes() != before:
            self.keep(self.sample, replace(self.inputs, **{name: table}))


def _end_of_block(units: tuple[Unit, ...], start: int) -> int | None:
    """The unit that closes the block unit ``start`` opens."""
    word = re.match(r"[A-Z]+", units[start][0])
    opener = word[0] if word else ""
    if opener not in _OPENERS:
        return None
    depth = 0
    for index in range(start, len(units)):
        found = re.match(r"[A-Z]+", units[index][0])
        if found and found[0] == opener:
            depth += 1
        elif found and found[0] == _OPENERS[opener]:
            depth -= 1
            if depth == 0:
                return index
    return None


def _plainer(unit: Unit, rules: _Rules) -> Iterator[Unit]:
    if len(unit) != 1:
        return
    for pattern, replacement in rules:
        text = unit[0]
        for match in reversed(list(pattern.finditer(text))):
            changed = text[: match.start()] + match.expand(replacement) + text[match.end() :]
            if changed != text:
                yield (changed,)


def _rows_read(sample: Sample) -> list[int]:
    return sorted({int(index) for index in re.findall(r"c\[(\d+)\]", sample.text)})
