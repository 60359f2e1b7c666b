"""TXG: one component of the four texels a linear filter would weigh (NV_gpu_program5 2.X.8, TXG)."""

from __future__ import annotations

import numpy as np

from nvrender.gl.textures import Texture
from nvrender.isa.opcodes import DataType
from nvrender.isa.textures import TARGETS
from nvrender.oracle.numerics import Float32Array
from nvrender.oracle.texture import expanded, missing, numbers
from nvrender.oracle.texture_filters import COMPARISONS, Float64Array
from nvrender.oracle.texture_images import Part, Texels, along, image_starts, images_of, read
from nvrender.oracle.texture_wrap import apply_wrap, clamped, layer_of, stays_inside
from nvrender.program import TextureAccess

#: Which texel of the footprint each component is of, counted along i and j.
_CORNERS = ((0, 1), (1, 1), (1, 0), (0, 0))


@np.errstate(all="ignore")
def gather(
    texture: Texture | None, access: TextureAccess, coordinates: Float32Array, type: DataType
) -> Float32Array:
    """(4, n) words: ``access.component`` of the four texels of the base level around each lane's coordinates.

    Of comparisons each is 1.0 or 0.0. A texture that is None or incomplete is black.
    """
    count = coordinates.shape[1]
    if texture is None or not texture.complete:
        return np.repeat(missing(type, count)[access.component : access.component + 1], 4, axis=0)
    row = TARGETS[access.target]
    level = np.array(texture.base_level)
    parts = [
        _pair(texture, access, axis, numbers(coordinates["xyzw".index(letter)]))
        for axis, letter in enumerate(row.coordinates)
    ]
    layer = None
    if row.layer:
        layer = layer_of(numbers(coordinates["xyzw".index(row.layer)]), texture.layers)
    starts = image_starts(texture, level, layer)
    corners = [read(texture, starts, [parts[0][i], parts[1][j]]) for i, j in _CORNERS]
    if row.reference:
        reference = np.clip(coordinates["xyzw".index(row.reference)], 0, 1)
        return np.stack([_passed(texture, reference, texels) for texels in corners])
    return np.stack([expanded(texture, texels)[access.component] for texels in corners])


def _pair(texture: Texture, access: TextureAccess, axis: int, coordinate: Float64Array) -> list[Part]:
    """Both texels along an axis."""
    level = np.array(texture.base_level)
    size = np.asarray(images_of(texture).sizes[axis][level])
    wrap = (texture.wrap_s, texture.wrap_t)[axis]
    scale = 1 if texture.target == "RECT" else size
    u = clamped(scale * coordinate + access.offset[axis], size, wrap)
    first = np.floor(u - 0.5).astype(np.int64)
    inside = stays_inside(wrap, True)
    return [
        along(texture, axis, level, apply_wrap(place, size, wrap, True), inside=inside)
        for place in (first, first + 1)
    ]


def _passed(texture: Texture, reference: Float32Array, texels: Texels) -> Float32Array:
    found: Float32Array = COMPARISONS[texture.compare_function](reference, texels[:, 0]).astype(np.float32)
    return found
