"""What threads of a control program share, and which statements reach it (NV_tessellation_program5 2.X.5).

Shared are the results, by name, and MEMORY.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from nvrender.glsl.io.tessellation.inputs import PATCH_RESULTS
from nvrender.ir import visit
from nvrender.ir.nodes import Assign, Atomic, Body, Const, Effect, Load, Read, Role, Statement, Store
from nvrender.ops.memory_access import Space
from nvrender.program import Program

#: What stands for all of the memory among the names of results.
MEMORY = "memory"
_MEMORY_SPACES = (Space.GLOBAL, Space.STORAGE, Space.IMAGE)


@dataclass(frozen=True)
class Reached:
    """What an instruction, or several, read and write of what threads share."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()

    def __or__(self, other: Reached) -> Reached:
        return Reached(self.reads | other.reads, self.writes | other.writes)

    def conflicts(self, later: Reached) -> bool:
        """True if the order of this and what comes later can be seen, each done by several threads."""
        twice = {name for name in self.writes & later.writes if is_common(name)}
        return bool(self.writes & later.reads or self.reads & later.writes or twice)


def is_common(name: str) -> bool:
    """True for what every thread may write."""
    return name == MEMORY or name in PATCH_RESULTS


def reached(program: Program, nodes: Iterable[Statement]) -> Reached:
    """What of results and memory statements read and write themselves, those within them not."""
    reads, writes = set[str](), set[str]()
    for node in nodes:
        if isinstance(node, Store | Atomic) and node.memory.space in _MEMORY_SPACES:
            writes.add(MEMORY)
        elif isinstance(node, Assign):
            writes |= results_of(program, node)
        for row in visit.expressions(node):
            if isinstance(row, Load):
                reads |= results_of(program, row)
            elif isinstance(row, Read) and row.memory.space in _MEMORY_SPACES:
                reads.add(MEMORY)
    return Reached(frozenset(reads), frozenset(writes))


def results_of(program: Program, node: Load | Assign) -> set[str]:
    """The results that may be loaded, of any thread or of the patch, or assigned."""
    if node.var.role is not Role.OUTPUT:
        return set()
    indices = range(max(node.var.length, 1))
    if isinstance(node.index, Const):
        indices = range(node.index.words[0], node.index.words[0] + 1)
    return {program.profile.results[node.var.binding + index] for index in indices}


def instructions(body: Body) -> Iterator[Body]:
    """The statements of each instruction, and every statement that holds others alone."""
    together = groupby(body, lambda node: node.origin if isinstance(node, Assign | Effect) else id(node))
    return (tuple(rows) for _, rows in together)
