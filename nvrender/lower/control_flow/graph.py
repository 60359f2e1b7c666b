"""Control-flow graphs of one subroutine: nodes, reverse postorder, dominators, natural loops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from nvrender.program import Condition, Instruction

#: Places besides a node an edge can lead to.
RETURN = -1
TERMINATE = -2


def always(condition: Condition | None) -> bool:
    """True for a condition that passes whatever the condition code (NV_vertex_program2 2.14.2.2)."""
    return condition is None or condition.test == "TR"


def never(condition: Condition | None) -> bool:
    """True for a condition that passes for no condition code (NV_vertex_program2 2.14.2.2)."""
    return condition is not None and condition.test == "FL"


@dataclass(frozen=True, slots=True)
class Edges:
    """Where control goes after an instruction: ``following`` None if it always goes to ``taken``."""

    condition: Condition | None
    taken: int
    following: int | None = None

    @property
    def places(self) -> tuple[int, ...]:
        return (self.taken,) if self.following is None else (self.taken, self.following)


def edges(instruction: Instruction, index: int, end: int, ended: int) -> Edges | None:
    """How a BRA or RET at ``index`` leaves the straight line; None if it does not.

    ``end`` is the number of instructions; ``ended`` the place that stands for the program's end
    (NV_vertex_program2 2.14.2.3).
    """
    condition = instruction.condition
    name = instruction.operation
    if name == "call" or not instruction.opcode.is_flow or never(condition):
        return None
    following = index + 1 if index + 1 < end else ended
    if name == "return":
        taken = RETURN
    else:
        assert instruction.target is not None
        taken = instruction.target if instruction.target < end else ended
    if always(condition):
        return Edges(None, taken)
    return Edges(condition, taken, following)


def cut(
    instructions: tuple[Instruction, ...],
    entry: int,
    ended: int,
    stops: Callable[[Instruction], bool],
) -> list[tuple[int, int, Edges]]:
    """The basic blocks reached from ``entry``, in program order: first index, end index, edges.

    The end index is past the block's last instruction, its branch included. ``stops`` tells whether
    a CAL is one that control never comes back from.
    """
    end = len(instructions)
    leaders = {entry}
    leaving: dict[int, Edges] = {}
    reached: set[int] = set()
    work = [entry]
    while work:
        index = work.pop()
        while index < end and index not in reached:
            reached.add(index)
            instruction = instructions[index]
            if instruction.opcode.is_flow:
                if instruction.operation == "call" and stops(instruction):
                    leaving[index] = Edges(None, ended)
                    break
                edge = edges(instruction, index, end, ended)
                if edge is not None:
                    leaving[index] = edge
                    targets = [place for place in edge.places if place >= 0]
                    leaders.update(targets)
                    work.extend(targets)
                    break
            index += 1
    blocks = []
    for first in sorted(leaders):
        index = first
        while True:
            edge = leaving.get(index)
            index += 1
            if edge is None and index == end:
                edge = Edges(None, ended)
            elif edge is None and index in leaders:
                edge = Edges(None, index)
            if edge is not None:
                blocks.append((first, index, edge))
                break
    return blocks


def heights(entry: int, targets: Callable[[int], Iterable[int]], most: int) -> dict[int, int]:
    """The longest chain of calls below every entry that calls lead to from ``entry``, at most ``most``.

    ``targets`` gives the entries that the code at an entry calls.
    """
    called: dict[int, tuple[int, ...]] = {}
    work = [entry]
    while work:
        reached = work.pop()
        if reached not in called:
            called[reached] = tuple(targets(reached))
            work.extend(called[reached])
    found = dict.fromkeys(called, 0)
    for _ in range(most):
        found = {
            one: max((found[target] + 1 for target in below), default=0) for one, below in called.items()
        }
    return found


class Graph:
    """Nodes by the index of their first instruction, renumbered in reverse postorder.

    ``order[n]`` is the n-th node's index; every other attribute speaks of such numbers n. The
    entry is node 0.
    """

    def __init__(self, entry: int, edges: Mapping[int, Edges]) -> None:
        self.order = _reverse_postorder(entry, edges)
        number = {index: n for n, index in enumerate(self.order)}
        self.edges = [
            Edges(
                edge.condition,
                number.get(edge.taken, edge.taken),
                None if edge.following is None else number.get(edge.following, edge.following),
            )
            for edge in (edges[index] for index in self.order)
        ]
        self.successors = [tuple(p for p in edge.places if p >= 0) for edge in self.edges]
        self.predecessors: list[list[int]] = [[] for _ in self.order]
        for node, successors in enumerate(self.successors):
            for successor in successors:
                self.predecessors[successor].append(node)
        #: How many edges that are not back edges enter each node.
        self.forward = [
            sum(p < node for p in predecessors) for node, predecessors in enumerate(self.predecessors)
        ]

    @property
    def cyclic(self) -> bool:
        return any(s <= node for node, successors in enumerate(self.successors) for s in successors)

    @cached_property
    def dominator(self) -> list[int]:
        """The immediate dominator of each node; the entry's is itself (Cooper, Harvey, Kennedy)."""
        dominator = [0] + [-1] * (len(self.order) - 1)
        changed = True
        while changed:
            changed = False
            for node in range(1, len(self.order)):
                found = -1
                for other in self.predecessors[node]:
                    if dominator[other] < 0:
                        continue
                    if found < 0:
                        found = other
                        continue
                    while found != other:
                        if found > other:
                            found = dominator[found]
                        else:
                            other = dominator[other]
                if dominator[node] != found:
                    dominator[node] = found
                    changed = True
        return dominator

    @cached_property
    def children(self) -> list[list[int]]:
        """The nodes each node immediately dominates, in reverse postorder."""
        children: list[list[int]] = [[] for _ in self.order]
        for node in range(1, len(self.order)):
            children[self.dominator[node]].append(node)
        return children

    @cached_property
    def subtrees(self) -> list[frozenset[int]]:
        """Each node and all it dominates."""
        subtrees: list[frozenset[int]] = [frozenset()] * len(self.order)
        for node in reversed(range(len(self.order))):
            subtrees[node] = frozenset({node}).union(*(subtrees[child] for child in self.children[node]))
        return subtrees

    def dominates(self, node: int, other: int) -> bool:
        while other > node:
            other = self.dominator[other]
        return other == node

    @cached_property
    def irreducible(self) -> tuple[int, int] | None:
        """An edge back into a node that does not dominate its start, if there is one."""
        for node, successors in enumerate(self.successors):
            for successor in successors:
                if successor <= node and not self.dominates(successor, node):
                    return node, successor
        return None

    @cached_property
    def loops(self) -> dict[int, frozenset[int]]:
        """Header → the nodes of its natural loop, for a reducible graph."""
        loops: dict[int, set[int]] = {}
        for node, successors in enumerate(self.successors):
            for header in successors:
                if header <= node:
                    body = loops.setdefault(header, {header})
                    work = [node]
                    while work:
                        member = work.pop()
                        if member not in body:
                            body.add(member)
                            work.extend(self.predecessors[member])
        return {header: frozenset(body) for header, body in loops.items()}


def _reverse_postorder(entry: int, edges: Mapping[int, Edges]) -> list[int]:
    """Reverse postorder that puts what follows in the program before what is branched to."""
    seen = {entry}
    order: list[int] = []
    stack = [(entry, iter(edges[entry].places))]
    while stack:
        node, places = stack[-1]
        for place in places:
            if place >= 0 and place not in seen:
                seen.add(place)
                stack.append((place, iter(edges[place].places)))
                break
        else:
            order.append(node)
            stack.pop()
    order.reverse()
    return order
