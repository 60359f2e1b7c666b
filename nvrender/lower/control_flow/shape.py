"""Reducible graphs to If, Loop, Break and Continue.

After N. Ramsey, "Beyond Relooper" (ICFP 2022): the dominator tree gives the nesting, and a node
where paths meet again is placed right after its dominator. GLSL has no labelled break, so a jump
over such a node clears a flag that guards it, unless a Break, a Continue, a Return or a short copy
serves.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from nvrender.lower.control_flow.calls import Subroutine
from nvrender.lower.control_flow.graph import RETURN, TERMINATE, Edges
from nvrender.lower.control_flow.regions import (
    Block,
    Break,
    Call,
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

#: A node is copied to where it is jumped to if that saves a flag and is no larger than this.
_COPIED_NODE = 6
_COPIES = 12
#: How many nodes are tried one by one.
_TRIES = 8
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
    candidates = sorted((node for node in best.jumped_over if best.copyable(node)), key=best.copies)
    for copied in (*({node} for node in candidates[:_TRIES]), set(candidates)):
        if not best.flags or copied <= best.copied:
            continue
        other = _Shaper(subroutine, labels, best.copied | copied)
        other_body = other.run()
        if len(other.flags) < len(best.flags):
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
        #: How many instructions each node and what it dominates stand for.
        self.weights = [size(regions) for regions in self.regions]
        for node in range(len(self.weights) - 1, 0, -1):
            self.weights[self.graph.dominator[node]] += self.weights[node]
        self.placed: set[int] = set()  # exits of a loop that stand after it
        self.frames: list[_After | _Around] = []
        self.flags: list[str] = []
        #: Nodes whose copies could have saved a flag.
        self.jumped_over: set[int] = set()

    def run(self) -> tuple[Region, ...]:
        return seal(self.tree(0, 0))

    def tree(self, node: int, level: int, inside: bool = False) -> list[Region]:
        """The node and all it dominates; its loop's exits too unless ``inside`` of that loop."""
        if level > _DEEPEST:
            raise TooDeep
        graph = self.graph
        regions: list[Region] = []
        afters: list[_After] = []
        while True:
            rest: int | None = None
            if node in graph.loops and not inside:
                exits = self.exits(node)
                self.placed.update(exits)
                afters = self.announce(exits) + afters
                regions += self.loop(node, level)
            else:
                meetings = (child for child in graph.children[node] if graph.forward[child] > 1)
                afters = self.announce(meetings, self.placed) + afters
                regions += self.regions[node]
                edge = graph.edges[node]
                rest = edge.taken
                if edge.following is not None:
                    more, rest = self.branch(node, edge, level)
                    regions += more
            inside = False
            if rest is not None and self.owns(node, rest):
                node = rest
                continue
            if rest is not None:
                regions += self.edge(node, rest, level)
            while afters:
                after = afters.pop(0)
                self.frames.pop()
                if not after.run:
                    node = after.node
                    break
                regions.insert(0, SetFlag(after.run, True))
                regions.append(IfFlag(after.run, seal(self.tree(after.node, level + 1))))
            else:
                return regions

    def announce(self, nodes: Iterable[int], placed: Container[int] = ()) -> list[_After]:
        """Those of ``nodes`` that will stand, in this order, after what is made next."""
        afters = [_After(node) for node in nodes if node not in placed and node not in self.copied]
        self.frames.extend(reversed(afters))
        return afters

    def loop(self, node: int, level: int) -> list[Region]:
        """The Loop that ``node`` heads, and what the flags set in it ask for after it."""
        around = _Around(node)
        self.frames.append(around)
        body = seal(self.tree(node, level + 1, inside=True))
        self.frames.pop()
        regions: list[Region] = [Loop(body, self.labels.get(self.graph.order[node], ""))]
        if around.again:
            regions.insert(0, SetFlag(around.again, False))
            regions.append(IfFlag(around.again, (Continue(),)))
        if around.leave:
            regions.insert(0, SetFlag(around.leave, False))
            regions.append(IfFlag(around.leave, (Break(),)))
        return regions

    def branch(self, node: int, edge: Edges, level: int) -> tuple[list[Region], int | None]:
        """A branch as an If, or as an early exit and the place where the rest goes on."""
        assert edge.condition is not None and edge.following is not None
        negated = self.weight(node, edge.following) < self.weight(node, edge.taken)
        first, rest = (edge.following, edge.taken) if negated else (edge.taken, edge.following)
        short = self.edge(node, first, level + 1)
        if not leaves(short) and level > _NESTING:
            if not self.frames:
                short.append(Return())
            elif isinstance(self.frames[-1], _Around):
                short.append(Continue())
        if leaves(short):
            return [If(edge.condition, seal(short), negated=negated)], rest
        long = self.edge(node, rest, level + 1)
        if not short and not long:
            return [], None
        if not short:
            return [If(edge.condition, seal(long), negated=not negated)], None
        if leaves(long):
            return [If(edge.condition, seal(long), negated=not negated), *short], None
        taken, following = (long, short) if negated else (short, long)
        if all(map(_counts, following)):
            return [If(edge.condition, seal(taken), seal(following))], None
        return [If(edge.condition, seal(following), seal(taken), negated=True)], None

    def owns(self, node: int, place: int) -> bool:
        """True if ``place`` is made where ``node`` ends, not jumped to."""
        if place in self.copied:
            return True
        return place > node and self.graph.forward[place] == 1 and place not in self.placed

    def weight(self, node: int, place: int) -> int:
        """How many instructions are made where ``node`` goes to ``place``."""
        return self.weights[place] if self.owns(node, place) else 0

    def edge(self, node: int, place: int, level: int) -> list[Region]:
        """Goes from a node to a place, at the end of what is being made."""
        if place == RETURN:
            around = [frame for frame in self.frames if isinstance(frame, _Around)]
            if len(around) == 1 and self.frames[0] is around[0]:
                return [Break()]
            return [Return()] if self.frames else []
        if place == TERMINATE:
            return [Terminate()]
        if self.owns(node, place):
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
        return size(self.regions[node]) <= _COPIED_NODE and self.copies(node) <= _COPIES

    def copies(self, node: int) -> int:
        """How many instructions copying a node to where it is jumped to adds."""
        return size(self.regions[node]) * (self.graph.forward[node] - 1)

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
        if len(exits) == 1:
            return exits
        jumping = [node for node in exits if jumps_near(graph.subtrees[node])]
        if jumping:
            return jumping if len(jumping) == 1 else []
        return [max(exits, key=lambda node: (self.weights[node], graph.order[node]))]

    def near(self, header: int) -> frozenset[int] | None:
        """The innermost loop around the loop of ``header``; None if there is none."""
        around = [
            loop
            for other, loop in self.graph.loops.items()
            if other != header and self.graph.loops[header] <= loop
        ]
        return min(around, key=len, default=None)


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
        elif isinstance(region, Call):
            total += 1
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


def _counts(region: Region) -> bool:
    """True for a Block that has no instruction of its own."""
    return isinstance(region, Block) and not region.instructions


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
