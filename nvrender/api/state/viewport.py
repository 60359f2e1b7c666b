"""Where in the frame is drawn: Viewport and Scissor (OpenGL 1.5, 2.10.1 and 4.1.2)."""

from __future__ import annotations

from dataclasses import replace

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.command import command
from nvrender.api.errors import invalid_value
from nvrender.api.framebuffers.multisample import mask_of_samples
from nvrender.api.objects.fixed import FixedState
from nvrender.gl.state.state import FURTHEST_VIEWPORT, MOST_VIEWPORT, Box, State
from nvrender.gl.textures.surfaces import Buffers


@command()
def Viewport(fixed: FixedState, x: int, y: int, w: int, h: int) -> None:
    """Where the view volume is in the window; larger ones than there are become smaller."""
    left, bottom, width, height = _box(x, y, w, h, "OpenGL 1.5, 2.10.1")
    fixed.viewport = left, bottom, min(width, MOST_VIEWPORT), min(height, MOST_VIEWPORT)


@command()
def Scissor(fixed: FixedState, left: int, bottom: int, width: int, height: int) -> None:
    """What of the window is drawn to where SCISSOR_TEST is enabled."""
    fixed.scissor_box = _box(left, bottom, width, height, "OpenGL 1.5, 4.1.2")


def _box(x: int, y: int, width: int, height: int, section: str) -> Box:
    left, bottom, wide, high = (whole(each, "x, y, width, height") for each in (x, y, width, height))
    if wide < 0 or high < 0:
        raise invalid_value(f"{wide} × {high} pixels; neither may be negative", section)
    return left, bottom, wide, high


def in_buffers(fixed: FixedState, buffers: Buffers) -> State:
    """The state with viewport and scissor test, and without tests that the buffers have nothing for.

    A viewport that begins further away than State takes lies outside of every frame wherever it begins. Where
    there are no depths or stencil values their test passes (OpenGL 1.5, 4.1.5 and 4.1.6).
    """
    left, bottom = (min(max(each, -FURTHEST_VIEWPORT), FURTHEST_VIEWPORT - 1) for each in fixed.viewport[:2])
    viewport = left, bottom, *fixed.viewport[2:]
    state = fixed.state
    if not buffers.depths:
        state = state.with_(depth=replace(state.depth, enabled=False, write=False))
    if not buffers.stencils:
        state = state.with_(stencil=replace(state.stencil, enabled=False, write_mask=0))
    if not all(each.alpha for each in buffers.colors if each is not None):
        state = state.with_(color_mask=(*state.color_mask[:3], False))
    return state.with_(
        sample_mask=mask_of_samples(fixed, buffers.samples),
        viewport=None if viewport == (0, 0, *buffers.size) else viewport,
        scissor=fixed.scissor_box if enums.SCISSOR_TEST in fixed.enabled else None,
    )
