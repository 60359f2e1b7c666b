"""Statements: what the vertex program grammar yields and its checker reads."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.program import Condition, Destination, Operand
from nvrender.program.opcodes import Opcode
from nvrender.source import Span


@dataclass(frozen=True, slots=True)
class OptionStatement:
    """``OPTION name;``"""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class LabelStatement:
    """``name:``; the span is the name's."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class InstructionStatement:
    """One instruction as written; ``target`` is the label word of BRA and CAL, not yet resolved.

    Registers of this grammar are named by the text itself, so destination and operands are final.
    A statement that ends in a syntax error holds what precedes the error; the last operand then may
    be a register without its suffix.
    """

    opcode: Opcode
    sets_condition_code: bool
    destination: Destination | None
    operands: tuple[Operand, ...]
    condition: Condition | None
    target: str
    span: Span


Statement = OptionStatement | LabelStatement | InstructionStatement
