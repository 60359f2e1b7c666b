"""What the exercises of extensions share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from generation5 import ASCII

from nvrender.api import Context, enums

Exercise = Callable[[Context], bool]
T2, RGBA, BYTE, FLOAT = enums.TEXTURE_2D, enums.RGBA, enums.UNSIGNED_BYTE, enums.FLOAT
#: A triangle over the whole frame.
CORNERS = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)


def red(gl: Context) -> int:
    return int(gl.ReadPixels(1, 1, 1, 1, enums.RED, BYTE)[0, 0, 0])


def color(gl: Context) -> list[int]:
    found: list[int] = gl.ReadPixels(1, 1, 1, 1, enums.RGB, BYTE)[0, 0].tolist()
    return found


def fill(gl: Context) -> None:
    gl.Rectf(-1, -1, 1, 1)


def image(
    gl: Context,
    internal: int = enums.RGBA8,
    texel: Any = (255, 0, 0, 255),
    *,
    target: int = T2,
    size: int = 2,
) -> None:
    """An image of one colour in the texture that is bound, which is read as it is."""
    for pname in (enums.TEXTURE_MIN_FILTER, enums.TEXTURE_MAG_FILTER):
        gl.TexParameteri(target, pname, enums.NEAREST)
    texels = np.full((size, size, len(texel)), texel, np.uint8)
    format = {1: enums.LUMINANCE, 3: enums.RGB, 4: RGBA}[len(texel)]
    gl.TexImage2D(target, 0, internal, size, size, 0, format, BYTE, texels)


def textured(gl: Context, mode: int = enums.REPLACE, target: int = T2) -> int:
    """Red of what a texture makes of white."""
    gl.Enable(target)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.TEXTURE_ENV_MODE, mode)
    fill(gl)
    return red(gl)


def shown(gl: Context, target: int, text: str, *more: tuple[int, str]) -> bool:
    """Programs fill the frame with red of 1."""
    for each, string in ((target, text), *more):
        gl.ProgramStringARB(each, ASCII, string)
        gl.Enable(each)
    gl.Color3f(0, 0, 0)
    fill(gl)
    return red(gl) == 255


def arrays(gl: Context) -> None:
    gl.VertexPointer(2, FLOAT, 0, CORNERS)
    gl.EnableClientState(enums.VERTEX_ARRAY)
