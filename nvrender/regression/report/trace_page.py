"""A trace as a page: the program, its GLSL, its intermediate representation, and the values of each step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from nvrender import __version__
from nvrender.glsl.targets import USUAL
from nvrender.glsl.translate import translate
from nvrender.ir.text.writer import write
from nvrender.languages.printer import statement_text
from nvrender.lower.program import lowered
from nvrender.oracle.trace.lines import line_of, notes_of, number_text
from nvrender.oracle.trace.programs import Change, Step
from nvrender.passes.pipeline import after_each
from nvrender.program import Program
from nvrender.regression.report.html import policy, rendered, texts
from nvrender.source import TargetError, printable

_STYLES = ("base.css", "trace.css")
_SCRIPTS = ("trace.js",)
#: Where a line of the intermediate representation names the program's.
_OF = re.compile(r"\s*// (\d+): .*$")


def trace_page(program: Program, steps: Sequence[Step], title: str, about: str) -> bytes:
    """The HTML, with everything in it; ``about`` says what is traced."""
    style, script = texts(_STYLES), texts(_SCRIPTS)
    data = {
        "title": printable(title),
        "about": printable(about),
        "texts": [{"title": name, "lines": list(lines)} for name, lines in _texts(program)],
        "steps": [_step(program, step) for step in steps],
    }
    return rendered(
        "trace.html",
        data=data,
        policy=policy(style, script, images="data:"),
        style=style,
        script=script,
        version=__version__,
    )


def _texts(program: Program) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    starts = {program.source.line_and_column(row.span.start)[0] for row in program.instructions}
    text = printable(program.source.text).splitlines()
    numbered = enumerate(text, 1)
    yield "Program", [_line(number, line, number if number in starts else 0) for number, line in numbered]
    for numerics in ("fast", "exact"):
        try:
            yield f"GLSL, {numerics} numerics", _glsl(program, numerics)
        except TargetError:
            return
    shader = list(after_each(lowered(program)))[-1][1]
    lines = write(shader, program.source).splitlines()
    yield (
        "Intermediate representation",
        [
            _line(number, _OF.sub("", line), int(match[1]) if (match := _OF.search(line)) else 0)
            for number, line in enumerate(lines, 1)
        ],
    )


def _glsl(program: Program, numerics: str) -> list[dict[str, Any]]:
    """By the first usual target that can express the program."""
    refused = TargetError("no target")
    for target in USUAL:
        try:
            found = translate(program, target, numerics=numerics)
        except TargetError as error:
            refused = error
            continue
        pairs = zip(found.source.splitlines(), found.lines, strict=False)
        places = (
            (text, 0 if span is None else program.source.line_and_column(span.start)[0])
            for text, span in pairs
        )
        return [_line(number, printable(text), line) for number, (text, line) in enumerate(places, 1)]
    raise refused


def _line(number: int, text: str, of: int) -> dict[str, Any]:
    """A line of a text; ``of`` is the program's line that it is, or comes from, 0 for none."""
    return {"number": number, "text": text, "of": of or ""}


def _step(program: Program, step: Step) -> dict[str, Any]:
    return {
        "line": str(line_of(program, step)),
        "text": printable(statement_text(program, step.instruction)),
        "reads": [[row.text, [number_text(value) for value in row.values]] for row in step.operands],
        "changes": [[name, list(cells)] for name, cells in _changed(step.changes)],
        "notes": notes_of(step),
    }


def _changed(changes: Iterable[Change]) -> Iterator[tuple[str, list[list[str]]]]:
    """Registers, with component, old and new value of each that is another."""
    found: dict[str, list[list[str]]] = {}
    for row in changes:
        cells = [row.component, number_text(row.old), number_text(row.new)]
        found.setdefault(row.register, []).append(cells)
    yield from found.items()
