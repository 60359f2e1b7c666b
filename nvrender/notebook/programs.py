"""Programs and translations: assembly beside GLSL, each line of GLSL with the number of the one it is of."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.glsl.targets import USUAL
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.notebook.parts import beside, code, heading, note
from nvrender.program import Program
from nvrender.source import TargetError, printable


def program(of: Program) -> str:
    """Assembly beside its GLSL in fast numerics, of the first usual target that can express it."""
    text = printable(of.source.text)
    assembly = code(text, _counted(len(text.splitlines())))
    found = _translated(of)
    if isinstance(found, TargetError):
        return heading(repr(of)[1:-1]) + assembly + note(str(found))
    lines = ["" if span is None else str(of.source.line_and_column(span.start)[0]) for span in found.lines]
    width = max(map(len, lines), default=0)
    return heading(repr(of)[1:-1]) + beside(assembly, code(found.source, (row.rjust(width) for row in lines)))


def translation(of: Translation) -> str:
    """The shader, its lines numbered."""
    return heading(repr(of)[1:-1]) + code(of.source, _counted(of.source.count("\n")))


def _translated(of: Program) -> Translation | TargetError:
    refused = TargetError("no target")
    for target in USUAL:
        try:
            return translate(of, target, numerics="fast")
        except TargetError as error:
            refused = error
    return refused


def _counted(lines: int) -> Iterator[str]:
    width = len(str(lines))
    return (str(number).rjust(width) for number in range(1, lines + 1))
