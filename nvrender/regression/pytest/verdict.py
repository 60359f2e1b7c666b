"""What becomes of a result: it agrees with a baseline, becomes one, or fails the test with one message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from nvrender.program import Program
from nvrender.regression.baselines.files import BaselineFile
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


def settle(
    recorder: Recorder,
    entry: Entry,
    place: BaselineFile,
    origin: Origin,
    candidate: Callable[[Path], Candidate],
    write: Callable[[Path], object],
    programs: tuple[Program, ...],
) -> None:
    """Hold a result against the accepted baselines of ``place``, and do what the policy says.

    ``origin`` is the result's, ``candidate`` compares with one file, ``write`` makes a file of the result.
    InputError for what cannot be written; fails the test where the result does.
    """
    policy = recorder.policy
    accepted = place.accepted()
    if not accepted:
        if policy.action(found=False) is Action.MISS:
            expected = policy.shown(place.new())
            line = f"make it with: {recorder.command()}, look at it and commit it"
            recorder.fail(
                with_programs(recorder, entry, programs),
                f"there is no baseline {expected}",
                line,
                status="missing",
            )
        path = _written(place, write, place.new())
        recorder.record(entry, f"created {policy.shown(path)}; look at it and commit it", status="updated")
        return
    found: list[Candidate] = []
    for path in accepted:
        try:
            found.append(candidate(path))
        except InputError as error:
            _replace_damaged(recorder, entry, place, write, path, error)
            return
    best = min(found, key=lambda one: one.distance)
    details = best.details()
    facts = {"baseline_renderer": best.origin.renderer, "baseline_version": best.origin.version}
    action = policy.action(found=True, passes=best.passes, identical=best.identical)
    entry = msgspec.structs.replace(entry, **facts, **details.facts)
    if action is Action.PASS:
        recorder.record(entry, "", status="passed")
        return
    changed = tuple(f"changed since: {line}" for line in changes(best.origin, origin))
    if action is Action.FAIL:
        several = f", the nearest of {len(accepted)} baselines" if len(accepted) > 1 else ""
        lines = (
            f"the result differs from {policy.shown(best.path)}{several}",
            *details.told,
            *changed,
            _by(best.origin, origin),
            f"accept it with: {recorder.command()}",
        )
        entry = with_programs(recorder, entry, programs, (best.origin, origin))
        recorder.fail(entry, *lines, status="failed")
    if action is Action.ADD:
        path = _written(place, write, replace(place, renderer=_renderer(place, best.path)).new())
    else:
        path = _written(place, write, _replaced(place, best.path))
    verb = "added" if action is Action.ADD else "made" if path != best.path else "replaced"
    lines = (f"{verb} {policy.shown(path)}", *details.told, *changed)
    recorder.record(with_programs(recorder, entry, programs), *lines, status="updated")


def _replace_damaged(
    recorder: Recorder,
    entry: Entry,
    place: BaselineFile,
    write: Callable[[Path], object],
    path: Path,
    error: InputError,
) -> None:
    """Fail on a baseline that cannot be read, or where results become baselines put this one there."""
    if recorder.policy.action(found=True) is not Action.REPLACE:
        line = f"restore it from version control, or make it anew with: {recorder.command()}"
        recorder.fail(entry, str(error), line, status="error")
    written = _written(place, write, _replaced(place, path))
    recorder.record(entry, f"made {recorder.policy.shown(written)} anew, because {error}", status="updated")


def _replaced(place: BaselineFile, path: Path) -> Path:
    """The file to write instead of ``path``: one for every renderer stays, and this renderer gets its own."""
    return path if path.parent == place.own else place.new()


def _renderer(place: BaselineFile, path: Path) -> str:
    """Another baseline belongs where those accepted are: beside others no common one counts."""
    return place.renderer if path.parent == place.own else ""


def _written(place: BaselineFile, write: Callable[[Path], object], path: Path) -> Path:
    place.prepare()
    write(path)
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


def _by(baseline: Origin, result: Origin) -> str:
    if baseline.text() == result.text():
        return f"both by {result.text()}"
    return f"baseline by {baseline.text()}; result by {result.text()}"
