"""Typeless words → numbers: each variable is of the kind that its words are read and written as.

A UINT stands for words of any type until here (NV_gpu_program4 2.X.3.1). Copies say nothing of what they
copy. What is read as several types stays words, unsigned as soon as one is a float, else signed.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from nvrender.ir import visit
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Atomic,
    Bitcast,
    Compose,
    Const,
    Expression,
    Interpolate,
    Load,
    Memory,
    Read,
    Role,
    Select,
    Shader,
    Statement,
    Store,
    Swizzle,
    Var,
)
from nvrender.ir.types import FLOAT, INT, UINT, Kind, Type, type_of
from nvrender.ops.table import OPERATIONS
from nvrender.records import once

_TYPES = {Kind.FLOAT: FLOAT, Kind.INT: INT, Kind.UINT: UINT}
_WHOLE = frozenset({Kind.INT, Kind.UINT})
#: Of one type already.
_FIXED = (Role.ADDRESS, Role.SUBROUTINE, Role.CODE, Role.LOCAL)


@dataclass
class Uses:
    """What the words of each variable are read and written as, by its name, and which are copied.

    ``votes`` counts those uses of integers in which signed and unsigned ones give different words;
    ``floats`` are the variables that floats are computed of or put into.
    """

    kinds: dict[str, set[Kind]] = field(default_factory=dict)
    votes: dict[str, defaultdict[Kind, int]] = field(default_factory=dict)
    floats: set[str] = field(default_factory=set)
    copies: dict[str, dict[str, None]] = field(default_factory=dict)

    def copied(self) -> Uses:
        """The same, to be changed."""
        kinds = {name: set(row) for name, row in self.kinds.items()}
        votes = {name: row.copy() for name, row in self.votes.items()}
        copies = {name: row.copy() for name, row in self.copies.items()}
        return Uses(kinds, votes, set(self.floats), copies)

    def note(self, var: Var, kind: Kind | None, signless: bool) -> None:
        if kind is not None and var.name in self.kinds:
            self.kinds[var.name].add(kind)
            if kind is Kind.FLOAT:
                self.floats.add(var.name)
            if not signless:
                self.votes[var.name][kind] += 1

    def join(self, names: frozenset[str]) -> None:
        """Takes the uses of several variables together."""
        kinds, votes, copies = set[Kind](), defaultdict[Kind, int](int), dict[str, None]()
        for name in sorted(names):
            kinds |= self.kinds[name]
            for kind, count in self.votes[name].items():
                votes[kind] += count
            copies |= self.copies.get(name, {})
        for name in names:
            self.kinds[name], self.votes[name], self.copies[name] = kinds, votes, copies

    def copy(self, one: Var, other: Var) -> None:
        for var, of in ((one, other), (other, one)):
            self.copies.setdefault(var.name, {})[of.name] = None


def typed(shader: Shader) -> Shader:
    """``shader`` with every variable of the kind of its uses."""
    return retyped(shader, kinds(shader))


def kinds(
    shader: Shader, groups: Iterable[frozenset[str]] = (), *, plain: bool = False, uses: Uses | None = None
) -> dict[str, Kind]:
    """The kind of each variable that has none of its own, by its name; one of 64 bits stays words.

    The variables of a group are of one kind. ``plain``: integers of a temporary are what more uses take
    them for, and 64 bits that only floats are in are a float.
    """
    uses = uses or uses_of(shader)
    rows = [var for var in shader.variables if var.name in uses.kinds]
    for group in groups:
        uses.join(group)
    _spread(uses)
    return {var.name: _kind(var, uses, plain=plain) for var in rows}


def _kind(var: Var, uses: Uses, *, plain: bool) -> Kind:
    kinds, votes = uses.kinds[var.name], uses.votes[var.name]
    own = plain and var.role is Role.TEMPORARY and var.type.kind is Kind.UINT
    if var.type.bits == 64:
        return Kind.FLOAT if own and not var.length and kinds == {Kind.FLOAT} else Kind.UINT
    if own and kinds == _WHOLE:
        return Kind.INT if votes[Kind.INT] >= votes[Kind.UINT] else Kind.UINT
    if Kind.FLOAT in kinds or not kinds:
        return Kind.UINT if len(kinds) > 1 else Kind.FLOAT
    return Kind.INT if Kind.INT in kinds else Kind.UINT


def uses_of(shader: Shader) -> Uses:
    """How the words of variables are used that are typeless, or only declared to be of a type."""
    return _uses(shader).copied()


@once
def _uses(shader: Shader) -> Uses:
    uses = Uses()
    for var in shader.variables:
        words = var.type.kind is Kind.UINT
        if var.role not in _FIXED and (words or var.role is not Role.OUTPUT):
            uses.kinds[var.name] = set() if words else {var.type.kind}
            uses.votes[var.name] = defaultdict(int)
    for statement in all_statements(shader):
        _of_statement(uses, statement)
    return uses


def _of_statement(uses: Uses, node: Statement) -> None:
    if isinstance(node, Store | Atomic):
        _of_memory(uses, node.memory)
        _read(uses, node.value, node.value.type.kind)
        return
    for child in visit.children(node):
        if isinstance(node, Assign) and child is node.value and node.var.role not in _FIXED:
            _written(uses, node.var, child)
        else:
            _read(uses, child, child.type.kind)


def _written(uses: Uses, var: Var, value: Expression) -> None:
    """What a variable's words are written as: a copy's are what they are."""
    match value:
        case Apply(operation):
            uses.note(var, value.type.kind, OPERATIONS[operation].signless)
            _read(uses, value, value.type.kind)
        case Load() if value.var.name in uses.kinds:
            uses.copy(var, value.var)
            _below(uses, value)
        case Bitcast(inner, type) if inner.type.bits == type.bits:
            _written(uses, var, inner)
        case Bitcast(inner):
            _read(uses, inner, None)
        case Select(condition, yes, no):
            _read(uses, condition, Kind.BOOL)
            _written(uses, var, yes)
            if not isinstance(no, Const):  # zeros are of no type
                _written(uses, var, no)
        case Swizzle() | Compose():
            for child in visit.children(value):
                if child.type.kind is value.type.kind:
                    _written(uses, var, child)
                else:
                    _read(uses, child, child.type.kind)
        case _:
            uses.note(var, value.type.kind, signless=False)
            _read(uses, value, value.type.kind)


def _read(uses: Uses, value: Expression, kind: Kind | None, signless: bool = False) -> None:
    """``value`` is read as ``kind``; None where words are put together or taken apart."""
    match value:
        case Load():
            uses.note(value.var, kind, signless)
            _below(uses, value)
        case Bitcast(inner, type):
            _read(uses, inner, kind if inner.type.bits == type.bits else None, signless)
        case Apply("ineg" | "iabs", (inner,)):  # of unsigned words too
            _read(uses, inner, kind)
        case Apply(operation, operands):
            for operand in operands:
                _read(uses, operand, operand.type.kind, OPERATIONS[operation].signless)
        case Const():
            pass
        case Read(memory):
            _of_memory(uses, memory)
        case Interpolate(_, load, place):
            _read(uses, load, None)  # where nothing changes words stay as they are
            if place is not None:
                _read(uses, place, place.type.kind)
        case _:
            passes = isinstance(value, Select | Swizzle | Compose)
            for child in visit.children(value):
                given = kind if passes and child.type.kind is value.type.kind else child.type.kind
                _read(uses, child, given, passes and signless)


def _below(uses: Uses, load: Load) -> None:
    for child in visit.children(load):
        _read(uses, child, child.type.kind)


def _of_memory(uses: Uses, memory: Memory) -> None:
    for part in (memory.address, memory.index, memory.handle):
        if part is not None:
            _read(uses, part, part.type.kind, signless=True)


def _spread(uses: Uses) -> None:
    """Gives variables of no kind those of what they are copied from and to."""
    known = deque(name for name in uses.copies if uses.kinds.get(name))
    while known:
        name = known.popleft()
        for other in uses.copies[name]:
            if uses.kinds.get(other) == set():
                uses.kinds[other] |= uses.kinds[name]
                known.append(other)


# --- rewriting


def retyped(shader: Shader, kinds: Mapping[str, Kind]) -> Shader:
    """``shader`` with variables of these kinds, casts only where the words of one are read as another."""
    rows = {
        var.name: replace(var, type=Type(kinds.get(var.name, var.type.kind), var.type.width, var.type.bits))
        for var in shader.variables
    }

    def cast(node: Expression) -> Expression:
        match node:
            case Load(var=var) if (new := rows[var.name]) != var:
                return as_kind(replace(node, var=new), var.type.kind)
            case Interpolate(input=Bitcast(Load() as load)):
                return replace(node, input=load)
            case Bitcast(value, type) if value.type.bits == type.bits:
                return as_kind(value, type.kind)
            case Apply("mov", (value,)):
                return value
        return node

    def change(node: Statement) -> list[Statement]:
        node = visit.rebuilt(node, lambda child: visit.mapped(child, cast))
        var = getattr(node, "var", None)
        if isinstance(node, Assign) and rows[node.var.name] != var:
            new = rows[node.var.name]
            node = replace(node, var=new, value=as_kind(node.value, new.type.kind))
        return [node]

    functions = tuple(replace(row, body=visit.rewritten(row.body, change)) for row in shader.functions)
    return replace(shader, functions=functions, variables=tuple(rows.values()))


def as_kind(value: Expression, kind: Kind) -> Expression:
    """The same words of 32 or 64 bits as numbers of another kind."""
    if value.type.kind is kind:
        return value
    match value:
        case Const(type, words):
            return Const(type_of(kind, type.width, type.bits), words)
        case Bitcast(inner, type) if inner.type.bits == type.bits:
            return as_kind(inner, kind)
        case Select() | Swizzle() | Compose():
            own = value.type.kind

            def change(child: Expression) -> Expression:
                return as_kind(child, kind) if child.type.kind is own else child

            return visit.rebuilt(value, change)
    return Bitcast(value, Type(kind, value.type.width, value.type.bits))
