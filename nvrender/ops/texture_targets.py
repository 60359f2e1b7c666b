"""Texture targets of texture instructions (NV_gpu_program4 Tables X.17 and X.18)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextureTarget:
    """One target.

    ``coordinates`` are the operand components that hold s, t, r; ``layer`` and ``reference`` the
    component that holds them, "" where there is none. ``offsets`` is how many components of a texel
    offset may be other than zero. ``sampled``: TEX and its kin may use it; ``projected``: TXB, TXL and
    TXP may, which need w; ``fetched``: TXF may, with the level in w where ``level``; ``gathered``: TXG may;
    ``multisample``: TXFMS alone may. ``second`` are the instructions that take a second coordinate operand
    in generation 5, whose x is the reference, the bias or the level; ``refused`` those that cannot use the
    target for want of a coordinate (EXT_sparse_texture2 Table X.17).
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
    gathered: bool = False
    multisample: bool = False
    second: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()

    @property
    def plain(self) -> str:
        """The target without comparisons."""
        return self.name.removeprefix("SHADOW")

    @property
    def compares(self) -> bool:
        """True for the SHADOW pseudo-targets."""
        return self.name.startswith("SHADOW")


_BIASED = frozenset({"TXB", "TXL"})

_ROWS = (
    TextureTarget("1D", "TEXTURE_1D", "x", offsets=1, fetched=True, level=True),
    TextureTarget("2D", "TEXTURE_2D", "xy", offsets=2, fetched=True, level=True, gathered=True),
    TextureTarget("3D", "TEXTURE_3D", "xyz", offsets=3, fetched=True, level=True),
    TextureTarget("CUBE", "TEXTURE_CUBE_MAP", "xyz", gathered=True),
    TextureTarget("RECT", "TEXTURE_RECTANGLE_ARB", "xy", offsets=2, fetched=True, level=True, gathered=True),
    TextureTarget("ARRAY1D", "TEXTURE_1D_ARRAY_EXT", "x", "y", offsets=1, fetched=True, level=True),
    TextureTarget(
        "ARRAY2D", "TEXTURE_2D_ARRAY_EXT", "xy", "z", offsets=2, fetched=True, level=True, gathered=True
    ),
    TextureTarget("SHADOW1D", "TEXTURE_1D", "x", "", "z", 1),
    TextureTarget("SHADOW2D", "TEXTURE_2D", "xy", "", "z", 2, gathered=True),
    TextureTarget("SHADOWRECT", "TEXTURE_RECTANGLE_ARB", "xy", "", "z", 2, gathered=True),
    TextureTarget(
        "SHADOWCUBE", "TEXTURE_CUBE_MAP", "xyz", "", "w", projected=False, gathered=True, second=_BIASED
    ),
    TextureTarget("SHADOWARRAY1D", "TEXTURE_1D_ARRAY_EXT", "x", "y", "z", 1),
    TextureTarget("SHADOWARRAY2D", "TEXTURE_2D_ARRAY_EXT", "xy", "z", "w", 2, projected=False, gathered=True),
    TextureTarget("BUFFER", "TEXTURE_BUFFER_EXT", "x", sampled=False, projected=False, fetched=True),
    TextureTarget(
        "RENDERBUFFER", "TEXTURE_RENDERBUFFER_NV", "xy", sampled=False, projected=False, multisample=True
    ),
    TextureTarget(
        "ARRAYCUBE", "TEXTURE_CUBE_MAP_ARRAY", "xyz", "w", projected=False, gathered=True, second=_BIASED
    ),
    TextureTarget(
        "SHADOWARRAYCUBE",
        "TEXTURE_CUBE_MAP_ARRAY",
        "xyz",
        "w",
        projected=False,
        gathered=True,
        second=frozenset({"TEX", "TXG", "LOD"}),
        refused=frozenset({"TXD"}),
    ),
    TextureTarget("2DMS", "TEXTURE_2D_MULTISAMPLE", "xy", sampled=False, projected=False, multisample=True),
    TextureTarget(
        "ARRAY2DMS",
        "TEXTURE_2D_MULTISAMPLE_ARRAY",
        "xy",
        "z",
        sampled=False,
        projected=False,
        multisample=True,
    ),
)

#: Every target by name.
TARGETS: dict[str, TextureTarget] = {row.name: row for row in _ROWS}

BASE = ("1D", "2D", "3D", "CUBE", "RECT")
#: What ARB_fragment_program_shadow adds.
SHADOW = ("SHADOW1D", "SHADOW2D", "SHADOWRECT")
CUBES = ("CUBE", "ARRAYCUBE")
#: The same as textures, with the targets that compare.
CUBE_MAPS = frozenset(TARGETS[name].texture for name in CUBES)
CUBE_ARRAYS = ("ARRAYCUBE", "SHADOWARRAYCUBE")
GENERATION_4 = tuple(name for name, row in TARGETS.items() if not row.multisample and name not in CUBE_ARRAYS)
GENERATION_5 = (*GENERATION_4, *CUBE_ARRAYS)
#: What NV_texture_multisample adds.
MULTISAMPLE = ("2DMS", "ARRAY2DMS")
#: Least and greatest texel offset, and those of TXGO (NV_gpu_program5 New Implementation Dependent State).
TEXEL_OFFSETS = (-8, 7)
GATHER_OFFSETS = (-32, 31)
#: What images are accessed as (EXT_shader_image_load_store 2.X.2).
IMAGES = frozenset("1D 2D 3D RECT CUBE BUFFER ARRAY1D ARRAY2D ARRAYCUBE 2DMS ARRAY2DMS".split())
#: What a layer or face that is bound alone is accessed as (EXT_shader_image_load_store 3.9.X).
SINGLE_LAYERS = {
    "ARRAY1D": "1D", "ARRAY2D": "2D", "3D": "2D", "CUBE": "2D", "ARRAYCUBE": "2D", "ARRAY2DMS": "2DMS",
}  # fmt: skip
