"""Images: how components lie in a texel, which formats are views of each other, coordinates.

EXT_shader_image_load_store 3.9.X, Table X.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Encoding(Enum):
    """What the bits of a component stand for."""

    FLOAT = "float"
    #: c of b bits is c / (2^b - 1).
    NORMALIZED = "unsigned normalized"
    #: c of b bits is c / (2^(b-1) - 1), -1 at least.
    SIGNED_NORMALIZED = "signed normalized"
    UNSIGNED = "unsigned"
    SIGNED = "signed"

    @property
    def whole(self) -> bool:
        """True for integers, which no floats are stored as."""
        return self in (Encoding.UNSIGNED, Encoding.SIGNED)


@dataclass(frozen=True, slots=True)
class ImageFormat:
    """A format of Table X.2: bits of each component, the first lowest in the texel."""

    name: str
    encoding: Encoding
    bits: tuple[int, ...]

    @property
    def bytes(self) -> int:
        """Bytes of a texel. Formats of as many are views of each other (column "equivalence")."""
        return sum(self.bits) // 8

    @property
    def equivalence(self) -> str:
        """The class as Table X.2 writes it."""
        return {1: "1x8", 2: "1x16", 4: "1x32", 8: "2x32", 16: "4x32"}[self.bytes]

    @property
    def packed(self) -> bool:
        """True where components are no bytes or words of their own, and an array holds texels as words."""
        return self.bits[0] not in (8, 16, 32)


_ENCODINGS = (
    (Encoding.FLOAT, "F", "RGBA32 RGBA16 RG32 RG16 R32 R16"),
    (Encoding.UNSIGNED, "UI", "RGBA32 RGBA16 RGBA8 RG32 RG16 RG8 R32 R16 R8"),
    (Encoding.SIGNED, "I", "RGBA32 RGBA16 RGBA8 RG32 RG16 RG8 R32 R16 R8"),
    (Encoding.NORMALIZED, "", "RGBA16 RGBA8 RG16 RG8 R16 R8"),
    (Encoding.SIGNED_NORMALIZED, "_SNORM", "RGBA16 RGBA8 RG16 RG8 R16 R8"),
)


def _row(name: str, encoding: Encoding, suffix: str) -> ImageFormat:
    letters = name.rstrip("0123456789")
    return ImageFormat(name + suffix, encoding, (int(name[len(letters) :]),) * len(letters))


#: Every format by name.
IMAGE_FORMATS: dict[str, ImageFormat] = {
    row.name: row
    for row in (
        *(_row(name, encoding, suffix) for encoding, suffix, names in _ENCODINGS for name in names.split()),
        ImageFormat("R11F_G11F_B10F", Encoding.FLOAT, (11, 11, 10)),
        ImageFormat("RGB10_A2UI", Encoding.UNSIGNED, (10, 10, 10, 2)),
        ImageFormat("RGB10_A2", Encoding.NORMALIZED, (10, 10, 10, 2)),
    )
}

#: Target → the components of an operand that are coordinates (Table X.5; docs/semantics.md of ARRAY1D).
IMAGE_COORDINATES: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("1D", "BUFFER"), (0,)),
    **dict.fromkeys(("2D", "RECT"), (0, 1)),
    **dict.fromkeys(("3D", "CUBE", "ARRAY2D", "ARRAYCUBE"), (0, 1, 2)),
    "ARRAY1D": (0, 2),
    "2DMS": (0, 1, 3),
    "ARRAY2DMS": (0, 1, 2, 3),
}
