"""Texture units, image units, handles, and all that a context keeps of textures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from nvrender.api import enums
from nvrender.api.objects.multisample_images import Multisample
from nvrender.api.objects.table import Table
from nvrender.api.objects.textures import RECTANGLE, Parameters, SamplerObject, TexelArray, TextureObject
from nvrender.gl.state.fragments import TextureUnit
from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.program.limits import FRAGMENT

#: Image units.
IMAGES = FRAGMENT.image_units
#: Texture image units, of every stage together.
IMAGE_UNITS = FRAGMENT.texture_image_units


@dataclass(frozen=True, slots=True)
class ImageUnit:
    """A texture image unit: the names bound to its targets, which are enabled, and its environment.

    Targets are the words of textures. ``environment`` has of a TextureUnit what TexEnv sets; ``lod_bias`` is
    that of TEXTURE_FILTER_CONTROL, ``sampler`` the name of a sampler object, 0 for none.
    """

    bindings: tuple[tuple[str, int], ...] = ()
    enabled: frozenset[str] = frozenset()
    environment: TextureUnit = field(default_factory=TextureUnit)
    lod_bias: float = 0.0
    sampler: int = 0

    def bound(self, target: str) -> int:
        return dict(self.bindings).get(target, 0)


class ImageBinding(NamedTuple):
    """What an image unit has (EXT_shader_image_load_store, Table 6.X)."""

    texture: int = 0
    level: int = 0
    layered: bool = False
    layer: int = 0
    access: int = enums.READ_ONLY
    format: int = enums.R8


class Handle(NamedTuple):
    """What a handle is of (NV_bindless_texture 3.9.X): a texture, or a level of one as an image.

    ``layer`` None: all layers; ``format`` is the image unit format, of a texture's handle 0; ``sampler`` the
    sampler object whose parameters count, 0 for the texture's own.
    """

    texture: int
    level: int = 0
    layer: int | None = None
    format: int = 0
    sampler: int = 0


@dataclass(slots=True)
class Handles:
    """What handles are of, and how many there ever were."""

    known: dict[int, Handle] = field(default_factory=dict)
    made: int = 0


def _default_textures() -> dict[str, TextureObject]:
    """The textures of name 0 (OpenGL 1.5, 3.8.12)."""
    return {
        target: TextureObject(target, parameters=RECTANGLE) if target == "RECT" else TextureObject(target)
        for target in (*TARGET_AXES, "RENDERBUFFER")
    }


@dataclass(slots=True)
class TextureState:
    """Textures, samplers, and the units they are bound to."""

    names: Table[TextureObject]
    samplers: Table[SamplerObject]
    handles: Handles
    #: By target, the textures of name 0; proxies by target and level, None where there is no room for it.
    defaults: dict[str, TextureObject] = field(default_factory=_default_textures)
    proxies: dict[tuple[str, int], TexelArray | None] = field(default_factory=dict)
    multisample_proxies: dict[str, Multisample | None] = field(default_factory=dict)
    active_texture: int = 0
    units: tuple[ImageUnit, ...] = (ImageUnit(),) * IMAGE_UNITS
    images: tuple[ImageBinding, ...] = (ImageBinding(),) * IMAGES
    #: Texture handles that this context made resident, and image handles with the access.
    resident: frozenset[int] = frozenset()
    resident_images: dict[int, str] = field(default_factory=dict)

    @property
    def bound_parameters(self) -> tuple[tuple[str, int, Parameters], ...]:
        """Target, name and parameters of the textures bound to any unit (OpenGL 1.5, 6.1.12).

        To be set where they are still there.
        """
        names = {pair for unit in self.units for pair in unit.bindings if pair[1]}
        found = {(target, 0): self.defaults[target] for target in self.defaults}
        found |= {pair: self.names.objects[pair[1]] for pair in names if pair[1] in self.names.objects}
        return tuple((*pair, held.parameters) for pair, held in found.items())

    @bound_parameters.setter
    def bound_parameters(self, kept: tuple[tuple[str, int, Parameters], ...]) -> None:
        for target, name, parameters in kept:
            objects: dict[Any, TextureObject] = self.names.objects if name else self.defaults
            held = objects.get(name or target)
            if held is None or held.target != target or held.handled:
                continue
            if held.parameters != parameters:
                objects[name or target] = replace(held, parameters=parameters)
