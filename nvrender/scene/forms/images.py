"""What a scene file may say about images: units that programs load from and store into."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.ops.image_formats import IMAGE_FORMATS
from nvrender.scene.forms.base import Form, Pixels

Unit = Annotated[int, Meta(ge=0, lt=8)]
#: Images of several samples are no scene's.
TARGETS = tuple(name for name in TARGET_AXES if "S" not in TARGET_AXES[name])
_Layers = Annotated[int, Meta(ge=1, le=2048)]


class ImageForm(Form, frozen=True):
    """An image on a unit: texels of a ``format``, of ``size`` or as large as the picture, in ``layers``.

    They begin as ``fill``, a number for each component, of normalized ones 0 to 1; or as a level of a
    ``texture`` of the scene. ``of`` is the unit whose texels these are, to be bound in another way: as
    ``view``, ``layer`` and ``access`` say. ``each_frame``: they begin anew in every frame.
    """

    format: str = ""
    target: Literal[TARGETS] = "2D"  # type: ignore[valid-type]
    size: Annotated[tuple[Pixels, ...], Meta(min_length=1, max_length=2)] | None = None
    layers: _Layers | None = None
    fill: tuple[int | float, ...] = ()
    texture: str = ""
    level: Annotated[int, Meta(ge=0, lt=32)] = 0
    of: Unit | None = None
    view: str = ""
    layer: Annotated[int, Meta(ge=0)] | None = None
    access: Literal["READ_ONLY", "READ_WRITE", "WRITE_ONLY"] = "READ_WRITE"
    each_frame: bool = False

    def __post_init__(self) -> None:
        made = [key for key in ("format", "size", "layers", "fill") if getattr(self, key)]
        made += ["target"] if self.target != "2D" else []
        if self.texture and self.of is not None:
            raise ValueError("expected texture or of, got both")
        if (self.texture or self.of is not None) and made:
            raise ValueError(f"{made[0]} is that of {'the texture' if self.texture else f'images.{self.of}'}")
        if self.of is not None and self.each_frame:
            raise ValueError(f"each_frame is that of images.{self.of}")
        if self.level and not self.texture:
            raise ValueError("level belongs to a texture")
        for key in ("format", "view"):
            if (name := getattr(self, key)) and name not in IMAGE_FORMATS:
                known = ", ".join(IMAGE_FORMATS)
                raise ValueError(f"{key} {name!r} is no format of images; there are {known}")
        if not self.texture and self.of is None:
            self._check_made()

    def _check_made(self) -> None:
        axes = TARGET_AXES[self.target]
        if self.size is None and axes in ("W", "LW"):
            raise ValueError(f"a {self.target} image needs a size, its width")
        if self.size is not None and len(self.size) != 1 + ("H" in axes):
            sides = "width and height" if "H" in axes else "its width"
            raise ValueError(f"the size of a {self.target} image is {sides}")
        if "F" in axes and (self.size is None or self.size[0] != self.size[1]):
            raise ValueError(
                f"the faces of a {self.target} image are square: give a size of two equal numbers"
            )
        if (self.layers is not None) != bool({"D", "L"} & set(axes)):
            raise ValueError("layers belongs to 3D, ARRAY1D, ARRAY2D and ARRAYCUBE images, which need it")
        row = IMAGE_FORMATS[self.format or "RGBA8"]
        components = 1 if row.packed else len(row.bits)
        if self.fill and len(self.fill) != components:
            raise ValueError(f"fill has {len(self.fill)} numbers; a texel of {row.name} takes {components}")
