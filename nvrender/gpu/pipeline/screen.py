"""A window's own framebuffer: pictures shown in parts of it, and sheets laid over them."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.context.making import make_program
from nvrender.gpu.pipeline.target import Target

UInt8Array = npt.NDArray[np.uint8]
#: Left, bottom, width and height in pixels.
Region = tuple[int, int, int, int]

_ADD = 0x8006
_DRAW, _READ, _COLOR_BIT, _LINEAR, _NEAREST = 0x8CA9, 0x8CA8, 0x4000, 0x2601, 0x2600
_VERTEX = """#version 330 core
out vec2 place;
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    place = vec2(corner.x, 1.0 - corner.y);
    gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
}
"""
_FRAGMENT = """#version 330 core
uniform sampler2D sheet;
in vec2 place;
out vec4 color;
void main() {
    color = texture(sheet, place);
}
"""


class Screen:
    """What the window of a joined context shows, or else a ``framebuffer``.

    The caller has the context current and held.
    """

    def __init__(self, context: moderngl.Context, framebuffer: moderngl.Framebuffer | None = None) -> None:
        self._context = context
        self._framebuffer = context.screen if framebuffer is None else framebuffer
        self._gl = GL(context)
        self._program = make_program(context, vertex_shader=_VERTEX, fragment_shader=_FRAGMENT)
        self._square = context.vertex_array(self._program, [])
        self._sheets: dict[str, moderngl.Texture] = {}

    def clear(self, size: tuple[int, int], color: tuple[float, float, float]) -> None:
        """Fill a window of ``size`` pixels."""
        self._use((0, 0, *size))
        self._framebuffer.clear(*color)

    def show(self, target: Target, region: Region) -> None:
        """The target's frame in a region, in whose size it is shown."""
        x, y, width, height = region
        source = target.resolve().glo
        exact = (width, height) == target.size
        self._gl("glBindFramebuffer", "uu", _READ, source)
        self._gl("glBindFramebuffer", "uu", _DRAW, self._framebuffer.glo)
        self._gl("glDisable", "u", 0x0C11)
        self._gl("glColorMask", "BBBB", 1, 1, 1, 1)
        self._gl(
            "glBlitFramebuffer", "iiiiiiiiuu", 0, 0, *target.size, x, y, x + width, y + height, _COLOR_BIT,
            _NEAREST if exact else _LINEAR,
        )  # fmt: skip
        self._framebuffer.use()

    def lay(self, name: str, region: Region, picture: UInt8Array | None = None) -> None:
        """The sheet ``name``, (H, W, 4) uint8, top row first, over a region; None is what it was before."""
        if picture is not None:
            self._upload(name, picture)
        sheet = self._sheets[name]
        self._use(region)
        self._context.enable_only(moderngl.BLEND)
        self._gl("glBlendEquation", "u", _ADD)
        self._context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        self._context.wireframe = False
        self._context.clear_samplers(0, 1)
        sheet.use(0)
        self._square.render(moderngl.TRIANGLE_STRIP, vertices=4)

    def release(self) -> None:
        things: list[Any] = [*self._sheets.values(), self._square, self._program]
        for thing in things:
            thing.release()

    def _use(self, region: Region) -> None:
        self._framebuffer.viewport = region
        self._framebuffer.use()
        self._gl("glDisable", "u", 0x0C11)  # SCISSOR_TEST

    def _upload(self, name: str, picture: UInt8Array) -> None:
        size = picture.shape[1], picture.shape[0]
        if name in self._sheets and self._sheets[name].size != size:
            self._sheets.pop(name).release()
        if name not in self._sheets:
            self._sheets[name] = self._context.texture(size, 4)
        self._sheets[name].write(np.ascontiguousarray(picture).tobytes())
