"""How many loops a driver compiles, which inlines functions (quirks.COMPILED_LOOPS)."""

from __future__ import annotations

from collections.abc import Mapping

from nvrender.ir import visit
from nvrender.ir.analysis.ranges import most_turns
from nvrender.ir.nodes import Atomic, Body, Call, If, Loop, Shader, Store, Switch
from nvrender.ops.memory_access import is_retried

#: Drivers unroll loops of so many turns, whatever is in them.
UNROLLED = 4


def compiled_loops(shader: Shader) -> int:
    """The loops of the main function with every call in its place, those around accesses too."""
    loops: dict[str, int] = {}
    for function in shader.functions:
        loops[function.name] = _loops_in(function.body, loops)
    return loops[shader.functions[-1].name]


def _loops_in(body: Body, loops: Mapping[str, int]) -> int:
    """The same of a body; ``loops`` has the functions that it calls."""
    total = 0
    for node in body:
        match node:
            case Loop():
                turns = most_turns(node)
                total += (turns is None or turns > UNROLLED) + _loops_in(node.body, loops)
            case If() | Switch():
                total += sum(_loops_in(way, loops) for way in visit.bodies(node))
            case Call(function=function):
                total += loops[function]
            case Store(storage=storage):
                total += not node.formatted and is_retried(storage, None)
            case Atomic(storage=storage, change=change):
                total += is_retried(storage, change)
            case _:
                pass
    return total
