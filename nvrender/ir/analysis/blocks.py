"""Shaders that are one loop over the blocks of their program."""

from __future__ import annotations

from nvrender.ir import visit
from nvrender.ir.nodes import Assign, Barrier, If, Loop, Shader, Switch


def blocks_of(shader: Shader) -> Switch | None:
    """The blocks, of which an INT variable chooses the next; None of a shader that is structured."""
    match shader.functions[-1].body:
        case (Assign(), Loop(body=(If(), Switch() as blocks))):
            return blocks
    return None


def waits_between(blocks: Switch | None) -> bool:
    """True if invocations wait for their group at the end of a block."""
    return blocks is not None and any(
        isinstance(node, Barrier) and node.waits for node in visit.statements((blocks,))
    )
