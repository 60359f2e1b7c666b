"""Many samples in a row, and the record of one that failed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from nvrender.languages.load import load
from nvrender.source import NvrenderError, TargetError

from .compare import Mismatch, compare
from .declared_compare import Tally
from .declared_inputs import DeclaredInputs, has_types, moderate
from .families import FAMILIES
from .fragment_inputs import FragmentInputs
from .nv5_arrays import ArrayInputs
from .nv5_draws import DrawSample
from .shrink import shrink, shrink_stages

VERTICES = 64
#: Ways that promise something of finite, normal numbers alone.
_FAST = ("fast", "llvm-fast")
#: The kind of a mismatch that is the generator's fault.
GENERATOR = "generator"


def told(programs: int, mismatches: int, refused: int) -> str:
    """What many samples came to."""
    return f"{programs} programs: {mismatches} mismatches{f', {refused} refused' if refused else ''}"


@dataclass(frozen=True)
class Outcome:
    """One sample: its family and seed, the way it ran elsewhere, and how it failed, if it did."""

    family: str
    sample: Any
    inputs: Any
    mode: str
    mismatch: Mismatch | None

    @property
    def refused(self) -> bool:
        """Whether the driver or the back end has no room for it, or does not run it, and says so."""
        return self.mismatch is not None and self.mismatch.kind == TargetError.__name__


def campaign(
    family: str, seed: int, count: int, modes: tuple[str, ...] = (), tally: Tally | None = None
) -> Iterator[Outcome]:
    """``count`` samples of one family from consecutive seeds; the ways to run them take turns.

    A program that does not load is a failure of the generator, and has no inputs.

    ``tally`` counts what was compared, of declared-name programs.
    """
    row = FAMILIES[family]
    modes = modes or row.modes
    for number in range(seed, seed + count):
        mode = modes[number % len(modes)]
        defined = row.generate_defined if mode == "native" else None
        sample = (defined or row.generate)(number)
        if (refused := _refused(sample)) is not None:
            yield Outcome(family, sample, None, mode, refused)
            continue
        inputs = row.draw(sample, VERTICES)
        if mode in _FAST and isinstance(inputs, DeclaredInputs) and not has_types(sample):
            inputs = moderate(inputs)
        extra = {} if tally is None or row.compare is compare else {"tally": tally}
        yield Outcome(family, sample, inputs, mode, row.compare(sample, inputs, mode, **extra))


def _refused(sample: Any) -> Mismatch | None:
    """Why a program of the generator's does not load, None if all do."""
    for each in sample.stages.values() if isinstance(sample, DrawSample) else (sample,):
        try:
            load(each.text)
        except NvrenderError as error:
            return Mismatch(GENERATOR, f"the generator made a program that does not load: {error}")
    return None


def shrunk(outcome: Outcome) -> Outcome:
    """A failed outcome made small; of a program that does not load the outcome itself."""
    if outcome.mismatch is None or outcome.mismatch.kind == GENERATOR:
        return outcome
    compare = FAMILIES[outcome.family].compare
    if isinstance(outcome.sample, DrawSample):
        sample, mismatch = shrink_stages(
            outcome.sample, outcome.inputs, outcome.mode, outcome.mismatch, compare
        )
        return Outcome(outcome.family, sample, outcome.inputs, outcome.mode, mismatch)
    sample, inputs, mismatch = shrink(outcome.sample, outcome.inputs, outcome.mode, outcome.mismatch, compare)
    return Outcome(outcome.family, sample, inputs, outcome.mode, mismatch)


def record(outcome: Outcome, folder: Path) -> Path:
    """Writes program, inputs and mismatch under ``folder``; the path of the program."""
    folder.mkdir(parents=True, exist_ok=True)
    mismatch = outcome.mismatch
    name = folder / f"{outcome.family}-seed-{outcome.sample.seed}-{outcome.mode}"
    if isinstance(outcome.sample, DrawSample):
        return _record_draw(outcome, name)
    if outcome.inputs is None or isinstance(outcome.inputs, ArrayInputs):
        return _record_arrays(outcome, name)
    program = name.with_suffix(".fp" if isinstance(outcome.inputs, FragmentInputs) else ".vp")
    program.write_text(outcome.sample.text + "\n")
    given = outcome.inputs
    tables = (
        {"local": given.local, "environment": given.environment}
        if isinstance(given, DeclaredInputs)
        else {"c": given.parameters}
    )
    attributes = {str(key): array for key, array in given.attributes.items()}
    np.savez(name.with_suffix(".npz"), **tables, **attributes)
    shown = [
        f"attribute {key} = {_shown(array[:4])}" for key, array in given.attributes.items() if array.any()
    ]
    used = [
        f"{table}[{row}] = {_shown(array[row])}"
        for table, array in tables.items()
        for row in range(len(array))
        if f"[{row}]" in outcome.sample.text
    ]
    head = f"{mismatch.kind}: {mismatch.message}" if mismatch else "no mismatch"
    name.with_suffix(".txt").write_text("\n".join([head, *shown, *used]) + "\n")
    return program


def _record_arrays(outcome: Outcome, name: Path) -> Path:
    """The program and how it failed; the path of the former."""
    mismatch = outcome.mismatch
    name.with_suffix(".txt").write_text(f"{mismatch.kind}: {mismatch.message}\n" if mismatch else "")
    path = name.with_suffix(".program")
    path.write_text(outcome.sample.text + "\n")
    return path


def _record_draw(outcome: Outcome, name: Path) -> Path:
    """A file for each stage, and what was drawn; the path of the latter."""
    for stage, sample in outcome.sample.stages.items():
        name.with_suffix(f".{stage}").write_text(sample.text + "\n")
    given, mismatch = outcome.inputs, outcome.mismatch
    lines = [f"{mismatch.kind}: {mismatch.message}" if mismatch else "no mismatch"]
    if given is not None:
        lines += [given.primitive, str(given.patch), *map(str, given.states)]
        lines += [f"attribute {key} = {array.tolist()}" for key, array in given.attributes.items()]
    path = name.with_suffix(".txt")
    path.write_text("\n".join(lines) + "\n")
    return path


def _shown(array: np.ndarray) -> str:  # type: ignore[type-arg]
    """Floats as numbers, words as hexadecimal."""
    if array.dtype == np.float32:
        return str(array.tolist())
    return str(np.vectorize(hex)(array).tolist()).replace("'", "")
