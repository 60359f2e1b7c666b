"""Shields: what a compiler must not fold, and denormals of targets that keep them, in exact numerics.

``fopaque`` is around what looks like a constant to a compiler and must not, ``fhidden`` around constants
whose zeros must not, ``fflush`` around words that as floats are denormal; an absolute value whose sign is
asked is taken by bits (quirks.FOLDING, quirks.OPPOSITES, quirks.DENORMALS).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from operator import is_

from nvrender.ir import visit
from nvrender.ir.analysis.computed import CLAMPS, Computed, computed
from nvrender.ir.analysis.constants import Known, known
from nvrender.ir.analysis.folding import answers_test
from nvrender.ir.analysis.raw_words import passes_words
from nvrender.ir.analysis.uses import NONE, Slots, all_statements, loads
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Atomic,
    Bitcast,
    Body,
    Compose,
    Const,
    Convert,
    Discard,
    Expression,
    Interpolate,
    Load,
    Read,
    Role,
    Sample,
    Select,
    Shader,
    Statement,
    Swizzle,
    Var,
)
from nvrender.ir.types import FLOAT, UINT, Kind
from nvrender.lower.operands import bitcast
from nvrender.ops.formulas import chooses_by, compares, orders
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.passes.kinds import kinds, uses_of
from nvrender.records import once

_MAGNITUDE, _EXPONENT, _SIGN = 0x7FFFFFFF, 0x7F800000, 0x80000000
#: The words of -1.0 and -0.0 (quirks.SELECTED_WORDS).
_MINUS_ONE = 0xBF800000
_NEGATIVE = frozenset({_MINUS_ONE, _SIGN})
#: Of which no word is as it was found.
_CONVERTED = frozenset({"i2f", "resize"})
_HIDING = frozenset({Role.TEMPORARY, Role.OUTPUT, Role.LOCAL})


def _no_words(load: Load | Select) -> bool:
    return False


@dataclass(frozen=True)
class Surroundings:
    """What else than the shader decides: whether numerics are ``exact``, and operands in ``fixed_point``.

    ``flush`` where the target keeps denormals that no language has. ``handed`` are the names of results that
    the next stage reads, into which a linker carries constants; ``zeros`` are components of inputs that
    are 0. Loads that ``may_be_words`` may give words that are no floats.
    """

    exact: bool = True
    fixed_point: bool = True
    flush: bool = False
    handed: frozenset[str] = frozenset()
    zeros: Slots = NONE
    may_be_words: Callable[[Load | Select], bool] = _no_words


def shielded(shader: Shader, known: Known, around: Surroundings) -> Shader:
    """``shader`` with shields where its instructions need them, by what a compiler may know of it."""
    shields = _Shields(shader, around, known)
    bodies = (visit.rewritten(row.body, shields.statement) for row in shader.functions)
    functions = (replace(row, body=body) for row, body in zip(shader.functions, bodies, strict=True))
    return replace(shader, functions=tuple(functions))


@once
def known_values(shader: Shader, zeros: Slots = NONE) -> Known:
    """What a compiler may know; integers begin as a plain 0."""
    uses = uses_of(shader)
    found = kinds(shader, uses=uses)
    plain = frozenset(
        var.name
        for var in shader.variables
        if var.role is Role.ADDRESS
        or (
            var.role is Role.TEMPORARY
            and found.get(var.name, var.type.kind) is not Kind.FLOAT
            and var.name not in uses.floats
        )
    )
    return known(shader, plain=plain, zeros=zeros)


def _firsts(bodies: Iterable[Body]) -> Iterator[tuple[Assign, Assign]]:
    """Each assignment, and the one of what its instruction computes, the first but for flags of sums."""
    for body in bodies:
        first: Assign | None = None
        for node in body:
            if isinstance(node, Assign) and node.var.type.kind is not Kind.BOOL:
                if first is None or first.origin is None or first.origin != node.origin:
                    first = node
                yield node, first
                first = None if isinstance(node.value, Read) else first
            elif not isinstance(node, Assign):
                first = None
            yield from _firsts(visit.bodies(node))


class _Shields:
    def __init__(self, shader: Shader, around: Surroundings, known: Known) -> None:
        self.around = around
        self.known = known
        self.firsts = {id(node): first for node, first in _firsts(row.body for row in shader.functions)}
        #: Locals that hold what was read from memory.
        self.loaded = set[str]()
        #: Where what a local holds goes.
        self.stored: dict[str, Var] = {}
        for node in all_statements(shader):
            if isinstance(node, Atomic) or (isinstance(node, Assign) and isinstance(node.value, Read)):
                self.loaded.add(node.var.name)
            elif isinstance(node, Assign) and node.var.role in (Role.TEMPORARY, Role.OUTPUT):
                load = node.value.value if isinstance(node.value, Bitcast) else node.value
                if isinstance(load, Load):
                    self.stored[load.var.name] = node.var

    def statement(self, node: Statement) -> list[Statement]:
        if isinstance(node, Discard):
            return [visit.rebuilt(node, lambda row: visit.mapped(row, _negative_magnitude))]
        if not isinstance(node, Assign) or (first := self.firsts.get(id(node))) is None:
            return [node]
        if first is node:
            value = _Value(self, node).value(node.value)
            node = node if value is node.value else replace(node, value=value)
        if self.around.flush and node.var.role is Role.CODE and node.var.type.kind is Kind.FLOAT:
            node = replace(node, value=self._code(node.value, computed(first.value)))
        return [node]

    def _code(self, node: Expression, found: Computed) -> Expression:
        """What a condition code becomes, which has no denormals where words are only copied."""
        is_converted = isinstance(node, Convert) or (isinstance(node, Apply) and node.operation in _CONVERTED)
        if is_converted or not passes_words(found) or not any(map(self._may_be_denormal, found.operands)):
            return node
        return Apply("fflush", (node,), node.type)

    def _may_be_denormal(self, node: Expression) -> bool:
        match node:
            case Const(words=words):
                return any(not word & _EXPONENT and word & _MAGNITUDE for word in words)
            case Load(var) if var.role is Role.LOCAL:
                return True
            case Load() | Select(yes=Load() | Select()):
                return self.around.may_be_words(node)
        return any(map(self._may_be_denormal, visit.children(node)))


class _Value:
    """The decisions on the value of one assignment."""

    def __init__(self, shields: _Shields, node: Assign) -> None:
        self.around = shields.around
        var = shields.stored.get(node.var.name, node.var) if node.var.role is Role.LOCAL else node.var
        crosses = var.name in self.around.handed and id(node) in shields.known.constants
        self.computed = found = shields.known.computed.get(id(node)) or computed(node.value)
        self.opaque = shields.known.hidden.get(id(node), set())
        # Numbers of 64 bits are hidden where they are read.
        self.hides = var.role in _HIDING and not (crosses and found.copies)
        self.hides &= node.var.type.bits != 64 and not compares(found.operation)
        self.ordered = (found.copies and found.clamped) or orders(found.operation)
        self.passes = passes_words(found)
        #: Whether what is passed on may stand beside a zero in sight.
        self.selected = self.passes and shields.known.zeros
        self.turned = self.selected and id(node) in shields.known.turned
        self.flushes = self.around.flush and not self.passes
        #: What was read from memory is bits as they were, until a clamp takes them as floats.
        self.loaded = self.around.flush and any(row.var.name in shields.loaded for row in loads(node.value))
        self.tells = crosses or (var.role is Role.TEMPORARY and answers_test(found))

    def value(self, node: Expression) -> Expression:
        """A result, what is around the operation kept."""
        match node:
            case Bitcast(inner, type) if type.bits == inner.type.bits:
                return bitcast(self.value(inner), type)
            case Apply(operation, (inner,), type) if operation in CLAMPS | {"resize", "ffixed", "ffixed_nan"}:
                found = self.value(inner)
                if operation in CLAMPS and self.loaded and type.bits == 32:
                    found = Apply("fflush", (found,), type)
                return node if found is inner else Apply(operation, (found,), type)
        found = self._computed(node)
        if not self.tells:
            return found
        return bitcast(Apply("fopaque", (float_of := bitcast(found, FLOAT),), float_of.type), found.type)

    def _computed(self, node: Expression) -> Expression:
        if self.computed.copies or OPERATIONS[self.computed.operation].form is Form.INTERPOLATION:
            return self._operand(0, node)
        match node:
            case Apply(operands=(first, *_)) if first.type.kind is Kind.BOOL:
                return self._asked(node)
            case Apply(operation, operands, type):
                found = tuple(map(self._operand, count(), operands))
                return node if all(map(is_, found, operands)) else Apply(operation, found, type)
            case Swizzle():
                return visit.rebuilt(node, self._computed)
            case Select(condition):
                return replace(node, condition=self._asked(condition))
            case Convert(inner):
                return replace(node, value=self._operand(0, inner))
            case Sample(operands=operands):
                rows = (
                    row if isinstance(row, Const) else self._operand(n, row) for n, row in enumerate(operands)
                )
                return replace(node, operands=tuple(rows))
        return node

    def _asked(self, node: Expression) -> Expression:
        """What a vote is of, compared with 0."""
        assert isinstance(node, Apply)
        value, *nought = node.operands
        found = self._operand(0, value) if nought else self._asked(value)
        return Apply(node.operation, (found, *nought), node.type)

    def _operand(self, number: int, node: Expression) -> Expression:
        if (
            isinstance(node, Const)
            and node.type.kind is not Kind.FLOAT
            and not _NEGATIVE.isdisjoint(node.words)
        ):
            return bitcast(Apply("fopaque", (floats := bitcast(node, FLOAT),), floats.type), node.type)
        if node.type.kind is not Kind.FLOAT or node.type.bits != 32:
            return node
        match node:
            case Compose(parts):
                return Compose(tuple(self._part(number, part) for part in parts))
            case Apply("fdiv", operands, type):  # coordinates by their last
                return Apply("fdiv", tuple(self._operand(number, row) for row in operands), type)
            case Apply("fneg", (Apply("fabs", (inner,)),)):
                return _bits("or", _SIGN, self._operand(number, inner))
            case Apply("fabs", (inner,)) if self.ordered:
                return _bits("and", _MAGNITUDE, self._operand(number, inner))
            case Apply(operation, (inner,), type):
                found = Apply(operation, (self._operand(number, inner),), type)
                return Apply("fopaque", (found,), type) if self.turned and operation == "fneg" else found
        return self._read(number, node)

    def _part(self, number: int, node: Expression) -> Expression:
        """A component of an extended swizzle; of its constants zeros are hidden."""
        return self._constant(node) if isinstance(node, Const) else self._operand(number, node)

    def _constant(self, node: Const) -> Expression:
        if self.selected and _MINUS_ONE in node.words:
            return Apply("fopaque", (node,), node.type)
        hides = self.hides and any(not word & _MAGNITUDE for word in node.words)
        return Apply("fhidden", (node,), node.type) if hides else node

    def _read(self, number: int, node: Expression) -> Expression:
        """What a register or a constant holds."""
        flushes = self.flushes or (self.around.flush and chooses_by(self.computed.operation, number))
        if isinstance(node, Const):
            words = tuple(word if word & _EXPONENT else word & _SIGN for word in node.words)
            node = self._constant(Const(node.type, words) if flushes else node)
        elif flushes and any(map(self.around.may_be_words, read_by(node))):
            node = Apply("fflush", (node,), node.type)
        if isinstance(node, Interpolate) and node.place is not None:
            node = replace(node, place=self._operand(1, node.place))
        return Apply("fopaque", (node,), node.type) if number in self.opaque else node


def read_by(node: Expression) -> list[Load | Select]:
    """The read of a register that ``node`` is, as it is held."""
    while isinstance(node, Bitcast):
        node = node.value
    return [node] if isinstance(node, Load | Select) else []


def _negative_magnitude(node: Expression) -> Expression:
    """What is compared with 0, its -|x| by bits."""
    match node:
        case Apply("fneg", (Apply("fabs", (value,)),)) if node.type.bits == 32:
            return _bits("or", _SIGN, value)
    return node


def _bits(operation: str, word: int, value: Expression) -> Expression:
    """|x| or -|x| by its bits: Mesa takes |x| > 0.0 and -|x| < 0.0 for x != 0.0, NaN too."""
    type = UINT.wide(value.type.width)
    mask = Const(type, (word,) * type.width)
    return bitcast(Apply(operation, (bitcast(value, type), mask), type), value.type)
