"""Surfaces of several samples a pixel, between arrays and multisample textures.

OpenGL has no command for it: a shader reads each sample, and draws it where the sample mask lets one through
(OpenGL 3.2, 3.8.4 and 4.1.3).
"""

from __future__ import annotations

import ctypes
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.surfaces import DEEPEST, Surface
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.context.making import make_program
from nvrender.gpu.resources.uploads import pixels_as_given
from nvrender.source import InputError

_ARRAY, _SAMPLES = 0x8C1A, 0x9102  # TEXTURE_2D_ARRAY, TEXTURE_2D_MULTISAMPLE_ARRAY
_FRAMEBUFFER, _COLOR, _DEEP = 0x8D40, 0x8CE0, 0x821A
_RGBA, _MAX_LEVEL, _MIN_FILTER, _NEAREST = 0x1908, 0x813D, 0x2801, 0x2600
_MODE, _STENCIL_INDEX, _DEPTH_COMPONENT = 0x90EA, 0x1901, 0x1902  # DEPTH_STENCIL_TEXTURE_MODE
_SAMPLE_MASK, _SAMPLE_MASK_VALUE, _ALL = 0x8E51, 0x8E52, 0xFFFFFFFF
_DEPTH_TEST, _STENCIL_TEST, _SCISSOR_TEST, _BLEND, _CULL_FACE = 0x0B71, 0x0B90, 0x0C11, 0x0BE2, 0x0B44
_DISCARD, _MULTISAMPLE, _LOGIC_OP = 0x8C89, 0x809D, 0x0BF2
_ALWAYS, _KEEP, _REPLACE = 0x0207, 0x1E00, 0x1E01
_STENCIL_BITS = 8
#: Type of colours → internal format, and type of pixels.
_FORMS = {"uint8": (0x8058, 0x1401), "float16": (0x881A, 0x140B), "float32": (0x8814, 0x1406)}

_VERTEX = """#version 330
void main() {
    gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}"""
#: A sample of a multisample texture; of depths it is in x.
_READ = """#version 330
uniform {}sampler2DMSArray source;
uniform ivec2 place;
layout(location = 0) out vec4 color;
void main() {{
    color = vec4(texelFetch(source, ivec3(gl_FragCoord.xy, place.x), place.y));
}}"""
#: A texel as a colour, as a depth, or as one bit of a stencil value.
_WRITE = """#version 330
uniform sampler2DArray source;
uniform ivec2 place;
layout(location = 0) out vec4 color;
void main() {{
    vec4 texel = texelFetch(source, ivec3(gl_FragCoord.xy, place.x), 0);
    {}
}}"""
_STATEMENTS = {
    "color": "color = texel;",
    "depth": "gl_FragDepth = texel.x;",
    "stencil": "if ((int(texel.y) >> place.y & 1) == 0) discard;",
}


class SampleCopies:
    """The shaders that copy, made when they are first used; the caller has the context entered."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._gl = GL(context)
        self._arrays: dict[str, moderngl.VertexArray] = {}

    def fetch(self, surface: Surface, name: int) -> None:
        """Copy the samples of texture ``name`` into the surface's arrays."""
        if len(surface.planes) == 1:
            surface.planes[0][:] = self._fetched(surface, name, "color", surface.planes[0].dtype.name)
            return
        depths = self._fetched(surface, name, "color", "float32")[..., 0]
        surface.planes[0][:] = np.rint(depths.astype(np.float64) * DEEPEST)
        self._check_stencils()
        self._gl("glBindTexture", "uu", _SAMPLES, name)
        self._gl("glTexParameteri", "uui", _SAMPLES, _MODE, _STENCIL_INDEX)
        surface.planes[1][:] = self._fetched(surface, name, "u", "float32")[..., 0]
        self._gl("glBindTexture", "uu", _SAMPLES, name)
        self._gl("glTexParameteri", "uui", _SAMPLES, _MODE, _DEPTH_COMPONENT)

    def _check_stencils(self) -> None:
        if self._context.version_code < 430:
            raise InputError("stencil values of several samples are read back with OpenGL 4.3 or later")

    def _fetched(self, surface: Surface, name: int, kind: str, dtype: str) -> npt.NDArray[Any]:
        """(L, H, W, S, 4) of a texture's samples."""
        layers, samples = surface.layers, surface.samples
        width, height = surface.size
        texture = self._texture(dtype, surface.size, layers * samples, None)
        array = self._array(f"read {kind}", _READ.format("u" if kind == "u" else ""))
        found = np.empty((layers * samples, height, width, 4), dtype)
        with _Drawing(self._gl, surface.size) as framebuffer:
            for number in range(layers * samples):
                framebuffer.attach(_COLOR, texture, number)
                self._render(array, _SAMPLES, name, (number // samples, number % samples))
        pixels_as_given(self._gl)
        self._gl("glBindTexture", "uu", _ARRAY, texture)
        self._gl("glGetTexImage", "uiuup", _ARRAY, 0, _RGBA, _FORMS[dtype][1], found.ctypes.data)
        self._gl("glDeleteTextures", "ip", 1, (ctypes.c_uint * 1)(texture))
        return np.moveaxis(found.reshape(layers, samples, height, width, 4), 1, 3)

    def store(self, surface: Surface, name: int, layers: int, internal: int) -> None:
        """Make texture ``name`` one of ``layers``, the first of which have the samples of the arrays."""
        gl, samples = self._gl, surface.samples
        gl("glBindTexture", "uu", _SAMPLES, name)
        gl("glTexImage3DMultisample", "uiuiiiB", _SAMPLES, samples, internal, *surface.size, layers, 1)
        deep = len(surface.planes) == 2
        if deep:
            values = np.zeros((*surface.planes[0].shape, 4), np.float32)
            values[..., 0] = surface.planes[0] / DEEPEST
            values[..., 1] = surface.planes[1]
        else:
            values = surface.planes[0]
        flat = np.ascontiguousarray(values.transpose(0, 3, 1, 2, 4)).reshape(-1, *values.shape[1:3], 4)
        source = self._texture(values.dtype.name, surface.size, len(flat), flat)
        kinds = ("depth", "stencil") if deep else ("color",)
        arrays = {kind: self._array(f"write {kind}", _WRITE.format(_STATEMENTS[kind])) for kind in kinds}
        with _Drawing(gl, surface.size) as framebuffer:
            gl("glEnable", "u", _SAMPLE_MASK)
            for number in range(len(flat)):
                framebuffer.attach(_DEEP if deep else _COLOR, name, number // samples)
                gl("glSampleMaski", "uu", 0, 1 << number % samples)
                for kind, array in arrays.items():
                    self._stored(kind, array, source, number, empty=not surface.planes[-1].any())
        gl("glDeleteTextures", "ip", 1, (ctypes.c_uint * 1)(source))

    def _stored(
        self, kind: str, array: moderngl.VertexArray, source: int, number: int, *, empty: bool
    ) -> None:
        gl = self._gl
        if kind == "color":
            self._render(array, _ARRAY, source, (number, 0))
            return
        if kind == "depth":
            gl("glEnable", "u", _DEPTH_TEST)
            gl("glDepthFunc", "u", _ALWAYS)
            gl("glDepthMask", "B", 1)
            self._render(array, _ARRAY, source, (number, 0))
            gl("glDisable", "u", _DEPTH_TEST)
            return
        # A bit at a time, for no shader of OpenGL 3.3 writes stencil values; first all are 0.
        gl("glEnable", "u", _STENCIL_TEST)
        gl("glStencilOp", "uuu", _KEEP, _KEEP, _REPLACE)
        gl("glStencilMask", "u", 255)
        gl("glStencilFunc", "uiu", _ALWAYS, 0, 255)
        plain = self._array("write color", _WRITE.format(_STATEMENTS["color"]))
        self._render(plain, _ARRAY, source, (number, 0))
        gl("glStencilFunc", "uiu", _ALWAYS, 255, 255)
        for bit in range(0 if empty else _STENCIL_BITS):
            gl("glStencilMask", "u", 1 << bit)
            self._render(array, _ARRAY, source, (number, bit))
        gl("glStencilMask", "u", 255)
        gl("glDisable", "u", _STENCIL_TEST)

    def _texture(
        self, dtype: str, size: tuple[int, int], layers: int, texels: npt.NDArray[Any] | None
    ) -> int:
        """An array of so many layers of one sample a pixel."""
        gl, (internal, type) = self._gl, _FORMS[dtype]
        name = (ctypes.c_uint * 1)()
        gl("glGenTextures", "ip", 1, name)
        gl("glBindTexture", "uu", _ARRAY, name[0])
        gl("glTexParameteri", "uui", _ARRAY, _MAX_LEVEL, 0)
        gl("glTexParameteri", "uui", _ARRAY, _MIN_FILTER, _NEAREST)
        pixels_as_given(gl)
        data = None if texels is None else texels.ctypes.data
        gl("glTexImage3D", "uiiiiiiuup", _ARRAY, 0, internal, *size, layers, 0, _RGBA, type, data)
        return int(name[0])

    def _array(self, key: str, fragment: str) -> moderngl.VertexArray:
        if key not in self._arrays:
            program = make_program(self._context, vertex_shader=_VERTEX, fragment_shader=fragment)
            self._arrays[key] = self._context.vertex_array(program, [])
        return self._arrays[key]

    def _render(self, array: moderngl.VertexArray, target: int, texture: int, place: tuple[int, int]) -> None:
        self._gl("glActiveTexture", "u", 0x84C0)
        self._gl("glBindTexture", "uu", target, texture)
        program = array.program
        program["source"] = 0
        if "place" in program:
            program["place"] = place
        array.render(moderngl.TRIANGLES, vertices=3)

    def release(self) -> None:
        for array in self._arrays.values():
            array.program.release()
            array.release()
        self._arrays = {}


class _Drawing:
    """A framebuffer of one attachment, and what counts for draws of whole pixels, for the time of a block."""

    def __init__(self, gl: GL, size: tuple[int, int]) -> None:
        self._gl, self._size = gl, size
        self._name = (ctypes.c_uint * 1)()
        self._mask = _ALL

    def __enter__(self) -> _Drawing:
        gl = self._gl
        self._mask = gl.indexed(_SAMPLE_MASK_VALUE, 0) & _ALL
        gl("glGenFramebuffers", "ip", 1, self._name)
        gl("glBindFramebuffer", "uu", _FRAMEBUFFER, self._name[0])
        gl("glViewport", "iiii", 0, 0, *self._size)
        for name in (_DEPTH_TEST, _STENCIL_TEST, _SCISSOR_TEST, _BLEND, _CULL_FACE, _DISCARD, _LOGIC_OP):
            gl("glDisable", "u", name)
        gl("glEnable", "u", _MULTISAMPLE)
        gl("glColorMask", "BBBB", 1, 1, 1, 1)
        return self

    def attach(self, point: int, texture: int, layer: int) -> None:
        self._gl("glFramebufferTextureLayer", "uuuii", _FRAMEBUFFER, point, texture, 0, layer)
        self._gl("glDrawBuffer", "u", _COLOR if point == _COLOR else 0)

    def __exit__(self, *_: object) -> None:
        gl = self._gl
        gl("glSampleMaski", "uu", 0, self._mask)
        gl("glDisable", "u", _SAMPLE_MASK)
        gl("glBindFramebuffer", "uu", _FRAMEBUFFER, 0)
        gl("glDeleteFramebuffers", "ip", 1, self._name)
