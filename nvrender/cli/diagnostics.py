"""Errors and warnings as plain data, which a process can hand to another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from nvrender.source import NvrenderError, ProgramError, ProgramWarning

_QUOTED = re.compile(r"`[^`]*`|'[^']*'|(?<![\w.])\d+(?![\w.])")


@dataclass(frozen=True)
class Diagnostic:
    """What is wrong, or to be warned of; ``text`` is the whole message as people read it.

    ``line`` is 0 and ``file`` "" of what has no place in a file.
    """

    text: str
    message: str
    warning: bool = False
    file: str = ""
    line: int = 0
    column: int = 0
    hint: str = ""
    section: str = ""

    @property
    def place(self) -> str:
        """The file, line and column, as messages begin."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.message.partition(": ")[0]

    @property
    def cause(self) -> str:
        """The message without what is of one program alone: what failures are counted by."""
        message = self.message.partition(": ")[2] or self.message if not self.line else self.message
        return _QUOTED.sub("…", message.partition("\n")[0])


def diagnostic(error: NvrenderError) -> Diagnostic:
    """An error, or a warning, as data."""
    if not isinstance(error, ProgramError):
        return Diagnostic(str(error), str(error))
    return Diagnostic(
        str(error),
        error.message,
        isinstance(error, ProgramWarning),
        error.file,
        error.line,
        error.column,
        error.hint,
        error.section,
    )


def error_data(error: NvrenderError) -> dict[str, Any]:
    """An error as plain data: always ``message``; position, line, column, hint, section in a program.

    ``file`` is there of what is in an included file.
    """
    if not isinstance(error, ProgramError):
        return {"message": str(error)}
    name = error.source.name
    included = error.file not in (name, name.rpartition("#")[0])
    return {
        "message": error.message,
        **({"file": error.file} if included else {}),
        "position": error.position,
        "line": error.line,
        "column": error.column,
        "hint": error.hint,
        "section": error.section,
    }


def warning_data(warned: Iterable[ProgramWarning]) -> dict[str, Any]:
    """Warnings as plain data, nothing where there are none."""
    rows = [error_data(row) for row in warned]
    return {"warnings": rows} if rows else {}
