"""A caller's state switched off for a draw of nvrender's own."""

from __future__ import annotations

import moderngl

from nvrender.gl.state.state import TEXTURE_UNITS
from nvrender.gpu.context.gl_functions import GL, has

_MULTISAMPLE = 0x809D
SAMPLE_SHADING = 0x8C36
LOWER_LEFT, NEGATIVE_ONE_TO_ONE = 0x8CA1, 0x935E
#: What State does not have and a caller may have on, and what counts only in the caller's own framebuffer.
_FOREIGN_ENABLES = (
    0x0B90,  # STENCIL_TEST
    0x0BF2,  # COLOR_LOGIC_OP
    0x8037,  # POLYGON_OFFSET_FILL
    0x2A01,  # POLYGON_OFFSET_POINT
    0x2A02,  # POLYGON_OFFSET_LINE
    0x8C89,  # RASTERIZER_DISCARD
    0x0B20,  # LINE_SMOOTH
    0x0B41,  # POLYGON_SMOOTH
    0x8F9D,  # PRIMITIVE_RESTART
    0x809E,  # SAMPLE_ALPHA_TO_COVERAGE
    0x809F,  # SAMPLE_ALPHA_TO_ONE
    0x80A0,  # SAMPLE_COVERAGE
    0x8E51,  # SAMPLE_MASK
    0x864F,  # DEPTH_CLAMP
    0x8DB9,  # FRAMEBUFFER_SRGB
    0x884F,  # TEXTURE_CUBE_MAP_SEAMLESS: faces are filtered alone (OpenGL 1.5, 3.8.6)
)


def neutral(context: moderngl.Context) -> None:
    """Switch off what a caller's state would add to a draw of one's own; ``preserved`` puts it back."""
    for name in _FOREIGN_ENABLES:
        context.disable_direct(name)
    context.enable_direct(_MULTISAMPLE)
    context.wireframe = False
    context.clear_samplers(0, TEXTURE_UNITS)
    if has(context, 400, "GL_ARB_sample_shading"):
        context.disable_direct(SAMPLE_SHADING)
    if has(context, 450, "GL_ARB_clip_control"):
        GL(context)("glClipControl", "uu", LOWER_LEFT, NEGATIVE_ONE_TO_ONE)
