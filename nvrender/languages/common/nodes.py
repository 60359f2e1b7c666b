"""Statements as written: what the grammars yield and their checkers read."""

from __future__ import annotations

from typing import NamedTuple

from nvrender.languages.common.spellings import Spelling
from nvrender.program import (
    Binding,
    Condition,
    Destination,
    ExtendedSwizzle,
    Instruction,
    Mask,
    Operand,
    Swizzle,
)
from nvrender.program.binding_rows import BindingRow
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


class MemoryNode(NamedTuple):
    """``program.buffer[bank]`` with ``[first]``, ``[first..last]`` or nothing behind it (None, None).

    ``space`` is the word behind ``program``: buffer, storage, sharedmem, which has no bank, or subroutine,
    which has nothing else. ``last_bank`` is the end of a range of banks, or None.
    """

    bank: int
    first: int | None
    last: int | None
    span: Span
    last_bank: int | None = None
    space: str = "buffer"


class UnitNode(NamedTuple):
    """``texture[first]`` or ``texture[first..last]``, or of an image."""

    first: int
    last: int
    span: Span


class ValueNode(NamedTuple):
    """A parameter or constant of !!FP1.0; ``span`` is that of its name where it was defined."""

    binding: Binding
    scalar: bool
    span: Span


Source = VariableNode | BindingNode | ConstantNode | ValueNode
Target = VariableNode | BindingNode
Item = BindingNode | MemoryNode | ConstantNode | UnitNode


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

    target: Target
    mask: Mask
    condition: Condition | None
    span: Span
    masked: bool = False


#: Final where the text names the register.
AnyOperand = OperandNode | Operand
AnyDestination = DestinationNode | Destination


class TextureNode(NamedTuple):
    """Image unit, target and texel offset, and where they begin.

    The unit is its number, a variable of TEXTURE or IMAGE, or the operand of ``handle(…)``. ``component`` is
    that of TXG with its suffix, None without; ``moved`` the operand of ``offset(…)``; ``image``: the unit is
    an image's.
    """

    unit: int | VariableNode | AnyOperand
    target: str
    offset: tuple[int, int, int]
    unit_start: int
    target_start: int
    offset_start: int
    span: Span
    component: int | None = None
    moved: AnyOperand | None = None
    image: bool = False


class OptionNode(NamedTuple):
    """``OPTION name;``"""

    name: str
    span: Span


class DirectiveNode(NamedTuple):
    """``PRIMITIVE_IN word;``, ``GROUP_SIZE 8 8;`` or ``TESS_POINT_MODE;``.

    ``vertices`` is how many the word stands for (languages.arb.directives).
    """

    keyword: str
    word: str
    vertices: int
    numbers: tuple[int, ...]
    span: Span


class LabelNode(NamedTuple):
    """``name:``, or ``name SUBROUTINENUM(number):``; the span is the name's."""

    name: str
    span: Span
    number: int | None = None
    number_start: int = 0


class InstructionNode(NamedTuple):
    """One instruction; ``label`` is the label BRA and CAL go to."""

    spelling: Spelling
    destination: AnyDestination | None
    operands: tuple[AnyOperand, ...]
    condition: Condition | None
    texture: TextureNode | None
    label: str
    span: Span


class Name(NamedTuple):
    """A name being declared; ``size`` is None without brackets, 0 for ``[]``.

    Of a buffer with two pairs ``banks`` is what stands in the first.
    """

    text: str
    size: int | None
    span: Span
    banks: int | None = None


class Modifier(NamedTuple):
    """A word before a declaration."""

    word: str
    start: int


class DeclarationNode(NamedTuple):
    """A declaration: of TEMP and ADDRESS the names, of others one name and what it is bound to.

    ``listed`` tells whether ``items`` stood in braces as members of an array. ``old`` is what an ALIAS
    stands for, or the type of a SUBROUTINE. ``labels`` are those of a SUBROUTINETYPE.
    """

    keyword: str
    modifiers: tuple[Modifier, ...]
    names: tuple[Name, ...]
    items: tuple[Item, ...]
    listed: bool
    old: VariableNode | None
    span: Span
    labels: tuple[Name, ...] = ()


class EndNode(NamedTuple):
    """``END``."""

    span: Span


Statement = OptionNode | DirectiveNode | LabelNode | InstructionNode | Instruction | DeclarationNode | EndNode
