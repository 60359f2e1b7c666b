"""What is to be warned of in a program that loads."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nvrender.languages.warned import warnings_of as text_warnings
from nvrender.lint.first_reads import first_reads
from nvrender.lint.names import shadowing_names, unused_names
from nvrender.lint.results import unwritten_results
from nvrender.lint.values import unused_values
from nvrender.program import Program
from nvrender.source import ProgramWarning

_CHECKS: tuple[Callable[[Program], Iterable[ProgramWarning]], ...] = (
    text_warnings,
    unwritten_results,
    first_reads,
    unused_names,
    unused_values,
    shadowing_names,
)


def warnings_of(program: Program) -> tuple[ProgramWarning, ...]:
    """Every warning, in order of the text."""
    found = [row for check in _CHECKS for row in check(program)]
    return tuple(sorted(found, key=lambda row: row.position))
