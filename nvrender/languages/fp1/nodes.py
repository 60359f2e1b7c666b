"""Statements of !!FP1.0 as its grammar yields them: registers and parameters known, not yet counted."""

from __future__ import annotations

from typing import NamedTuple

from nvrender.languages.arb.nodes import TextureNode
from nvrender.languages.common.numbers import component
from nvrender.languages.common.spellings import Spelling
from nvrender.ops.types import DataType
from nvrender.program import Binding, BindingKind, Condition, Destination, Register, Swizzle
from nvrender.source import Span

Words = tuple[int, int, int, int]


class NamedValue(NamedTuple):
    """What DEFINE or DECLARE made of a name; ``span`` is the name's where it was defined."""

    binding: Binding
    scalar: bool
    span: Span


class OperandNode(NamedTuple):
    """An operand; ``start`` is the byte its register or constant begins at, behind the operand's signs."""

    source: Register | Binding
    start: int
    swizzle: Swizzle
    absolute: bool
    negate: bool
    span: Span


class DeclareNode(NamedTuple):
    """``DECLARE name = value;``, the only declaration that makes a parameter."""

    binding: Binding
    span: Span


class InstructionNode(NamedTuple):
    """One instruction; cut short by a syntax error it holds what precedes the error.

    ``mask_start`` is the byte of the write mask's ``.``, None without one.
    """

    spelling: Spelling
    destination: Destination | None
    operands: tuple[OperandNode, ...]
    condition: Condition | None
    texture: TextureNode | None
    span: Span
    mask_start: int | None = None


Statement = DeclareNode | InstructionNode


def constant(words: Words) -> Binding:
    """The parameter that holds a constant."""
    name = "{" + ", ".join(component(word, DataType.FLOAT) for word in words) + "}"
    return Binding(name, BindingKind.CONSTANT, words=words)
