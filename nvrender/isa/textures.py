"""Texture targets of texture instructions (NV_gpu_program4 Tables X.17 and X.18)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextureTarget:
    """One target.

    ``coordinates`` are the operand components that hold s, t, r; ``layer`` and ``reference`` the
    component that holds them, "" where there is none. ``offsets`` is how many components of a texel
    offset may be other than zero. ``sampled``: TEX and its kin may use it; ``projected``: TXB, TXL and
    TXP may, which need w; ``fetched``: TXF may, with the level in w where ``level``.
    """

    name: str
    texture: str
    coordinates: str
    layer: str = ""
    reference: str = ""
    offsets: int = 0
    sampled: bool = True
    projected: bool = True
    fetched: bool = False
    level: bool = False


_ROWS = (
    TextureTarget("1D", "TEXTURE_1D", "x", offsets=1, fetched=True, level=True),
    TextureTarget("2D", "TEXTURE_2D", "xy", offsets=2, fetched=True, level=True),
    TextureTarget("3D", "TEXTURE_3D", "xyz", offsets=3, fetched=True, level=True),
    TextureTarget("CUBE", "TEXTURE_CUBE_MAP", "xyz"),
    TextureTarget("RECT", "TEXTURE_RECTANGLE_ARB", "xy", offsets=2, fetched=True, level=True),
    TextureTarget("ARRAY1D", "TEXTURE_1D_ARRAY_EXT", "x", "y", offsets=1, fetched=True, level=True),
    TextureTarget("ARRAY2D", "TEXTURE_2D_ARRAY_EXT", "xy", "z", offsets=2, fetched=True, level=True),
    TextureTarget("SHADOW1D", "TEXTURE_1D", "x", "", "z", 1),
    TextureTarget("SHADOW2D", "TEXTURE_2D", "xy", "", "z", 2),
    TextureTarget("SHADOWRECT", "TEXTURE_RECTANGLE_ARB", "xy", "", "z", 2),
    TextureTarget("SHADOWCUBE", "TEXTURE_CUBE_MAP", "xyz", "", "w", projected=False),
    TextureTarget("SHADOWARRAY1D", "TEXTURE_1D_ARRAY_EXT", "x", "y", "z", 1),
    TextureTarget("SHADOWARRAY2D", "TEXTURE_2D_ARRAY_EXT", "xy", "z", "w", 2, projected=False),
    TextureTarget("BUFFER", "TEXTURE_BUFFER_EXT", "x", sampled=False, projected=False, fetched=True),
    TextureTarget("RENDERBUFFER", "TEXTURE_RENDERBUFFER_NV", "xy", sampled=False, projected=False),
)

#: Every target by name.
TARGETS: dict[str, TextureTarget] = {row.name: row for row in _ROWS}

BASE = ("1D", "2D", "3D", "CUBE", "RECT")
#: What ARB_fragment_program_shadow adds.
SHADOW = ("SHADOW1D", "SHADOW2D", "SHADOWRECT")
GENERATION_4 = tuple(name for name in TARGETS if name != "RENDERBUFFER")
