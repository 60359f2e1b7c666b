"""Walks over nodes: what a node holds, a node with other parts, every expression and statement.

What a node holds is told from its fields, so a new kind of node needs nothing here. Parts of a node that are
no expression themselves, such as what names a texture, are looked into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import attrgetter, is_
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from nvrender.ir.nodes import Apply, Assign, Body, Const, Expression, Load, Statement
from nvrender.records import once

EXPRESSIONS: tuple[type, ...] = get_args(Expression)
STATEMENTS: tuple[type, ...] = get_args(Statement)
_EXPRESSIONS: frozenset[Any] = frozenset(EXPRESSIONS)
_BELOW: dict[type, Callable[[Any], Sequence[Expression]]] = {}
Node = Expression | Statement
N = TypeVar("N")


@cache
def body_names(kind: Any) -> tuple[str, ...]:
    """The fields of a class of statements that hold bodies."""
    return tuple(row.name for row in fields(kind) if "Body" in str(row.type))


@cache
def _parts(kind: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of a class that expressions are in, and whether each holds several."""
    hints = get_type_hints(kind)
    names = (row.name for row in fields(kind) if row.name not in body_names(kind))
    return tuple((name, get_origin(hints[name]) is tuple) for name in names if _holds(hints[name]))


def _holds(hint: Any) -> bool:
    """Whether values of a type are expressions, or have some in them."""
    if hint in _EXPRESSIONS or any(map(_holds, get_args(hint))):
        return True
    return isinstance(hint, type) and is_dataclass(hint) and bool(_parts(hint))


def _below(kind: Any) -> Callable[[Any], Sequence[Expression]]:
    """What gives the expressions right below a node of a class."""
    parts = _parts(kind)
    if not parts:
        return lambda node: ()
    get: Callable[[Any], Any] = attrgetter(*(name for name, _ in parts))
    if len(parts) == 1:
        return get if parts[0][1] else lambda node: _flat((get(node),))
    if not any(several for _, several in parts):
        return lambda node: () if (values := get(node)).count(None) == len(values) else _flat(values)
    return lambda node: _flat(get(node))


def _flat(values: tuple[Any, ...]) -> list[Expression]:
    """Expressions, several of them together, and what has some in it."""
    found: list[Expression] = []
    for value in values:
        if value.__class__ in _EXPRESSIONS:
            found.append(value)
        elif value.__class__ is tuple:
            found += value
        elif value is not None:
            found += children(value)
    return found


def children(node: Node) -> Sequence[Expression]:
    """The expressions right below a node; of a statement not those of the statements within it."""
    kind = node.__class__
    below = _BELOW.get(kind) or _BELOW.setdefault(kind, _below(kind))
    return below(node)


def bodies(node: Statement) -> list[Body]:
    """The bodies of statements within a statement."""
    kind: Any = node.__class__
    found: list[Body] = []
    for name in body_names(kind):
        value = getattr(node, name)
        if value and not isinstance(value[0], STATEMENTS):
            found += (body for _, body in value)
        else:
            found.append(value)
    return found


def expressions(node: Node) -> Sequence[Expression]:
    """Every expression of a node, the node itself first where it is one, each before its parts."""
    if node.__class__ not in _EXPRESSIONS:
        return _expressions_of(node)
    found: list[Expression] = [node]  # type: ignore[list-item]
    _add_parts(node, found)
    return found


@once
def _expressions_of(statement: Statement) -> Sequence[Expression]:
    found: list[Expression] = []
    _add_parts(statement, found)
    return found


def _add_parts(node: Node, found: list[Expression]) -> None:
    for child in children(node):
        found.append(child)
        if child.__class__ is not Const:
            _add_parts(child, found)


def statements(body: Body) -> list[Statement]:
    """Every statement of a body, each before those within it."""
    found: list[Statement] = []
    for statement in body:
        found.append(statement)
        if statement.__class__ is not Assign:
            for inner in bodies(statement):
                found += statements(inner)
    return found


def rebuilt(node: N, change: Callable[[Expression], Expression]) -> N:
    """``node`` with each expression right below it changed; itself where none is."""
    changed: dict[str, Any] = {}
    kind: Any = node.__class__
    for name, several in _parts(kind):
        old = getattr(node, name)
        if old is None:
            continue
        if several:
            new: Any = _each(old, change)
        elif old.__class__ in _EXPRESSIONS:
            new = change(old)
        else:
            new = rebuilt(old, change)
        if new is not old:
            changed[name] = new
    return replace(node, **changed) if changed else node  # type: ignore[type-var]


def mapped(node: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """An expression whose parts are changed first, from the leaves up, then itself."""

    def deeply(child: Expression) -> Expression:
        return change(rebuilt(child, deeply) if children(child) else child)

    return deeply(node)


def with_loads(node: Expression, change: Callable[[Load], Expression]) -> Expression:
    """An expression in which each Load that holds no expression itself is changed, in order."""
    kind = node.__class__
    if kind is Load:
        return change(node) if node.index is None and node.vertex is None else _deeper(node, change)  # type: ignore[union-attr, arg-type]
    if kind is Const:
        return node
    if kind is Apply:
        old = node.operands  # type: ignore[union-attr]
        new = tuple([with_loads(row, change) for row in old])
        same = all(map(is_, new, old))
        return node if same else Apply(node.operation, new, node.type)  # type: ignore[union-attr]
    return _deeper(node, change)


def _deeper(node: Expression, change: Callable[[Load], Expression]) -> Expression:
    return rebuilt(node, lambda row: with_loads(row, change))


def rewritten(body: Body, change: Callable[[Statement], Iterable[Statement]]) -> Body:
    """A body in which each statement, those within it first, becomes what ``change`` makes of it."""

    def inside(value: Any) -> Any:
        if value and not isinstance(value[0], STATEMENTS):
            return tuple((number, rewritten(body, change)) for number, body in value)
        return rewritten(value, change)

    found: list[Statement] = []
    for statement in body:
        kind: Any = statement.__class__
        names = body_names(kind)
        parts = {name: new for name in names if (new := inside(old := getattr(statement, name))) is not old}
        found += change(replace(statement, **parts) if parts else statement)
    return body if len(found) == len(body) and all(map(is_, found, body)) else tuple(found)


def _each(values: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    found = tuple(map(change, values))
    return values if all(map(is_, found, values)) else found
