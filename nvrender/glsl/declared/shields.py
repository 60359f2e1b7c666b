"""What a compiler, or denormals, must not change of the values of one instruction.

Which operands look like constants is what Constants says, which lie in the range of fixed point what Ranges
does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nvrender.glsl.declared.constants import hides_result
from nvrender.glsl.declared.fixed_point import leaves_fixed_point
from nvrender.glsl.declared.operands import TypedOperands
from nvrender.glsl.declared.word_types import passes_words
from nvrender.glsl.printer.expressions import loads
from nvrender.ir import visit
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Compose,
    Const,
    Convert,
    Expression,
    Interpolate,
    Role,
    Sample,
    Select,
    Swizzle,
)
from nvrender.ir.types import INT, UINT, Kind
from nvrender.lower.operands import bitcast, retyped
from nvrender.ops.formulas import chooses_by, compares, orders
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.program import Instruction, RegisterFile

_CLAMPS = ("fsaturate", "fsaturate_signed", "ffixed_nan")
_MAGNITUDE, _EXPONENT, _SIGN = 0x7FFFFFFF, 0x7F800000, 0x80000000


def shielded(context: TypedOperands, instruction: Instruction, nodes: Sequence[Assign]) -> Sequence[Assign]:
    """What an instruction assigns, with its value shielded, which is in the first assignment."""
    place = next((place for place, row in enumerate(nodes) if row.var.type.kind is not Kind.BOOL), None)
    if place is None:
        return nodes
    first = nodes[place]
    if len(nodes) == 1 and not context.exact:
        first = _signless(context, first)
    first = replace(first, value=_Shields(context, instruction).value(first.value))
    codes = (_code(context, instruction, row) for row in nodes[place + 1 :])
    return [*nodes[:place], first if len(nodes) > 1 else _code(context, instruction, first), *codes]


def _code(context: TypedOperands, instruction: Instruction, node: Assign) -> Assign:
    """The same of a condition code, which has no denormals where words are only copied."""
    floats = node.var.role is Role.CODE and node.var.type.kind is Kind.FLOAT
    if not (floats and context.flush and passes_words(instruction)) or is_converted(node.value):
        return node
    return replace(node, value=Apply("fflush", (node.value,), node.value.type))


def is_converted(node: Expression) -> bool:
    """True for a number that is not as it was found."""
    return isinstance(node, Convert) or (isinstance(node, Apply) and node.operation in ("i2f", "resize"))


def _signless(context: TypedOperands, node: Assign) -> Assign:
    """The same with integers of the kind of the variable, where signed and unsigned ones give the same."""
    kinds = {"i": INT, "u": UINT}
    type = kinds.get(context.kind_of(node.var))
    value = node.value.value if isinstance(node.value, Bitcast) else node.value
    if type is None or not isinstance(value, Apply) or not OPERATIONS[value.operation].signless:
        return node
    # -1 is more than 4294967295 to a reader.
    constants = (row for row in visit.expressions(value) if isinstance(row, Const))
    if type is UINT and any(word >> 31 for row in constants for word in row.words):
        return node
    return replace(node, value=bitcast(retyped(value, type), node.var.type))


class _Shields:
    """The decisions on one instruction."""

    def __init__(self, context: TypedOperands, instruction: Instruction) -> None:
        self.context = context
        self.instruction = instruction
        self.exact = context.exact
        destination, operation = instruction.destination, instruction.operation
        assert destination is not None
        self.opaque = context.constants.hides(instruction) if context.exact else ()
        stored = destination.register.file in (RegisterFile.TEMPORARY, RegisterFile.RESULT)
        self.hides = context.exact and stored and not compares(operation)
        clamped = instruction.clamp is not None and operation == "mov"
        self.ordered = clamped or orders(operation)
        self.passes = passes_words(instruction)

    def value(self, node: Expression) -> Expression:
        """A result, what is around the operation kept."""
        if isinstance(node, Bitcast) and node.type.bits == node.value.type.bits:
            return bitcast(self.value(node.value), node.type)
        if isinstance(node, Apply) and node.operation in (*_CLAMPS, "resize"):
            return Apply(node.operation, (self.value(node.operands[0]),), node.type)
        if isinstance(node, Apply) and node.operation == "ffixed":
            found = self._result(node.operands[0])
            # What is not NaN and is to be clamped to [0, 1] need not be clamped to more before.
            leaves = leaves_fixed_point(self.instruction)
            kept = leaves and (self.instruction.clamp is None or self.exact)
            return Apply("ffixed", (found,), node.type) if kept else found
        return self._result(node)

    def _result(self, node: Expression) -> Expression:
        found = self._computed(node)
        hides = self.exact and hides_result(self.instruction)
        return Apply("fopaque", (found,), found.type) if hides else found

    def _computed(self, node: Expression) -> Expression:
        if self.instruction.operation == "mov" or self.instruction.row.form is Form.INTERPOLATION:
            return self._operand(0, node)
        if isinstance(node, Const) and self.instruction.row.form is Form.QUAD:
            return self._constant(node)
        if isinstance(node, Select):
            return replace(node, condition=self._asked(node.condition))
        if isinstance(node, Swizzle):
            return Swizzle(self._computed(node.value), node.components)
        if isinstance(node, Convert):
            return replace(node, value=self._operand(0, node.value))
        if isinstance(node, Apply) and node.operands[0].type.kind is Kind.BOOL:
            return self._asked(node)
        if isinstance(node, Apply):
            operands = tuple(self._operand(number, row) for number, row in enumerate(node.operands))
            return Apply(node.operation, operands, node.type)
        if isinstance(node, Sample):
            return replace(node, operands=tuple(map(self._looked_up_by, node.operands)))
        return node

    def _asked(self, node: Expression) -> Expression:
        """What a vote is of, compared with 0."""
        assert isinstance(node, Apply)
        value, *nought = node.operands
        found = self._operand(0, value) if nought else self._asked(value)
        return Apply(node.operation, (found, *nought), node.type)

    def _looked_up_by(self, node: Expression) -> Expression:
        """An operand of a lookup, whose constants no compiler folds but those that are divided."""
        return node if isinstance(node, Const) else self._operand(0, node)

    def _operand(self, number: int, node: Expression) -> Expression:
        if node.type.kind is not Kind.FLOAT or node.type.bits != 32:
            return node
        if isinstance(node, Compose):
            return Compose(tuple(self._part(number, part) for part in node.parts))
        if not isinstance(node, Apply):
            return self._read(number, node)
        if node.operation == "fdiv":  # coordinates by their last
            one, other = (self._operand(number, row) for row in node.operands)
            return Apply("fdiv", (one, other), node.type)
        (inner,) = node.operands
        if node.operation == "ffixed":
            found = self._operand(number, inner)
            within = self.context.ranges.within(self.instruction, number)
            return found if within else Apply("ffixed", (found,), node.type)
        negative = node.operation == "fneg"
        if self.exact and negative and isinstance(inner, Apply) and inner.operation == "fabs":
            return _bits("or", _SIGN, self._operand(number, inner.operands[0]))
        if self.exact and node.operation == "fabs" and self.ordered:
            return _bits("and", _MAGNITUDE, self._operand(number, inner))
        return Apply(node.operation, (self._operand(number, inner),), node.type)

    def _part(self, number: int, node: Expression) -> Expression:
        """A component of an extended swizzle; of its constants zeros are hidden."""
        return self._constant(node) if isinstance(node, Const) else self._operand(number, node)

    def _constant(self, node: Const) -> Expression:
        hides = self.hides and any(not word & _MAGNITUDE for word in node.words)
        return Apply("fhidden", (node,), node.type) if hides else node

    def _read(self, number: int, node: Expression) -> Expression:
        """What a register or a constant holds."""
        flushes = self.context.flush and (chooses_by(self.instruction.operation, number) or not self.passes)
        if isinstance(node, Const):
            words = tuple(word if word & _EXPONENT else word & _SIGN for word in node.words)
            node = self._constant(Const(node.type, words) if flushes else node)
        elif flushes and any(map(self.context.may_be_words, loads(node))):
            node = Apply("fflush", (node,), node.type)
        if isinstance(node, Interpolate) and node.place is not None:
            node = replace(node, place=self._operand(1, node.place))
        opaque = number < len(self.opaque) and self.opaque[number]
        return Apply("fopaque", (node,), node.type) if opaque else node


def unfolded(context: TypedOperands, node: Expression) -> Expression:
    """What is compared with 0, its -|x| by bits."""

    def change(row: Expression) -> Expression:
        match row:
            case Apply("fneg", (Apply("fabs", (value,)),)) if row.type.bits == 32:
                return _bits("or", _SIGN, value)
        return row

    return visit.mapped(node, change) if context.exact else node


def _bits(operation: str, word: int, value: Expression) -> Expression:
    """|x| or -|x| by its bits: Mesa takes |x| > 0.0 and -|x| < 0.0 for x != 0.0, NaN too."""
    type = UINT.wide(value.type.width)
    mask = Const(type, (word,) * type.width)
    return bitcast(Apply(operation, (bitcast(value, type), mask), type), value.type)
