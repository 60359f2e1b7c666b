"""Formats and types of the pixels that applications pass (OpenGL 1.5, tables 3.5 to 3.8)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.errors import invalid_enum, invalid_operation

_SECTION = "OpenGL 1.5, 3.6.4"
_INTEGER_SECTION = "EXT_texture_integer 3.6.4"
_STENCIL_SECTION = "EXT_packed_depth_stencil 3.6.4"

#: Format → its components in the order they lie in memory; L is luminance, D depth, S stencil, I an index.
FORMATS = {
    enums.COLOR_INDEX: "I", enums.STENCIL_INDEX: "S", enums.DEPTH_COMPONENT: "D", enums.RED: "R",
    enums.GREEN: "G", enums.BLUE: "B", enums.ALPHA: "A", enums.RGB: "RGB", enums.RGBA: "RGBA",
    enums.BGR: "BGR", enums.BGRA: "BGRA", enums.LUMINANCE: "L", enums.LUMINANCE_ALPHA: "LA",
    enums.RG: "RG", enums.DEPTH_STENCIL_EXT: "DS",
}  # fmt: skip
#: Those of EXT_texture_integer and ARB_texture_rg.
INTEGER_FORMATS = {
    enums.RED_INTEGER_EXT: "R", enums.GREEN_INTEGER_EXT: "G", enums.BLUE_INTEGER_EXT: "B",
    enums.ALPHA_INTEGER_EXT: "A", enums.RGB_INTEGER_EXT: "RGB", enums.RGBA_INTEGER_EXT: "RGBA",
    enums.BGR_INTEGER_EXT: "BGR", enums.BGRA_INTEGER_EXT: "BGRA", enums.LUMINANCE_INTEGER_EXT: "L",
    enums.LUMINANCE_ALPHA_INTEGER_EXT: "LA", enums.RG_INTEGER: "RG",
}  # fmt: skip
#: Type → the type of an element.
TYPES: dict[int, type[np.generic]] = {
    enums.UNSIGNED_BYTE: np.uint8, enums.BYTE: np.int8, enums.UNSIGNED_SHORT: np.uint16,
    enums.SHORT: np.int16, enums.UNSIGNED_INT: np.uint32, enums.INT: np.int32, enums.FLOAT: np.float32,
    enums.HALF_FLOAT_ARB: np.float16,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PixelStore:
    """Where pixels lie in memory (OpenGL 1.5, table 3.1)."""

    swap_bytes: bool = False
    lsb_first: bool = False
    row_length: int = 0
    skip_rows: int = 0
    skip_pixels: int = 0
    alignment: int = 4
    image_height: int = 0
    skip_images: int = 0


@dataclass(frozen=True, slots=True)
class Packing:
    """A type whose element holds a whole pixel: the components' widths, the first one highest.

    Where it is ``reversed`` the first one is lowest (table 3.8). ``encoding`` is that of floats, an internal
    format: "R11F_G11F_B10F" or "RGB9_E5".
    """

    element: type[np.generic]
    widths: tuple[int, ...]
    reversed: bool = False
    encoding: str = ""

    @property
    def shifts(self) -> tuple[int, ...]:
        """How far above bit 0 each component begins, in their order."""
        order = self.widths if self.reversed else self.widths[::-1]
        places = [sum(order[:count]) for count in range(len(order))]
        return tuple(places if self.reversed else places[::-1])


PACKED = {
    enums.UNSIGNED_BYTE_3_3_2: Packing(np.uint8, (3, 3, 2)),
    enums.UNSIGNED_BYTE_2_3_3_REV: Packing(np.uint8, (3, 3, 2), reversed=True),
    enums.UNSIGNED_SHORT_5_6_5: Packing(np.uint16, (5, 6, 5)),
    enums.UNSIGNED_SHORT_5_6_5_REV: Packing(np.uint16, (5, 6, 5), reversed=True),
    enums.UNSIGNED_SHORT_4_4_4_4: Packing(np.uint16, (4, 4, 4, 4)),
    enums.UNSIGNED_SHORT_4_4_4_4_REV: Packing(np.uint16, (4, 4, 4, 4), reversed=True),
    enums.UNSIGNED_SHORT_5_5_5_1: Packing(np.uint16, (5, 5, 5, 1)),
    enums.UNSIGNED_SHORT_1_5_5_5_REV: Packing(np.uint16, (5, 5, 5, 1), reversed=True),
    enums.UNSIGNED_INT_8_8_8_8: Packing(np.uint32, (8, 8, 8, 8)),
    enums.UNSIGNED_INT_8_8_8_8_REV: Packing(np.uint32, (8, 8, 8, 8), reversed=True),
    enums.UNSIGNED_INT_10_10_10_2: Packing(np.uint32, (10, 10, 10, 2)),
    enums.UNSIGNED_INT_2_10_10_10_REV: Packing(np.uint32, (10, 10, 10, 2), reversed=True),
    enums.UNSIGNED_INT_10F_11F_11F_REV_EXT: Packing(np.uint32, (11, 11, 10), True, "R11F_G11F_B10F"),
    enums.UNSIGNED_INT_5_9_9_9_REV_EXT: Packing(np.uint32, (9, 9, 9), True, "RGB9_E5"),
    enums.UNSIGNED_INT_24_8_EXT: Packing(np.uint32, (24, 8)),
}


@dataclass(frozen=True, slots=True)
class PixelFormat:
    """A format and type that go together: ``components`` letters, ``element`` what memory is made of.

    ``packing`` is that of packed types; ``integer`` says that components are integers as they are.
    """

    components: str
    element: np.dtype[Any]
    packing: Packing | None = None
    integer: bool = False

    @property
    def depths(self) -> bool:
        """Whether pixels are depths, with stencil values or without."""
        return "D" in self.components

    @property
    def elements(self) -> int:
        """How many elements a pixel has."""
        return 1 if self.packing is not None else len(self.components)


@lru_cache(maxsize=None, typed=True)  # a number that is no integer is not one that is equal
def pixel_format(format: int, type: int) -> PixelFormat:
    """INVALID_ENUM and INVALID_OPERATION for what is none or does not go together."""
    integer = whole(format, "format") in INTEGER_FORMATS
    if not integer and format not in FORMATS:
        raise invalid_enum("format", format, "RGBA, LUMINANCE, DEPTH_COMPONENT and their kin", _SECTION)
    components = INTEGER_FORMATS[format] if integer else FORMATS[format]
    packing = PACKED.get(whole(type, "type"))
    if packing is None and type not in TYPES:
        # BITMAP is for indices alone (OpenGL 1.5, 3.6.4).
        raise invalid_enum("type", type, "UNSIGNED_BYTE, FLOAT and their kin", _SECTION)
    element = TYPES[type] if packing is None else packing.element
    if integer and np.dtype(element).kind == "f":
        raise invalid_enum("type", type, "a type of integers with an integer format", _INTEGER_SECTION)
    if components == "DS" and type != enums.UNSIGNED_INT_24_8_EXT:
        raise invalid_enum("type", type, "UNSIGNED_INT_24_8 with DEPTH_STENCIL", _STENCIL_SECTION)
    known = {2: ("DS",), 3: ("RGB",), 4: ("RGBA", "BGRA")}
    if packing is not None and (integer or components not in known[len(packing.widths)]):
        packs = " and ".join(known[len(packing.widths)])
        raise invalid_operation(f"the type packs {len(packing.widths)} components of {packs}", _SECTION)
    return PixelFormat(components, np.dtype(element), packing, integer)
