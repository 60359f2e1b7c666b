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


def settle(
    recorder: Recorder,
    entry: Entry,
    place: BaselineFile,
    origin: Origin,
    candidate: Callable[[Path], Candidate],
    encoded: Callable[[], bytes],
    programs: tuple[Program, ...],
) -> None:
    """Hold a result against the accepted baselines of ``place``, and do what the policy says.

    ``origin`` is the result's, ``candidate`` compares with one file, ``encoded`` gives the bytes of a file.
    InputError for what cannot be written; fails the test where the result does.
    """
    policy = recorder.policy
    accepted = place.accepted()
    if not accepted:
        if policy.action(found=False) is Action.MISS:
            new = place.new()
            expected = policy.shown(new)
            line = f"make it with: {recorder.command()}, look at it and commit it"
            recorder.fail(
                recorder.approvable(with_programs(recorder, entry, programs), new, encoded),
                f"there is no baseline {expected}",
                line,
                status="missing",
            )
        path = _written(place.new(), encoded)
        recorder.record(entry, f"created {policy.shown(path)}; look at it and commit it", status="updated")
        return
    found: list[Candidate] = []
    for path in accepted:
        try:
            found.append(candidate(path))
        except InputError as error:
            _replace_damaged(recorder, entry, place, encoded, path, error)
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
            *_by(best.origin, origin),
            f"accept it with: {recorder.command()}",
        )
        entry = with_programs(recorder, entry, programs, (best.origin, origin))
        entry = recorder.approvable(entry, place.instead_of(best.path, best.origin.processor), encoded)
        recorder.fail(entry, *lines, status="failed")
    if action is Action.ADD:
        # Beside others, where it counts.
        path = _written(place.new(best.path.parent), encoded)
    else:
        path = _written(place.instead_of(best.path, best.origin.processor), encoded)
    verb = "added" if action is Action.ADD else "made" if path != best.path else "replaced"
    lines = (f"{verb} {policy.shown(path)}", *details.told, *changed)
    recorder.record(with_programs(recorder, entry, programs), *lines, status="updated")


def _replace_damaged(
    recorder: Recorder,
    entry: Entry,
    place: BaselineFile,
    encoded: Callable[[], bytes],
    path: Path,
    error: InputError,
) -> None:
    """Fail on a baseline that cannot be read, or where results become baselines put this one there."""
    if recorder.policy.action(found=True) is not Action.REPLACE:
        line = f"restore it from version control, or make it anew with: {recorder.command()}"
        recorder.fail(entry, str(error), line, status="error")
    written = _written(place.instead_of(path, ""), encoded)
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
