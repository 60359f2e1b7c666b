"""Many samples in a row, and the record of one that failed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .compare import Mismatch, compare
from .generator import Sample, generate
from .inputs import Inputs, draw
from .shrink import shrink

VERTICES = 64
MODES = ("compute", "feedback")


@dataclass(frozen=True)
class Outcome:
    """One sample: its seed, the way it ran on the GPU, and how it failed, if it did."""

    sample: Sample
    inputs: Inputs
    mode: str
    mismatch: Mismatch | None


def campaign(seed: int, count: int, modes: tuple[str, ...] = MODES) -> Iterator[Outcome]:
    """``count`` samples from consecutive seeds; the ways to run them take turns."""
    for number in range(count):
        sample = generate(seed + number)
        inputs = draw(sample, VERTICES)
        mode = modes[(seed + number) % len(modes)]
        yield Outcome(sample, inputs, mode, compare(sample, inputs, mode))


def shrunk(outcome: Outcome) -> Outcome:
    """A failed outcome made small."""
    if outcome.mismatch is None:
        return outcome
    sample, inputs, mismatch = shrink(outcome.sample, outcome.inputs, outcome.mode, outcome.mismatch)
    return Outcome(sample, inputs, outcome.mode, mismatch)


def record(outcome: Outcome, folder: Path) -> Path:
    """Writes program, inputs and mismatch under ``folder``; the path of the program."""
    folder.mkdir(parents=True, exist_ok=True)
    mismatch = outcome.mismatch
    name = folder / f"seed-{outcome.sample.seed}-{outcome.mode}"
    program = name.with_suffix(".vp")
    program.write_text(outcome.sample.text + "\n")
    attributes = {str(key): array for key, array in outcome.inputs.attributes.items()}
    np.savez(name.with_suffix(".npz"), c=outcome.inputs.parameters, **attributes)
    shown = [f"v[{key}] = {array[:4].tolist()}" for key, array in outcome.inputs.attributes.items()]
    used = [
        f"c[{row}] = {outcome.inputs.parameters[row].tolist()}"
        for row in range(len(outcome.inputs.parameters))
        if f"c[{row}]" in outcome.sample.text
    ]
    head = f"{mismatch.kind}: {mismatch.message}" if mismatch else "no mismatch"
    name.with_suffix(".txt").write_text("\n".join([head, *shown, *used]) + "\n")
    return program
