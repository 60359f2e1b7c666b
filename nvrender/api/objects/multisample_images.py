"""Surfaces as multisample textures, whose samples programs fetch by TXFMS (NV_explicit_multisample 3.8.4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nvrender.api.objects.framebuffers import RENDER_FORMATS, RenderFormat
from nvrender.gl.textures.surfaces import DEEPEST, Surface, color_surface, depth_surface
from nvrender.gl.textures.texture import Texture


def sampled(surface: Surface, base: str, *, layers: bool = False) -> Texture:
    """A surface of ``base`` RGB, RGBA, DEPTH or DEPTH_STENCIL as it is now; of one value a pixel one sample.

    With ``layers`` an array of all of them, else the first.
    """
    plane = surface.read()[0]
    if not surface.samples:
        plane = plane[:, :, :, None]
    if base.startswith("DEPTH"):
        texels = (plane[..., None] / DEEPEST).astype(np.float32)
    else:
        texels = plane[..., : 3 if base == "RGB" else 4]
    texels = np.moveaxis(texels, 3, 1)
    format = "DEPTH" if base.startswith("DEPTH") else base
    return Texture("ARRAY2DMS" if layers else "2DMS", (np.array(texels if layers else texels[0]),), format)


@dataclass(frozen=True, eq=False)
class Multisample:
    """The image of a multisample texture, of one layer or several (ARB_texture_multisample 3.8.4).

    Its samples are made when they are first drawn into or fetched.
    """

    format: int
    size: tuple[int, int]
    layers: int
    samples: int
    fixed: bool

    @property
    def form(self) -> RenderFormat:
        return RENDER_FORMATS[self.format]

    @cached_property
    def surface(self) -> Surface:
        layers, samples = self.layers, self.samples
        if self.form.colors:
            alpha = self.form.base == "RGBA"
            return color_surface(self.size, self.form.dtype, layers=layers, alpha=alpha, samples=samples)
        return depth_surface(self.size, layers=layers, samples=samples)

    def texture(self, target: str) -> Texture | None:
        """What programs fetch from now; None where there is no texel, or stencil values alone."""
        if not (all(self.size) and self.layers) or not (self.form.colors or self.form.depths):
            return None
        return sampled(self.surface, self.form.base, layers=target == "ARRAY2DMS")
