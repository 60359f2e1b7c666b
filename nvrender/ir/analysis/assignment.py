"""Definite assignment: which slots are written on every path, and which are read before that.

Forwards over the structured nodes: what is written on all paths to a statement only grows along a path, so
a loop begins with what was written before it, and no loop is walked twice. An array is never written as a
whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from nvrender.ir import visit
from nvrender.ir.analysis.uses import NONE, Slot, Slots, in_vain, loads, overwrites, reads, writes
from nvrender.ir.nodes import (
    Assign,
    Body,
    Break,
    Call,
    Continue,
    EmitVertex,
    Executed,
    If,
    Loop,
    Return,
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
    shader: Shader, seen: Slots = NONE, live: Mapping[int, Slots] | None = None
) -> dict[str, Summary]:
    """The summary of each function, by its name; that of main is the shader's.

    ``seen`` is read where the invocation ends or emits a vertex. With what is ``live`` behind statements it
    is what a person may have overlooked: nothing counts that is read in vain, loops run at least once, and
    one case of a Switch does.
    """
    found: dict[str, Summary] = {}
    main, limited, shared = shader.functions[-1], shader.limit is not None, shader.patch > 1
    for function in shader.functions:
        walk = _Walk(found, seen, live, limited=limited, shared=shared, straight=function is main)
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


@dataclass
class _Walk:
    """One function's paths; ``broken`` and ``continued`` are of the innermost loop.

    ``limited``: too many instructions end the invocation, though not on the ``straight`` line it begins with,
    on which all invocations write what is ``common``. ``shared``: they may read each other's results.
    """

    summaries: dict[str, Summary]
    seen: Slots
    live: Mapping[int, Slots] | None
    limited: bool
    shared: bool
    straight: bool
    common: Slots = NONE
    exposed: set[tuple[str, int]] = field(default_factory=set)
    returned: list[State] = field(default_factory=list)
    broken: list[State] = field(default_factory=list)
    continued: list[State] = field(default_factory=list)
    ends: bool = False
    places: dict[Slot, Span] = field(default_factory=dict)

    def body(self, body: Body, state: State) -> State:
        before: Statement | None = None
        for statement in body:
            if state is None:
                return None
            state = self._statement(statement, state, _written_with(before, statement))
            before = statement
        return state

    def _statement(self, node: Statement, state: Slots, under: Slots) -> State:
        """``under`` is written wherever the statement reads it."""
        if self.straight:
            self.common = state
            self.straight = not isinstance(node, Call) and not any(True for _ in visit.bodies(node))
        self._expose(node, self._reads(node) - state - under)
        if self.shared:
            self.exposed |= _of_others(node) - self.common
        match node:
            case If(then=then, otherwise=otherwise):
                return meet((self.body(then, state), self.body(otherwise, state)))
            case Switch(cases=cases):
                none = state if self.live is None or not cases else None
                return meet((none, *(self.body(body, state) for _, body in cases)))
            case Loop():
                return self._loop(node, state)
            case Break():
                self.broken.append(state)
                return None
            case Continue():
                self.continued.append(state)
                return None
            case Return():
                self.returned.append(state)
                return None
            case Terminate():
                self.exposed |= self.seen - state
                self.ends = True
                return None
            case EmitVertex():
                self.exposed |= self.seen - state
            case Executed() if self.limited and not self.straight:
                self.exposed |= self.seen - state
                self.ends = True
            case Call(function):
                callee = self.summaries[function]
                self.exposed |= callee.exposed - state
                for slot in callee.places.keys() - state:
                    self.places.setdefault(slot, callee.places[slot])
                self.ends |= callee.ends
                return None if callee.written is None else state | callee.written
        written = overwrites(node)
        return state if written <= state else state | written

    def _reads(self, node: Statement) -> Slots:
        if self.live is None:
            return reads(node)
        live = self.live.get(id(node), NONE)
        return NONE if in_vain(node, live) else reads(node, live)

    def _expose(self, node: Statement, slots: Slots) -> None:
        self.exposed |= slots
        origin = getattr(node, "origin", None)
        if origin is not None:
            for slot in slots:
                self.places.setdefault(slot, origin)

    def _loop(self, node: Loop, state: Slots) -> State:
        outer = self.broken, self.continued
        self.broken, self.continued = [], []
        end = meet((self.body(node.body, state), *self.continued))
        self.continued = []
        self.body(node.continuing, end)
        leaves_at_head = node.turns is not None or node.watched
        skipped = state if self.live is None else end
        after = meet((*self.broken, *((skipped,) if leaves_at_head else ())))
        self.broken, self.continued = outer
        return after


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
