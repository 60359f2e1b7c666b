"""The targets of texture commands, and the texture objects bound to them (OpenGL 1.5, 3.8.1 and 3.8.12)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.errors import invalid_enum, invalid_operation
from nvrender.api.objects.texture_units import ImageUnit, TextureState
from nvrender.api.objects.textures import TextureObject
from nvrender.gl.state.state import TEXTURE_UNITS

#: What textures are bound to → the word of a Texture.
TARGETS = {
    enums.TEXTURE_1D: "1D", enums.TEXTURE_2D: "2D", enums.TEXTURE_3D: "3D", enums.TEXTURE_CUBE_MAP: "CUBE",
    enums.TEXTURE_RECTANGLE_ARB: "RECT", enums.TEXTURE_1D_ARRAY_EXT: "ARRAY1D",
    enums.TEXTURE_2D_ARRAY_EXT: "ARRAY2D", enums.TEXTURE_BUFFER_EXT: "BUFFER",
    enums.TEXTURE_RENDERBUFFER_NV: "RENDERBUFFER", enums.TEXTURE_CUBE_MAP_ARRAY_ARB: "ARRAYCUBE",
    enums.TEXTURE_2D_MULTISAMPLE: "2DMS", enums.TEXTURE_2D_MULTISAMPLE_ARRAY: "ARRAY2DMS",
}  # fmt: skip
#: What Enable takes, the first that is enabled counting (3.8.15; ARB_texture_rectangle 3.8.15).
ENABLES = {
    enums.TEXTURE_CUBE_MAP: "CUBE", enums.TEXTURE_3D: "3D", enums.TEXTURE_RECTANGLE_ARB: "RECT",
    enums.TEXTURE_2D: "2D", enums.TEXTURE_1D: "1D",
}  # fmt: skip
#: pname of the binding → target.
BINDINGS = {
    enums.TEXTURE_BINDING_1D: "1D", enums.TEXTURE_BINDING_2D: "2D", enums.TEXTURE_BINDING_3D: "3D",
    enums.TEXTURE_BINDING_CUBE_MAP: "CUBE", enums.TEXTURE_BINDING_RECTANGLE_ARB: "RECT",
    enums.TEXTURE_BINDING_1D_ARRAY_EXT: "ARRAY1D", enums.TEXTURE_BINDING_2D_ARRAY_EXT: "ARRAY2D",
    enums.TEXTURE_BINDING_BUFFER_EXT: "BUFFER", enums.TEXTURE_BINDING_RENDERBUFFER_NV: "RENDERBUFFER",
    enums.TEXTURE_BINDING_CUBE_MAP_ARRAY_ARB: "ARRAYCUBE",
    enums.TEXTURE_BINDING_2D_MULTISAMPLE: "2DMS", enums.TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY: "ARRAY2DMS",
}  # fmt: skip

#: Largest width, height and depth, and how many layers an array may have.
LARGEST, LARGEST_3D, LAYERS = 4096, 512, 512
#: More texels than these are more than memory is for.
MOST_TEXELS = 1 << 24


@dataclass(frozen=True, slots=True)
class ImageTarget:
    """What an image is specified for: a texture's target, the face, and how many sizes it has."""

    target: str
    dimensions: int
    face: int = 0
    proxy: bool = False

    @property
    def largest(self) -> tuple[int, ...]:
        """The largest width, height and depth of level 0; of layers their number."""
        if self.target == "3D":
            return (LARGEST_3D,) * 3
        if self.target == "ARRAY1D":
            return LARGEST, LAYERS
        return (LARGEST, LARGEST, LAYERS)[: self.dimensions]

    @property
    def shrinks(self) -> int:
        """How many of the sizes become smaller from level to level; the others are layers."""
        return self.dimensions - self.target.startswith("ARRAY")

    @property
    def levels(self) -> int:
        return 1 if self.target == "RECT" else self.largest[0].bit_length()


_PLAIN = {
    enums.TEXTURE_1D: ("1D", 1), enums.TEXTURE_2D: ("2D", 2), enums.TEXTURE_RECTANGLE_ARB: ("RECT", 2),
    enums.TEXTURE_1D_ARRAY_EXT: ("ARRAY1D", 2), enums.TEXTURE_3D: ("3D", 3),
    enums.TEXTURE_2D_ARRAY_EXT: ("ARRAY2D", 3), enums.TEXTURE_CUBE_MAP_ARRAY_ARB: ("ARRAYCUBE", 3),
}  # fmt: skip
_PROXIES = {
    enums.PROXY_TEXTURE_1D: ("1D", 1), enums.PROXY_TEXTURE_2D: ("2D", 2),
    enums.PROXY_TEXTURE_CUBE_MAP: ("CUBE", 2), enums.PROXY_TEXTURE_RECTANGLE_ARB: ("RECT", 2),
    enums.PROXY_TEXTURE_1D_ARRAY_EXT: ("ARRAY1D", 2), enums.PROXY_TEXTURE_3D: ("3D", 3),
    enums.PROXY_TEXTURE_2D_ARRAY_EXT: ("ARRAY2D", 3),
    enums.PROXY_TEXTURE_CUBE_MAP_ARRAY_ARB: ("ARRAYCUBE", 3),
}  # fmt: skip
#: Everything images are specified for.
IMAGES: dict[int, ImageTarget] = {
    **{value: ImageTarget(*row) for value, row in _PLAIN.items()},
    **{value: ImageTarget(*row, proxy=True) for value, row in _PROXIES.items()},
    **{enums.TEXTURE_CUBE_MAP_POSITIVE_X + face: ImageTarget("CUBE", 2, face) for face in range(6)},
}


def target_word(target: int, section: str) -> str:
    """The word of what textures are bound to."""
    if whole(target, "target") not in TARGETS:
        raise invalid_enum("target", target, "TEXTURE_2D, TEXTURE_CUBE_MAP and their kin", section)
    return TARGETS[target]


def image_target(target: int, dimensions: int, section: str, *, proxies: bool = False) -> ImageTarget:
    """What images of ``dimensions`` sizes are specified for."""
    found = IMAGES.get(whole(target, "target"))
    if found is None or found.dimensions != dimensions or (found.proxy and not proxies):
        known = {1: "TEXTURE_1D", 2: "TEXTURE_2D, faces of cube maps and their kin",
                 3: "TEXTURE_3D, TEXTURE_2D_ARRAY_EXT and its kin"}  # fmt: skip
        raise invalid_enum("target", target, known[dimensions], section)
    return found


def bound_texture(textures: TextureState, target: str, unit: int | None = None) -> TextureObject:
    """The texture object bound to a target of a unit, of the active one if None."""
    name = textures.units[textures.active_texture if unit is None else unit].bound(target)
    found = textures.names.objects.get(name) if name else None
    return textures.defaults[target] if found is None else found


def check_unhandled(textures: TextureState, target: str) -> None:
    """INVALID_OPERATION where there is a handle of the bound texture."""
    if bound_texture(textures, target).handled:
        reason = "there is a handle of the texture; only texels may change"
        raise invalid_operation(reason, "NV_bindless_texture 3.9.X")


def replace_texture(textures: TextureState, new: TextureObject) -> None:
    """Another value for the texture object bound to its target of the active unit."""
    name = textures.units[textures.active_texture].bound(new.target)
    if name and name in textures.names.objects:
        textures.names.objects[name] = new
    else:
        textures.defaults[new.target] = new


def coordinate_set(textures: TextureState) -> int:
    """The active unit's set of texture coordinates; INVALID_OPERATION where it has none."""
    unit = textures.active_texture
    if unit >= TEXTURE_UNITS:
        reason = f"unit {unit} has no texture coordinates; units 0 to {TEXTURE_UNITS - 1} have"
        raise invalid_operation(reason, "ARB_fragment_program 2.10.2")
    return unit


def change_unit(textures: TextureState, unit: int, **changes: object) -> None:
    """Other fields for an image unit."""
    units = textures.units
    changed: ImageUnit = replace(units[unit], **changes)  # type: ignore[arg-type]
    textures.units = (*units[:unit], changed, *units[unit + 1 :])
