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

from nvrender.ir.nodes import Apply, Assign, Body, Const, Expression, Load, Shader, Statement
from nvrender.records import Keeping, once

EXPRESSIONS: tuple[type, ...] = get_args(Expression)
STATEMENTS: tuple[type, ...] = get_args(Statement)
_EXPRESSIONS: frozenset[Any] = frozenset(EXPRESSIONS)
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
    if any(several for _, several in parts) or any(map(_is_holder, get_type_hints(kind).values())):
        return lambda node: _flat(get(node))
    return lambda node: [value for value in get(node) if value is not None]


def _is_holder(hint: Any) -> bool:
    """Whether values of a type are no expressions, but have some in them."""
    return isinstance(hint, type) and hint not in _EXPRESSIONS and is_dataclass(hint) and bool(_parts(hint))


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


class _Below(dict[type, Callable[[Any], Sequence[Expression]]]):
    """By the class of a node what gives the expressions right below it."""

    def __missing__(self, kind: type) -> Callable[[Any], Sequence[Expression]]:
        found = self[kind] = _below(kind)
        return found


def _below_load(node: Load) -> Sequence[Expression]:
    if node.index is None and node.vertex is None:
        return ()
    return [value for value in (node.index, node.vertex) if value is not None]


def _below_assign(node: Assign) -> Sequence[Expression]:
    if node.when is None and node.index is None:
        return (node.value,)
    return [value for value in (node.value, node.when, node.index) if value is not None]


#: Most nodes are of these two classes, and most have nothing in the fields that may hold nothing.
_BELOW = _Below({Load: _below_load, Assign: _below_assign})


def children(node: Node) -> Sequence[Expression]:
    """The expressions right below a node; of a statement not those of the statements within it."""
    return _BELOW[node.__class__](node)


def bodies(node: Statement) -> list[Body]:
    """The bodies of statements within a statement."""
    kind: Any = node.__class__
    found: list[Body] = []
    for name in body_names(kind):
        value = getattr(node, name)
        if value and not isinstance(value[0], Keeping):
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
    for child in _BELOW[node.__class__](node):
        found.append(child)
        kind = child.__class__
        if kind is not Const and (kind is not Load or _below_load(child)):  # type: ignore[arg-type]
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
    if not changed:
        return node
    return kind(  # type: ignore[no-any-return]
        *[changed[name] if name in changed else getattr(node, name) for name in _names(kind)]
    )


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(row.name for row in fields(kind))


def mapped(node: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """An expression whose parts are changed first, from the leaves up, then itself."""
    if isinstance(node, Apply):
        new = tuple([mapped(row, change) for row in node.operands])
        if not all(map(is_, new, node.operands)):
            node = Apply(node.operation, new, node.type)
    elif children(node):
        node = rebuilt(node, lambda child: mapped(child, change))
    return change(node)


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
    found: list[Statement] = []
    for statement in body:
        if statement.__class__ is not Assign:
            statement = _with_bodies(statement, change)
        found += change(statement)
    return body if len(found) == len(body) and all(map(is_, found, body)) else tuple(found)


def changed(shader: Shader, change: Callable[[Statement], Iterable[Statement]]) -> Shader:
    """A shader whose functions are rewritten; itself where nothing changes."""
    functions = []
    for function in shader.functions:
        body = rewritten(function.body, change)
        functions.append(function if body is function.body else replace(function, body=body))
    found = tuple(functions)
    return shader if all(map(is_, found, shader.functions)) else replace(shader, functions=found)


def _with_bodies(statement: Statement, change: Callable[[Statement], Iterable[Statement]]) -> Statement:
    parts: dict[str, Any] = {}
    kind: Any = statement.__class__
    for name in body_names(kind):
        old = getattr(statement, name)
        new = _inside(old, change)
        if new is not old:
            parts[name] = new
    return replace(statement, **parts) if parts else statement


def _inside(value: Any, change: Callable[[Statement], Iterable[Statement]]) -> Any:
    """A body, or bodies with their numbers."""
    if not value or isinstance(value[0], Keeping):
        return rewritten(value, change)
    found = tuple([(number, rewritten(body, change)) for number, body in value])
    same = all(new is old for (_, new), (_, old) in zip(found, value, strict=True))
    return value if same else found


def _each(values: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    found = tuple(map(change, values))
    return values if all(map(is_, found, values)) else found
