"""Definite assignment: which slots are written on every path, and which are read before that.

Forwards over the structured nodes: what is written on all paths to a statement only grows along a path, so
a loop begins with what was written before it, and no loop is walked twice. An array is never written as a
whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field

from nvrender.ir import visit
from nvrender.ir.analysis.forward import Forward, leaves_at_head
from nvrender.ir.analysis.uses import NONE, Slot, Slots, in_vain, loads, overwrites, reads, writes
from nvrender.ir.nodes import (
    Assign,
    Body,
    Call,
    EmitVertex,
    Executed,
    Loop,
    Role,
    Shader,
    Statement,
    Switch,
    Terminate,
)
from nvrender.source import Span

#: What is written on every path so far; None where no path comes.
State = Slots | None


@dataclass(frozen=True, slots=True)
class Summary:
    """Of a function: what it reads before every path there has written it, and what all paths write.

    ``written`` is None where it never returns; ``ends``: the invocation may end in it.
    """

    exposed: Slots
    written: State
    ends: bool
    #: The first place in the text that reads what is exposed, where that is a statement.
    places: Mapping[Slot, Span] = field(default_factory=dict)


def assignments(
    shader: Shader, seen: Slots = NONE, live: Mapping[int, Set[Slot]] | None = None
) -> dict[str, Summary]:
    """The summary of each function, by its name; that of main is the shader's.

    ``seen`` is read where the invocation ends or emits a vertex. With what is ``live`` behind statements it
    is what a person may have overlooked: nothing counts that is read in vain, loops run at least once, and
    one case of a Switch does.
    """
    found: dict[str, Summary] = {}
    main = shader.functions[-1]
    for function in shader.functions:
        walk = _Walk(shader, found, seen, live, straight=function is main)
        end = walk.body(function.body, NONE)
        leaving = [state for state in (end, *walk.returned) if state is not None]
        if function is main:
            walk.exposed |= frozenset().union(*(seen - state for state in leaving))
        found[function.name] = Summary(frozenset(walk.exposed), meet(leaving), walk.ends, walk.places)
    return found


def exposed(shader: Shader, seen: Slots = NONE) -> Slots:
    """The slots whose first values the shader may read, or that may still hold them where they are seen."""
    return assignments(shader, seen)[shader.functions[-1].name].exposed


def meet(states: Iterable[State]) -> State:
    """What is written on every path, of those that come."""
    coming = [state for state in states if state is not None]
    return frozenset.intersection(*coming) if coming else None


class _Walk(Forward[Slots]):
    """One function's paths.

    ``limited``: too many instructions end the invocation, though not on the ``straight`` line it begins with,
    on which all invocations write what is ``common``. ``shared``: they may read each other's results.
    """

    def __init__(
        self,
        shader: Shader,
        summaries: Mapping[str, Summary],
        seen: Slots,
        live: Mapping[int, Set[Slot]] | None,
        *,
        straight: bool,
    ) -> None:
        super().__init__()
        self.limited, self.shared, self.straight = shader.limit is not None, shader.patch > 1, straight
        self.summaries, self.seen, self.live = summaries, seen, live
        self.common = NONE
        #: What the statement before has written wherever this one reads it.
        self.under = NONE
        self.exposed: set[Slot] = set()
        self.ends = False
        self.places: dict[Slot, Span] = {}

    def meet(self, ways: Iterable[State], node: Statement, *, in_turn: bool = False) -> State:
        return meet(ways)

    def body(self, body: Body, state: State) -> State:
        before: Statement | None = None
        #: What assignments in a row have written: a set of all for each would be quadratic.
        gained = set[Slot]()
        for node in body:
            if state is None:
                return None
            if isinstance(node, Assign) and not self.shared:
                read = self._reads(node)
                if not read <= state and not (read := read - state) <= gained:
                    self._expose(node, read - gained - _written_with(before, node))
                gained |= overwrites(node)
            else:
                if gained:
                    state, gained = state | gained, set()
                self.under = _written_with(before, node)
                state = self.statement(node, state)
            before = node
        return state if state is None or not gained else state | gained

    def statement(self, node: Statement, state: Slots) -> State:
        if self.straight:
            self.common = state
            self.straight = not isinstance(node, Call) and not visit.bodies(node)
        read = self._reads(node)
        if not read <= state:
            self._expose(node, read - state - self.under)
        if self.shared:
            self.exposed |= _of_others(node) - self.common
        if isinstance(node, Assign):
            written = overwrites(node)
            return state if written <= state else state | written
        match node:
            case Terminate():
                self._end(state)
            case EmitVertex():
                self.exposed |= self.seen - state
            case Executed() if self.limited and not self.straight:
                self._end(state)
            case Call(function):
                return self._call(self.summaries[function], state)
        return self.flow(node, state)

    def _end(self, state: Slots) -> None:
        self.exposed |= self.seen - state
        self.ends = True

    def _call(self, callee: Summary, state: Slots) -> State:
        self.exposed |= callee.exposed - state
        for slot in callee.places.keys() - state:
            self.places.setdefault(slot, callee.places[slot])
        self.ends |= callee.ends
        return None if callee.written is None else state | callee.written

    def _reads(self, node: Statement) -> Slots:
        if self.live is None:
            return reads(node)
        live: Set[Slot] = self.live.get(id(node), NONE)
        return NONE if in_vain(node, live) else reads(node, live)

    def _expose(self, node: Statement, slots: Slots) -> None:
        self.exposed |= slots
        origin = getattr(node, "origin", None)
        if origin is not None:
            for slot in slots:
                self.places.setdefault(slot, origin)

    def switch(self, node: Switch, state: Slots) -> State:
        none = state if self.live is None or not node.cases else None
        return meet((none, *(self.body(body, state) for _, body in node.cases)))

    def loop(self, node: Loop, state: Slots) -> State:
        end, left = self.turn(node, state)
        skipped = state if self.live is None else end
        return meet((*left, skipped if leaves_at_head(node) else None))


def _of_others(node: Statement) -> Slots:
    """The results of other invocations that a statement reads, which may have taken another path."""
    found = (row for row in loads(node) if row.vertex is not None and row.var.role is Role.OUTPUT)
    return frozenset((row.var.name, component) for row in found for component in row.components)


def _written_with(before: Statement | None, node: Statement) -> Slots:
    """What the statement before has written wherever one's condition lets it use what it reads."""
    if not isinstance(node, Assign) or not isinstance(before, Assign) or before.index is not None:
        return NONE
    if node.when is None or node.when != before.when:
        return NONE
    same = writes(before).isdisjoint(reads(node.when))
    read = [row.components for row in loads(node.value) if row.var == before.var]
    aligned = node.components == before.components and set(read) == {before.components}
    return writes(before) if same and aligned else NONE
