"""Blending with a second colour of each fragment (ARB_blend_func_extended 4.1.7)."""

from __future__ import annotations

from nvrender.gl.state.fragments import Blend
from nvrender.gl.state.state import State
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import InputError

#: MAX_DUAL_SOURCE_DRAW_BUFFERS, the least there may be.
_BUFFERS = 1


def blends_seconds(blend: Blend) -> bool:
    """True where a factor is of the second colour."""
    words = blend.source, blend.destination, blend.alpha_source, blend.alpha_destination
    return blend.enabled and any("SRC1" in word for word in words)


def check_second_colors(state: State, fragment: Program | None, buffers: int) -> None:
    """InputError for second colours of more than one of ``buffers`` colour buffers.

    There is one colour buffer at most (ARB_blend_func_extended, MAX_DUAL_SOURCE_DRAW_BUFFERS).
    """
    if fragment is not None and fragment.profile.stage is Stage.FRAGMENT:
        for name in fragment.results:
            if name.endswith(".secondary") and name != "color[0].secondary":
                raise InputError(
                    f"{fragment.source.name} writes result.{name}: a frame blends with a second colour of "
                    f"color[0] alone"
                )
    if blends_seconds(state.blend) and buffers > _BUFFERS:
        raise InputError(
            f"blending with SRC1_COLOR or SRC1_ALPHA takes one colour buffer, and this target has {buffers}"
        )
