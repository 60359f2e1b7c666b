"""Which assignment a component that is read comes from, and whether it is the same at another place.

Forwards over the structured nodes. Each write of a component begins a version of it; where paths meet that
wrote it differently, in loops, behind calls and conditional writes, a version comes from no one assignment.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from nvrender.ir import visit
from nvrender.ir.analysis.uses import NONE, Slot, Slots, loads, overwrites, reads, writes
from nvrender.ir.nodes import Assign, Body, Call, Expression, If, Load, Loop, Role, Shader, Statement, Switch
from nvrender.records import once, record


@record
class Definition:
    """``node`` gave a component the value it has; it stands at ``place``."""

    node: Assign
    place: int


@record
class _History:
    """The versions of a component: where each begins, in order, and its number."""

    places: list[int]
    versions: list[int]


@dataclass
class Values:
    """``places`` are those of statements by their ids, but of those that stand twice.

    A place is where a statement reads; what it writes begins behind it.
    """

    places: dict[int, int] = field(default_factory=dict)
    histories: dict[Slot, _History] = field(default_factory=dict)
    #: Version → what made it.
    made: dict[int, Definition] = field(default_factory=dict)
    #: Statements in the order in which they are met, and where.
    visits: list[tuple[Statement, int]] = field(default_factory=list)

    @cached_property
    def readers(self) -> dict[tuple[Slot, int], list[Statement]]:
        """Component and version → the statements that read it."""
        found: dict[tuple[Slot, int], list[Statement]] = {}
        for node, place in self.visits:
            for slot in reads(node):
                found.setdefault((slot, self.version(slot, place)), []).append(node)
        return found

    def version(self, slot: Slot, place: int) -> int:
        """The version of a component that is read at a place, 0 for what it held at first."""
        history = self.histories.get(slot)
        if history is None:
            return 0
        position = bisect_right(history.places, place)
        return history.versions[position - 1] if position else 0

    def definition(self, load: Load, place: int) -> Definition | None:
        """The one assignment that gives all components of a load their values at a place."""
        if load.index is not None or load.vertex is not None:
            return None
        found = {self.version((load.var.name, component), place) for component in load.components}
        return self.made.get(found.pop()) if len(found) == 1 else None

    def readers_of(self, load: Load, place: int) -> Iterator[Statement]:
        """The statements that read what a load gives at a place."""
        for slot in {(load.var.name, component) for component in load.components}:
            yield from self.readers.get((slot, self.version(slot, place)), ())

    def stays(self, node: Expression, one: int, other: int) -> bool:
        """True if ``node`` gives at both places the same."""
        if one == other:
            return True
        for row in loads(node):
            if row.vertex is not None and row.var.role is Role.OUTPUT:  # of another invocation
                return False
            slots = ((row.var.name, component) for component in row.components)
            if any(self.version(slot, one) != self.version(slot, other) for slot in slots):
                return False
        return True


@once
def values(shader: Shader) -> Values:
    """Every version of every component."""
    walk = _Walk()
    for function in shader.functions:
        walk.function(function.name, function.body)
    return walk.found


@dataclass
class _Walk:
    found: Values = field(default_factory=Values)
    held: dict[Slot, int] = field(default_factory=dict)
    #: What the innermost branch has changed held before it, so that none asks what all others hold.
    before: dict[Slot, int] = field(default_factory=dict)
    written: dict[str, Slots] = field(default_factory=dict)
    twice: set[int] = field(default_factory=set)
    place: int = 0

    def __post_init__(self) -> None:
        self._numbers = count(1)

    def function(self, name: str, body: Body) -> None:
        """A body that may be called from anywhere."""
        self.written[name] = self._written(body)
        self._begin(self.held)
        self.body(body)

    def _written(self, body: Body) -> Slots:
        """What statements may write, in functions they call too."""
        rows = visit.statements(body)
        called = (self.written[row.function] for row in rows if isinstance(row, Call))
        return NONE.union(*called, *map(writes, rows))

    def _begin(self, changed: Iterable[Slot]) -> int:
        """A version of each of ``changed``; its number."""
        number = next(self._numbers)
        self.place += 1
        self._hold([(slot, number) for slot in changed])
        return number

    def _hold(self, changed: Iterable[tuple[Slot, int]]) -> None:
        histories, place = self.found.histories, self.place
        for slot, number in changed:
            self.before.setdefault(slot, self.held.get(slot, 0))
            self.held[slot] = number
            history = histories.get(slot)
            if history is None:
                histories[slot] = _History([place], [number])
            else:
                history.places.append(place)
                history.versions.append(number)

    def body(self, body: Body) -> None:
        for statement in body:
            self._statement(statement)

    def _statement(self, node: Statement) -> None:
        self.place += 1
        name = id(node)
        if name in self.found.places or name in self.twice:
            self.found.places.pop(name, None)
            self.twice.add(name)
        else:
            self.found.places[name] = self.place
        self.found.visits.append((node, self.place))
        match node:
            case Assign():
                definition = Definition(node, self.place)
                number = self._begin(writes(node))
                if overwrites(node):
                    self.found.made[number] = definition
            case If(then=then, otherwise=otherwise):
                self._ways([then, otherwise])
            case Switch(cases=cases):
                self._ways([*(body for _, body in cases), ()])
            case Loop(body=body, continuing=continuing):
                written = self._written((node,))
                for part in (body, continuing, ()):
                    self._begin(written)
                    self.body(part)
            case Call(function):
                self._begin(self.written[function])
            case _ if written := writes(node):
                self._begin(written)

    def _ways(self, ways: list[Body]) -> None:
        """Branches of which one is taken."""
        outer, first, ends = self.before, dict[Slot, int](), dict[Slot, list[int]]()
        self.before = {}
        for way in ways:
            self.place += 1
            self._hold([(slot, number) for slot, number in self.before.items() if self.held[slot] != number])
            self.before = {}
            self.body(way)
            for slot, number in self.before.items():
                first.setdefault(slot, number)
                ends.setdefault(slot, []).append(self.held[slot])
        self.before = outer
        for slot, number in first.items():
            outer.setdefault(slot, number)
        for slot, found in ends.items():
            if len(found) < len(ways):
                found.append(first[slot])
        self._begin(slot for slot, found in ends.items() if len(set(found)) > 1)
