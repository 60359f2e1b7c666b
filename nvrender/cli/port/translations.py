"""Files translated one by one, by this process or by several."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from nvrender.cli.inputs.reading import Reading
from nvrender.cli.messages.diagnostics import Diagnostic, all_errors, diagnostic, of_file
from nvrender.cli.messages.selection import Selection
from nvrender.cli.port.manifest.entries import companion_output, entry, failed_entry, message, output
from nvrender.cli.port.manifest.form import Entry, Output
from nvrender.cli.port.options import SUFFIXES, Options, suffix
from nvrender.cli.port.pairs import Pair, by_name, pair_of
from nvrender.files import encoded, write_together
from nvrender.program import Program
from nvrender.source import InputError, NvrenderError, ProgramWarning, Source, named

#: Files a process takes at a time: few, so that Ctrl-C is soon heard.
_CHUNK = 8
_TERMINATED = 143


@dataclass(frozen=True)
class File:
    """A file to translate: its path, its path below the folder that all have in common."""

    path: Path
    name: Path


@dataclass(frozen=True)
class Job:
    """A file, or two that hold a pair, of a vertex and a fragment program that draw together.

    ``asked``: that two hold none is an error.
    """

    files: tuple[File, ...]
    asked: bool = False


@dataclass(frozen=True)
class Plan:
    """Where translations go: below ``output`` to a folder for each target, None: the first that can.

    ``selection`` are the warnings that are wanted; ``pair``: literals of a file that have a name but for
    the stage draw together.
    """

    options: Options
    output: Path
    folders: dict[str | None, str]
    selection: Selection
    reading: Reading = field(default_factory=Reading)
    pair: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of a program: its entry of the manifest, and what is to be said of it.

    ``named`` are the bindings of the names for all programs that it has.
    ``others`` are what else is wrong with a program that does not load.
    """

    entry: Entry
    said: list[Diagnostic]
    named: frozenset[str] = frozenset()
    others: tuple[Diagnostic, ...] = ()

    @property
    def errors(self) -> list[Diagnostic]:
        """What did not become GLSL, and why."""
        return [row for row in self.said if not row.warning]


def translated(jobs: Sequence[Job], plan: Plan, processes: int) -> Iterator[list[Outcome]]:
    """What becomes of each, in order; the same whatever the number of processes."""
    work = Porting(plan)
    if processes < 2 or len(jobs) < 2:
        yield from map(work, jobs)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    chunk = max(1, min(_CHUNK, len(jobs) // processes))
    executor = ProcessPoolExecutor(min(processes, len(jobs)), initializer=_started)
    try:
        with _interrupts_later():  # the processes that begin here have none until _started
            outcomes = executor.map(work, jobs, chunksize=chunk)
        yield from outcomes
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


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Keeps Ctrl-C from this thread, and from processes that begin within, until the block is left."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _started() -> None:
    """Ctrl-C is the first process's, which ends the others; what they were writing goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(_TERMINATED))


def failure(file: File, error: NvrenderError, source: Source | None = None, own: str = "") -> Outcome:
    """What an error makes of a file, or of the program ``own`` of it, whatever the target."""
    first, *others = (of_file(diagnostic(row), str(file.path)) for row in all_errors(error))
    return Outcome(failed_entry(own or file.name.as_posix(), source, error), [first], others=tuple(others))


@dataclass(frozen=True)
class Loaded:
    """A program of a file: its name, ``water.txt#fragment``, and the path of its GLSL but for the suffix."""

    program: Program
    of: File
    file: str
    stem: PurePath


@dataclass(frozen=True)
class Porting:
    """What is done with each job, by whatever process: the one description of a task."""

    plan: Plan

    def __call__(self, job: Job) -> list[Outcome]:
        """The programs of a job, in order; a vertex and a fragment program that are alone, as a pair."""
        return _translated(self.plan, job)


def _translated(plan: Plan, job: Job) -> list[Outcome]:
    found = [row for file in job.files for row in _loaded(plan.reading, file)]
    programs = [row for row in found if isinstance(row, Loaded)]
    if len(found) == 2:
        groups = [programs]
    else:
        groups = by_name(programs, lambda row: row.file) if plan.pair and plan.reading.literals else []
    pairs = _pairs(groups)
    if not pairs and job.asked and len(programs) == len(found):
        names = " and ".join(named(file.path) for file in job.files)
        error = InputError(f"{names}: a pair is a vertex program and a fragment program, each in a file")
        return [failure(row.of, error, row.program.source, row.file) for row in programs]
    return [
        row if isinstance(row, Outcome) else _ported(plan, row, *pairs.get(row.file, (None, None)))
        for row in found
    ]


def _pairs(groups: Iterable[Sequence[Loaded]]) -> dict[str, tuple[Pair, str]]:
    """Name of a program → the pair it is of, and the name of the other."""
    found: dict[str, tuple[Pair, str]] = {}
    for group in groups:
        if (pair := pair_of([row.program for row in group])) is not None:
            one, other = group
            found |= {one.file: (pair, other.file), other.file: (pair, one.file)}
    return found


def _loaded(reading: Reading, file: File) -> list[Loaded | Outcome]:
    """The programs of a file; of what does not load, what became of it."""
    name = file.name.as_posix()
    try:
        sources = reading.sources_of(str(file.path))
    except NvrenderError as error:
        return [failure(file, error)]
    found: list[Loaded | Outcome] = []
    for source in sources:
        own = name + source.name[len(named(file.path)) :]
        try:
            stem = _stem(file, own, literals=bool(reading.literals))
            found.append(Loaded(reading.load(source), file, own, stem))
        except NvrenderError as error:
            found.append(failure(file, error, None if source.faults else source, own))
    return found


def _stem(file: File, name: str, *, literals: bool) -> PurePath:
    """``water.txt`` of ``water.txt#fragment``, ``water.txt.2`` of the second such program.

    ``water.c.light_vp`` of one in ``literals``.
    """
    label = name.rpartition("#")[2] if "#" in name[len(file.name.as_posix()) :] else ""
    number = label if literals else label.lstrip("abcdefghijklmnopqrstuvwxyz")
    return file.name.with_name(file.name.name + (f".{number}" if number else ""))


def _ported(plan: Plan, loaded: Loaded, pair: Pair | None, other: str | None) -> Outcome:
    """A program to every target; ``other`` is the file of its pair's other program."""
    program, outputs = loaded.program, list[Output]()
    warned = dict[str, ProgramWarning]()
    failed = list[tuple[NvrenderError, str | None]]()
    for target, folder in plan.folders.items():
        try:
            made = plan.options.port(program, target, pair)
            for row in plan.selection.of(plan.options.warnings(program, made, pair)):
                warned.setdefault(str(row), row)
            stage = plan.options.companion(program, made, pair)
            texts = {suffix(made): made.source}
            texts |= {} if stage is None else {SUFFIXES[stage.interface]: stage.source}
            path, *others = _written(plan.output, PurePath(folder) / loaded.stem, texts)
            beside = None if stage is None else companion_output(stage, *others)
            outputs.append(output(program, made, path, beside))
        except NvrenderError as error:
            failed.append((error, target))
    found = entry(
        program,
        loaded.file,
        outputs=outputs,
        warnings=map(message, warned.values()),
        errors=(message(*row) for row in failed),
        pair=other,
    )
    rows = (*warned.values(), *(error for error, _ in failed))
    said = [of_file(diagnostic(row), str(loaded.of.path)) for row in rows]
    return Outcome(found, said, frozenset(plan.options.names.of(program)))


def _written(folder: Path, stem: PurePath, texts: Mapping[str, str]) -> list[str]:
    """The paths below ``folder`` of what is written there, ``stem`` and an ending for each text."""
    names = [stem.with_name(stem.name + ending) for ending in texts]
    write_together({folder / name: encoded(text) for name, text in zip(names, texts.values(), strict=True)})
    return [name.as_posix() for name in names]
