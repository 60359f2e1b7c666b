"""Files translated one by one, by this process or by several."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePath
from typing import Any

from nvrender.arb.translate import ARB, Assembly, assemble
from nvrender.cli.diagnostics import Diagnostic, diagnostic, error_data
from nvrender.cli.manifest import entry
from nvrender.cli.reading import sources_of
from nvrender.files import write_text
from nvrender.glsl.link import Link
from nvrender.glsl.targets import TARGETS
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.arb.generation5_bindings import CONTROL_RESULTS
from nvrender.languages.load import load
from nvrender.lower.first_reads import first_reads
from nvrender.program import Program
from nvrender.program.limits import Limits
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
_ASSEMBLY_SUFFIXES = {Stage.VERTEX: ".vp", Stage.FRAGMENT: ".fp"}
#: Files a process takes at a time: few, so that Ctrl-C is soon heard.
_CHUNK = 8
_TERMINATED = 143


@dataclass(frozen=True)
class Options:
    """What all translations of a run have in common, but their target.

    ``turns`` and ``limits``, a driver's by stage, are plain ARB assembly's, the others GLSL's.
    """

    interface: str | None = None
    numerics: str = "fast"
    without: tuple[str, ...] = ()
    turns: int | None = None
    limits: Mapping[Stage, Limits] | None = None

    def described(self, target: str | None) -> dict[str, Any]:
        """What a manifest tells of the options that a target has."""
        if target == ARB:
            return {"target": target, "turns": self.turns}
        chosen = {"interface": self.interface, "numerics": self.numerics, "without": self.without}
        return {"target": target, **chosen}

    def port(
        self, program: Program, target: str | None, pair: tuple[Program, ...] = ()
    ) -> Translation | Assembly:
        """As asked, to GLSL or to plain ARB assembly, whose programs need nothing of the other of a pair."""
        if target == ARB:
            limits = (self.limits or {}).get(program.profile.stage)
            return assemble(program, turns=self.turns, limits=limits)
        return self.translate(program, target, pair)

    def translate(self, program: Program, target: str | None, pair: tuple[Program, ...] = ()) -> Translation:
        """As asked; a program that makes no vertices is captured by transform feedback.

        Without a target it is the first that can express the program. Of a ``pair`` both hand on what the
        fragment program reads, and have no name of a uniform in common.
        """
        usual = "feedback" if program.profile.stage is Stage.VERTEX_STATE else None
        names = TARGETS if target is None else [target]
        *lesser, last = (replace(TARGETS[name], lacks=frozenset(self.without)) for name in names)
        interface, link = self.interface or usual, self._link(program, target, pair)
        for row in lesser:
            with suppress(TargetError):
                return translate(program, row, interface=interface, numerics=self.numerics, link=link)
        return translate(program, last, interface=interface, numerics=self.numerics, link=link)

    def _link(self, program: Program, target: str | None, pair: tuple[Program, ...]) -> Link:
        if not pair or self.interface is not None:
            written = program.profile.stage is Stage.TESSELLATION_EVALUATION
            return Link(patch_results=frozenset(CONTROL_RESULTS) if written else None)  # whoever writes them
        vertex, fragment = pair
        try:
            other = self.translate(fragment if program is vertex else vertex, target)
        except TargetError:
            return Link()
        if program is vertex:
            return Link(other.varyings, programs=pair)
        return Link(taken=frozenset(row.name for row in other.images), programs=pair)


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


@dataclass(frozen=True)
class Outcome:
    """What became of a program: the entry of each target's manifest, and what is to be said of it."""

    entries: dict[str | None, dict[str, Any]]
    said: list[Diagnostic]

    @property
    def errors(self) -> list[Diagnostic]:
        """What did not become GLSL, and why."""
        return [row for row in self.said if not row.warning]


def translated(jobs: Sequence[Job], plan: Plan, processes: int) -> Iterator[list[Outcome]]:
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


def failure(file: str, plan: Plan, error: NvrenderError) -> Outcome:
    """What an error makes of a file, whatever the target."""
    facts = {"file": file, "error": error_data(error)}
    return Outcome(dict.fromkeys(plan.folders, facts), [diagnostic(error)])


@dataclass(frozen=True)
class Loaded:
    """A program of a file: its name, ``water.txt#fragment``, and the path of its GLSL but for the suffix."""

    program: Program
    file: str
    stem: PurePath


def _translated(plan: Plan, job: Job) -> list[Outcome]:
    """The programs of a file, in order; a vertex and a fragment program that are alone in it, as a pair."""
    file = job.name.as_posix()
    try:
        sources = sources_of(str(job.path))
    except NvrenderError as error:
        return [failure(file, plan, error)]
    found: list[Loaded | Outcome] = []
    for source in sources:
        name = file + source.name[len(named(job.path)) :]
        try:
            program = load(source)
        except NvrenderError as error:
            found.append(failure(name, plan, error))
            continue
        found.append(Loaded(program, name, _stem(job, name)))
    pair = _pair([row.program for row in found if isinstance(row, Loaded)]) if len(found) == 2 else ()
    return [row if isinstance(row, Outcome) else _ported(plan, row, pair) for row in found]


def _stem(job: Job, name: str) -> PurePath:
    """``water.txt`` of ``water.txt#fragment``, ``water.txt.2`` of the second such program."""
    label = name.rpartition("#")[2] if "#" in name[len(job.name.as_posix()) :] else ""
    number = label.lstrip("abcdefghijklmnopqrstuvwxyz")
    return job.name.with_name(job.name.name + (f".{number}" if number else ""))


def _ported(plan: Plan, loaded: Loaded, pair: tuple[Program, ...]) -> Outcome:
    program = loaded.program
    outcome = Outcome({}, [])
    warned = None
    for target, folder in plan.folders.items():
        try:
            translation = plan.options.port(program, target, pair)
            if warned is None:
                warned = first_reads(program)
                outcome.said.extend(map(diagnostic, warned))
            own = translation.warnings if isinstance(translation, Assembly) else ()
            outcome.said.extend(map(diagnostic, own))
            path = _written(loaded.stem, folder, translation)
            outcome.entries[target] = entry(program, translation, (*warned, *own), loaded.file, path)
        except NvrenderError as error:
            outcome.said.append(diagnostic(error))
            outcome.entries[target] = {"file": loaded.file, "error": error_data(error)}
    return outcome


def _pair(programs: Sequence[Program]) -> tuple[Program, ...]:
    """A vertex program and a fragment program, which draw together; () of others."""
    ordered = sorted(programs, key=lambda program: program.profile.stage is Stage.FRAGMENT)
    stages = [program.profile.stage for program in ordered]
    return tuple(ordered) if stages == [Stage.VERTEX, Stage.FRAGMENT] else ()


def _suffix(translation: Translation | Assembly) -> str:
    if isinstance(translation, Assembly):
        return _ASSEMBLY_SUFFIXES[translation.program.profile.stage]
    return SUFFIXES[translation.interface]


def _written(stem: PurePath, folder: Path, translation: Translation | Assembly) -> str:
    """The path below ``folder`` of what is written there."""
    name = stem.with_name(stem.name + _suffix(translation))
    place = folder / name
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{named(place.parent)}: cannot be made: {error.strerror}") from None
    write_text(place, translation.source)
    return name.as_posix()
