"""Choices → both ways one after the other, each on variables of its own, and selections of what they leave.

Backwards, with what is live: nothing is selected, or computed, that nobody reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from nvrender.ir import visit
from nvrender.ir.analysis.uses import Slot, loads, reads
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Body,
    Const,
    Discard,
    Expression,
    If,
    Load,
    Role,
    Select,
    Shader,
    Statement,
    Var,
)
from nvrender.ir.types import BOOL
from nvrender.lower.operands import swizzled

#: What a way writes: variables by name, and which of their components.
_Changed = dict[str, tuple[Var, frozenset[int]]]
_HELD = frozenset({Role.TEMPORARY, Role.LOCAL, Role.CODE, Role.ADDRESS})


def selected(shader: Shader) -> Shader:
    """``shader``, straight and without arrays, as assignments without conditions and kills in one sequence.

    What is read before anything is written to it is set to what it holds at first.
    """
    walk = _Walk()
    main = shader.functions[-1]
    outputs = [var for var in shader.variables if var.role is Role.OUTPUT]
    live = {(var.name, component) for var in outputs for component in range(var.type.width)}
    body = walk.body(main.body, live)
    variables = {var.name: var for var in (*shader.variables, *walk.made)}
    loaded = {row.var.name for node in body for row in loads(node)}
    body = [*_beginnings(shader, variables, live, loaded), *body]
    return replace(shader, functions=(replace(main, body=tuple(body)),), variables=tuple(variables.values()))


def _beginnings(
    shader: Shader, variables: dict[str, Var], live: set[Slot], loaded: set[str]
) -> Iterable[Assign]:
    """What is ``live`` as it is at first; of results that nothing loads only what the language tells."""
    for var in variables.values():
        places = tuple(component for component in range(var.type.width) if (var.name, component) in live)
        known = shader.initial.get(var.name)
        left = var.role is Role.OUTPUT and not known and var.name not in loaded
        if not places or left or var.role not in (*_HELD, Role.OUTPUT):
            continue
        words = known or (0,) * var.type.width
        yield Assign(var, places, Const(var.type.wide(len(places)), tuple(words[place] for place in places)))


class _Walk:
    """``made`` are the variables of ways."""

    def __init__(self) -> None:
        self.made: list[Var] = []

    def _new(self, name: str, like: Var) -> Var:
        var = replace(like, name=f"{name}_{len(self.made) + 1}w", role=Role.LOCAL, binding=0)
        self.made.append(var)
        return var

    def body(self, body: Body, live: set[Slot]) -> list[Statement]:
        """What statements become; ``live``, what is read behind them, becomes what is read before them."""
        found: list[Statement] = []
        for node in reversed(body):
            match node:
                case Assign():
                    found += self._assign(node, live)
                case Discard():
                    found.append(node)
                    live |= reads(node)
                case If():
                    found += reversed(self._if(node, live))
        return found[::-1]

    def _assign(self, node: Assign, live: set[Slot]) -> list[Statement]:
        written = {(node.var.name, component) for component in node.components}
        if live.isdisjoint(written):
            return []
        kept = tuple(n for n, component in enumerate(node.components) if (node.var.name, component) in live)
        node = _cut(node, kept)
        when = node.when
        if isinstance(when, Const) and all(when.words):
            when = None
        if when is not None:
            old = Load(node.var, node.components)
            node = replace(node, value=Select(when, node.value, old), when=None)
        live -= written
        live |= reads(node.value)
        return [node]

    def _if(self, node: If, live: set[Slot]) -> list[Statement]:
        """Both ways; backwards what is read at their beginnings is what is read before the choice."""
        before = set(live), set(live)
        # What a way leaves that is not read behind the choice is its own already.
        ways = self.body(node.then, before[0]), self.body(node.otherwise, before[1])
        changed = [_written(way) for way in ways]
        condition, tests = node.condition, list[Statement]()
        names = {name: var for row in changed for name, (var, _) in row.items()}
        own: list[dict[str, Var]] = [{}, {}]
        for name, var in names.items():
            for number in (0, 1):
                mine = changed[number].get(name, (var, frozenset()))[1]
                others = live if number else live | before[1]
                if any((name, component) in others for component in mine):
                    own[number][name] = self._new(name, var)
        if any(own) or any(isinstance(row, Discard) for way in ways for row in way):
            test = self._new("test", Var("", BOOL, Role.LOCAL))
            tests, condition = [Assign(test, (0,), condition, origin=node.origin)], Load(test, (0,))
        found: list[Statement] = [*tests]
        for number, way in enumerate(ways):
            holds = Apply("holds_not", (condition,), BOOL) if number else condition
            found += self._copies(own[number], before[number], changed[number])
            found += _renamed(way, own[number], holds)
        found += self._selections(own, changed, condition, live, node)
        live.clear()
        live |= before[0] | before[1]
        for row in tests:
            live |= reads(row)
        return found

    def _copies(self, own: dict[str, Var], before: set[Slot], changed: _Changed) -> list[Statement]:
        """What a way reads of variables of its own before it writes them."""
        found: list[Statement] = []
        for name, var in own.items():
            old = changed[name][0]
            places = tuple(place for place in range(var.type.width) if (name, place) in before)
            if places:
                found.append(Assign(var, places, Load(old, places)))
        return found

    def _selections(
        self,
        own: list[dict[str, Var]],
        changed: list[_Changed],
        condition: Expression,
        live: set[Slot],
        node: If,
    ) -> list[Statement]:
        found: list[Statement] = []
        for name in dict.fromkeys((*own[0], *own[1])):
            var = next(row[name][0] for row in changed if name in row)
            parts: dict[tuple[Var, Var], list[int]] = {}
            for place in range(var.type.width):
                if (name, place) not in live:
                    continue
                sides = [
                    own[n].get(name, var) if place in changed[n].get(name, (var, frozenset()))[1] else var
                    for n in (0, 1)
                ]
                if sides[0] != sides[1]:
                    parts.setdefault((sides[0], sides[1]), []).append(place)
            for (yes, no), places in parts.items():
                ways = Load(yes, tuple(places)), Load(no, tuple(places))
                found.append(Assign(var, tuple(places), Select(condition, *ways), origin=node.origin))
        return found


def _written(way: list[Statement]) -> _Changed:
    found: dict[str, tuple[Var, frozenset[int]]] = {}
    for node in way:
        if isinstance(node, Assign):
            _, places = found.get(node.var.name, (node.var, frozenset()))
            found[node.var.name] = node.var, places | set(node.components)
    return found


def _renamed(way: list[Statement], own: dict[str, Var], holds: Expression) -> Iterable[Statement]:
    """A way on variables of its own, its kills where the choice is for it."""

    def change(row: Expression) -> Expression:
        return replace(row, var=own[row.var.name]) if isinstance(row, Load) and row.var.name in own else row

    for node in way:
        node = visit.rebuilt(node, lambda child: visit.mapped(child, change)) if own else node
        if isinstance(node, Assign) and node.var.name in own:
            node = replace(node, var=own[node.var.name])
        if isinstance(node, Discard):
            node = replace(node, condition=Apply("holds_both", (holds, node.condition), BOOL))
        yield node


def _cut(node: Assign, kept: tuple[int, ...]) -> Assign:
    """An assignment of some of its components."""
    if len(kept) == len(node.components):
        return node
    components = tuple(node.components[n] for n in kept)
    when = None if node.when is None else swizzled(node.when, kept)
    return replace(node, components=components, value=swizzled(node.value, kept), when=when)
