"""Liveness: which slots are read later on some path, before they are written whatever holds.

Backwards over the structured nodes. What another invocation or the pipeline sees of a variable, a result at
the end, where a vertex is emitted or at a barrier, counts as read there. What is computed in vain reads
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from nvrender.ir import visit
from nvrender.ir.analysis.assignment import Summary, assignments
from nvrender.ir.analysis.uses import NONE, Slot, in_vain, may_fault, overwrites, reads, slots
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


class LiveSlots(Set[Slot]):
    """Some of the slots that have ``numbers``, as a bit each.

    Sets of their own behind every statement would take the square of a program's length.
    """

    __slots__ = ("_bits", "_numbers")

    def __init__(self, bits: int, numbers: dict[Slot, int]) -> None:
        self._bits, self._numbers = bits, numbers

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> Any:
        return frozenset(it)

    def __contains__(self, slot: object) -> bool:
        number = self._numbers.get(slot)  # type: ignore[call-overload]
        return number is not None and bool(self._bits >> number & 1)

    def __iter__(self) -> Iterator[Slot]:
        bits = reversed(f"{self._bits:b}")
        return (slot for slot, bit in zip(self._numbers, bits, strict=False) if bit == "1")

    def __len__(self) -> int:
        return self._bits.bit_count()


class _Sets(Mapping[int, Set[Slot]]):
    """By the id of a statement what is live there."""

    def __init__(self, bits: dict[int, int], numbers: dict[Slot, int]) -> None:
        self._bits, self._numbers = bits, numbers

    def __getitem__(self, name: int) -> Set[Slot]:
        return LiveSlots(self._bits[name], self._numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(self._bits)

    def __len__(self) -> int:
        return len(self._bits)


class _Numbers(dict[Slot, int]):
    """Slots by the numbers of their bits, in the order in which they are met."""

    def __missing__(self, slot: Slot) -> int:
        found = self[slot] = len(self)
        return found

    def bits(self, slots: Iterable[Slot]) -> int:
        """Those of several slots."""
        found = 0
        for slot in slots:
            found |= 1 << self[slot]
        return found


@dataclass(frozen=True, slots=True)
class Live:
    """What is live ``after`` each statement and at the ``heads`` of loops, by their ``id``.

    Of a statement that stands twice that is both together.
    """

    after: Mapping[int, Set[Slot]]
    heads: Mapping[int, Set[Slot]]


def live_after(shader: Shader, *, by_component: bool = False) -> Mapping[int, Set[Slot]]:
    """What is live behind each statement, by its ``id``; of one that stands twice both together.

    ``by_component``: what is read for components of a value that are dead is dead, too.
    """
    return liveness(shader, by_component=by_component).after


def liveness(shader: Shader, *, by_component: bool = False) -> Live:
    """The same, and at loops; found once."""
    return _liveness(shader, by_component)


@once
def _liveness(shader: Shader, by_component: bool) -> Live:
    seen = NONE.union(*(slots(var) for var in shader.variables if var.role in _SEEN))
    summaries = assignments(shader, seen) if len(shader.functions) > 1 else {}
    numbers = _Numbers()
    walk = _Walk(
        summaries, numbers, numbers.bits(seen), shader.limit is not None, shader.patch > 1, by_component
    )
    walk.at_return[shader.functions[-1].name] = walk.seen
    for function in reversed(shader.functions):  # callers first
        walk.function = function.name
        walk.body(function.body, walk.at_return.get(function.name, 0))
    return Live(_Sets(walk.after, numbers), _Sets(walk.heads, numbers))


@dataclass
class _Walk:
    """``at_return`` is what is live where a function returns, of all calls together; ``heads``, of loops.

    Sets are bits of ``numbers``. ``shared``: other invocations may see results at any time.
    """

    summaries: dict[str, Summary]
    numbers: _Numbers
    seen: int
    limited: bool
    shared: bool
    by_component: bool
    after: dict[int, int] = field(default_factory=dict)
    at_return: dict[str, int] = field(default_factory=dict)
    heads: dict[int, int] = field(default_factory=dict)
    function: str = ""
    broken: int = 0
    continued: int = 0

    def body(self, body: Body, live: int) -> int:
        """What is live before a body, with what is behind it."""
        after, bits = self.after, self.numbers.bits
        for statement in reversed(body):
            live = live | self.seen if self.shared else live
            name = id(statement)
            after[name] = live | after[name] if name in after else live
            of = LiveSlots(live, self.numbers)
            if in_vain(statement, of):
                continue
            read = reads(statement, of if self.by_component and not may_fault(statement) else None)
            if statement.__class__ in _PLAIN:
                live &= ~bits(overwrites(statement))
            else:
                live = self._before(statement, live)
            live |= bits(read)
        return live

    def _before(self, node: Statement, live: int) -> int:
        match node:
            case If(then=then, otherwise=otherwise):
                return self.body(then, live) | self.body(otherwise, live)
            case Switch(cases=cases):
                before = live
                for _, body in cases:
                    before |= self.body(body, live)
                return before
            case Loop():
                return self._loop(node, live)
            case Break():
                return self.broken
            case Continue():
                return self.continued
            case Return():
                return self.at_return.get(self.function, 0)
            case Terminate():
                return self.seen
            case Call(function):
                self.at_return[function] = self.at_return.get(function, 0) | live
                callee = self.summaries[function]
                # What is behind a call that never returns is printed all the same.
                through = live & ~self.numbers.bits(callee.written or NONE)
                return through | self.numbers.bits(callee.exposed) | (self.seen if callee.ends else 0)
            case Executed():
                return live | self.seen if self.limited else live
        before = live | self.seen
        for inner in visit.bodies(node):
            before |= self.body(inner, live)
        return before

    def _loop(self, node: Loop, behind: int) -> int:
        outer = self.broken, self.continued
        leaves_at_head = node.turns is not None or node.watched
        head = self.heads.get(id(node), 0) | (behind if leaves_at_head else 0)
        while True:
            self.broken, self.continued = behind, 0
            self.continued = self.body(node.continuing, head)
            # What continues a loop that is left in its first turn is printed all the same.
            found = head | self.body(node.body, self.continued) | self.continued
            if found == head:
                break
            head = found
        self.broken, self.continued = outer
        self.heads[id(node)] = head
        return head
