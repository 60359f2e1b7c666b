"""Definite assignment: which slots are written on every path, and which are read before that.

Forwards over the structured nodes: what is written on all paths to a statement only grows along a path, so
a loop begins with what was written before it, and no loop is walked twice. An array is never written as a
whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from nvrender.ir import visit
from nvrender.ir.analysis.uses import NONE, Slots, overwrites, reads
from nvrender.ir.nodes import (
    Body,
    Break,
    Call,
    Continue,
    If,
    Loop,
    Return,
    Shader,
    Statement,
    Switch,
    Terminate,
)

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


def assignments(shader: Shader) -> dict[str, Summary]:
    """The summary of each function, by its name; that of main is the shader's."""
    found: dict[str, Summary] = {}
    for function in shader.functions:
        walk = _Walk(found, limited=shader.limit is not None)
        end = walk.body(function.body, NONE)
        found[function.name] = Summary(frozenset(walk.exposed), meet((end, *walk.returned)), walk.ends)
    return found


def exposed(shader: Shader) -> Slots:
    """The slots whose first values the shader may read."""
    return assignments(shader)[shader.functions[-1].name].exposed


def meet(states: Iterable[State]) -> State:
    """What is written on every path, of those that come."""
    coming = [state for state in states if state is not None]
    return frozenset.intersection(*coming) if coming else None


@dataclass
class _Walk:
    """One function's paths; ``broken`` and ``continued`` are of the innermost loop."""

    summaries: dict[str, Summary]
    limited: bool
    exposed: set[tuple[str, int]] = field(default_factory=set)
    returned: list[State] = field(default_factory=list)
    broken: list[State] = field(default_factory=list)
    continued: list[State] = field(default_factory=list)
    ends: bool = False

    def body(self, body: Body, state: State) -> State:
        for statement in body:
            if state is None:
                return None
            state = self._statement(statement, state)
        return state

    def _statement(self, node: Statement, state: Slots) -> State:
        self.exposed |= reads(node) - state
        match node:
            case If(then=then, otherwise=otherwise):
                return meet((self.body(then, state), self.body(otherwise, state)))
            case Switch(cases=cases):
                return meet((state, *(self.body(body, state) for _, body in cases)))
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
                self.ends = True
                return None
            case Call(function):
                callee = self.summaries[function]
                self.exposed |= callee.exposed - state
                self.ends |= callee.ends
                return None if callee.written is None else state | callee.written
        self.ends |= self.limited
        for inner in visit.bodies(node):
            self.body(inner, state)
        return state | overwrites(node)

    def _loop(self, node: Loop, state: Slots) -> State:
        outer = self.broken, self.continued
        self.broken, self.continued = [], []
        end = meet((self.body(node.body, state), *self.continued))
        self.continued = []
        self.body(node.continuing, end)
        leaves_at_head = node.turns is not None or node.watched
        after = meet((*self.broken, *((state,) if leaves_at_head else ())))
        self.broken, self.continued = outer
        return after
