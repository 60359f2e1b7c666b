"""Statements of the declared-name grammar as written: names and constants not yet resolved."""

from __future__ import annotations

from typing import NamedTuple

from nvrender.isa.arb_bindings import BindingRow
from nvrender.isa.rows import DataType, Opcode
from nvrender.program import Clamp, Condition, ExtendedSwizzle, Mask, Multiply, Swizzle
from nvrender.source import Span


class Number(NamedTuple):
    """A constant's digits, with the sign that is part of the constant."""

    text: str
    negative: bool
    start: int


class ConstantNode(NamedTuple):
    """``2.0``, or ``{1, -2}`` with up to four numbers."""

    numbers: tuple[Number, ...]
    scalar: bool
    span: Span


class IndexNode(NamedTuple):
    """``[3]``, or ``[name.x+3]`` with a ``name``; ``number`` is the index or the offset."""

    number: int
    span: Span
    name: str = ""
    component: int = 0
    name_start: int = 0


class VariableNode(NamedTuple):
    """A declared name with what is in brackets behind it."""

    name: str
    indices: tuple[IndexNode, ...]
    span: Span


class BindingNode(NamedTuple):
    """A binding: its row, its numbers, the end of its range or None, and its relative index or None.

    ``vertex`` is the number of the vertex whose attribute it is, None where none is given.
    """

    row: BindingRow
    numbers: tuple[int, ...]
    last: int | None
    relative: IndexNode | None
    span: Span
    vertex: int | None = None


class BufferNode(NamedTuple):
    """``program.buffer[bank]`` with ``[first]``, ``[first..last]`` or nothing behind it (None, None)."""

    bank: int
    first: int | None
    last: int | None
    span: Span


Source = VariableNode | BindingNode | ConstantNode
Item = BindingNode | BufferNode | ConstantNode


class OperandNode(NamedTuple):
    """An operand; ``negate`` is the sign outside the bars, ``inner`` the one within."""

    source: Source
    swizzle: Swizzle
    negate: bool
    absolute: bool
    inner: bool
    span: Span
    extended: ExtendedSwizzle | None = None


class DestinationNode(NamedTuple):
    """A destination with its masks."""

    target: VariableNode | BindingNode
    mask: Mask
    condition: Condition | None
    span: Span
    masked: bool = False


class TextureNode(NamedTuple):
    """Image unit, target and texel offset, and where they begin."""

    unit: int
    target: str
    offset: tuple[int, int, int]
    unit_start: int
    target_start: int
    offset_start: int
    span: Span


class Spelling(NamedTuple):
    """An opcode with all its suffixes and modifiers.

    ``type`` is the type given, or the opcode's default; ``condition_code`` the register updated.
    """

    opcode: Opcode
    type: DataType
    typed: bool = False
    condition_code: int | None = None
    clamp: Clamp | None = None
    precision: str = ""
    multiply: Multiply | None = None
    unchecked: bool = False


class OptionNode(NamedTuple):
    """``OPTION name;``"""

    name: str
    span: Span


class PrimitiveNode(NamedTuple):
    """``PRIMITIVE_IN word;``, ``PRIMITIVE_OUT word;`` or ``VERTICES_OUT number;``."""

    keyword: str
    word: str
    number: int
    span: Span


class LabelNode(NamedTuple):
    """``name:``; the span is the name's."""

    name: str
    span: Span


class InstructionNode(NamedTuple):
    """One instruction; ``label`` is the label BRA and CAL go to and ``label_start`` where it stands."""

    spelling: Spelling
    destination: DestinationNode | None
    operands: tuple[OperandNode, ...]
    condition: Condition | None
    texture: TextureNode | None
    label: str
    span: Span


class Name(NamedTuple):
    """A name being declared; ``size`` is None without brackets, 0 for ``[]``."""

    text: str
    size: int | None
    span: Span


class Modifier(NamedTuple):
    """A word before a declaration."""

    word: str
    start: int


class DeclarationNode(NamedTuple):
    """A declaration: of TEMP and ADDRESS the names, of others one name and what it is bound to.

    ``listed`` tells whether ``items`` stood in braces as members of an array. ``old`` is what an ALIAS
    stands for.
    """

    keyword: str
    modifiers: tuple[Modifier, ...]
    names: tuple[Name, ...]
    items: tuple[Item, ...]
    listed: bool
    old: VariableNode | None
    span: Span


class EndNode(NamedTuple):
    """``END``."""

    span: Span


Statement = OptionNode | PrimitiveNode | LabelNode | InstructionNode | DeclarationNode | EndNode
