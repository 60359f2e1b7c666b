"""What a value is computed by: one operation of the op table, and what each component is made of."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.ir.nodes import (
    Apply,
    Bitcast,
    Compose,
    Const,
    Convert,
    Expression,
    Interpolate,
    Load,
    Sample,
    Select,
    Swizzle,
)
from nvrender.ir.types import Kind, Type
from nvrender.ops.formulas import Node, Term, formulas, ones_of
from nvrender.ops.rows import Form, Reads
from nvrender.ops.table import OPERATIONS
from nvrender.records import record

CLAMPS = frozenset({"fsaturate", "fsaturate_signed"})
#: What may stand around the operation, and what copies its operand but for its sign.
_AROUND = CLAMPS | {"ffixed", "ffixed_nan", "resize"}
_COPIES = frozenset({"mov", "fneg", "fabs", "ineg", "iabs", "ffixed", "fflush", "fhidden", "resize"})


#: A constant's word, or a component of what is loaded, of an array of some element; None for anything else.
Leaf = int | tuple[Load, int] | None


@record
class Computed:
    """A value is ``places`` of the result of ``operation``; what only copies is "mov"."""

    operation: str
    operands: tuple[Expression, ...]
    places: tuple[int, ...]
    type: Type
    clamped: bool = False

    @property
    def floats(self) -> bool:
        """True if floats alone are computed of floats alone; words they are put into count as such."""
        for row in self.operands:
            if row.type.kind is not Kind.FLOAT:
                return False
        return self.type.kind is Kind.FLOAT or OPERATIONS[self.operation].packs

    @property
    def copies(self) -> bool:
        """True for what an operand is, but for its sign."""
        return self.operation == "mov"

    def formula(self, place: int) -> Node:
        """What a component of the value is computed by."""
        return formulas(self.operation)[self.places[place] if self._composed else 0]

    @property
    def ones(self) -> tuple[bool, ...]:
        """Of each component whether it is 1.0 whatever the operands are."""
        ones = ones_of(self.operation)
        return tuple(ones[place if self._composed else 0] for place in self.places)

    @property
    def _composed(self) -> bool:
        return OPERATIONS[self.operation].form is Form.COMPOSED

    def leaf(self, place: int, term: Term) -> Leaf:
        """What a term of a component of the value copies."""
        if term.number >= len(self.operands):
            return None
        row, operand, component = OPERATIONS[self.operation], self.operands[term.number], self.places[place]
        if row.form in (Form.COMPOSED, Form.TEXTURE):
            component = term.component
        elif row.form is Form.REPLICATED:
            component = _position(row.reads[0], term)
        return leaf(operand, component) if component < operand.type.width else None

    def leaves(self, place: int) -> Iterator[Leaf]:
        """What a component of the value is made of."""
        row = OPERATIONS[self.operation]
        if row.form is Form.COMPOSED or row.form is Form.REPLICATED:
            for number, components in row.reads[self.places[place] if self._composed else 0]:
                yield from (self.leaf(place, Term(number, component)) for component in components)
        elif row.form is Form.TEXTURE:
            for operand in self.operands:
                yield from (leaf(operand, component) for component in range(operand.type.width))
        else:
            yield from (self.leaf(place, Term(number, 0)) for number in range(len(self.operands)))


def computed(value: Expression) -> Computed:
    """What ``value`` is computed by, whatever is around the operation."""
    places, clamped = tuple(range(value.type.width)), False
    while True:
        match value:
            case Bitcast(inner, type) if inner.type.bits == type.bits:
                value = inner
            case Apply(operation, (inner,)) if operation in _AROUND:
                clamped |= operation in CLAMPS
                value = inner
            case Swizzle(Apply() | Convert() | Sample() as inner, components):
                places, value = tuple(components[place] for place in places), inner
            case Apply(operation, operands, type) if operation not in _COPIES:
                return Computed(operation, operands, places, type, clamped)
            case Convert(inner, type=type):
                return Computed("convert", (inner,), places, type, clamped)
            case Sample(operation, _, operands, type):
                return Computed(operation, operands, places, type, clamped)
            case Select(condition, Const(type)):
                return Computed("all", (condition,), places, type, clamped)
            case _:
                operation = _interpolation(value) or "mov"
                return Computed(operation, (value,), places, value.type, clamped)


def _interpolation(node: Expression) -> str:
    """How an attribute is interpolated, whatever its sign; "" for anything else."""
    while True:
        match node:
            case Interpolate(operation):
                return operation
            case Apply("fneg" | "fabs", (inner,)) | Select(yes=inner):
                node = inner
            case _:
                return ""


def _position(reads: Reads, term: Term) -> int:
    """Which component of an operand that is as wide as it is read."""
    return next(places.index(term.component) for number, places in reads if number == term.number)


def leaf(node: Expression, component: int) -> Leaf:
    """What a component of ``node`` copies but for its sign; a zero that is hidden is no constant."""
    while True:
        match node:
            case Const(words=words):
                return words[component]
            case Load(components=components):
                return node, components[component]
            case Swizzle(inner, components):
                node, component = inner, components[component]
            case Bitcast(inner, type) if inner.type.bits == type.bits:
                node = inner
            case Apply("fhidden", (Const(words=words),)) if not words[component] << 1 & 0xFFFFFFFF:
                return None
            case Apply(operation, (inner,)) if operation in _COPIES:
                node = inner
            case Select(yes=inner) | Interpolate(input=inner):
                node = inner
            case Compose(parts):
                for part in parts:
                    if component < part.type.width:
                        node = part
                        break
                    component -= part.type.width
            case _:
                return None
