"""Where values of registers are declared: at the first of the innermost body that has all that names them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import NamedTuple

from nvrender.ir import visit
from nvrender.ir.analysis.endings import exit_test
from nvrender.ir.analysis.liveness import liveness
from nvrender.ir.analysis.uses import NONE, Slot, all_statements, loads, slots
from nvrender.ir.nodes import Assign, Atomic, Body, Loop, Shader, Statement, Switch, Var


class _Level(NamedTuple):
    """A body, and the place in it: whether it may declare, and the loop whose body it is."""

    body: int
    place: int
    declares: bool
    loop: Loop | None
    node: Statement


_Path = tuple[_Level, ...]


def declared(shader: Shader, first: frozenset[str] = frozenset()) -> dict[int, list[Var]]:
    """The values of registers that are declared at each statement, by its ``id``.

    ``first`` are the names of those that are read before they are written.
    """
    values = {var.name: var for var in shader.variables if var.value}
    if not values:
        return {}
    has_loops = any(isinstance(node, Loop) for node in all_statements(shader))
    heads = liveness(shader).heads if has_loops else {}
    found: dict[int, list[Var]] = {}
    for function in shader.functions:
        paths: dict[str, _Path] = {}
        for path, name in _accesses(function.body, (), declares=True, loop=None):
            if name in values:
                known = paths.get(name)
                paths[name] = path if known is None else _common(known, path)
        for name, path in paths.items():
            level = _chosen(values[name], path, heads, first=name in first)
            found.setdefault(id(level.node), []).append(values[name])
    return found


def _accesses(body: Body, path: _Path, *, declares: bool, loop: Loop | None) -> Iterator[tuple[_Path, str]]:
    """The variables that are read and written, in order, and where."""
    for place, node in enumerate(body):
        here = (*path, _Level(id(body), place, declares, loop, node))
        for row in loads(node):
            yield here, row.var.name
        if isinstance(node, Assign | Atomic):
            yield here, node.var.name
            continue
        within = not isinstance(node, Switch) and getattr(node, "origin", None) is not None
        for inner in visit.bodies(node):
            if isinstance(node, Loop):
                yield from _accesses(inner, here, declares=inner is node.body, loop=node)
            else:
                yield from _accesses(inner, here, declares=within, loop=None)


def _common(known: _Path, path: _Path) -> _Path:
    """The levels that two places share, as the first of them has it."""
    count = 0
    for one, other in zip(known, path, strict=False):
        if one.body != other.body:
            break
        count += 1
        if one.place != other.place:
            break
    return known[:count]


def _chosen(var: Var, path: _Path, heads: Mapping[int, Set[Slot]], *, first: bool) -> _Level:
    """The innermost level that declares, outside the loops through whose turns the value lasts."""
    stop = len(path)
    for number, level in enumerate(path):
        if level.loop is None:
            continue
        live = heads.get(id(level.loop), NONE)
        lasts = any(slot in live for slot in slots(var))
        if lasts or first:
            stop = number
            break
    while stop > 1:
        level = path[stop - 1]
        leaves = level.loop is not None and level.place == 0 and exit_test(level.node) is not None
        if level.declares and not leaves:
            break
        stop -= 1
    return path[stop - 1]
