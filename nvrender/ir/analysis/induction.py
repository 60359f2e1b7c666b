"""Which accesses of arrays stay within them, by the ranges of induction variables.

An induction variable is a component that a constant is assigned to in front of a loop of so many turns, and
that one assignment in the loop changes by a constant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from nvrender.ir import visit
from nvrender.ir.analysis.ranges import Range, most_turns, values
from nvrender.ir.analysis.uses import Slot, writes
from nvrender.ir.nodes import Apply, Assign, Bitcast, Body, Call, Expression, Load, Loop, Shader, Statement
from nvrender.ir.types import signed_word


@dataclass(frozen=True, slots=True)
class _Induction:
    """What ``change`` changes: its range in front of that in a turn, behind it, and in all of the loop."""

    slot: Slot
    change: Assign
    before: Range
    behind: Range
    always: Range


#: The name of an array and the ``id`` of an index, which no pass behind it makes anew.
Place = tuple[str, int]


def place(node: Load | Assign) -> Place:
    """What a Load or an Assign accesses by its index."""
    return node.var.name, id(node.index)


def within_arrays(shader: Shader) -> frozenset[Place]:
    """Those places whose index is always that of an element."""
    walk = _Walk()
    if not any(var.length for var in shader.variables):
        return frozenset()
    for function in shader.functions:
        walk.body(function.body, {})
    return frozenset(walk.inside - walk.outside)


@dataclass(frozen=True, slots=True)
class _Walk:
    """What lies ``inside`` its array somewhere, and what may lie ``outside`` somewhere."""

    inside: set[Place] = field(default_factory=set)
    outside: set[Place] = field(default_factory=set)

    def body(self, body: Body, known: Mapping[Slot, Range], changing: Sequence[_Induction] = ()) -> None:
        """A body where the ranges ``known`` hold, and change with what is ``changing`` in it."""
        ranges = dict(known)
        for number, node in enumerate(body):
            self._note(node, ranges)
            if isinstance(node, Loop):
                found = [*_inductions(body[:number], node)]
                self.body(node.body, ranges | {row.slot: row.before for row in found}, found)
                self.body(node.continuing, ranges | {row.slot: row.always for row in found})
            else:
                for way in visit.bodies(node):
                    self.body(way, ranges)
            ranges |= {row.slot: row.behind for row in changing if row.change is node}

    def _note(self, node: Statement, ranges: Mapping[Slot, Range]) -> None:
        for row in (node, *visit.expressions(node)):
            if isinstance(row, Load | Assign) and row.index is not None and row.var.length:
                least, most = values(row.index, 0, ranges)
                found = self.inside if least >= 0 and most < row.var.length else self.outside
                found.add(place(row))


def _inductions(before: Sequence[Statement], loop: Loop) -> Iterator[_Induction]:
    turns = most_turns(loop)
    nodes = visit.statements((loop,))[1:]
    if not turns or any(isinstance(node, Call) for node in nodes):
        return
    repeated = {id(row) for node in nodes if isinstance(node, Loop) for row in visit.statements((node,))}
    changes: dict[Slot, list[Statement]] = {}
    for node in nodes:
        for slot in writes(node):
            changes.setdefault(slot, []).append(node)
    for slot, (change, *others) in changes.items():
        step = None if others or id(change) in repeated else _step(change, slot)
        start = None if step is None else _start(before, slot)
        if step is None or start is None or not isinstance(change, Assign):
            continue
        first, last, end = start, start + step * (turns - 1), start + step * turns
        always = min(first, end), max(first, end)
        in_turn = any(change is node for node in loop.body)
        nested = not in_turn and all(change is not node for node in loop.continuing)
        yield _Induction(
            slot,
            change,
            always if nested else (min(first, last), max(first, last)),
            (min(first + step, end), max(first + step, end)),
            always,
        )


def _step(change: Statement, slot: Slot) -> int | None:
    """What an assignment adds to the component it changes; None where it does something else."""
    if not isinstance(change, Assign) or len(change.components) != 1 or change.index is not None:
        return None
    match _plain(change.value):
        case Apply("iadd" | "uadd", (one, other)):
            for counter, number in ((_plain(one), other), (_plain(other), one)):
                least, most = values(number)
                if isinstance(counter, Load) and _is_of(counter, slot) and least == most:
                    return signed_word(least & 0xFFFFFFFF)
    return None


def _is_of(load: Load, slot: Slot) -> bool:
    return (load.var.name, *load.components) == slot and load.index is None and load.vertex is None


def _plain(node: Expression) -> Expression:
    """What words are of, whatever they are taken for."""
    while isinstance(node, Bitcast) and node.value.type.width == node.type.width:
        node = node.value
    return node


def _start(before: Sequence[Statement], slot: Slot) -> int | None:
    """The constant that a component holds behind some statements."""
    for node in reversed(before):
        if slot in writes(node) and isinstance(node, Assign):
            least, most = values(_plain(node.value), node.components.index(slot[1]))
            known = least == most and node.when is None and node.index is None
            return signed_word(least & 0xFFFFFFFF) if known else None
        for inner in visit.statements((node,)):
            if slot in writes(inner) or isinstance(inner, Call):
                return None
    return None
