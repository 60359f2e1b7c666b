"""Reducible graphs to If, Loop, Break and Continue.

After N. Ramsey, "Beyond Relooper" (ICFP 2022): the dominator tree gives the nesting, and a node
where paths meet again is placed right after its dominator. GLSL has no labelled break, so a jump
over such a node clears a flag that guards it, unless a Break, a Continue, a Return or a short copy
serves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nvrender.flow.calls import Subroutine
from nvrender.flow.graph import RETURN, TERMINATE
from nvrender.flow.regions import (
    Block,
    Break,
    Continue,
    Function,
    If,
    IfFlag,
    Loop,
    Region,
    Return,
    SetFlag,
    Terminate,
)
from nvrender.program import Condition

#: A node is copied to where it is jumped to if that saves a flag and is no larger than this.
_COPIED_NODE = 6
_COPIES = 12
#: Ifs nested deeper than this at the end of a function or loop leave it early instead.
_NESTING = 8
#: Regions that nest deeper than this are not made.
_DEEPEST = 60


class TooDeep(Exception):
    """The regions would nest too deep."""


@dataclass(slots=True, eq=False)
class _After:
    """What stands after the regions being made: a node, which ``run`` guards if it is jumped over."""

    node: int
    run: str = ""


@dataclass(slots=True, eq=False)
class _Around:
    """The loop around the regions being made, and the flags that ask for more once it is left."""

    header: int
    again: str = ""
    leave: str = ""


def shape(subroutine: Subroutine, labels: dict[int, str]) -> Function:
    """The structured body of a subroutine whose graph is reducible; TooDeep if it nests too deep."""
    best = _Shaper(subroutine, labels, frozenset())
    body = best.run()
    copied: frozenset[int] = frozenset()
    for _ in range(3):
        more = frozenset(node for node in best.jumped_over if best.copyable(node)) - copied
        if not more:
            break
        copied |= more
        other = _Shaper(subroutine, labels, copied)
        other_body = other.run()
        if len(other.flags) >= len(best.flags):
            break
        best, body = other, other_body
    return Function(
        name=subroutine.name,
        label=subroutine.label,
        depth=subroutine.depth,
        body=body,
        flags=tuple(best.flags),
        may_terminate=subroutine.may_terminate,
    )


class _Shaper:
    def __init__(self, subroutine: Subroutine, labels: dict[int, str], copied: frozenset[int]) -> None:
        self.graph = subroutine.graph
        self.regions = subroutine.regions
        self.labels = labels
        self.copied = copied
        self.placed: set[int] = set()  # exits of a loop that stand after it
        self.frames: list[_After | _Around] = []
        self.flags: list[str] = []
        #: Nodes whose copies could have saved a flag.
        self.jumped_over: set[int] = set()

    def run(self) -> tuple[Region, ...]:
        return seal(self.tree(0, 0))

    def tree(self, node: int, level: int) -> list[Region]:
        """The node and all it dominates, its loop's exits after it included."""
        if level > _DEEPEST:
            raise TooDeep
        if node not in self.graph.loops:
            return self.body(node, level)
        exits = self.exits(node)
        self.placed.update(exits)
        afters = self.push(exits)
        around = _Around(node)
        self.frames.append(around)
        body = seal(self.body(node, level + 1))
        self.frames.pop()
        regions: list[Region] = [Loop(body, self.labels.get(self.graph.order[node], ""))]
        if around.again:
            regions.insert(0, SetFlag(around.again, False))
            regions.append(IfFlag(around.again, (Continue(),)))
        if around.leave:
            regions.insert(0, SetFlag(around.leave, False))
            regions.append(IfFlag(around.leave, (Break(),)))
        return self.then(regions, afters, level)

    def body(self, node: int, level: int) -> list[Region]:
        """The node and all it dominates, as inside its loop."""
        graph = self.graph
        afters = self.push(
            child
            for child in graph.children[node]
            if graph.forward[child] > 1 and child not in self.placed and child not in self.copied
        )
        edge = graph.edges[node]
        regions = list(self.regions[node])
        if edge.following is None:
            regions += self.edge(node, edge.taken, level)
        else:
            assert edge.condition is not None
            taken = self.edge(node, edge.taken, level + 1)
            following = self.edge(node, edge.following, level + 1)
            regions += self.branch(edge.condition, taken, following, level)
        return self.then(regions, afters, level)

    def push(self, nodes: Iterable[int]) -> list[_After]:
        """Announces that ``nodes`` stand, in this order, after what is made next."""
        afters = [_After(node) for node in nodes]
        self.frames.extend(reversed(afters))
        return afters

    def then(self, regions: list[Region], afters: list[_After], level: int) -> list[Region]:
        """Appends the nodes that were announced."""
        for after in afters:
            assert self.frames[-1] is after
            self.frames.pop()
            piece = self.tree(after.node, level + 1 if after.run else level)
            if after.run:
                piece = [IfFlag(after.run, seal(piece))]
                regions.insert(0, SetFlag(after.run, True))
            regions += piece
        return regions

    def branch(
        self, condition: Condition, taken: list[Region], following: list[Region], level: int
    ) -> list[Region]:
        """The two ways a branch goes, as an If or as an early exit and the rest."""
        if not taken and not following:
            return []
        if not following:
            return [If(condition, seal(taken))]
        if not taken:
            return [If(condition, seal(following), negated=True)]
        if not leaves(taken) and not leaves(following) and level > _NESTING:
            if not self.frames:
                following = [*following, Return()]
            elif isinstance(self.frames[-1], _Around):
                following = [*following, Continue()]
        if leaves(following) and (len(following) < len(taken) or not leaves(taken)):
            return [If(condition, seal(following), negated=True), *taken]
        if leaves(taken):
            return [If(condition, seal(taken)), *following]
        return [If(condition, seal(following), seal(taken), negated=True)]

    def edge(self, node: int, place: int, level: int) -> list[Region]:
        """Goes from a node to a place, at the end of what is being made."""
        if place == RETURN:
            return [Return()] if self.frames else []
        if place == TERMINATE:
            return [Terminate()]
        if place in self.copied:
            return self.tree(place, level)
        if place > node and self.graph.forward[place] == 1 and place not in self.placed:
            return self.tree(place, level)
        return self.jump(place)

    def jump(self, place: int) -> list[Region]:
        """Goes to a node that stands after, or heads a loop around, what is being made."""
        skipped: list[_After] = []
        left: list[_Around] = []
        again = False
        for frame in reversed(self.frames):
            if isinstance(frame, _After):
                if frame.node == place:
                    break
                skipped.append(frame)
            else:
                if frame.header == place:
                    again = True
                    break
                skipped.clear()
                left.append(frame)
        if not left:
            if again:
                return [Continue()] if skipped else []
            return self.skip(skipped, place)
        regions: list[Region] = []
        for around in left[:-1]:
            around.leave = around.leave or self.flag("leave", around.header)
            regions.append(SetFlag(around.leave, True))
            self.jumped_over.add(place)
        if again and skipped:
            around = left[-1]
            around.again = around.again or self.flag("again", around.header)
            regions.append(SetFlag(around.again, True))
            self.jumped_over.add(place)
        else:
            regions += self.skip(skipped, place)
        return [*regions, Break()]

    def skip(self, skipped: list[_After], place: int) -> list[Region]:
        """Keeps the nodes between here and ``place`` from running."""
        for after in skipped:
            after.run = after.run or self.flag("run", after.node)
            self.jumped_over.update((after.node, place))
        return [SetFlag(after.run, False) for after in skipped]

    def flag(self, kind: str, node: int) -> str:
        index = self.graph.order[node]
        name = f"{kind}_{self.labels.get(index, index)}"
        while name in self.flags:
            name += "_"
        self.flags.append(name)
        return name

    def copyable(self, node: int) -> bool:
        graph = self.graph
        if graph.children[node] or graph.edges[node].following is not None or node in graph.loops:
            return False
        size = sum(r.executed if isinstance(r, Block) else 1 for r in self.regions[node])
        return size <= _COPIED_NODE and size * (graph.forward[node] - 1) <= _COPIES

    def exits(self, header: int) -> list[int]:
        """The nodes outside a loop, dominated from inside it, that stand after it, in order.

        Those where its exits meet, if they do. Otherwise one exit, such that what jumps past it is
        made inside the loop, before the Break.
        """
        graph = self.graph
        loop = graph.loops[header]
        exits = sorted(
            child
            for node in loop
            for child in graph.children[node]
            if child not in loop and child not in self.placed and child not in self.copied
        )
        meetings = [node for node in exits if graph.forward[node] > 1]
        if meetings or not exits:
            return meetings
        near = self.near(header)

        def jumps_near(nodes: Iterable[int]) -> bool:
            """True if an edge leads from ``nodes`` past the loop's exits, in the loop around it."""
            return any(
                (near is None or place in near)
                and place not in loop
                and (place in self.placed or not graph.dominates(header, place))
                for node in nodes
                for place in graph.successors[node]
            )

        if jumps_near(loop):
            return []
        jumping = [node for node in exits if jumps_near(graph.subtrees[node])]
        if jumping:
            return jumping if len(jumping) == 1 else []
        return [max(exits, key=lambda node: (self.weight(node), graph.order[node]))]

    def near(self, header: int) -> frozenset[int] | None:
        """The innermost loop around the loop of ``header``; None if there is none."""
        around = [
            loop
            for other, loop in self.graph.loops.items()
            if other != header and self.graph.loops[header] <= loop
        ]
        return min(around, key=len, default=None)

    def weight(self, node: int) -> int:
        return sum(size(self.regions[member]) for member in self.graph.subtrees[node])


def size(regions: Iterable[Region]) -> int:
    """How many instructions ``regions`` stand for, as written."""
    total = 0
    for region in regions:
        if isinstance(region, Block):
            total += region.executed
        elif isinstance(region, (If, IfFlag)):
            total += size(region.then) + size(region.otherwise)
        elif isinstance(region, Loop):
            total += size(region.body)
    return total


def leaves(regions: list[Region] | tuple[Region, ...]) -> bool:
    """True if control never runs past the end of ``regions``."""
    if not regions:
        return False
    last = regions[-1]
    if isinstance(last, (Break, Continue, Return, Terminate)):
        return True
    if isinstance(last, (If, IfFlag)):
        return leaves(last.then) and leaves(last.otherwise)
    return isinstance(last, Loop) and not _breaks(last.body)


def _breaks(regions: tuple[Region, ...]) -> bool:
    return any(
        isinstance(region, Break)
        or (isinstance(region, (If, IfFlag)) and (_breaks(region.then) or _breaks(region.otherwise)))
        for region in regions
    )


def seal(regions: list[Region]) -> tuple[Region, ...]:
    """The regions with adjoining Blocks made one, wherever their counts stay exact."""
    sealed: list[Region] = []
    for region in regions:
        last = sealed[-1] if sealed else None
        if (
            isinstance(region, Block)
            and isinstance(last, Block)
            and (last.executed == len(last.instructions) or not region.instructions)
        ):
            region = Block(last.instructions + region.instructions, last.executed + region.executed)
            sealed[-1] = region
        else:
            sealed.append(region)
    return tuple(sealed)
