"""What functions of a draw share: words of 64 bits in memory, each under its name."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.llvm.addresses import address
from nvrender.llvm.raster.code import Code, Number
from nvrender.llvm.types import DOUBLE, I64, POINTER

#: Quads that are shaded together, and pixels of a quad.
QUADS, PIXELS = 256, 4
#: Sub-pixels of a pixel and the largest depth, of 24 bits, as in every frame.
SUBPIXELS, DEPTH_MAX = 256, (1 << 24) - 1

#: Triangles: doubles (3, T); rows of varyings, int64 (3, T) and (T,); bytes; int64 or nothing. Then how many
#: elements lie between a triangle and the next one, and between corners.
_TRIANGLES = (
    "snapped_x snapped_y x y z inverse_w corners last front owner box layer identity first stop record "
    "triangles"
)
#: The frame in pixels, the box that is drawn to, addresses of its buffers; the part of the rows.
_FRAME = "width height left bottom right top depth stencil colors parts part"
#: Lists of QUADS each and their bytes a quad: int32, of places int64, of depths a quad's samples, up to 16.
LISTS = {
    "quad_triangle": 4, "quad_x": 4, "quad_y": 4, "quad_place": 8, "quad_mask": 4, "quad_covered": 4,
    "quad_depth": 64,
}  # fmt: skip
#: Addresses of functions, 0 for none; what the fragment program is given; its colours for blending alone.
_PROGRAM = "interpolate shade merge hook program values backs inputs outputs kills"
NAMES = tuple(" ".join((_TRIANGLES, _FRAME, *LISTS, _PROGRAM)).split())
#: Numbers of the arguments of a fragment program that lie behind each other from ``program`` on.
ARGUMENTS = 11


class Shared:
    """The words of a draw in compiled code, under ``names``."""

    def __init__(self, code: Code, base: Number, names: tuple[str, ...] = NAMES) -> None:
        self._code, self._base, self._names = code, base, names

    def word(self, name: str) -> Number:
        return self._code.load(self._base, self._names.index(name), I64)

    def number(self, name: str) -> Number:
        return self._code.load(self._base, self._names.index(name), DOUBLE)

    def pointer(self, name: str) -> Number:
        return self._code.load(self._base, self._names.index(name), POINTER)

    def write(self, name: str, word: Number) -> None:
        """A word of 64 bits, which the caller reads."""
        self._code.store(word, self._base, self._names.index(name))


@cache
def places_of(names: tuple[str, ...]) -> dict[str, int]:
    """The place of each word."""
    return {name: place for place, name in enumerate(names)}


def packed(words: Mapping[str, Any], names: tuple[str, ...] = NAMES) -> npt.NDArray[np.int64]:
    """The words under ``names``; floats as doubles, arrays by address, what is missing 0."""
    found, place = [0] * len(names), places_of(names)
    for name, word in words.items():
        kind = type(word)
        if kind is float:
            found[place[name]] = int.from_bytes(struct.pack("<d", word), "little", signed=True)
        else:
            found[place[name]] = address(word) if kind is np.ndarray else int(word)
    return np.array(found, np.int64)
