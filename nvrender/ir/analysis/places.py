"""Nodes by their class, and where in the program's text each comes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from nvrender.ir import visit
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import Assign, Atomic, Effect, Executed, Expression, Read, Shader, Statement, Store
from nvrender.records import once
from nvrender.source import Span

Access = Read | Store | Atomic
_N = TypeVar("_N", bound=Expression | Statement)
Placed = tuple[_N, Span | None]


def nodes_of(shader: Shader, kind: type[_N]) -> list[Placed[_N]]:
    """The nodes of a class, each with its statement's place, in the order of the text.

    Those that no instruction stands behind come first.
    """
    found: list[Placed[_N]] = _of_kind(shader, kind)
    return found


def accesses(shader: Shader) -> list[Placed[Access]]:
    """What reaches memory, in the order of the text."""
    rows: list[Placed[Access]] = []
    for kind in (Read, Store, Atomic):
        rows += nodes_of(shader, kind)
    return sorted(rows, key=_start)


def is_straight(shader: Shader) -> bool:
    """True if every invocation runs every statement once."""
    main, nodes = shader.functions[-1], (Assign | Effect | Executed)
    alone = len(shader.functions) == 1 and shader.limit is None
    return alone and all(isinstance(node, nodes) for node in main.body)


@once
def _of_kind(shader: Shader, kind: type[Any]) -> list[Placed[Any]]:
    return sorted(_nodes(shader).get(kind, ()), key=_start)


@once
def _nodes(shader: Shader) -> Mapping[type, list[Placed[Any]]]:
    found: dict[type, list[Placed[Any]]] = {}
    for statement in all_statements(shader):
        place: Span | None = getattr(statement, "origin", None)
        found.setdefault(statement.__class__, []).append((statement, place))
        for node in visit.expressions(statement):
            found.setdefault(node.__class__, []).append((node, place))
    return found


def _start(row: Placed[Any]) -> int:
    return -1 if row[1] is None else row[1].start
