"""Files translated one by one, by this process or by several."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from nvrender.cli.diagnostics import Diagnostic, diagnostic, error_data
from nvrender.cli.manifest import entry
from nvrender.files import write_text
from nvrender.glsl.link import Link
from nvrender.glsl.targets import TARGETS
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.arb.generation5_bindings import CONTROL_RESULTS
from nvrender.languages.load import load
from nvrender.lower.first_reads import first_reads
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import InputError, NvrenderError, TargetError, named

SUFFIXES = {
    "vertex": ".vert.glsl",
    "feedback": ".vert.glsl",
    "compute": ".comp.glsl",
    "geometry": ".geom.glsl",
    "fragment": ".frag.glsl",
    "control": ".tesc.glsl",
    "evaluation": ".tese.glsl",
    "groups": ".comp.glsl",
}
#: Files a process takes at a time: few, so that Ctrl-C is soon heard.
_CHUNK = 8
_TERMINATED = 143


@dataclass(frozen=True)
class Options:
    """What all translations of a run have in common, but their target."""

    interface: str | None = None
    numerics: str = "fast"
    without: tuple[str, ...] = ()

    def translate(self, program: Program, target: str | None) -> Translation:
        """As asked; a program that makes no vertices is captured by transform feedback.

        Without a target it is the first that can express the program.
        """
        usual = "feedback" if program.profile.stage is Stage.VERTEX_STATE else None
        interface = self.interface or usual
        names = TARGETS if target is None else [target]
        *lesser, last = (replace(TARGETS[name], lacks=frozenset(self.without)) for name in names)
        written = program.profile.stage is Stage.TESSELLATION_EVALUATION
        link = Link(patch_results=frozenset(CONTROL_RESULTS) if written else None)  # whoever writes them
        for row in lesser:
            with suppress(TargetError):
                return translate(program, row, interface=interface, numerics=self.numerics, link=link)
        return translate(program, last, interface=interface, numerics=self.numerics, link=link)


@dataclass(frozen=True)
class Job:
    """A file to translate: its path, its path below the folder that all have in common."""

    path: Path
    name: Path


@dataclass(frozen=True)
class Plan:
    """Where translations go: a folder for each target, which is that of None if there is one."""

    options: Options
    folders: dict[str | None, Path]


@dataclass
class Outcome:
    """What became of a file: the entry of each target's manifest, and what is to be said of it."""

    entries: dict[str | None, dict[str, Any]] = field(default_factory=dict)
    said: list[Diagnostic] = field(default_factory=list)

    @property
    def errors(self) -> list[Diagnostic]:
        """What did not become GLSL, and why."""
        return [row for row in self.said if not row.warning]

    def failed(self, job: Job, targets: Sequence[str | None], error: NvrenderError) -> None:
        """Notes the error in the manifests of ``targets``."""
        self.said.append(diagnostic(error))
        for target in targets:
            self.entries[target] = {"file": job.name.as_posix(), "error": error_data(error)}


def translated(jobs: Sequence[Job], plan: Plan, processes: int) -> Iterator[Outcome]:
    """What becomes of each, in order; the same whatever the number of processes."""
    work = partial(_translated, plan)
    if processes < 2 or len(jobs) < 2:
        yield from map(work, jobs)
        return
    chunk = max(1, min(_CHUNK, len(jobs) // processes))
    executor = ProcessPoolExecutor(min(processes, len(jobs)), initializer=_started)
    try:
        yield from executor.map(work, jobs, chunksize=chunk)
    except BrokenProcessPool:
        hint = "with --jobs 1 this one does all, and takes less memory"
        raise InputError(f"a process that translated programs was ended; {hint}") from None
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _started() -> None:
    """Ctrl-C is the first process's, which ends the others; what they were writing goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(_TERMINATED))


def _translated(plan: Plan, job: Job) -> Outcome:
    outcome = Outcome()
    try:
        program = load(job.path)
    except NvrenderError as error:
        outcome.failed(job, list(plan.folders), error)
        return outcome
    warned = None
    for target, folder in plan.folders.items():
        try:
            translation = plan.options.translate(program, target)
            if warned is None:
                warned = first_reads(program)
                outcome.said += map(diagnostic, warned)
            path = _written(job, folder, translation)
            outcome.entries[target] = entry(program, translation, warned, job.name.as_posix(), path)
        except NvrenderError as error:
            outcome.failed(job, [target], error)
    return outcome


def _written(job: Job, folder: Path, translation: Translation) -> str:
    """The path below ``folder`` of what is written there."""
    name = job.name.with_name(job.name.name + SUFFIXES[translation.interface])
    place = folder / name
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{named(place.parent)}: cannot be made: {error.strerror}") from None
    write_text(place, translation.source)
    return name.as_posix()
