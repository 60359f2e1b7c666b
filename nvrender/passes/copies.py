"""Copies that are read once: what they copy is read in their place, so that they are in vain.

Forwards over the structured nodes with the copies that every path has made and nothing has changed since. A
register that is read twice keeps its name, which is mostly shorter than what it copies.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from operator import is_

from nvrender.ir import visit
from nvrender.ir.analysis.liveness import live_after
from nvrender.ir.analysis.uses import NONE, Slot, Slots, all_statements, in_vain, loads, overwrites, writes
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Body,
    Call,
    Const,
    Expression,
    If,
    Load,
    Loop,
    Role,
    Shader,
    Statement,
    Switch,
    Swizzle,
)
from nvrender.lower.operands import bitcast
from nvrender.records import once

_SOURCES = frozenset({Role.TEMPORARY, Role.INPUT, Role.PARAMETER, Role.BUFFER})


@dataclass(frozen=True, eq=False)
class _Copy:
    """What assignment a component is copied by, and from what."""

    by: Assign
    source: Load

    @property
    def slot(self) -> Slot:
        return self.source.var.name, self.source.components[0]


#: Component → the copy it holds.
_State = dict[Slot, _Copy]


def propagated(shader: Shader) -> Shader:
    """``shader`` with what is copied in place of a copy's only reader."""
    counting = _Walk(shader)
    if not any(_is_copy(node) for node in all_statements(shader)):
        return shader
    counting.shader()
    chosen = {name for name, times in counting.times.items() if times == 1}
    while chosen:
        walk = _Walk(shader, chosen)
        found = walk.shader()
        after = live_after(found)
        left = {
            walk.became[id(node)]
            for node in all_statements(found)
            if id(node) in walk.became and not in_vain(node, after[id(node)])
        }
        if not left & chosen:
            return found
        chosen -= left
    return shader


@dataclass
class _Walk:
    """``chosen`` are the copies to read through, by their ids; ``times``, how often each could be.

    ``became``: the id of a copy, by that of the statement in its place.
    """

    old: Shader
    chosen: set[int] = field(default_factory=set)
    times: Counter[int] = field(default_factory=Counter)
    became: dict[int, int] = field(default_factory=dict)
    written: dict[str, Slots] = field(default_factory=dict)

    def shader(self) -> Shader:
        functions = []
        for function in self.old.functions:  # callees first
            self.written[function.name] = self._written(function.body)
            functions.append(replace(function, body=self.body(function.body, {})))
        return replace(self.old, functions=tuple(functions))

    def _written(self, body: Body) -> Slots:
        """What statements may write, in functions they call too."""
        rows = visit.statements(body)
        called = (self.written[row.function] for row in rows if isinstance(row, Call))
        return NONE.union(*called, *map(writes, rows))

    def body(self, body: Body, state: _State) -> Body:
        found = tuple(self._statement(node, state) for node in body)
        return body if all(map(is_, found, body)) else found

    def _statement(self, node: Statement, state: _State) -> Statement:
        """What becomes of a statement; ``state`` is changed to what holds behind it."""
        copied = _is_copy(node)
        new = node
        found = [row for row in loads(node) if (row.var.name, row.components[0]) in state] if state else []
        if not self.chosen:
            for row in found:
                self._read(row, state)
        elif found:
            new = visit.rebuilt(node, lambda row: visit.mapped(row, lambda each: self._read(each, state)))
        match new:
            case If():
                one, other = dict(state), dict(state)
                then, otherwise = self.body(new.then, one), self.body(new.otherwise, other)
                new = replace(new, then=then, otherwise=otherwise)
                _keep(state, one, other)
            case Switch():
                ways = [dict(state) for _ in new.cases]
                rows = zip(new.cases, ways, strict=True)
                new = replace(
                    new, cases=tuple((number, self.body(body, way)) for (number, body), way in rows)
                )
                _keep(state, *ways)
            case Loop():
                _forget(state, self._written((new,)))
                body, behind = self.body(new.body, dict(state)), self.body(new.continuing, dict(state))
                new = replace(new, body=body, continuing=behind)
            case Call(function):
                _forget(state, self.written[function])
            case _:
                _forget(state, writes(new))
        if copied and isinstance(node, Assign) and isinstance(new, Assign):
            self.became[id(new)] = id(node)
            for component, source in zip(new.components, _sources(new.value), strict=True):
                if source is not None and source.var != new.var:
                    state[new.var.name, component] = _Copy(node, source)
        return new

    def _read(self, node: Expression, state: _State) -> Expression:
        match node:
            case Load(var, components) if components and (var.name, components[0]) in state:
                rows = [state.get((var.name, component)) for component in components]
                return self._through(node, [row for row in rows if row is not None])
            case Bitcast(Bitcast() as inner, type) if inner.type.bits == type.bits == 32:
                return bitcast(inner, type)
        return node

    def _through(self, node: Load, rows: list[_Copy]) -> Expression:
        """What is copied, by one statement, of one register."""
        first = rows[0].source
        same = {(id(row.by), row.source.var, row.source.index, row.source.vertex) for row in rows}
        if len(rows) < len(node.components) or len(same) > 1:
            return node
        name = id(rows[0].by)
        self.times[name] += 1
        if name not in self.chosen:
            return node
        components = tuple(row.source.components[0] for row in rows)
        return bitcast(replace(first, components=components), node.type)


@once
def _is_copy(node: Statement) -> bool:
    """True for a copy in all of its components."""
    if not isinstance(node, Assign) or node.var.role is not Role.TEMPORARY or node.var.length:
        return False
    return bool(overwrites(node)) and node.var.type.bits == 32 and None not in _sources(node.value)


def _sources(value: Expression) -> list[Load | None]:
    """What each component of a value is, of a register that stays."""
    match value:
        case Load(var, components, index, vertex) if var.role in _SOURCES and var.type.bits == 32:
            if isinstance(index, Const | None) and isinstance(vertex, Const | None):
                return [Load(var, (component,), index, vertex) for component in components]
        case Bitcast(inner, type) if inner.type.width == type.width:
            return _sources(inner)
        case Apply("mov", (inner,)):
            return _sources(inner)
        case Swizzle(inner, components):
            rows = _sources(inner)
            return [rows[component] for component in components]
    return [None] * value.type.width


def _forget(state: _State, slots: Slots) -> None:
    """Takes out what is written, and copies of it."""
    for slot in [slot for slot, row in state.items() if slot in slots or row.slot in slots]:
        del state[slot]


def _keep(state: _State, *ways: _State) -> None:
    """Leaves what all ways leave."""
    for slot in [slot for slot, row in state.items() if any(way.get(slot) is not row for way in ways)]:
        del state[slot]
