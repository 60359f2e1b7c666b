"""The state of the per-fragment operations (OpenGL 1.5, 4.1)."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.gl.state import Blend, Depth, State, Stencil
from nvrender.oracle.frame_order import monotone


@dataclass(frozen=True)
class Operations:
    """The state of the per-fragment operations, as State has it."""

    depth: Depth
    blend: Blend
    stencil: Stencil
    back_stencil: Stencil
    scissor: tuple[int, int, int, int] | None
    color_mask: tuple[bool, bool, bool, bool]
    logic_op: str

    @property
    def opaque(self) -> bool:
        """Whether of the samples at one place only the one that is left counts."""
        return not (self.blend.enabled or self.logic_op or self.stencil.enabled) and monotone(self.depth)

    @property
    def adds(self) -> bool:
        """Whether colours are added, so that their order does not matter."""
        blend = self.blend
        plain = Blend(True, "ONE", "ONE", color=blend.color)
        return blend == plain and not self.logic_op and not self.stencil.enabled and all(self.color_mask)


def operations_of(state: State) -> Operations:
    """The per-fragment operations of ``state``."""
    back = state.stencil if state.back_stencil is None else state.back_stencil
    return Operations(
        state.depth, state.blend, state.stencil, back, state.scissor, state.color_mask, state.logic_op
    )
