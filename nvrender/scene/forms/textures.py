"""What a scene file may say about textures: one frozen structure per ``kind``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from nvrender.scene.forms.base import Color3, Form, Positive, Segments

#: A made picture takes about a hundred bytes a pixel while it is made.
Pixels = Annotated[int, Meta(ge=1, le=4096)]
Depth = Annotated[int, Meta(ge=1, le=128)]
#: Direction, size in degrees, brightness.
Lamp = tuple[float, float, float, float, float]
Wrap = Literal["REPEAT", "MIRRORED_REPEAT", "CLAMP", "CLAMP_TO_EDGE", "CLAMP_TO_BORDER"]
Filter = Literal[
    "NEAREST", "LINEAR", "NEAREST_MIPMAP_NEAREST", "LINEAR_MIPMAP_NEAREST", "NEAREST_MIPMAP_LINEAR",
    "LINEAR_MIPMAP_LINEAR",
]  # fmt: skip


class TextureForm(Form, tag_field="kind", frozen=True):
    """Images made by ``kind``, or files; ``anisotropy`` sharpens what is seen at a slant, at a cost.

    What ``wrap`` and ``filter`` are where they are left out depends on the target.
    """

    wrap: Wrap | None = None
    filter: Filter | None = None
    border: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    anisotropy: Annotated[float, Meta(ge=1, le=16)] = 1.0


class Flat(TextureForm, frozen=True):
    """One picture; as a 1D texture its texels in a row or a column, from the left or the bottom."""

    target: Literal["2D", "1D", "RECT"] = "2D"


class Painted(Flat, frozen=True):
    """What the made pictures share: ``size`` pixels and two ``colors``."""

    size: tuple[Pixels, Pixels] = (256, 256)
    colors: tuple[Color3, Color3] = ((1.0, 1.0, 1.0), (0.0, 0.0, 0.0))


class Checker(Painted, tag="checker", frozen=True):
    """``cells`` fields across and up, in both colours by turns."""

    cells: tuple[Segments, Segments] = (8, 8)


class Bricks(Painted, tag="bricks", frozen=True):
    """Rows of stones in the first colour with joints in the second, each stone a little different."""

    rows: Segments = 8
    columns: Segments = 4
    joint: Annotated[float, Meta(ge=0, lt=1)] = 0.06
    variety: Annotated[float, Meta(ge=0, le=1)] = 0.25
    seed: Annotated[int, Meta(ge=0)] = 1


class Noise(Painted, tag="noise", frozen=True):
    """Clouds between the colours; ``veins`` turns them into marble."""

    cells: Segments = 4
    octaves: Annotated[int, Meta(ge=1, le=10)] = 5
    veins: float = 0.0
    seed: Annotated[int, Meta(ge=0)] = 1


class Gradient(Painted, tag="gradient", frozen=True):
    """From the first colour at the bottom to the second at the top, ``repeats`` times."""

    repeats: Positive = 1.0
    smooth: bool = True


class Radial(Painted, tag="radial", frozen=True):
    """From the first colour in the middle to the second at the edge, falling off with ``power``."""

    power: Positive = 2.0


class Cells(Painted, tag="cells", frozen=True):
    """Texels of the second colour, ``density`` of all, among those of the first, by chance."""

    density: Annotated[float, Meta(ge=0, le=1)] = 0.5
    seed: Annotated[int, Meta(ge=0)] = 1


class Room(TextureForm, frozen=True):
    """Floor, horizon, sky and soft lamps at [x, y, z, size, brightness], seen all around."""

    floor: Color3 = (0.1, 0.1, 0.12)
    horizon: Color3 = (0.6, 0.6, 0.65)
    sky: Color3 = (0.2, 0.3, 0.5)
    lamps: tuple[Lamp, ...] = ()


class Surroundings(Room, tag="surroundings", frozen=True):
    """A room as a sphere map."""

    size: tuple[Pixels, Pixels] = (512, 512)


class Sky(Room, tag="sky", frozen=True):
    """A room as a cube map with faces of ``size`` pixels."""

    size: Annotated[int, Meta(ge=1, le=2048)] = 256


class Volume(TextureForm, tag="volume", frozen=True):
    """Clouds between two ``colors`` in three dimensions, ``size`` texels along s, t and r."""

    size: tuple[Depth, Depth, Depth] = (32, 32, 32)
    cells: Annotated[int, Meta(ge=1, le=128)] = 4
    octaves: Annotated[int, Meta(ge=1, le=8)] = 3
    colors: tuple[Color3, Color3] = ((1.0, 1.0, 1.0), (0.0, 0.0, 0.0))
    seed: Annotated[int, Meta(ge=0)] = 1


class Picture(Flat, tag="file", kw_only=True, frozen=True):
    """An image file; with ``srgb`` its colours are made linear before they are filtered."""

    path: str
    srgb: bool = False


class Normals(Flat, tag="normals", kw_only=True, frozen=True):
    """The normals of the heights that another texture's brightness is, and that brightness as alpha."""

    of: str
    strength: float = 4.0


class CubeMap(TextureForm, tag="cube", kw_only=True, frozen=True):
    """Six ``faces`` around, +x, -x, +y, -y, +z, -z: textures of the scene, or image files."""

    faces: tuple[str, str, str, str, str, str]
    srgb: bool = False


class Layers(TextureForm, tag="layers", kw_only=True, frozen=True):
    """An array of pictures, or of cube maps: textures of the scene, alike in size and format."""

    textures: Annotated[tuple[str, ...], Meta(min_length=1, max_length=256)]


TextureKind = (
    Checker
    | Bricks
    | Noise
    | Gradient
    | Radial
    | Cells
    | Surroundings
    | Sky
    | Volume
    | Picture
    | Normals
    | CubeMap
    | Layers
)
