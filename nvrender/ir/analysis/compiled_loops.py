"""How many loops a driver compiles, which inlines functions (quirks.COMPILED_LOOPS)."""

from __future__ import annotations

from nvrender.ir import visit
from nvrender.ir.analysis.ranges import most_turns
from nvrender.ir.nodes import Atomic, Body, Call, If, Loop, Shader, Store, Switch
from nvrender.ops.memory_access import is_retried

#: Drivers unroll loops of so many turns, whatever is in them.
UNROLLED = 4


def compiled_loops(shader: Shader) -> int:
    """The loops of the main function with every call in its place, those around accesses too."""
    loops: dict[str, int] = {}

    def count(body: Body) -> int:
        total = 0
        for node in body:
            match node:
                case Loop():
                    turns = most_turns(node)
                    total += (turns is None or turns > UNROLLED) + count(node.body)
                case If() | Switch():
                    total += sum(map(count, visit.bodies(node)))
                case Call(function=function):
                    total += loops[function]
                case Store(storage=storage):
                    total += not node.formatted and is_retried(storage, None)
                case Atomic(storage=storage, change=change):
                    total += is_retried(storage, change)
                case _:
                    pass
        return total

    for function in shader.functions:
        loops[function.name] = count(function.body)
    return loops[shader.functions[-1].name]
