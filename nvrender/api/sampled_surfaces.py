"""Surfaces as multisample textures, whose samples programs fetch by TXFMS (NV_explicit_multisample 3.8.4)."""

from __future__ import annotations

import numpy as np

from nvrender.gl.surfaces import DEEPEST, Surface
from nvrender.gl.textures import Texture


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
