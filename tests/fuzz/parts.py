"""Random programs in parts: several runs, or a farm, do what one would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nvrender.cli.farm.work import Parts, Work

from .campaign import campaign, record, shrunk, told
from .declared_compare import Tally

#: Programs of a task.
_PROGRAMS = 10


@dataclass(frozen=True)
class Seeds:
    """Some programs of a family, and the ways they run."""

    family: str
    modes: tuple[str, ...]
    first: int
    count: int


@dataclass(frozen=True)
class Found:
    """What they came to: programs, those refused, a message for each mismatch, and a Tally's figures."""

    programs: int
    refused: int
    mismatches: list[str]
    words: int
    open: int
    deviation: float


@dataclass(frozen=True)
class Fuzz:
    """Runs some programs; failures are written to a folder."""

    folder: Path

    def __call__(self, seeds: Seeds) -> Found:
        tally, said, done, refused = Tally(), list[str](), 0, 0
        for outcome in campaign(seeds.family, seeds.first, seeds.count, seeds.modes, tally):
            done += 1
            if outcome.refused:
                refused += 1
            elif outcome.mismatch is not None:
                small = shrunk(outcome)
                mismatch = small.mismatch or outcome.mismatch
                place = f"{seeds.family} seed {outcome.sample.seed}, {outcome.mode}"
                said.append(f"{place}: {mismatch.message}\n  {record(small, self.folder)}")
        return Found(done, refused, said, int(tally.words), int(tally.open), float(tally.deviation))


def fuzz_in_parts(
    wanted: Sequence[tuple[str, tuple[str, ...]]], seed: int, count: int, folder: Path, parts: Parts
) -> int:
    """1 if there is any mismatch, of what these families and modes are run with."""
    tasks = [
        Seeds(family, modes, first, min(_PROGRAMS, seed + count - first))
        for family, modes in wanted
        for first in range(seed, seed + count, _PROGRAMS)
    ]
    work = Work("fuzz", tasks, list(map(str, tasks)), Fuzz(folder), Found)
    rows = parts.rows(work, lambda done, total: None)
    if rows is None:
        return 0
    mismatches = [message for row in rows for message in row.mismatches]
    for message in mismatches:
        print(message)
    print(told(sum(row.programs for row in rows), len(mismatches), sum(row.refused for row in rows)))
    words = sum(row.words for row in rows)
    if words:
        left, worst = sum(row.open for row in rows), max(row.deviation for row in rows)
        print(f"  {words} words compared; {left} left open, worst deviation {worst:.3g}")
    return 1 if mismatches else 0
