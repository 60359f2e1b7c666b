"""Errors and warnings as plain data, which a process can hand to another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from nvrender.source import NvrenderError, ProgramError, ProgramWarning, SceneError, TargetError

#: The rule of an error that has no place in a program.
_RULES = {SceneError: "scene", TargetError: "target", NvrenderError: "unreadable"}
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
    rule: str = ""

    @property
    def severity(self) -> str:
        """What annotations and logs call it."""
        return "warning" if self.warning else "error"

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
    """An error, or a warning, as data; what is wrong with a scene for its program's sake is there."""
    if not isinstance(error, ProgramError):
        rule = next(name for kind, name in _RULES.items() if isinstance(error, kind))
        whole = Diagnostic(str(error), str(error), rule=rule)
        cause = error.__cause__
        if not isinstance(cause, ProgramError):
            return whole
        place = diagnostic(cause)
        message = f"{whole.message.partition(chr(10))[0]} {place.message}"
        return replace(place, text=whole.text, message=message)
    return Diagnostic(
        str(error),
        error.message,
        isinstance(error, ProgramWarning),
        error.file,
        error.line,
        error.column,
        error.hint,
        str(error.section),
        error.rule,
    )


def all_errors(error: NvrenderError) -> list[NvrenderError]:
    """An error and what else is wrong with its program, or with the one that a scene names."""
    program = error if isinstance(error, ProgramError) else error.__cause__
    return [error, *(program.others if isinstance(program, ProgramError) else ())]


def error_data(error: NvrenderError) -> dict[str, Any]:
    """An error as plain data: always ``message``; of a program also its place, hint, section and rule.

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
        "section": str(error.section),
        "rule": error.rule,
    }


def warning_data(warned: Iterable[ProgramWarning]) -> dict[str, Any]:
    """Warnings as plain data, nothing where there are none."""
    rows = [error_data(row) for row in warned]
    return {"warnings": rows} if rows else {}
