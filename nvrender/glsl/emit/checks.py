"""What of a program cannot be translated, and what its translation must look out for."""

from __future__ import annotations

from nvrender.glsl.targets import Target
from nvrender.ir.analysis.places import Placed, accesses, is_straight, nodes_of
from nvrender.ir.nodes import Apply, Discard, Sample
from nvrender.lower.places import named
from nvrender.lower.program import lowered
from nvrender.ops.memory_access import Space
from nvrender.ops.rows import NEIGHBOURS
from nvrender.ops.table import OPERATIONS
from nvrender.program import Program
from nvrender.source import TargetError


def differentiates_after_kills(program: Program) -> bool:
    """True if an instruction that compares the fragments of a quad may follow a KIL.

    GLSL 4.60 8.14: derivatives are undefined once a fragment of the quad is discarded.
    """
    shader = lowered(program)
    kills = [place for _, place in nodes_of(shader, Discard)]
    rows: list[Placed[Apply | Sample]] = [*nodes_of(shader, Apply), *nodes_of(shader, Sample)]
    compares = [
        place
        for node, place in rows
        if OPERATIONS[node.operation].form in NEIGHBOURS or OPERATIONS[node.operation].implicit_detail
    ]
    return bool(kills) and any(
        not is_straight(shader) or (place and kills[0] and place > kills[0]) for place in compares
    )


def check_translatable(program: Program, target: Target) -> None:
    """Raises TargetError for the first instruction that cannot be translated for the target."""
    for node, place in accesses(lowered(program)):
        image = node.memory.space is Space.IMAGE
        there = target.images if image else target.compute or node.memory.space is Space.CONSTANT
        if not there:
            what = "images" if image else "storage buffers"
            raise TargetError(
                f"{named(program, place)} needs {what}, which {target.name} has not; glsl430 has"
            )
