"""Framebuffer and renderbuffer objects, the window, and which of them are drawn into and read.

EXT_framebuffer_object 4.4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import Vector4
from nvrender.api.objects.table import Table
from nvrender.gl.textures.surfaces import Surface, color_surface, depth_surface

#: MAX_COLOR_ATTACHMENTS_EXT and MAX_RENDERBUFFER_SIZE_EXT.
COLOR_ATTACHMENTS = 8
MOST_PIXELS = 1 << 14
#: MAX_SAMPLES_EXT, and the only number of samples there is besides one value a pixel.
MAX_SAMPLES = 4


@dataclass(frozen=True, slots=True)
class RenderFormat:
    """What an image that is drawn into holds.

    ``base`` is RGB, RGBA, DEPTH, STENCIL or DEPTH_STENCIL; ``dtype`` that of colours.
    """

    base: str
    dtype: npt.DTypeLike = np.uint8

    @property
    def colors(self) -> bool:
        return self.base in ("RGB", "RGBA")

    @property
    def depths(self) -> bool:
        return self.base in ("DEPTH", "DEPTH_STENCIL")

    @property
    def stencils(self) -> bool:
        return self.base in ("STENCIL", "DEPTH_STENCIL")

    @property
    def bytes(self) -> int:
        """How many a pixel takes in memory."""
        return 4 * np.dtype(self.dtype).itemsize if self.colors else 5

    @property
    def bits(self) -> dict[str, int]:
        """How many bits each component has."""
        depth = {"DEPTH": 24} if self.depths else {}
        stencil = {"STENCIL": 8} if self.stencils else {}
        names = {"RGB": ("RED", "GREEN", "BLUE"), "RGBA": ("RED", "GREEN", "BLUE", "ALPHA")}
        bits = 8 * np.dtype(self.dtype).itemsize
        return dict.fromkeys(names.get(self.base, ()), bits) | depth | stencil


def _formats() -> dict[int, RenderFormat]:
    """What there is of the resolutions asked for: 8 bits, or floats (EXT_framebuffer_object 4.4.2.1)."""
    found: dict[int, RenderFormat] = {}
    for base, names in (
        ("RGB", "RGB R3_G3_B2 RGB4 RGB5 RGB8 RGB10 RGB12 RGB16"),
        ("RGBA", "RGBA RGBA2 RGBA4 RGB5_A1 RGBA8 RGB10_A2 RGBA12 RGBA16"),
        ("DEPTH", "DEPTH_COMPONENT DEPTH_COMPONENT16 DEPTH_COMPONENT24 DEPTH_COMPONENT32"),
        ("STENCIL", " ".join(["STENCIL_INDEX", *(f"STENCIL_INDEX{bits}_EXT" for bits in (1, 4, 8, 16))])),
        ("DEPTH_STENCIL", "DEPTH_STENCIL_EXT DEPTH24_STENCIL8_EXT"),
    ):
        found |= {getattr(enums, name): RenderFormat(base) for name in names.split()}
    for base in ("RGB", "RGBA"):
        found[getattr(enums, f"{base}16F_ARB")] = RenderFormat(base, np.float16)
        found[getattr(enums, f"{base}32F_ARB")] = RenderFormat(base, np.float32)
    return found


#: Internal formats that RenderbufferStorage takes.
RENDER_FORMATS = _formats()


@dataclass(frozen=True)
class Renderbuffer:
    """A renderbuffer object: its pixels are made when they are first used."""

    format: int = enums.RGBA
    size: tuple[int, int] = (0, 0)
    samples: int = 0

    @property
    def form(self) -> RenderFormat:
        return RENDER_FORMATS[self.format]

    @cached_property
    def surface(self) -> Surface:
        if self.form.colors:
            alpha = self.form.base == "RGBA"
            return color_surface(self.size, self.form.dtype, alpha=alpha, samples=self.samples)
        return depth_surface(self.size, samples=self.samples)


@dataclass(frozen=True, slots=True)
class Attachment:
    """What is attached to a framebuffer object: a renderbuffer, or a texture's level, or a layer of it.

    ``kind`` is RENDERBUFFER_EXT or TEXTURE; ``face`` the enumerant of a cube map's face, as it is asked for,
    ``faced`` whether that face alone is attached. ``layered``: all layers are (NV_geometry_program4 4.4.2.3).
    """

    kind: int
    name: int
    level: int = 0
    layer: int = 0
    face: int = enums.TEXTURE_CUBE_MAP_POSITIVE_X
    layered: bool = False


@dataclass(frozen=True, slots=True)
class Framebuffer:
    """A framebuffer object: what is attached to its points, and what of it is drawn into and read."""

    attachments: Mapping[int, Attachment] = field(default_factory=dict)
    draw_buffers: tuple[int, ...] = (enums.COLOR_ATTACHMENT0_EXT,)
    read_buffer: int = enums.COLOR_ATTACHMENT0_EXT


@dataclass
class Window:
    """The default framebuffer: two buffers of colours, one of depths and stencil values.

    They are ``size`` pixels large, and made when they are first used.
    """

    size: tuple[int, int]

    @cached_property
    def front(self) -> Surface:
        return color_surface(self.size)

    @cached_property
    def back(self) -> Surface:
        return color_surface(self.size)

    @cached_property
    def depth(self) -> Surface:
        return depth_surface(self.size)


@dataclass(slots=True)
class FramebufferState:
    """Framebuffers and renderbuffers by name, and the names of the current ones."""

    names: Table[Framebuffer]
    renderbuffers: Table[Renderbuffer]
    window: Window
    draw_framebuffer: int = 0
    read_framebuffer: int = 0
    renderbuffer: int = 0
    #: Of the window: what each output is drawn into, and what is read.
    draw_buffers: tuple[int, ...] = (enums.BACK,)
    read_buffer: int = enums.BACK
    clear_color: Vector4 = (0.0, 0.0, 0.0, 0.0)
    clear_depth: float = 1.0
    clear_stencil: int = 0

    def detach(self, kind: int, number: int) -> None:
        """Detach an object that is deleted from the framebuffers that are bound (4.4.2.2)."""
        for name in {self.draw_framebuffer, self.read_framebuffer} - {0}:
            held = self.names.objects.get(name) or Framebuffer()
            left = {
                point: each
                for point, each in held.attachments.items()
                if (each.kind, each.name) != (kind, number)
            }
            self.names.objects[name] = replace(held, attachments=left)
