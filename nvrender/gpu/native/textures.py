"""Textures as the driver's own assembler reads them: in GL's own base formats and wrap modes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from nvrender.gl.textures.texels import decoded
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.native.context import Native
from nvrender.ops.texture_targets import TARGETS
from nvrender.program import Program
from nvrender.source import TargetError

_TARGETS = {"1D": 0x0DE0, "2D": 0x0DE1, "3D": 0x806F, "CUBE": 0x8513, "RECT": 0x84F5,
            "ARRAY1D": 0x8C18, "ARRAY2D": 0x8C1A}  # fmt: skip
_FIRST_FACE = 0x8515
#: Base format → internal format of 32-bit floats, format of the images (ARB_texture_float, table 3.16).
_FORMATS = {
    "ALPHA": (0x8816, 0x1906), "LUMINANCE": (0x8818, 0x1909), "LUMINANCE_ALPHA": (0x8819, 0x190A),
    "INTENSITY": (0x8817, 0x1909), "RGB": (0x8815, 0x1907), "RGBA": (0x8814, 0x1908),
    "DEPTH": (0x8CAC, 0x1902),
}  # fmt: skip
_WRAPS = {
    "REPEAT": 0x2901, "MIRRORED_REPEAT": 0x8370, "CLAMP": 0x2900, "CLAMP_TO_EDGE": 0x812F,
    "CLAMP_TO_BORDER": 0x812D, "MIRROR_CLAMP": 0x8742, "MIRROR_CLAMP_TO_EDGE": 0x8743,
    "MIRROR_CLAMP_TO_BORDER": 0x8912,
}  # fmt: skip
_COMPARE_REFERENCE = 0x884E
_SEAMLESS, _MOST_ANISOTROPY, _SWIZZLE = 0x884F, 0x84FE, 0x8E46


@contextmanager
def bound(native: Native, program: Program, textures: Mapping[int, Texture]) -> Iterator[None]:
    """What ``program`` reads is bound to its units inside the block.

    A texture that is missing or incomplete reads as (0, 0, 0, 1). TargetError for what the driver has not.
    """
    gl = native.gl
    accesses = {entry.texture.unit: entry.texture.target for entry in program.instructions if entry.texture}
    names: list[int] = []
    gl.glDisable(_SEAMLESS)  # faces are filtered alone (OpenGL 1.5, 3.8.6)
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
    try:
        for unit, target in sorted(accesses.items()):
            texture = textures.get(unit)
            row = TARGETS[target]
            if texture is None or not texture.complete:
                texture = _black(row.plain)
            if texture.border:
                raise TargetError(f"texture[{unit}] has a border of texels, which drivers leave out")
            names.append(int(gl.glGenTextures(1)))
            gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
            gl.glBindTexture(_TARGETS[texture.target], names[-1])
            try:
                _upload(gl, texture, compares=row.compares and texture.base_format == "DEPTH")
            except gl.GLError as error:
                raise TargetError(f"{native.renderer} refuses texture[{unit}]: {error.description}") from None
        yield
    finally:
        if names:
            gl.glDeleteTextures(names)
        gl.glActiveTexture(gl.GL_TEXTURE0)


def _black(target: str) -> Texture:
    """One texel (0, 0, 0, 1)."""
    sizes = {"1D": (1,), "CUBE": (6, 1, 1), "3D": (1, 1, 1), "ARRAY2D": (1, 1, 1)}.get(target, (1, 1))
    return Texture(target, (np.broadcast_to(np.array([0, 0, 0, 1], np.float32), (*sizes, 4)),))


def _upload(gl: Any, texture: Texture, *, compares: bool) -> None:
    target = _TARGETS[texture.target]
    internal, format = _FORMATS[texture.base_format]
    for level, image in enumerate(texture.levels):
        texels = np.ascontiguousarray(decoded(image, texture), np.float32)
        sizes = texels.shape[:-1][::-1]
        if texture.target == "CUBE":
            for face in range(6):
                gl.glTexImage2D(
                    _FIRST_FACE + face, level, internal, *sizes[:2], 0,
                    format, gl.GL_FLOAT, texels[face].copy(),
                )  # fmt: skip
            continue
        upload = getattr(gl, f"glTexImage{len(sizes)}D")
        upload(target, level, internal, *sizes, 0, format, gl.GL_FLOAT, texels)
    numbers = {
        gl.GL_TEXTURE_MIN_FILTER: int(getattr(gl, f"GL_{texture.min_filter}")),
        gl.GL_TEXTURE_MAG_FILTER: int(getattr(gl, f"GL_{texture.mag_filter}")),
        gl.GL_TEXTURE_WRAP_S: _WRAPS[texture.wrap_s],
        gl.GL_TEXTURE_WRAP_T: _WRAPS[texture.wrap_t],
        gl.GL_TEXTURE_WRAP_R: _WRAPS[texture.wrap_r],
    }
    if texture.base_format == "DEPTH":
        mode = texture.depth_mode
        if mode == "ALPHA":
            # Mesa 22.3 takes it for INTENSITY at times (it asks ARB programs for a version of GLSL).
            mode = "LUMINANCE"
            swizzle = np.array([gl.GL_ZERO, gl.GL_ZERO, gl.GL_ZERO, gl.GL_RED], np.int32)
            gl.glTexParameteriv(target, _SWIZZLE, swizzle)
        numbers[gl.GL_DEPTH_TEXTURE_MODE] = int(getattr(gl, f"GL_{mode}"))
        numbers[gl.GL_TEXTURE_COMPARE_MODE] = _COMPARE_REFERENCE if compares else gl.GL_NONE
        numbers[gl.GL_TEXTURE_COMPARE_FUNC] = int(getattr(gl, f"GL_{texture.compare_function}"))
    floats = {}
    if texture.target != "RECT":
        numbers[gl.GL_TEXTURE_BASE_LEVEL] = texture.base_level
        numbers[gl.GL_TEXTURE_MAX_LEVEL] = texture.max_level
        floats = {
            gl.GL_TEXTURE_MIN_LOD: texture.min_lod,
            gl.GL_TEXTURE_MAX_LOD: texture.max_lod,
            gl.GL_TEXTURE_LOD_BIAS: texture.lod_bias,
        }
        if texture.max_anisotropy > 1.0:
            floats[_MOST_ANISOTROPY] = texture.max_anisotropy
    for name, number in numbers.items():
        gl.glTexParameteri(target, name, number)
    for name, value in floats.items():
        gl.glTexParameterf(target, name, value)
    gl.glTexParameterfv(target, gl.GL_TEXTURE_BORDER_COLOR, np.array(texture.border_color, np.float32))
