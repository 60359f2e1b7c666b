"""Liveness: which slots are read later on some path, before they are written whatever holds.

Backwards over the structured nodes. What another invocation or the pipeline sees of a variable, a result at
the end, where a vertex is emitted or at a barrier, counts as read there. What is computed in vain reads
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nvrender.ir import visit
from nvrender.ir.analysis.assignment import Summary, assignments
from nvrender.ir.analysis.uses import NONE, Slots, in_vain, may_fault, overwrites, reads, slots
from nvrender.ir.nodes import (
    Assign,
    Body,
    Break,
    Call,
    Continue,
    Discard,
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
from nvrender.records import once

#: What is left of an invocation: results, and of vertex state programs parameters.
_SEEN = (Role.OUTPUT, Role.PARAMETER)
#: What lets nothing else read, and goes on.
_PLAIN = frozenset({Assign, Discard})


@dataclass(frozen=True, slots=True)
class Live:
    """What is live ``after`` each statement and at the ``heads`` of loops, by their ``id``.

    Of a statement that stands twice that is both together.
    """

    after: dict[int, Slots]
    heads: dict[int, Slots]


def live_after(shader: Shader, *, by_component: bool = False) -> dict[int, Slots]:
    """What is live behind each statement, by its ``id``; of one that stands twice both together.

    ``by_component``: what is read for components of a value that are dead is dead, too.
    """
    return liveness(shader, by_component=by_component).after


def liveness(shader: Shader, *, by_component: bool = False) -> Live:
    """The same, and at loops; found once."""
    return _liveness(shader, by_component)


@once
def _liveness(shader: Shader, by_component: bool) -> Live:
    seen = frozenset[tuple[str, int]]().union(*(slots(var) for var in shader.variables if var.role in _SEEN))
    summaries = assignments(shader, seen) if len(shader.functions) > 1 else {}
    walk = _Walk(summaries, seen, shader.limit is not None, shader.patch > 1, by_component)
    walk.at_return[shader.functions[-1].name] = seen
    for function in reversed(shader.functions):  # callers first
        walk.function = function.name
        walk.body(function.body, walk.at_return.get(function.name, NONE))
    return Live(walk.after, walk.heads)


@dataclass
class _Walk:
    """``at_return`` is what is live where a function returns, of all calls together; ``heads``, of loops.

    ``shared``: other invocations may see results at any time.
    """

    summaries: dict[str, Summary]
    seen: Slots
    limited: bool
    shared: bool
    by_component: bool
    after: dict[int, Slots] = field(default_factory=dict)
    at_return: dict[str, Slots] = field(default_factory=dict)
    heads: dict[int, Slots] = field(default_factory=dict)
    function: str = ""
    broken: Slots = NONE
    continued: Slots = NONE

    def body(self, body: Body, live: Slots) -> Slots:
        """What is live before a body, with what is behind it."""
        for statement in reversed(body):
            live = live | self.seen if self.shared else live
            known = self.after.get(id(statement))
            self.after[id(statement)] = live if known is None else known | live
            if in_vain(statement, live):
                continue
            read = reads(statement, live if self.by_component and not may_fault(statement) else None)
            if statement.__class__ in _PLAIN:
                live = live - overwrites(statement)
            else:
                live = self._before(statement, live)
            live = live if read <= live else live | read
        return live

    def _before(self, node: Statement, live: Slots) -> Slots:
        match node:
            case If(then=then, otherwise=otherwise):
                return self.body(then, live) | self.body(otherwise, live)
            case Switch(cases=cases):
                return live.union(*(self.body(body, live) for _, body in cases))
            case Loop():
                return self._loop(node, live)
            case Break():
                return self.broken
            case Continue():
                return self.continued
            case Return():
                return self.at_return.get(self.function, NONE)
            case Terminate():
                return self.seen
            case Call(function):
                self.at_return[function] = self.at_return.get(function, NONE) | live
                callee = self.summaries[function]
                # What is behind a call that never returns is printed all the same.
                through = live - (callee.written or NONE)
                return through | callee.exposed | (self.seen if callee.ends else NONE)
            case Executed():
                return live | self.seen if self.limited else live
        return live.union(self.seen, *(self.body(inner, live) for inner in visit.bodies(node)))

    def _loop(self, node: Loop, behind: Slots) -> Slots:
        outer = self.broken, self.continued
        leaves_at_head = node.turns is not None or node.watched
        head = self.heads.get(id(node), NONE) | (behind if leaves_at_head else NONE)
        while True:
            self.broken, self.continued = behind, NONE
            self.continued = self.body(node.continuing, head)
            # What continues a loop that is left in its first turn is printed all the same.
            found = head | self.body(node.body, self.continued) | self.continued
            if found == head:
                break
            head = found
        self.broken, self.continued = outer
        self.heads[id(node)] = head
        return head
