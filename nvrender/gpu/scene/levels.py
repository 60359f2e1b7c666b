"""The smaller levels of a target, by the filter of ``nvrender.Texture.with_mipmaps``.

Each is the mean of what its texels cover in the one before, in floats, and rounded to the format at last.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import moderngl

from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.context.making import make_program
from nvrender.gpu.context.neutral import neutral

_VERTEX = """#version 330 core
void main() {
    gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}
"""
#: Of 2n + 1 texels, texel k of n covers n − k of 2k, n of 2k + 1 and k + 1 of 2k + 2, all of 2n + 1.
_FRAGMENT = """#version 330 core
uniform sampler2D source;
uniform ivec2 size;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 mean;

vec3 shares(int size, int k) {
    int n = size / 2;
    if (size == 1) return vec3(1.0, 0.0, 0.0);
    if (size == 2 * n) return vec3(0.5, 0.5, 0.0);
    return vec3(float(n - k), float(n), float(k + 1)) / float(size);
}

void main() {
    ivec2 place = ivec2(gl_FragCoord.xy);
    vec3 across = shares(size.x, place.x), along = shares(size.y, place.y);
    ivec2 first = ivec2(size.x == 1 ? 0 : 2 * place.x, size.y == 1 ? 0 : 2 * place.y);
    color = vec4(0.0);
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
            if (across[i] * along[j] != 0.0)
                color += across[i] * along[j] * texelFetch(source, first + ivec2(i, j), 0);
    mean = color;
}
"""
_DRAW = 0x8CA9
_FRAMEBUFFER, _COLOR_ATTACHMENT0 = 0x8D40, 0x8CE0
_TEXTURE_2D, _NEAREST, _COLOR_BIT, _RGBA32F = 0x0DE1, 0x2600, 0x4000, 0x8814


class Levels:
    """Makes levels of textures of one format and size, of what is in level 0."""

    def __init__(self, context: moderngl.Context, internal: int, size: tuple[int, int]) -> None:
        self._context = context
        self._size = size
        self._program = make_program(context, vertex_shader=_VERTEX, fragment_shader=_FRAGMENT)
        self._array = context.vertex_array(self._program, [])
        self._framebuffers = (ctypes.c_uint * 2)()
        self._gl("glGenFramebuffers", "ip", 2, self._framebuffers)
        # A copy of level 0, and the means of odd and of even levels.
        self._names = (ctypes.c_uint * 3)()
        self._gl("glGenTextures", "ip", 3, self._names)
        for shift, (name, format) in enumerate(zip(self._names, (internal, _RGBA32F, _RGBA32F), strict=True)):
            self._gl("glBindTexture", "uu", _TEXTURE_2D, name)
            for parameter, value in ((0x2801, _NEAREST), (0x2800, _NEAREST), (0x813D, 0)):
                self._gl("glTexParameteri", "uui", _TEXTURE_2D, parameter, value)
            width, height = (max(1, pixels >> shift) for pixels in size)
            self._gl("glTexImage2D", "uiiiiiuup", _TEXTURE_2D, 0, format, width, height, 0, 0x1908, 0x1406,
                     None)  # fmt: skip

    def make(self, attach: Callable[[int], None]) -> None:
        """``attach`` attaches a level to the framebuffer bound as FRAMEBUFFER, as its first colour."""
        gl = self._gl
        neutral(self._context)
        self._context.enable_only(0)
        gl("glColorMask", "BBBB", 1, 1, 1, 1)
        gl("glActiveTexture", "u", 0x84C0)
        gl("glBindSampler", "uu", 0, 0)
        width, height = self._size
        drawn, copied = self._framebuffers
        gl("glBindFramebuffer", "uu", _FRAMEBUFFER, copied)
        self._attach(0, self._names[0])
        gl("glBindFramebuffer", "uu", _FRAMEBUFFER, drawn)
        attach(0)
        self._attach(1, 0)
        gl("glBindFramebuffer", "uu", _DRAW, copied)
        gl("glBlitFramebuffer", "iiiiiiiiuu", 0, 0, width, height, 0, 0, width, height,
           _COLOR_BIT, _NEAREST)  # fmt: skip
        gl("glBindFramebuffer", "uu", _FRAMEBUFFER, drawn)
        buffers = (ctypes.c_uint * 2)(_COLOR_ATTACHMENT0, _COLOR_ATTACHMENT0 + 1)
        gl("glDrawBuffers", "ip", 2, buffers)
        source = self._names[0]
        for level in range(1, max(self._size).bit_length()):
            mean = self._names[2 - level % 2]
            attach(level)
            self._attach(1, mean)
            gl("glBindTexture", "uu", _TEXTURE_2D, source)
            self._program["size"].value = (width, height)  # type: ignore[union-attr]
            width, height = max(1, width // 2), max(1, height // 2)
            gl("glViewport", "iiii", 0, 0, width, height)
            self._array.render(moderngl.TRIANGLES, vertices=3)
            source = mean

    def release(self) -> None:
        self._gl("glDeleteFramebuffers", "ip", 2, self._framebuffers)
        self._gl("glDeleteTextures", "ip", 3, self._names)
        self._array.release()
        self._program.release()

    @property
    def _gl(self) -> GL:
        return GL(self._context)

    def _attach(self, number: int, name: int) -> None:
        self._gl("glFramebufferTexture2D", "uuuui", _FRAMEBUFFER, _COLOR_ATTACHMENT0 + number, _TEXTURE_2D,
                 name, 0)  # fmt: skip
