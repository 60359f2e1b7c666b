"""Values seen through the registers they pass: what a value is computed by, wherever that stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache

from nvrender.ir import visit
from nvrender.ir.analysis.liveness import live_after
from nvrender.ir.analysis.uses import Slot, all_statements
from nvrender.ir.analysis.values import Values, values
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Const,
    Expression,
    Load,
    Role,
    Shader,
    Statement,
    Swizzle,
)
from nvrender.ir.types import FLOAT, Kind
from nvrender.lower.operands import bitcast, is_componentwise, swizzled
from nvrender.records import once, record

#: Rows that compute the same of finite numbers (nvrender.ops.table).
SUMS = frozenset({"fadd", "fadd_positive"})
DIFFERENCES = frozenset({"fsub", "fsub_positive"})
PRODUCTS = frozenset({"fmul", "fmul_zero"})
PRODUCT_SUMS = frozenset({"fmad", "fmad_zero"})
DOTS3 = frozenset({"fdot3", "fdot3_zero"})
DOTS4 = frozenset({"fdot4", "fdot4_zero"})
HOMOGENEOUS_DOTS = frozenset({"fdot_homogeneous", "fdot_homogeneous_zero"})
LEAST = frozenset({"fmin", "fmin_nan", "fmin_positive"})
MOST = frozenset({"fmax", "fmax_nan", "fmax_positive"})
RECIPROCALS = frozenset({"frcp", "frcp_positive"})
ROOTS = frozenset({"frsq", "frsq_unsigned", "frsq_absolute", "frsq_absolute_positive"})

#: Registers whose values are looked for.
_HOLDING = frozenset({Role.TEMPORARY, Role.LOCAL, Role.OUTPUT})


@record
class Seen:
    """What ``node`` gives where ``place`` is (nvrender.ir.analysis.values)."""

    node: Expression
    place: int

    def operand(self, number: int) -> Seen:
        """An operand of an operation."""
        assert isinstance(self.node, Apply)
        return Seen(self.node.operands[number], self.place)

    def part(self, components: tuple[int, ...]) -> Seen:
        """Some components."""
        return Seen(picked(self.node, components), self.place)


@dataclass(frozen=True)
class Site:
    """Where ``statement`` of a shader reads: what rules look from."""

    values: Values
    statement: Assign
    place: int
    #: What is live behind each statement, by its id.
    live: Callable[[], Mapping[int, Set[Slot]]]

    def of(self, node: Expression) -> Seen:
        """An expression of the statement."""
        return Seen(node, self.place)

    def through(self, seen: Seen) -> Seen:
        """What gives a value: the assignment behind each register that holds it unchanged."""
        while True:
            node = seen.node
            type = node.type
            held = node.value if isinstance(node, Bitcast) and node.value.type.bits == type.bits else node
            if isinstance(held, Load):
                if held.var.role not in _HOLDING:
                    return seen
                found = self.values.definition(held, seen.place)
                if found is None:
                    return seen
                components = tuple(map(found.node.components.index, held.components))
                value = picked(bitcast(found.node.value, type), components)
                seen = Seen(value, found.place)
            elif isinstance(node, Apply) and node.operation == "mov":
                seen = seen.operand(0)
            else:
                return seen

    def of_row(self, seen: Seen, names: frozenset[str]) -> Seen | None:
        """The operation that gives a value, where it is one of ``names``."""
        found = self.through(seen)
        is_one = isinstance(found.node, Apply) and found.node.operation in names
        return found if is_one and found.node.type.bits == 32 else None

    def scalar(self, seen: Seen) -> Seen | None:
        """The one component that all of a value are."""
        node = scalar(seen.node)
        return None if node is None else Seen(node, seen.place)

    def same(self, one: Seen, other: Seen) -> bool:
        """True if two values are read alike, and are the same."""
        return one.node == other.node and self.values.stays(one.node, one.place, other.place)

    def made_alike(self, one: Seen, other: Seen) -> bool:
        """True if two values come from one operation."""
        one, other = self.through(one), self.through(other)
        return one == other and not isinstance(one.node, Load)

    def is_dead(self, component: int) -> bool:
        """True if nothing reads a component that the statement writes."""
        after = self.live()[id(self.statement)]
        return (self.statement.var.name, component) not in after

    def here(self, seen: Seen) -> bool:
        """True if what is seen elsewhere gives the same where the statement is."""
        return self.values.stays(seen.node, seen.place, self.place)

    def within(self, value: Seen, vector: Seen) -> tuple[int, ...] | None:
        """Which components of ``vector`` those of ``value`` are; None where one of them is none of these."""
        if not self.values.stays(value.node, value.place, vector.place):
            return None
        parts = [picked(vector.node, (place,)) for place in range(vector.node.type.width)]
        wanted = [picked(value.node, (place,)) for place in range(value.node.type.width)]
        return tuple(map(parts.index, wanted)) if all(row in parts for row in wanted) else None

    def alone(self, node: Expression) -> bool:
        """True if no other statement reads a register of this one."""
        held = node.value if isinstance(node, Bitcast) else node
        if not isinstance(held, Load):
            return True
        readers = self.values.readers_of(held, self.place)
        return all(row is self.statement for row in readers)


def picked(node: Expression, components: tuple[int, ...]) -> Expression:
    """Components of a value, of one component the value itself."""
    found = swizzled(node, components)
    match found:
        case Swizzle(value, (0,)) if value.type.width == 1:
            return value
    return found


def scalar(node: Expression) -> Expression | None:
    """The one component that all of a value are, None where they differ."""
    if node.type.width == 1:
        return node
    match node:
        case Load(components=components) | Swizzle(components=components):
            return picked(node, (0,)) if len(set(components)) == 1 else None
        case Const(type, words):
            return Const(type.wide(1), words[:1]) if len(set(words)) == 1 else None
        case Bitcast(value, type) if value.type.width == type.width:
            inner = scalar(value)
            return None if inner is None else bitcast(inner, type)
        case Apply(operation, operands, type) if is_componentwise(operation):
            rows = [scalar(row) for row in operands]
            found = tuple(row for row in rows if row is not None)
            return Apply(operation, found, type.wide(1)) if len(found) == len(rows) else None
    return None


def splat(node: Expression, width: int) -> Expression:
    """A scalar in so many components."""
    return picked(node, (0,) * width)


def negated(node: Expression) -> Expression:
    """-a, of what has a minus sign what stands behind it."""
    match node:
        case Apply("fneg", (inner,)):
            return inner
        case Const(type, words):
            return Const(type, tuple(word ^ 0x80000000 for word in words))
    return Apply("fneg", (node,), node.type)


def is_float(node: Expression) -> bool:
    """True for floats of 32 bits."""
    return node.type.kind is Kind.FLOAT and node.type.bits == FLOAT.bits


#: What an operation in a statement may be written as; None where it is not.
Change = Callable[[Site, Apply], Expression | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """``change`` is for operations of ``names``, in shaders that have some operation of each of ``needs``."""

    names: frozenset[str]
    change: Change
    needs: tuple[frozenset[str], ...] = ()


def rewritten(shader: Shader, *every: Rule) -> Shader:
    """``shader`` with what the first rule that applies makes of each operation."""
    rules = _chosen(every, operations(shader))
    if not rules:
        return shader
    known = values(shader)
    live = cache(lambda: live_after(shader, by_component=True))

    def statement(node: Statement) -> list[Statement]:
        if not isinstance(node, Assign) or _names(node).isdisjoint(rules):
            return [node]
        place = known.places.get(id(node))
        if place is None:
            return [node]
        site = Site(known, node, place, live)
        rows = visit.expressions(node)
        if not any(row.__class__ is Apply and _applied(rules, site, row) for row in rows):
            return [node]
        value = visit.mapped(node.value, lambda row: _applied(rules, site, row) or row)
        if value is not node.value:
            node = Assign(node.var, node.components, value, node.when, node.index, node.origin)
        return [node]

    return visit.changed(shader, statement)


def _chosen(rules: Iterable[Rule], present: frozenset[str]) -> dict[str, list[Change]]:
    """What may be made of each operation that is ``present``."""
    found: dict[str, list[Change]] = {}
    for rule in rules:
        if not any(map(present.isdisjoint, rule.needs)):
            for name in rule.names & present:
                found.setdefault(name, []).append(rule.change)
    return found


def _applied(rules: Mapping[str, Sequence[Change]], site: Site, node: Expression) -> Expression | None:
    """What the first rule makes of an operation that applies."""
    if not isinstance(node, Apply) or node.operation not in rules:
        return None
    if not any(map(is_float, (node, *node.operands))):
        return None
    for change in rules[node.operation]:
        if (value := change(site, node)) is not None:
            return value
    return None


@once
def operations(shader: Shader) -> frozenset[str]:
    """The operations of a shader's assignments."""
    rows = (_names(node) for node in all_statements(shader) if isinstance(node, Assign))
    return frozenset[str]().union(*rows)


@once
def _names(node: Assign) -> frozenset[str]:
    """The operations of an assignment's value."""
    return frozenset([row.operation for row in visit.expressions(node) if isinstance(row, Apply)])
