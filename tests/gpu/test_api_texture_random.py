"""Textures of random formats and parameters in the fixed function: both sides draw the same picture."""

from __future__ import annotations

import random

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

from nvrender.api import Context, enums
from nvrender.api.formats.internal_formats import INTERNAL_FORMATS

SIZE = (24, 20)
RECT = enums.TEXTURE_RECTANGLE_ARB
TARGETS = {enums.TEXTURE_1D: 1, enums.TEXTURE_2D: 2, RECT: 2, enums.TEXTURE_3D: 3}
TYPES = {enums.UNSIGNED_BYTE: np.uint8, enums.UNSIGNED_SHORT: np.uint16, enums.FLOAT: np.float32}
CLAMPS = (enums.CLAMP, enums.CLAMP_TO_EDGE, enums.CLAMP_TO_BORDER)
WRAPS = (*CLAMPS, enums.REPEAT, enums.MIRRORED_REPEAT, enums.MIRROR_CLAMP_EXT)
MODES = (enums.REPLACE, enums.MODULATE, enums.BLEND, enums.ADD, enums.DECAL, enums.COMBINE)


def texture(gl: Context, choice: random.Random) -> None:
    """An image, with its border or mipmaps or without, for the active unit; everything is random."""
    numbers = np.random.default_rng(choice.randrange(1 << 30))
    target = choice.choice(list(TARGETS))
    internal = choice.choice(
        [
            value
            for value, row in INTERNAL_FORMATS.items()
            if not row.integer and (row.base_format != "DEPTH" or target != enums.TEXTURE_3D)
        ]
    )
    border = 0 if target == RECT else choice.choice((0, 0, 1))
    mipmaps = target != RECT and not border and choice.random() < 0.5
    depth = INTERNAL_FORMATS[internal].base_format == "DEPTH"
    format = enums.DEPTH_COMPONENT if depth else choice.choice((enums.RGBA, enums.BGRA))
    type = choice.choice(list(TYPES))
    sizes = [choice.choice((2, 4, 5, 8)) + 2 * border for _ in range(TARGETS[target])]
    texels = numbers.random((*sizes[::-1], 1 if depth else 4))
    if type != enums.FLOAT:
        texels = np.floor(texels * np.iinfo(TYPES[type]).max)
    gl.TexParameteri(target, enums.GENERATE_MIPMAP, mipmaps)
    specify = getattr(gl, f"TexImage{len(sizes)}D")
    specify(target, 0, internal, *sizes, border, format, type, texels.astype(TYPES[type]))
    for pname in (enums.TEXTURE_WRAP_S, enums.TEXTURE_WRAP_T, enums.TEXTURE_WRAP_R):
        gl.TexParameteri(target, pname, choice.choice(CLAMPS if target == RECT else WRAPS))
    smaller = choice.choice((enums.LINEAR_MIPMAP_NEAREST, enums.NEAREST_MIPMAP_NEAREST))
    gl.TexParameteri(target, enums.TEXTURE_MIN_FILTER, smaller if mipmaps else enums.LINEAR)
    gl.TexParameterfv(target, enums.TEXTURE_BORDER_COLOR, numbers.random(4))
    mode = choice.choice((enums.ALPHA, enums.INTENSITY, enums.LUMINANCE))
    gl.TexParameteri(target, enums.DEPTH_TEXTURE_MODE, mode)
    gl.Enable(target)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.TEXTURE_ENV_MODE, choice.choice(MODES))
    gl.TexEnvfv(enums.TEXTURE_ENV, enums.TEXTURE_ENV_COLOR, numbers.random(4))
    gl.MatrixMode(enums.TEXTURE)
    if target == RECT:
        gl.Scalef(*sizes, 1)


def drawn(gl: Context, seed: int) -> npt.NDArray[np.int64]:
    choice = random.Random(seed)
    gl.ClearColor(0.1, 0.2, 0.3, 0.4)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.PixelStorei(enums.UNPACK_ALIGNMENT, 1)
    for unit in range(choice.choice((1, 2))):
        gl.ActiveTexture(enums.TEXTURE0 + unit)
        texture(gl, choice)
    gl.Begin(enums.QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Color4f(0.5 + x / 2, 0.5, 0.6 - y / 3, 0.7)
        for unit in (0, 1):
            place = 0.5 + 0.61 * x * (1 + unit), 0.5 + 0.53 * y, 0.4 + 0.3 * x
            gl.MultiTexCoord3f(enums.TEXTURE0 + unit, *place)
        gl.Vertex2f(0.9 * x, 0.8 * y)
    gl.End()
    pixels = gl.ReadPixels(0, 0, *SIZE, enums.RGBA, enums.UNSIGNED_BYTE)
    return np.asarray(pixels, np.int64)


@pytest.mark.parametrize("seed", range(24))
def test_random_textures(context: moderngl.Context, seed: int) -> None:
    with Context(context, size=SIZE, raise_errors=True) as gl:
        gpu = drawn(gl, seed)
    oracle = drawn(Context(backend="oracle", size=SIZE, raise_errors=True), seed)
    assert (np.abs(oracle - gpu).max(axis=2) > 2).sum() <= 2
