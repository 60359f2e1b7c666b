"""Subroutines: which labels are called, at which depths, and what a call of each can do."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from nvrender.lower.control_flow.graph import RETURN, TERMINATE, Graph, always, cut, heights, never
from nvrender.lower.control_flow.regions import Block, Call, If, Region, Return, Terminate
from nvrender.program import Instruction, Program

#: The entry index and the depth of a subroutine; depth 0 where the depth makes no difference.
Variant = tuple[int, int]


@dataclass(slots=True)
class Subroutine:
    """The code reached from one entry, as a graph and each node's regions.

    ``size`` counts its instructions, ``inlined`` those with every call in its place, ``longest``
    those of its longest path, calls included; ``looping`` tells of a loop in it.
    """

    name: str
    label: str
    depth: int
    graph: Graph
    regions: list[tuple[Region, ...]] = field(default_factory=list)
    returns: bool = False
    may_terminate: bool = False
    size: int = 0
    inlined: int = 0
    longest: int = 0
    looping: bool = False


class Survey:
    """Finds every subroutine of a program, callees first, the main program last.

    A CAL with ``profile.call_depth`` calls pending ends the program without a jump
    (NV_vertex_program2 2.14.2.3), so a subroutine in reach of that is specialised by depth.
    """

    def __init__(self, program: Program, labels: dict[int, str]) -> None:
        self.instructions = program.instructions
        self.end = len(program.instructions)
        self.limit = program.profile.call_depth
        self.entry = program.entry
        self.labels = labels
        self._targets: dict[int, tuple[int, ...]] = {}
        self.subroutines: dict[Variant, Subroutine] = {}

    def targets(self, entry: int) -> tuple[int, ...]:
        """The entries that the code reached from ``entry`` may call."""
        if entry not in self._targets:
            found = set()
            for first, end, _ in cut(self.instructions, entry, TERMINATE, lambda _: False):
                for instruction in self.instructions[first:end]:
                    if (
                        instruction.operation == "call"
                        and not never(instruction.condition)
                        and instruction.target != self.end
                    ):
                        assert instruction.target is not None
                        found.add(instruction.target)
            self._targets[entry] = tuple(sorted(found))
        return self._targets[entry]

    @cached_property
    def heights(self) -> dict[int, int]:
        """The longest chain of calls below every entry, at most one more than the stack holds."""
        return heights(self.entry, self.targets, self.limit + 1)

    def variant(self, target: int, depth: int) -> Variant:
        return target, 0 if depth + self.heights[target] <= self.limit else depth

    def variants(self) -> list[Variant]:
        """Every subroutine called, the main program not among them."""
        found: dict[Variant, None] = {}
        work: list[tuple[int, int]] = [(self.entry, 0)]
        main = True
        while work:
            entry, depth = work.pop()
            if main or depth:
                if depth == self.limit:
                    continue
                called = [self.variant(target, depth + 1) for target in self.targets(entry)]
            else:
                called = [(target, 0) for target in self.targets(entry)]
            main = False
            for variant in called:
                if variant not in found:
                    found[variant] = None
                    work.append(variant)
        return list(found)

    def run(self, most: int | None = None) -> list[Subroutine] | None:
        """Every subroutine, callees first, the main program last; None past ``most`` instructions."""
        variants = self.variants()
        entries = [entry for entry, _ in variants]
        taken = {"main"}
        names = {}
        for entry, depth in sorted(variants):
            label = self.labels.get(entry, f"at_{entry}")
            name = f"{label}_{depth}" if entries.count(entry) > 1 else label
            while name in taken:
                name += "_"
            taken.add(name)
            names[entry, depth] = name
        total = 0

        def build(variant: Variant) -> bool:
            nonlocal total
            entry, _ = variant
            for target in self.targets(entry):
                callee = self._callee(variant, False, target)
                if callee is not None and callee not in self.subroutines and not build(callee):
                    return False
            subroutine = self._subroutine(variant, names[variant], False)
            self.subroutines[variant] = subroutine
            total += subroutine.size
            return most is None or total <= most

        for target in self.targets(self.entry):
            variant = self.variant(target, 1)
            if variant not in self.subroutines and not build(variant):
                return None
        main = self._subroutine((self.entry, 0), "main", True)
        if most is not None and total + main.size > most:
            return None
        return [*self.subroutines.values(), main]

    def _callee(self, caller: Variant, main: bool, target: int) -> Variant | None:
        """What a CAL goes to; None if it ends the program (NV_vertex_program2 2.14.2.3)."""
        _, depth = caller
        if target == self.end or (depth == self.limit and not main):
            return None
        return self.variant(target, depth + 1) if main or depth else (target, 0)

    def _subroutine(self, variant: Variant, name: str, main: bool) -> Subroutine:
        entry, depth = variant
        ended = RETURN if main else TERMINATE

        def callee(instruction: Instruction) -> Subroutine | None:
            assert instruction.target is not None
            key = self._callee(variant, main, instruction.target)
            return None if key is None else self.subroutines[key]

        def stops(instruction: Instruction) -> bool:
            if not always(instruction.condition):
                return False
            called = callee(instruction)
            return called is None or not called.returns

        blocks = cut(self.instructions, entry, ended, stops)
        graph = Graph(entry, {first: edge for first, _, edge in blocks})
        label = "main" if main else self.labels.get(entry, f"at_{entry}")
        subroutine = Subroutine(name, label, depth, graph)
        ends = {first: end for first, end, _ in blocks}
        longest = [0] * len(graph.order)
        for node, first in enumerate(graph.order):
            contents = _Contents(Return() if main else Terminate())
            for instruction in self.instructions[first : ends[first]]:
                contents.add(instruction)
                if instruction.operation == "call" and not never(instruction.condition):
                    contents.call(instruction, callee(instruction))
            contents.flush()
            subroutine.regions.append(tuple(contents.regions))
            subroutine.size += contents.size
            subroutine.inlined += contents.inlined
            subroutine.may_terminate |= contents.may_terminate
            before = (longest[p] for p in graph.predecessors[node] if p < node)
            longest[node] = contents.longest + max(before, default=0)
        places = {place for edge in graph.edges for place in edge.places}
        subroutine.returns = RETURN in places
        subroutine.may_terminate = not main and (subroutine.may_terminate or TERMINATE in places)
        subroutine.looping = graph.cyclic
        subroutine.longest = max(longest)
        return subroutine


class _Contents:
    """Collects one node's regions: Blocks and calls."""

    def __init__(self, ending: Return | Terminate) -> None:
        self.ending = ending
        self.regions: list[Region] = []
        self.kept: list[Instruction] = []
        self.counted = 0  # of the Block being made, the kept ones aside
        self.size = self.inlined = self.longest = 0
        self.may_terminate = False

    def add(self, instruction: Instruction) -> None:
        """One fetched instruction: kept, or only counted where it became structure."""
        if instruction.opcode.is_flow:
            self.counted += 1
            return
        if self.counted:
            self.flush()
        self.kept.append(instruction)

    def flush(self) -> None:
        """Ends the Block being made."""
        executed = len(self.kept) + self.counted
        if executed:
            self.regions.append(Block(tuple(self.kept), executed))
            self.size += executed
            self.inlined += executed
            self.longest += executed
        self.kept = []
        self.counted = 0

    def call(self, instruction: Instruction, callee: Subroutine | None) -> None:
        """What a CAL, already added, does where its condition passes."""
        self.flush()
        called: tuple[Region, ...]
        if callee is None:
            self.may_terminate |= isinstance(self.ending, Terminate)
            called = (self.ending,)
        else:
            self.inlined += callee.inlined
            self.longest += callee.longest
            self.may_terminate |= callee.may_terminate
            called = (Call(callee.name),) if callee.returns else (Call(callee.name), self.ending)
        if not always(instruction.condition):
            assert instruction.condition is not None
            self.regions.append(If(instruction.condition, called))
        elif callee is not None:
            self.regions.append(Call(callee.name))
