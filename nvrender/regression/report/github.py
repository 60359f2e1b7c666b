"""What GitHub shows of a run: annotations beside the lines of tests, and the summary of a step."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from nvrender.regression.report.model import STATUSES, Entry, Report
from nvrender.source import InputError, named, printable
from nvrender.workflow import workflow_command

#: What Markdown would read in a line, as HTML has it; an empty line would end a block of HTML.
_MARKS = {ord(mark): f"&#{ord(mark)};" for mark in "*_`[]|~\\"}
_EMPTY = re.compile(r"\n\s*\n")
_KINDS = {"failed": "error", "error": "error", "missing": "error", "flaky": "warning", "unused": "warning"}
#: GitHub shows no more annotations of a step, and no larger summary.
_ANNOTATIONS = 10
_ROWS = 200
_MESSAGE = 2000


def annotated(report: Report, places: Mapping[str, tuple[str, int | None]], root: Path) -> Iterator[str]:
    """A command for each entry that asks for attention, the worst first.

    ``places`` are files below ``root`` and lines from 0 by the names of tests. Files are named as GitHub
    does, from its working folder.
    """
    asking = [entry for entry in _sorted(report) if entry.status in _KINDS]
    for entry in asking[:_ANNOTATIONS]:
        test = entry.name.rpartition(" ")[0] if entry.name not in places else entry.name
        file, line = places.get(test, ("", None))
        place = (
            {"file": _from_workspace(root, file), "line": line + 1 if line is not None else 0} if file else {}
        )
        message = printable(entry.message)[:_MESSAGE]
        yield workflow_command(
            _KINDS[entry.status], message, **place, title=printable(f"{entry.status}: {entry.name}")
        )


def summary(report: Report) -> str:
    """The report in the Markdown that GitHub shows: counts, and what asks for attention."""
    counts = Counter(entry.status for entry in report.entries)
    told = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    lines = [f"<h3>{_shown(report.title)}</h3>", "", f"{told} of {len(report.entries)}", ""]
    asking = [entry for entry in _sorted(report) if entry.status in _KINDS]
    for entry in asking[:_ROWS]:
        head, _, rest = entry.message.partition("\n")
        lines.append(
            f"<details><summary>{entry.status} <code>{_shown(entry.name)}</code>: {_shown(head)}</summary>"
        )
        command = entry.approve_command or entry.accept_command
        lines += [
            f"<pre>{_shown(rest)}</pre>" if rest else "",
            f"<pre>{_shown(command)}</pre>" if command else "",
        ]
        lines += ["</details>", ""]
    if len(asking) > _ROWS:
        lines += [f"and {len(asking) - _ROWS} more", ""]
    return "\n".join(lines) + "\n"


def write_summary(report: Report, path: str) -> None:
    """Add the summary to the file GITHUB_STEP_SUMMARY names; nothing without one. InputError."""
    if not path:
        return
    try:
        with open(path, "a", encoding="utf-8") as stream:
            stream.write(summary(report))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{named(path)}: the summary cannot be written: {reason}") from None


def _sorted(report: Report) -> list[Entry]:
    return sorted(report.entries, key=lambda entry: STATUSES.index(entry.status))


def _shown(text: str) -> str:
    """A text without empty lines, in which nothing is HTML or Markdown."""
    return escape(_EMPTY.sub("\n", printable(text[:_MESSAGE]))).translate(_MARKS)


def _from_workspace(root: Path, file: str) -> str:
    """A file below ``root`` as GitHub names it, from its working folder."""
    workspace = os.environ.get("GITHUB_WORKSPACE", "")
    whole = Path(os.path.abspath(root / file))
    return whole.relative_to(workspace).as_posix() if workspace and whole.is_relative_to(workspace) else file
