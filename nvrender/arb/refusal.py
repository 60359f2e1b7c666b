"""What plain ARB programs cannot express, with its place in the source."""

from __future__ import annotations

from typing import NoReturn

from nvrender.program import Program
from nvrender.source import Span, TargetError


class Refused(Exception):
    """Raised inside the translation, with the place as far as it is known there."""

    def __init__(self, reason: str, origin: Span | None = None) -> None:
        super().__init__(reason)
        self.reason, self.origin = reason, origin


def refuse(reason: str, origin: Span | None = None) -> NoReturn:
    """Ends the translation for a ``reason``."""
    raise Refused(reason, origin)


def error_of(program: Program, refused: Refused) -> TargetError:
    """The message for people: place, instruction, reason, and a caret below the line."""
    origin = refused.origin
    if origin is None:
        return TargetError(f"{program.source.name}: {refused.reason}")
    line, caret = program.source.excerpt(origin.start)
    return TargetError(f"{program.source.place(origin)}: {refused.reason}\n  {line}\n  {caret}")
