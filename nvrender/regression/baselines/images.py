"""Stored pictures: PNG files that know who drew them."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from nvrender.gl.textures.pictures import picture, shape
from nvrender.regression.baselines.origin import Origin, decoded
from nvrender.regression.comparison.pictures import UInt8Array

#: The key of the PNG's text in which the origin is kept, compressed.
_ORIGIN = "nvrender"


def encoded(pixels: UInt8Array, origin: Origin) -> bytes:
    """``pixels``, (H, W) or (H, W, 1…4), as PNG with their origin."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    facts = PngInfo()
    facts.add_itxt(_ORIGIN, origin.encoded(), zip=True)
    stream = io.BytesIO()
    one = pixels.ndim == 3 and pixels.shape[2] == 1
    image = Image.fromarray(np.ascontiguousarray(pixels[:, :, 0] if one else pixels))
    image.save(stream, format="PNG", pnginfo=facts)
    return stream.getvalue()


def read(path: Path) -> tuple[UInt8Array, Origin]:
    """A baseline and its origin, an empty one where another program made it. InputError if it is damaged."""
    from PIL import Image

    pixels = picture(path, "baseline")
    with Image.open(path) as image:
        return pixels, decoded(str(image.info.get(_ORIGIN, "")))


def facts(path: Path) -> tuple[tuple[int, int], Origin]:
    """Height and width of a baseline, and its origin, by its header alone. InputError."""
    from PIL import Image

    height, width, _ = shape(path, "baseline")
    with Image.open(path) as image:
        return (height, width), decoded(str(image.info.get(_ORIGIN, "")))
