"""Values that are read once stand in the expression that reads them, as long as its line stays readable.

So do numbers that are written component by component: they are put together where the last of them is
written. Nothing is computed more often, and nothing moves past what changes its operands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from nvrender.ir import visit
from nvrender.ir.analysis.uses import all_statements, loads, overwrites
from nvrender.ir.nodes import (
    Assign,
    Atomic,
    Bitcast,
    Body,
    Call,
    Const,
    Discard,
    Executed,
    If,
    Load,
    Loop,
    Read,
    Role,
    Shader,
    Statement,
    Switch,
)
from nvrender.lower import operands
from nvrender.passes.expressions import (
    compares_neighbours,
    is_fit,
    open_variables,
    parts_of,
    side_by_side,
    stays_whole,
    substituted,
)
from nvrender.passes.idioms.matching import is_float
from nvrender.passes.lengths import COLUMNS, INDENT, Lengths, Names
from nvrender.source import Span

#: The statements a value may move past.
_FAR = 12
#: What the program is given, and how long its name is at most where it is read for a copy.
_GIVEN, _SHORT = frozenset({Role.INPUT, Role.PARAMETER}), 14


def joined(
    shader: Shader,
    names: Names | None = None,
    remarked: frozenset[Span] = frozenset(),
) -> Shader:
    """``shader`` with what is read once where it is read.

    ``names`` are how long registers' names are, ``remarked`` the instructions with a comment of their own,
    two of which are not put in one line.
    """
    walk = _Joining(shader, Lengths(names or {}), remarked)
    functions = tuple(replace(row, body=walk.body(row.body, 1, {})) for row in shader.functions)
    left = {name for function in functions for name in _names(function.body)}
    variables = tuple(var for var in shader.variables if not var.value or var.name in left)
    return replace(shader, functions=functions, variables=variables, joined={**shader.joined, **walk.places})


def _names(body: Body) -> Iterator[str]:
    """The variables that statements read and write."""
    for node in visit.statements(body):
        if isinstance(node, Assign | Atomic):
            yield node.var.name
        for row in loads(node):
            yield row.var.name


@dataclass(slots=True)
class _Waiting:
    """An assignment that may move to where it is read: its place in the body, and what it reads.

    ``neighbours``: it compares fragments; ``remarked``: a comment stands at it.
    """

    place: int
    node: Assign
    reads: frozenset[str]
    neighbours: bool
    remarked: bool


@dataclass(slots=True)
class _Body:
    """What a body has become so far, and what waits in it: values, and parts of variables, by name."""

    depth: int
    #: Values that are numbers, or what the program was given, by name.
    copies: dict[str, Assign]
    found: list[Statement | None] = field(default_factory=list)
    values: dict[str, _Waiting] = field(default_factory=dict)
    parts: dict[str, list[_Waiting]] = field(default_factory=dict)


class _Joining:
    def __init__(self, shader: Shader, lengths: Lengths, remarked: frozenset[Span]) -> None:
        self.shader, self.lengths, self.remarked = shader, lengths, remarked
        self.uses: Counter[str] = Counter()
        self.definitions: Counter[str] = Counter()
        self.places: dict[Span, Span] = {}
        self.given = set[str]()
        #: The variables of single instructions, and those of which several components are read at once.
        self.own, self.vectors = set[str](), set[str]()
        for node in all_statements(shader):
            if isinstance(node, Assign | Atomic):
                self.definitions[node.var.name] += 1
                if node.var.role is Role.LOCAL and node.origin is not None:
                    self.own.add(node.var.name)
            for row in loads(node):
                self.uses[row.var.name] += 1
                if len(set(row.components)) > 1:
                    self.vectors.add(row.var.name)

    def body(self, body: Body, depth: int, copies: dict[str, Assign]) -> Body:
        state = _Body(depth, dict(copies))
        for node in body:
            self._statement(node, state)
        return tuple(node for node in state.found if node is not None and not self._is_read_through(node))

    def _is_read_through(self, node: Statement) -> bool:
        """True for a copy of what the program was given that nothing reads any more."""
        return isinstance(node, Assign) and node.var.name in self.given and not self.uses[node.var.name]

    def _statement(self, node: Statement, state: _Body) -> None:
        if isinstance(node, Executed):
            state.found.append(node)
            return
        inner = not isinstance(node, Assign) and bool(visit.bodies(node))
        if inner:
            node = self._within(node, state)
        remarked = getattr(node, "origin", None) in self.remarked
        if state.copies:
            node = self._with_copies(node, state)
        if state.values and isinstance(node, Assign | If | Discard):
            node, remarked = self._with_values(node, state, remarked)
        if state.parts:
            for row in loads(node):
                state.parts.pop(row.var.name, None)
        self._forget(node, state, inner=inner)
        place = len(state.found)
        state.found.append(node)
        if isinstance(node, Assign) and overwrites(node) and not isinstance(node.value, Read):
            self._wait(node, place, state, remarked)

    def _within(self, node: Statement, state: _Body) -> Statement:
        """A statement with what is in it joined."""

        def inside(body: Body) -> Body:
            return self.body(body, state.depth + 1, state.copies)

        match node:
            case If(then=then, otherwise=otherwise):
                return replace(node, then=inside(then), otherwise=inside(otherwise))
            case Loop(body=body, continuing=continuing):
                return replace(node, body=inside(body), continuing=continuing)
            case Switch(cases=cases):
                return replace(node, cases=tuple((number, inside(row)) for number, row in cases))
        return node

    # --- numbers, and copies of what the program was given

    def _with_copies(self, node: Statement, state: _Body) -> Statement:
        """A statement that reads what is copied."""
        found = {row.var.name for row in loads(node) if row.var.name in state.copies}
        for name in found:
            own = state.copies[name]
            self.uses[name] -= sum(row.var.name == name for row in loads(node))
            node = substituted(node, own)
        return node

    def _is_given(self, node: Assign) -> bool:
        """True for a number of the text, and for a copy of what is given whose name is no longer."""
        value = node.value.value if isinstance(node.value, Bitcast) else node.value
        if isinstance(value, Const):
            single = len(set(value.words)) == 1 or node.var.name not in self.vectors
            return single and node.value is value and is_float(value)
        if not isinstance(value, Load) or value.var.role not in _GIVEN or self.definitions[value.var.name]:
            return False
        if not isinstance(value.index, Const | None) or value.vertex is not None:
            return False
        own = self.lengths.of(Load(node.var, (0,)))
        return self.lengths.of(replace(value, components=value.components[:1])) <= max(_SHORT, own + 3)

    # --- values that are read once

    def _with_values(
        self, node: Assign | If | Discard, state: _Body, remarked: bool
    ) -> tuple[Statement, bool]:
        """A statement with the values that wait for it, the last first, and whether it has a comment."""
        if all(row.var.name not in state.values for row in loads(node)):
            return node, remarked
        found = {name for row in parts_of(node) for name in open_variables(row) if name in state.values}
        most = COLUMNS - INDENT * state.depth
        for waiting in sorted((state.values[name] for name in found), key=lambda row: -row.place):
            own = waiting.node
            if (waiting.remarked and remarked) or len(state.found) - waiting.place > _FAR:
                continue
            new = substituted(node, own)
            if self.lengths.statement(new) > most or not is_fit(own, node):
                continue
            node, remarked = new, remarked or waiting.remarked
            state.found[waiting.place] = None
            del state.values[own.var.name]
            self._moved(own.origin, node.origin)
        return node, remarked

    def _moved(self, origin: Span | None, to: Span | None) -> None:
        if origin is not None and to is not None and origin is not to:
            self.places[origin] = to

    def _forget(self, node: Statement, state: _Body, *, inner: bool) -> None:
        """Has what may not move past a statement stay."""
        if not state.parts and not state.values:
            return
        if inner or not isinstance(node, Assign):
            state.parts.clear()
        if isinstance(node, Call):
            state.values.clear()
            return
        rows = visit.statements((node,)) if inner else [node]
        if inner and any(isinstance(row, Call) for row in rows):
            state.values.clear()
            return
        written = {row.var.name for row in rows if isinstance(row, Assign | Atomic)}
        apart = inner or not isinstance(node, Assign)
        for name, waiting in list(state.values.items()):
            if not written.isdisjoint(waiting.reads) or (apart and waiting.neighbours):
                del state.values[name]
        if isinstance(node, Assign) and (node.when or len(node.components) == node.var.type.width):
            state.parts.pop(node.var.name, None)  # what is written before is another value
        for name, parts in list(state.parts.items()):
            if any(not written.isdisjoint(row.reads) for row in parts):
                del state.parts[name]

    def _wait(self, node: Assign, place: int, state: _Body, remarked: bool) -> None:
        """Notes an assignment that may go on to where it is read, or be put together with others."""
        var, width = node.var, len(node.components)
        if width == var.type.width and (not var.value or self.definitions[var.name] > 1):
            return
        rows, reads = visit.expressions(node), frozenset([row.var.name for row in loads(node)])
        # What lowering names is there for its own instruction.
        if not reads.isdisjoint(self.own):
            return
        waiting = _Waiting(place, node, reads, any(map(compares_neighbours, rows)), remarked)
        every = tuple(range(var.type.width))
        if node.components != every:
            waiting = self._with_parts(waiting, state)
            node = waiting.node
            if node.components != every:
                return
        if var.value and self.definitions[var.name] == 1:
            if self._is_given(node):
                state.copies[var.name] = node
                self.given.add(var.name)
            elif self.uses[var.name] == 1:
                state.values[var.name] = waiting

    # --- components that are written one by one

    def _with_parts(self, last: _Waiting, state: _Body) -> _Waiting:
        """An assignment with those before of the same variable's other components, if that is all of it."""
        var = last.node.var
        counted = self.shader.limit is not None and var.role is Role.OUTPUT
        if var.name in last.reads or var.length or counted or not (var.value or var.role is Role.OUTPUT):
            return last
        parts = [*state.parts.pop(var.name, []), last]
        written = [component for row in parts for component in row.node.components]
        if len(set(written)) < len(written):
            parts, written = [last], list(last.node.components)
        if len(written) < var.type.width:
            state.parts[var.name] = parts
            return last
        if sum(row.remarked for row in parts) > 1:
            return last
        if not all(stays_whole(row.node) for row in parts):
            return last
        rows = {
            component: operands.swizzled(row.node.value, (place,))
            for row in parts
            for place, component in enumerate(row.node.components)
        }
        every = tuple(range(var.type.width))
        value = side_by_side([rows[component] for component in every], [row.node for row in parts])
        node = replace(last.node, components=every, value=value)
        if self.lengths.statement(node) > COLUMNS - INDENT * state.depth:
            return last
        for row in parts[:-1]:
            state.found[row.place] = None
            self._moved(row.node.origin, node.origin)
        state.found[last.place] = node
        self.definitions[var.name] -= len(parts) - 1
        reads = frozenset[str]().union(*(row.reads for row in parts))
        neighbours, remarked = (any(getattr(row, key) for row in parts) for key in ("neighbours", "remarked"))
        return _Waiting(last.place, node, reads, neighbours, remarked)
