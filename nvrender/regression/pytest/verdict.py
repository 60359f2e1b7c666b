"""What becomes of a result: it agrees with a baseline, becomes one, or fails the test with one message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from nvrender.files import write_bytes
from nvrender.program import Program
from nvrender.regression.baselines.files import BaselineFile, prepare
from nvrender.regression.baselines.origin import Origin, changes
from nvrender.regression.pytest.policy import Action
from nvrender.regression.pytest.recorder import Recorder
from nvrender.regression.report.model import Entry
from nvrender.regression.report.parts import program_text
from nvrender.source import InputError


@dataclass(frozen=True)
class Details:
    """What differs: lines of a message, and the fields of the report's entry that show it."""

    told: tuple[str, ...]
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Candidate:
    """A result beside one accepted baseline.

    ``distance`` orders candidates, the nearest first; if any passes, the nearest does.
    """

    path: Path
    origin: Origin
    passes: bool
    identical: bool
    distance: tuple[float, ...]
    details: Callable[[], Details]


@dataclass(frozen=True)
class Result:
    """What a test made: by what, the bytes it has as a file, and of which programs."""

    origin: Origin
    encoded: Callable[[], bytes]
    programs: tuple[Program, ...]


def settle(
    recorder: Recorder,
    entry: Entry,
    place: BaselineFile,
    result: Result,
    candidate: Callable[[Path], Candidate],
) -> None:
    """Hold a result against the accepted baselines of ``place``, and do what the policy says.

    ``candidate`` compares with one file. InputError for what cannot be written; fails the test where the
    result does.
    """
    accepted = place.accepted()
    if not accepted:
        _make(recorder, entry, place, result)
        return
    found: list[Candidate] = []
    for path in accepted:
        try:
            found.append(candidate(path))
        except InputError as error:
            _replace_damaged(recorder, entry, place.instead_of(path, ""), result, error)
            return
    best = min(found, key=lambda one: one.distance)
    details = best.details()
    facts = {"baseline_renderer": best.origin.renderer, "baseline_version": best.origin.version}
    action = recorder.policy.action(found=True, passes=best.passes, identical=best.identical)
    entry = msgspec.structs.replace(entry, **facts, **details.facts)
    if action is Action.PASS:
        recorder.record(entry, "", status="passed")
        return
    told = (*details.told, *(f"changed since: {line}" for line in changes(best.origin, result.origin)))
    instead = place.instead_of(best.path, best.origin.processor)
    if action is Action.FAIL:
        several = f", the nearest of {len(accepted)} baselines" if len(accepted) > 1 else ""
        shown = f"{recorder.policy.shown(best.path)}{several}"
        by = _by(best.origin, result.origin)
        accept = f"accept it with: {recorder.command()}"
        entry = with_programs(recorder, entry, result.programs, (best.origin, result.origin))
        entry = recorder.approvable(entry, instead, result.encoded)
        recorder.fail(entry, f"the result differs from {shown}", *told, *by, accept, status="failed")
    # What is added lies beside others, where it counts.
    path = _written(place.new(best.path.parent) if action is Action.ADD else instead, result.encoded)
    verb = "added" if action is Action.ADD else "made" if path != best.path else "replaced"
    entry = with_programs(recorder, entry, result.programs)
    recorder.record(entry, f"{verb} {recorder.policy.shown(path)}", *told, status="updated")


def _make(recorder: Recorder, entry: Entry, place: BaselineFile, result: Result) -> None:
    """Make the first baseline of a result; fail where results become none."""
    policy = recorder.policy
    if policy.action(found=False) is Action.MISS:
        new = place.new()
        line = f"make it with: {recorder.command()}, look at it and commit it"
        entry = recorder.approvable(with_programs(recorder, entry, result.programs), new, result.encoded)
        recorder.fail(entry, f"there is no baseline {policy.shown(new)}", line, status="missing")
    path = _written(place.new(), result.encoded)
    recorder.record(entry, f"created {policy.shown(path)}; look at it and commit it", status="updated")


def _replace_damaged(recorder: Recorder, entry: Entry, path: Path, result: Result, error: InputError) -> None:
    """Fail on a baseline that cannot be read, or where results become baselines put this one at ``path``."""
    if recorder.policy.action(found=True) is not Action.REPLACE:
        line = f"restore it from version control, or make it anew with: {recorder.command()}"
        recorder.fail(entry, str(error), line, status="error")
    written = _written(path, result.encoded)
    recorder.record(entry, f"made {recorder.policy.shown(written)} anew, because {error}", status="updated")


def _written(path: Path, encoded: Callable[[], bytes]) -> Path:
    prepare(path.parent)
    write_bytes(path, encoded())
    return path


def with_programs(
    recorder: Recorder,
    entry: Entry,
    programs: tuple[Program, ...],
    origins: tuple[Origin, Origin] = (Origin(), Origin()),
) -> Entry:
    """``entry`` with the programs beside their translations, if a report will show them.

    ``origins`` are the baseline's and the result's: lines that changed in between are marked.
    """
    if not recorder.policy.pictures:
        return entry
    before, after = origins
    texts = {text: before.texts[name] for name, text in after.texts.items() if name in before.texts}
    shown = (program_text(program, before=texts.get(program.source.text)) for program in programs)
    return msgspec.structs.replace(entry, programs=tuple(shown))


def _by(baseline: Origin, result: Origin) -> list[str]:
    """Who drew both, and what to think of two processors."""
    if baseline.text() == result.text():
        return [f"both by {result.text()}"]
    lines = [f"baseline by {baseline.text()}; result by {result.text()}"]
    if baseline.processor and result.processor and baseline.processor != result.processor:
        lines.append(
            "processors differ in the last bits of what software renderers compute; accepted, the result is "
            "this processor's baseline alone"
        )
    return lines
