"""The state of the per-fragment operations (OpenGL 1.5, 4.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nvrender.gl.state.fragments import Blend, Depth, Stencil
from nvrender.gl.state.state import ALL_SAMPLES, Box, State
from nvrender.oracle.frame.order import monotone


@dataclass(frozen=True)
class Operations:
    """The state of the per-fragment operations, as State has it.

    ``sample_mask`` has the bits of the samples that are drawn, where there are several. ``early``: stencil
    and depth test come before the fragment program, whatever becomes of fragments in it.
    """

    depth: Depth
    blend: Blend
    stencil: Stencil
    back_stencil: Stencil
    scissor: Box | None
    color_mask: tuple[bool, bool, bool, bool]
    logic_op: str
    early: bool = False
    sample_mask: int = ALL_SAMPLES

    @property
    def opaque(self) -> bool:
        """Whether of the samples at one place only the one that is left counts."""
        return not (self.blend.enabled or self.logic_op or self.stencil.enabled) and monotone(self.depth)

    @property
    def untested(self) -> Operations:
        """What is left to do after early tests."""
        return replace(self, depth=Depth(), stencil=Stencil(), back_stencil=Stencil(), early=False)

    @property
    def adds(self) -> bool:
        """Whether colours are added, so that their order does not matter."""
        blend = self.blend
        plain = Blend(True, "ONE", "ONE", color=blend.color)
        return blend == plain and not self.logic_op and not self.stencil.enabled and all(self.color_mask)


def operations_of(state: State, within: Box | None = None, *, early: bool = False) -> Operations:
    """The per-fragment operations of ``state``; ``within`` is what fragments lie in besides."""
    back = state.stencil if state.back_stencil is None else state.back_stencil
    return Operations(
        state.depth, state.blend, state.stencil, back, common(state.scissor, within), state.color_mask,
        state.logic_op, early, state.sample_mask,
    )  # fmt: skip


def common(one: Box | None, other: Box | None) -> Box | None:
    """What lies in both boxes; None is everywhere."""
    if one is None or other is None:
        return one or other
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    right, top = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    return left, bottom, max(right - left, 0), max(top - bottom, 0)
