"""Texture objects and sampler objects of textures given as data: every target, images as they are stored.

By GL's own functions, since moderngl has neither 1D, rectangle and buffer textures nor all parameters.
"""

from __future__ import annotations

import ctypes
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.state.fragments import COMPARISONS
from nvrender.gl.textures.texels import decoded
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.resources.texture_keys import BORDERS, FILLS, native_wraps
from nvrender.source import InputError

#: Target → what GL calls it.
BINDINGS = {
    "1D": 0x0DE0, "2D": 0x0DE1, "3D": 0x806F, "CUBE": 0x8513, "RECT": 0x84F5, "ARRAY1D": 0x8C18,
    "ARRAY2D": 0x8C1A, "BUFFER": 0x8C2A, "ARRAYCUBE": 0x9009, "2DMS": 0x9100, "ARRAY2DMS": 0x9102,
}  # fmt: skip
#: Target → the query of how large an image may be.
_LIMITS = {
    "3D": "GL_MAX_3D_TEXTURE_SIZE", "CUBE": "GL_MAX_CUBE_MAP_TEXTURE_SIZE",
    "ARRAYCUBE": "GL_MAX_CUBE_MAP_TEXTURE_SIZE",
    "RECT": "GL_MAX_RECTANGLE_TEXTURE_SIZE", "BUFFER": "GL_MAX_TEXTURE_BUFFER_SIZE",
}  # fmt: skip
_FIRST_FACE = 0x8515
#: PixelStore's ALIGNMENT, ROW_LENGTH, SKIP_ROWS, SKIP_PIXELS, IMAGE_HEIGHT and SKIP_IMAGES for rows one after
#: the other.
_UNPACKED = ((0x0CF5, 1), (0x0CF2, 0), (0x0CF3, 0), (0x0CF4, 0), (0x806E, 0), (0x806D, 0))
PACKED = ((0x0D05, 1), (0x0D02, 0), (0x0D03, 0), (0x0D04, 0), (0x806C, 0), (0x806B, 0))
#: Type of texels → type of pixels, internal formats of one to four components.
_FLOATS = {
    "uint8": (0x1401, (0x8229, 0x822B, 0x8051, 0x8058)),
    "uint16": (0x1403, (0x822A, 0x822C, 0x8054, 0x805B)),
    "float16": (0x140B, (0x822D, 0x822F, 0x881B, 0x881A)),
    "float32": (0x1406, (0x822E, 0x8230, 0x8815, 0x8814)),
}
_INTEGERS = {
    "int8": (0x1400, (0x8231, 0x8237, 0x8D8F, 0x8D8E)),
    "uint8": (0x1401, (0x8232, 0x8238, 0x8D7D, 0x8D7C)),
    "int16": (0x1402, (0x8233, 0x8239, 0x8D89, 0x8D88)),
    "uint16": (0x1403, (0x8234, 0x823A, 0x8D77, 0x8D76)),
    "int32": (0x1404, (0x8235, 0x823B, 0x8D83, 0x8D82)),
    "uint32": (0x1405, (0x8236, 0x823C, 0x8D71, 0x8D70)),
}
#: Components → format of pixels: RED, RG, RGB, RGBA, and of integers.
_PIXELS = (0x1903, 0x8227, 0x1907, 0x1908)
_WHOLE_PIXELS = (0x8D94, 0x8228, 0x8D98, 0x8D99)
_DEPTH = (0x8CAC, 0x1902, 0x1406)  # DEPTH_COMPONENT32F, DEPTH_COMPONENT, FLOAT
_WRAPS = {
    "REPEAT": 0x2901, "MIRRORED_REPEAT": 0x8370, "CLAMP_TO_EDGE": 0x812F, "CLAMP_TO_BORDER": 0x812D,
    "MIRROR_CLAMP_TO_EDGE": 0x8743,
}  # fmt: skip
_FILTERS = {
    "NEAREST": 0x2600, "LINEAR": 0x2601, "NEAREST_MIPMAP_NEAREST": 0x2700,
    "LINEAR_MIPMAP_NEAREST": 0x2701, "NEAREST_MIPMAP_LINEAR": 0x2702, "LINEAR_MIPMAP_LINEAR": 0x2703,
}  # fmt: skip
_NEVER = 0x0200
_SWIZZLES = {"0": 0, "1": 1, "r": 0x1903, "g": 0x1904, "b": 0x1905, "a": 0x1906}

_Array = npt.NDArray[Any]


def swizzle(base_format: str) -> tuple[int, ...]:
    """The TEXTURE_SWIZZLE that gives a base format's R, G, B, A."""
    return tuple(_SWIZZLES[letter] for letter in FILLS[base_format])


def uploaded(context: moderngl.Context, gl: GL, texture: Texture) -> TextureName:
    """A texture object with the images, levels and base format of ``texture``, bound to the unit in use.

    InputError for images larger than the context takes.
    """
    limit = int(context.info[_LIMITS.get(texture.target, "GL_MAX_TEXTURE_SIZE")])
    layers = int(context.info["GL_MAX_ARRAY_TEXTURE_LAYERS"])
    if max(texture.extent(0)) > limit or (texture.axes[0] == "L" and texture.images > layers):
        raise InputError(
            f"a {texture.target} texture of shape {texture.levels[0].shape}; this context takes up to {limit}"
            + (f" and {layers} layers" if texture.axes[0] == "L" else "")
        )
    name = (ctypes.c_uint * 1)()
    gl("glGenTextures", "ip", 1, name)
    found = TextureName(gl, name[0])
    target = BINDINGS[texture.target]
    gl("glBindTexture", "uu", target, name[0])
    if texture.target == "BUFFER":
        filled = _filled(texture)
        found.buffer = context.buffer(filled.tobytes())
        internal = _format(texture, filled)[0]
        gl("glTexBuffer", "uuu", target, internal, found.buffer.glo)
        return found
    pixels_as_given(gl)
    # Before the images (quirks.ARRAY_LEVELS).
    gl("glTexParameteri", "uui", target, 0x813C, texture.base_level)
    gl("glTexParameteri", "uui", target, 0x813D, min(texture.max_level, len(texture.levels) - 1))
    for level in range(len(texture.levels)):
        _upload_level(gl, texture, level)
    letters = (ctypes.c_int * 4)(*swizzle(texture.base_format))
    gl("glTexParameteriv", "uup", target, 0x8E46, letters)
    return found


def pixels_as_given(gl: GL) -> None:
    """Pixels are sent from arrays and fetched into them, one row behind the other."""
    for name, value in (*_UNPACKED, *PACKED):
        gl("glPixelStorei", "ui", name, value)
    gl("glBindBuffer", "uu", 0x88EC, 0)  # PIXEL_UNPACK_BUFFER
    gl("glBindBuffer", "uu", 0x88EB, 0)  # PIXEL_PACK_BUFFER


class TextureName:
    """A texture object; of a buffer texture with its buffer."""

    def __init__(self, gl: GL, name: int) -> None:
        self._gl = gl
        self.name = name
        self.buffer: moderngl.Buffer | None = None

    def release(self) -> None:
        self._gl("glDeleteTextures", "ip", 1, (ctypes.c_uint * 1)(self.name))
        if self.buffer is not None:
            self.buffer.release()


def _upload_level(gl: GL, texture: Texture, level: int) -> None:
    data = texture.levels[level]
    if texture.base_format == "DEPTH":
        data = np.ascontiguousarray(decoded(data, texture), np.float32)
    elif texture.srgb:
        # quirks.COARSE_SRGB
        data = np.rint(decoded(data, texture) * np.float32(65535)).astype(np.uint16)
    internal, pixels, type = _format(texture, data)
    if texture.target == "ARRAYCUBE":
        data = data.reshape(-1, *data.shape[-3:])
    sizes = data.shape[:-1][::-1]
    if texture.target == "CUBE":
        for face in range(6):
            gl("glTexImage2D", "uiiiiiuup", _FIRST_FACE + face, level, internal, *sizes[:2], 0,
               pixels, type, data[face].ctypes.data)  # fmt: skip
        return
    signature = "uii" + "i" * len(sizes) + "iuup"
    gl(f"glTexImage{len(sizes)}D", signature, BINDINGS[texture.target], level, internal, *sizes, 0,
       pixels, type, data.ctypes.data)  # fmt: skip


def _format(texture: Texture, data: _Array) -> tuple[int, int, int]:
    """Internal format, format and type of pixels."""
    components = data.shape[-1]
    if texture.base_format == "DEPTH":
        return _DEPTH
    if texture.kind != "float":
        type, formats = _INTEGERS[data.dtype.name]
        return formats[components - 1], _WHOLE_PIXELS[components - 1], type
    type, formats = _FLOATS[data.dtype.name]
    return formats[components - 1], _PIXELS[components - 1], type


def _filled(texture: Texture) -> _Array:
    """Texels of a buffer texture, which has no swizzle, as R, G, B, A."""
    texels = texture.levels[0]
    one = np.iinfo(texels.dtype).max if texture.kind == "float" and texels.dtype.kind == "u" else 1
    filled = np.empty((*texels.shape[:-1], 4), texels.dtype)
    for place, letter in enumerate(FILLS[texture.base_format]):
        filled[..., place] = one * int(letter) if letter in "01" else texels[..., "rgba".index(letter)]
    return filled


def sampler_object(context: moderngl.Context, gl: GL, texture: Texture, compares: bool) -> int:
    """A sampler object with the parameters of ``texture``; ``compares``: depths, with its function."""
    numbers = {0x2801: _FILTERS[texture.min_filter], 0x2800: _FILTERS[texture.mag_filter]}
    for parameter, wrap in zip((0x2802, 0x2803, 0x8072), native_wraps(context, texture), strict=True):
        numbers[parameter] = _WRAPS[wrap]
    if compares:
        numbers[0x884C] = 0x884E  # COMPARE_REF_TO_TEXTURE
        numbers[0x884D] = _NEVER + COMPARISONS.index(texture.compare_function)
    name = (ctypes.c_uint * 1)()
    gl("glGenSamplers", "ip", 1, name)
    for parameter, number in numbers.items():
        gl("glSamplerParameteri", "uui", name[0], parameter, number)
    details = {0x813A: texture.min_lod, 0x813B: texture.max_lod, 0x8501: texture.lod_bias}
    if texture.max_anisotropy > 1.0 and context.max_anisotropy > 1.0:
        details[0x84FE] = min(texture.max_anisotropy, context.max_anisotropy)
    for parameter, value in details.items():
        gl("glSamplerParameterf", "uuf", name[0], parameter, value)
    type = {"float": np.float32, "signed": np.int32, "unsigned": np.uint32}[texture.kind]
    color = np.array(texture.border_color, type)[list(BORDERS.get(texture.base_format, (0, 1, 2, 3)))]
    function = {"float": "glSamplerParameterfv", "signed": "glSamplerParameterIiv"}.get(
        texture.kind, "glSamplerParameterIuiv"
    )
    gl(function, "uup", name[0], 0x1004, color.ctypes.data)
    return int(name[0])
