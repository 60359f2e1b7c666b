"""What plain ARB programs cannot express, with its place in the source."""

from __future__ import annotations

from typing import NoReturn

from nvrender.lower.places import numbers
from nvrender.ops.types import DataType
from nvrender.program import Instruction, Program
from nvrender.source import Span, TargetError

#: Of an instruction that has no counterpart; its name is filled in.
NOTHING = "plain ARB programs have nothing like `{}`"
INTEGERS = "plain ARB programs have no integers"


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
    origin, reason = refused.origin, refused.reason
    if reason is NOTHING:
        number = None if origin is None else numbers(program).get(origin)
        reason = reason.format("it") if number is None else _lacking(program.instructions[number])
    if origin is None:
        return TargetError(f"{program.source.name}: {reason}")
    line, caret = program.source.excerpt(origin.start)
    return TargetError(f"{program.source.place(origin)}: {reason}\n  {line}\n  {caret}")


def _lacking(instruction: Instruction) -> str:
    """What there is nothing like: the instruction, or numbers of its type."""
    if instruction.bits == 64:
        return "plain ARB programs have no numbers of 64 bits"
    return NOTHING.format(instruction.opcode.name) if instruction.type is DataType.FLOAT else INTEGERS
