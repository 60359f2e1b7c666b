"""What computes in 64 bits, and what that asks of a target (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.glsl.comments import sanitised
from nvrender.glsl.targets import Target
from nvrender.ir.analysis.places import accesses, nodes_of
from nvrender.ir.nodes import Apply, Bitcast, Const, Convert, Expression, Load, Loop, Shader
from nvrender.ir.types import Kind
from nvrender.lower.program import lowered
from nvrender.program import Program
from nvrender.records import once
from nvrender.source import Span, TargetError

#: What widens and narrows integers, and tells what they are.
_COPIES = ("resize", "iflags", "uflags")


@once
def is_wide(shader: Shader) -> bool:
    """True if there are numbers of 64 bits."""
    kinds: tuple[type[Expression], ...] = Apply, Bitcast, Convert, Load
    return any(node.type.bits == 64 for kind in kinds for node, _ in nodes_of(shader, kind))


def check_wide(program: Program, target: Target) -> None:
    """TargetError for the first instruction whose doubles the target has not."""
    if target.version < 400:
        for place in _doubles(program):
            raise TargetError(
                f"{program.source.place(place)}: {sanitised(program.source.quoted(place))} needs doubles, "
                f"which {target.name} has not; glsl430 has"
            )


def uses_doubles(program: Program) -> bool:
    """True if some instruction computes with doubles, or narrows or widens them."""
    return bool(_doubles(program))


def uses_integers(program: Program) -> bool:
    """True if some instruction computes with 64-bit integers."""
    return bool(_integers(program))


def _doubles(program: Program) -> list[Span]:
    """Where doubles are computed; what converts them to integers and back does so by their words."""
    integers = _integers(program)
    rows = ((place, _wide_kinds(node)) for node, place in _computing(program) if place not in integers)
    return [place for place, kinds in rows if Kind.FLOAT in kinds]


def _integers(program: Program) -> set[Span]:
    rows = (
        (place, _wide_kinds(node)) for node, place in _computing(program) if node.operation not in _COPIES
    )
    return {place for place, kinds in rows if not kinds <= {Kind.FLOAT}}


def _wide_kinds(node: Apply) -> set[Kind]:
    return {row.type.kind for row in (node, *node.operands) if row.type.bits == 64}


def _computing(program: Program) -> Iterator[tuple[Apply, Span]]:
    """What computes, but for words that are moved, arranged, converted (CVT), counted, loaded or stored."""
    shader = lowered(program)
    if not is_wide(shader) and all(node.type.bits != 64 for node, _ in nodes_of(shader, Const)):
        return
    words = {place for _, place in (*accesses(shader), *nodes_of(shader, Convert), *nodes_of(shader, Loop))}
    words |= {place for node, place in nodes_of(shader, Bitcast) if node.type.bits < node.value.type.bits}
    for node, place in nodes_of(shader, Apply):
        if place is not None and place not in words and node.operation != "mov":
            yield node, place
