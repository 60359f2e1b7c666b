"""Errors and warnings as plain data, which a process can hand to another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from nvrender.source import NvrenderError, ProgramError, ProgramWarning, SceneError, TargetError, named

#: The rule of an error that has no place in a program.
_RULES = {SceneError: "scene", TargetError: "target", NvrenderError: "unreadable"}
_QUOTED = re.compile(r"`[^`]*`|'[^']*'|(?<![\w.])\d+(?![\w.])")


@dataclass(frozen=True)
class Diagnostic:
    """What is wrong, or to be warned of; ``text`` is the whole message as people read it.

    ``line`` and ``column`` are 0, and ``file`` is "", where they are not known.
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
        if not self.file:
            return self.message.partition(": ")[0]
        return ":".join([self.file, *(str(number) for number in (self.line, self.column) if number)])

    @property
    def cause(self) -> str:
        """The message without what is of one program alone: what failures are counted by."""
        message = self.message if self.file else self.message.partition(": ")[2] or self.message
        return _QUOTED.sub("…", message.partition("\n")[0])


def diagnostic(error: NvrenderError) -> Diagnostic:
    """An error, or a warning, as data; what is wrong with a scene for its program's sake is there."""
    if not isinstance(error, ProgramError):
        rule = next(name for kind, name in _RULES.items() if isinstance(error, kind))
        whole = Diagnostic(str(error), str(error), rule=rule)
        if isinstance(error, SceneError):
            place = error.file, error.line, error.column
            whole = Diagnostic(whole.text, error.message, False, *place, rule=rule)
        cause = error.__cause__
        if not isinstance(cause, ProgramError):
            return whole
        program = diagnostic(cause)
        message = f"{whole.text.partition(chr(10))[0]} {program.message}"
        return replace(program, text=whole.text, message=message)
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


def of_file(row: Diagnostic, file: str) -> Diagnostic:
    """``row``, of ``file`` if it is of none, whose message may begin with its name, line and column."""
    if row.file:
        return row
    place = re.match(rf"{re.escape(named(file))}(?:#[^:]*)?(?::(\d+))?(?::(\d+))?: ", row.message)
    if place is None:
        return replace(row, file=file)
    line, column = (int(number or 0) for number in place.groups())
    return replace(row, file=file, line=line, column=column, message=row.message[place.end() :])


def all_errors(error: NvrenderError) -> list[NvrenderError]:
    """An error and what else is wrong with its program, or with the one that a scene names."""
    program = error if isinstance(error, ProgramError) else error.__cause__
    return [error, *(program.others if isinstance(program, ProgramError) else ())]


def error_data(error: NvrenderError) -> dict[str, Any]:
    """An error as plain data: always ``message``, its place if it has one; of a program hint, section, rule.

    ``file`` is there of what is in an included file.
    """
    if isinstance(error, SceneError) and error.line:
        return {"message": str(error), "line": error.line, "column": error.column}
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
