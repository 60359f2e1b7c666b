"""Clear, Finish and Flush, and what is culled (OpenGL 1.5, 3.5.1, 4.2.3 and 5.5)."""

from __future__ import annotations

from nvrender.api import enums
from nvrender.api.arguments import floats, whole
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_value
from nvrender.api.framebuffers.draw_buffers import drawn
from nvrender.api.objects.drawing import Clearing, Screen
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.framebuffers import FramebufferState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.state.viewport import in_buffers
from nvrender.api.words import clamped

_CLEAR = "OpenGL 1.5, 4.2.3"
_CULL = "OpenGL 1.5, 3.5.1"
_BITS = enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT | enums.STENCIL_BUFFER_BIT
_FACES = {enums.FRONT: "FRONT", enums.BACK: "BACK", enums.FRONT_AND_BACK: "FRONT_AND_BACK"}


@command()
def Clear(
    framebuffers: FramebufferState, screen: Screen, textures: TextureState, fixed: FixedState, mask: int
) -> None:
    """Fill the buffers of ``mask`` with the values of ClearColor, ClearDepth and ClearStencil.

    The scissor test and the masks of writes count.
    """
    bits = whole(mask, "mask")
    if bits & ~_BITS:
        raise invalid_value(f"mask is 0x{bits:X}; only buffers' bits are allowed", _CLEAR)
    for buffers in () if enums.RASTERIZER_DISCARD_NV in fixed.enabled else drawn(framebuffers, textures):
        clearing = Clearing(
            buffers,
            framebuffers.clear_color if bits & enums.COLOR_BUFFER_BIT else None,
            framebuffers.clear_depth if bits & enums.DEPTH_BUFFER_BIT else None,
            framebuffers.clear_stencil if bits & enums.STENCIL_BUFFER_BIT else None,
            in_buffers(fixed, buffers),
        )
        screen.clear(clearing)


@command()
def ClearColor(framebuffers: FramebufferState, red: float, green: float, blue: float, alpha: float) -> None:
    """The colour of Clear."""
    r, g, b, a = map(clamped, floats((red, green, blue, alpha), "the colour"))
    framebuffers.clear_color = r, g, b, a


@command()
def ClearDepth(framebuffers: FramebufferState, depth: float) -> None:
    """The depth of Clear."""
    framebuffers.clear_depth = clamped(floats((depth,), "depth")[0])


@command()
def ClearStencil(framebuffers: FramebufferState, s: int) -> None:
    """The stencil value of Clear."""
    framebuffers.clear_stencil = whole(s, "s") & 0xFF


@command()
def CullFace(fixed: FixedState, mode: int) -> None:
    """Which faces are left out where CULL_FACE is enabled."""
    check_enum("mode", mode, _FACES, "FRONT, BACK and FRONT_AND_BACK", _CULL)
    fixed.cull_mode = _FACES[mode]


@command()
def FrontFace(fixed: FixedState, mode: int) -> None:
    """Which way round a front face goes."""
    check_enum("mode", mode, (enums.CW, enums.CCW), "CW and CCW", _CULL)
    fixed.state = fixed.state.with_(front_face="CW" if mode == enums.CW else "CCW")


@command()
def Finish() -> None:
    """Every command is complete when it returns."""


@command()
def Flush() -> None:
    """Every command is complete when it returns."""
