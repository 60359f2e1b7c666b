"""Clear, Finish and Flush, and what is culled (OpenGL 1.5, 3.5.1, 4.2.3 and 5.5)."""

from __future__ import annotations

from nvrender.api import enums
from nvrender.api.arguments import floats, whole
from nvrender.api.command import command
from nvrender.api.errors import invalid_enum, invalid_value
from nvrender.api.framebuffers.draw_buffers import drawn
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.drawing import Clearing
from nvrender.api.state.viewport import in_buffers
from nvrender.api.state.words import clamped
from nvrender.source import InputError

_CLEAR = "OpenGL 1.5, 4.2.3"
_CULL = "OpenGL 1.5, 3.5.1"
_BITS = enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT | enums.STENCIL_BUFFER_BIT
_FACES = {enums.FRONT: "FRONT", enums.BACK: "BACK", enums.FRONT_AND_BACK: "FRONT_AND_BACK"}


@command()
def Clear(gl: ContextState, mask: int) -> None:
    """Fill the buffers of ``mask`` with the values of ClearColor, ClearDepth and ClearStencil.

    The scissor test and the masks of writes count.
    """
    bits = whole(mask, "mask")
    if bits & ~_BITS:
        raise invalid_value(f"mask is 0x{bits:X}; only buffers' bits are allowed", _CLEAR)
    if gl.screen is None:
        raise InputError("this context has nothing to draw into")
    for buffers in () if enums.RASTERIZER_DISCARD_NV in gl.fixed.enabled else drawn(gl):
        clearing = Clearing(
            buffers,
            gl.framebuffers.clear_color if bits & enums.COLOR_BUFFER_BIT else None,
            gl.framebuffers.clear_depth if bits & enums.DEPTH_BUFFER_BIT else None,
            gl.framebuffers.clear_stencil if bits & enums.STENCIL_BUFFER_BIT else None,
            in_buffers(gl, buffers),
        )
        gl.screen.clear(clearing)


@command()
def ClearColor(gl: ContextState, red: float, green: float, blue: float, alpha: float) -> None:
    """The colour of Clear."""
    r, g, b, a = map(clamped, floats((red, green, blue, alpha), "the colour"))
    gl.framebuffers.clear_color = r, g, b, a


@command()
def ClearDepth(gl: ContextState, depth: float) -> None:
    """The depth of Clear."""
    gl.framebuffers.clear_depth = clamped(floats((depth,), "depth")[0])


@command()
def ClearStencil(gl: ContextState, s: int) -> None:
    """The stencil value of Clear."""
    gl.framebuffers.clear_stencil = whole(s, "s") & 0xFF


@command()
def CullFace(gl: ContextState, mode: int) -> None:
    """Which faces are left out where CULL_FACE is enabled."""
    if mode not in _FACES:
        raise invalid_enum("mode", mode, "FRONT, BACK and FRONT_AND_BACK", _CULL)
    gl.fixed.cull_mode = _FACES[mode]


@command()
def FrontFace(gl: ContextState, mode: int) -> None:
    """Which way round a front face goes."""
    if mode not in (enums.CW, enums.CCW):
        raise invalid_enum("mode", mode, "CW and CCW", _CULL)
    gl.fixed.state = gl.fixed.state.with_(front_face="CW" if mode == enums.CW else "CCW")


@command()
def Finish(gl: ContextState) -> None:
    """Every command is complete when it returns."""


@command()
def Flush(gl: ContextState) -> None:
    """Every command is complete when it returns."""
