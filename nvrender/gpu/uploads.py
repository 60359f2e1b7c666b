"""Textures on the GPU for programs over arrays: every target, its images as four floats or integers a texel.

By GL's own functions, since moderngl has neither 1D, rectangle and buffer textures nor all parameters.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.state import COMPARISONS
from nvrender.gl.texels import decoded
from nvrender.gl.textures import Texture
from nvrender.glsl.lookups import Sampler
from nvrender.gpu.compiled import Compiled
from nvrender.gpu.preservation import GL
from nvrender.isa.textures import TARGETS
from nvrender.source import TargetError

_BINDINGS = {
    "1D": 0x0DE0, "2D": 0x0DE1, "3D": 0x806F, "CUBE": 0x8513, "RECT": 0x84F5, "ARRAY1D": 0x8C18,
    "ARRAY2D": 0x8C1A, "BUFFER": 0x8C2A,
}  # fmt: skip
_FIRST_FACE = 0x8515
#: Kind → internal format, format, type of four components.
_FORMATS = {"float": (0x8814, 0x1908, 0x1406), "signed": (0x8D82, 0x8D99, 0x1404),
            "unsigned": (0x8D70, 0x8D99, 0x1405)}  # fmt: skip
_DEPTH = (0x8CAC, 0x1902, 0x1406)  # DEPTH_COMPONENT32F
_DTYPES = {"float": np.float32, "signed": np.int32, "unsigned": np.uint32}
_WRAPS = {"REPEAT": 0x2901, "MIRRORED_REPEAT": 0x8370, "CLAMP_TO_EDGE": 0x812F, "CLAMP_TO_BORDER": 0x812D}
_FILTERS = {
    "NEAREST": 0x2600, "LINEAR": 0x2601, "NEAREST_MIPMAP_NEAREST": 0x2700,
    "LINEAR_MIPMAP_NEAREST": 0x2701, "NEAREST_MIPMAP_LINEAR": 0x2702, "LINEAR_MIPMAP_LINEAR": 0x2703,
}  # fmt: skip
_NEVER = 0x0200
#: Base format → which component each of R, G, B, A is; "0" and "1" are themselves.
_FILLS = {
    "ALPHA": "000r", "LUMINANCE": "rrr1", "LUMINANCE_ALPHA": "rrrg", "INTENSITY": "rrrr", "RGB": "rgb1",
    "RGBA": "rgba",
}  # fmt: skip

_Array = npt.NDArray[Any]


def bind_textures(
    context: moderngl.Context,
    samplers: Iterable[Sampler],
    textures: Mapping[int, Texture],
    stack: ExitStack,
) -> None:
    """Upload what ``samplers`` read and bind it to its units, until ``stack`` closes.

    A texture that is missing or incomplete reads as (0, 0, 0, 1). TargetError for parameters that core
    OpenGL has no more.
    """
    gl = GL(context)
    gl("glBindBuffer", "uu", 0x88EC, 0)  # PIXEL_UNPACK_BUFFER
    gl("glDisable", "u", 0x884F)  # TEXTURE_CUBE_MAP_SEAMLESS: faces are filtered alone (OpenGL 1.5, 3.8.6)
    for name, value in ((0x0CF5, 1), (0x0CF2, 0), (0x0CF3, 0), (0x0CF4, 0)):
        gl("glPixelStorei", "ui", name, value)
    for sampler in samplers:
        texture = textures.get(sampler.unit)
        if texture is None or not texture.complete:
            texture = _black(sampler)
        _Upload(context, gl, sampler, texture, stack)
    gl("glActiveTexture", "u", 0x84C0)


def set_samplers(context: moderngl.Context, linked: Compiled) -> None:
    """Point every sampler of every pass at its unit; moderngl knows not all of their types."""
    gl = GL(context)
    for step in linked.passes:
        for sampler in linked.translation.samplers:
            name = ctypes.c_char_p(sampler.name.encode())
            place = gl("glGetUniformLocation", "up", step.program.glo, name, result=ctypes.c_int)
            if place >= 0:
                gl("glUseProgram", "u", step.program.glo)
                gl("glUniform1i", "ii", place, sampler.unit)


def _black(sampler: Sampler) -> Texture:
    """One texel (0, 0, 0, 1), or a depth of 0."""
    target = next(name for name in _BINDINGS if sampler.target.removeprefix("SHADOW") == name)
    compares = bool(TARGETS[sampler.target].reference)
    kind = {"": "float", "i": "signed", "u": "unsigned"}[sampler.kind]
    texel = np.array([0.0] if compares else [0, 0, 0, 1], _DTYPES[kind])
    shape = {"1D": (1,), "BUFFER": (1,), "2D": (1, 1), "RECT": (1, 1), "ARRAY1D": (1, 1)}.get(
        target, (6, 1, 1) if target == "CUBE" else (1, 1, 1)
    )
    image = np.broadcast_to(texel, (*shape, len(texel)))
    return Texture(target, (image,), "DEPTH" if compares else "RGBA", kind)


class _Upload:
    """One texture object, bound to its unit."""

    def __init__(
        self, context: moderngl.Context, gl: GL, sampler: Sampler, texture: Texture, stack: ExitStack
    ) -> None:
        self.gl, self.texture = gl, texture
        self.target = _BINDINGS[texture.target]
        self.compares = bool(TARGETS[sampler.target].reference)
        name = (ctypes.c_uint * 1)()
        gl("glGenTextures", "ip", 1, name)
        stack.callback(gl, "glDeleteTextures", "ip", 1, name)
        gl("glActiveTexture", "u", 0x84C0 + sampler.unit)
        gl("glBindTexture", "uu", self.target, name[0])
        gl("glBindSampler", "uu", sampler.unit, 0)
        if texture.target == "BUFFER":
            buffer = context.buffer(self._filled(texture.levels[0]).tobytes())
            stack.callback(buffer.release)
            gl("glTexBuffer", "uuu", self.target, _FORMATS[texture.kind][0], buffer.glo)
            return
        if texture.border:
            raise TargetError(
                f"texture[{sampler.unit}] has a border of texels, which core OpenGL has no more"
            )
        self._parameters(sampler.unit)
        for level in range(len(texture.levels)):
            self._level(level)

    def _filled(self, image: _Array) -> _Array:
        """Texels as four components, or as depths."""
        texture = self.texture
        values = decoded(image, texture)
        if texture.base_format == "DEPTH" and self.compares:
            return np.ascontiguousarray(values, np.float32)
        fill = _FILLS[texture.depth_mode if texture.base_format == "DEPTH" else texture.base_format]
        filled = np.empty((*values.shape[:-1], 4), _DTYPES[texture.kind])
        for place, letter in enumerate(fill):
            filled[..., place] = int(letter) if letter in "01" else values[..., "rgba".index(letter)]
        return filled

    def _level(self, level: int) -> None:
        texture, gl = self.texture, self.gl
        internal, format, type = _DEPTH if self.compares else _FORMATS[texture.kind]
        data = self._filled(texture.levels[level])
        sizes = data.shape[:-1][::-1]
        if texture.target == "CUBE":
            for face in range(6):
                part = np.ascontiguousarray(data[face])
                gl("glTexImage2D", "uiiiiiuup", _FIRST_FACE + face, level, internal, *sizes[:2], 0,
                   format, type, part.ctypes.data)  # fmt: skip
            return
        function = f"glTexImage{len(sizes)}D"
        signature = "uii" + "i" * len(sizes) + "iuup"
        gl(function, signature, self.target, level, internal, *sizes, 0, format, type, data.ctypes.data)

    def _parameters(self, unit: int) -> None:
        texture = self.texture
        numbers = {
            0x2801: _FILTERS[texture.min_filter],
            0x2800: _FILTERS[texture.mag_filter],
            0x813C: texture.base_level,
            0x813D: min(texture.max_level, len(texture.levels) - 1),
        }
        for name, wrap in ((0x2802, texture.wrap_s), (0x2803, texture.wrap_t), (0x8072, texture.wrap_r)):
            if wrap not in _WRAPS:
                raise TargetError(f"texture[{unit}] wraps by {wrap}, which core OpenGL has no more")
            numbers[name] = _WRAPS[wrap]
        if self.compares:
            numbers[0x884C] = 0x884E  # COMPARE_REF_TO_TEXTURE
            numbers[0x884D] = _NEVER + COMPARISONS.index(texture.compare_function)
        for name, number in numbers.items():
            self.gl("glTexParameteri", "uui", self.target, name, number)
        for name, value in ((0x813A, texture.min_lod), (0x813B, texture.max_lod), (0x8501, texture.lod_bias)):
            if texture.target != "RECT":
                self.gl("glTexParameterf", "uuf", self.target, name, value)
        self._border_color()

    def _border_color(self) -> None:
        texture = self.texture
        color = np.array(texture.border_color, _DTYPES[texture.kind])
        if not self.compares:
            fill = _FILLS[texture.depth_mode if texture.base_format == "DEPTH" else texture.base_format]
            components = color if fill != "000r" else color[[3, 1, 2, 3]]
            components = components[[0, 3, 2, 3]] if fill == "rrrg" else components
            color = np.array(
                [int(k) if k in "01" else components["rgba".index(k)] for k in fill], color.dtype
            )
        function = {"float": "glTexParameterfv", "signed": "glTexParameterIiv"}.get(
            texture.kind, "glTexParameterIuiv"
        )
        self.gl(function, "uup", self.target, 0x1004, color.ctypes.data)
