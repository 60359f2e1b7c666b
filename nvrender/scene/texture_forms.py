"""What a scene file may say about textures: one frozen structure per ``kind``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from nvrender.scene.form import Color3, Form, Positive, Segments

#: A made picture takes about a hundred bytes a pixel while it is made.
Pixels = Annotated[int, Meta(ge=1, le=4096)]
#: Direction, size in degrees, brightness.
Lamp = tuple[float, float, float, float, float]
Wrap = Literal["REPEAT", "MIRRORED_REPEAT", "CLAMP", "CLAMP_TO_EDGE", "CLAMP_TO_BORDER"]
Filter = Literal[
    "NEAREST", "LINEAR", "NEAREST_MIPMAP_NEAREST", "LINEAR_MIPMAP_NEAREST", "NEAREST_MIPMAP_LINEAR",
    "LINEAR_MIPMAP_LINEAR",
]  # fmt: skip


class TextureForm(Form, tag_field="kind", frozen=True):
    """A picture made by ``kind``, or a file; ``anisotropy`` sharpens what is seen at a slant, at a cost."""

    wrap: Literal["REPEAT", "CLAMP_TO_EDGE"] = "REPEAT"
    filter: Literal["NEAREST", "LINEAR", "LINEAR_MIPMAP_LINEAR"] = "LINEAR_MIPMAP_LINEAR"
    anisotropy: Annotated[float, Meta(ge=1, le=16)] = 1.0


class Painted(TextureForm, frozen=True):
    """What the made pictures share: ``size`` pixels and two ``colors``."""

    size: tuple[Pixels, Pixels] = (256, 256)
    colors: tuple[Color3, Color3] = ((1.0, 1.0, 1.0), (0.0, 0.0, 0.0))


class Checker(Painted, tag="checker", frozen=True):
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


class Surroundings(TextureForm, tag="surroundings", frozen=True):
    """A sphere map of a room: floor, horizon, sky and soft lamps at [x, y, z, size, brightness]."""

    size: tuple[Pixels, Pixels] = (512, 512)
    floor: Color3 = (0.1, 0.1, 0.12)
    horizon: Color3 = (0.6, 0.6, 0.65)
    sky: Color3 = (0.2, 0.3, 0.5)
    lamps: tuple[Lamp, ...] = ()


class Picture(TextureForm, tag="file", kw_only=True, frozen=True):
    """An image file."""

    path: str


TextureKind = Checker | Bricks | Noise | Gradient | Radial | Surroundings | Picture
