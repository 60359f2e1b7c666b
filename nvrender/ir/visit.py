"""Walks over nodes: what a node holds, a node with other parts, every expression and statement.

What a node holds is told from its fields, so a new kind of node needs nothing here. Parts of a node that are
no expression themselves, such as what names a texture, are looked into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from enum import Enum
from functools import cache
from typing import Any, TypeVar, get_args

from nvrender.ir.nodes import Body, Expression, Statement, Var
from nvrender.ir.types import Type
from nvrender.source import Span

EXPRESSIONS: tuple[type, ...] = get_args(Expression)
STATEMENTS: tuple[type, ...] = get_args(Statement)
#: What fields hold that no expression is in.
_LEAVES = (Var, Type, Span, Enum, str, int, type(None))
Node = Expression | Statement
N = TypeVar("N")


def body_names(kind: Any) -> tuple[str, ...]:
    """The fields of a class of statements that hold bodies."""
    return tuple(row.name for row in fields(kind) if "Body" in str(row.type))


@cache
def _names(kind: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a class that may hold expressions, and those that hold bodies."""
    names = body_names(kind)
    return tuple(row.name for row in fields(kind) if row.name not in names), names


def _parts(node: Any) -> tuple[str, ...]:
    return _names(node.__class__)[0]


def _bodies(node: Any) -> tuple[str, ...]:
    return _names(node.__class__)[1]


def children(node: Node) -> Iterator[Expression]:
    """The expressions right below a node; of a statement not those of the statements within it."""
    for name in _parts(node):
        yield from _within(getattr(node, name))


def _within(value: Any) -> Iterator[Expression]:
    if isinstance(value, EXPRESSIONS):
        yield value  # type: ignore[misc]
    elif isinstance(value, tuple):
        for part in value:
            yield from _within(part)
    elif not isinstance(value, _LEAVES):
        yield from children(value)


def bodies(node: Statement) -> Iterator[Body]:
    """The bodies of statements within a statement."""
    for name in _bodies(node):
        value = getattr(node, name)
        if value and not isinstance(value[0], STATEMENTS):
            yield from (body for _, body in value)
        else:
            yield value


def expressions(node: Node) -> Iterator[Expression]:
    """Every expression of a node, the node itself first where it is one, each before its parts."""
    if isinstance(node, EXPRESSIONS):
        yield node  # type: ignore[misc]
    for child in children(node):
        yield from expressions(child)


def statements(body: Body) -> Iterator[Statement]:
    """Every statement of a body, each before those within it."""
    for statement in body:
        yield statement
        for inner in bodies(statement):
            yield from statements(inner)


def rebuilt(node: N, change: Callable[[Expression], Expression]) -> N:
    """``node`` with each expression right below it changed; itself where none is."""

    def changed(value: Any) -> Any:
        if isinstance(value, EXPRESSIONS):
            return change(value)  # type: ignore[arg-type]
        if isinstance(value, tuple):
            return _each(value, changed)
        return value if isinstance(value, _LEAVES) else rebuilt(value, change)

    return _with(node, _parts(node), changed)


def mapped(node: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """An expression whose parts are changed first, from the leaves up, then itself."""
    return change(rebuilt(node, lambda child: mapped(child, change)))


def rewritten(body: Body, change: Callable[[Statement], Iterable[Statement]]) -> Body:
    """A body in which each statement, those within it first, becomes what ``change`` makes of it."""

    def changed(value: Any) -> Any:
        if value and not isinstance(value[0], STATEMENTS):
            return tuple((number, rewritten(body, change)) for number, body in value)
        return rewritten(value, change)

    found: list[Statement] = []
    for statement in body:
        found += change(_with(statement, _bodies(statement), changed))
    same = len(found) == len(body) and all(map(lambda new, old: new is old, found, body))
    return body if same else tuple(found)


def _each(values: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    found = tuple(map(change, values))
    return values if all(new is old for new, old in zip(found, values, strict=True)) else found


def _with(node: N, names: tuple[str, ...], change: Callable[[Any], Any]) -> N:
    changed = {name: new for name in names if (new := change(old := getattr(node, name))) is not old}
    return replace(node, **changed) if changed else node  # type: ignore[type-var]
