"""TXG and TXGO: one component of four texels, as a linear filter finds them (NV_gpu_program5 2.X.8)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nvrender.gl.textures.texture import Texture
from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.texture_targets import TARGETS
from nvrender.ops.types import DataType
from nvrender.oracle.texture.access import expanded, missing, placed
from nvrender.oracle.texture.filters import COMPARISONS, Float64Array, Index, Offset
from nvrender.oracle.texture.images import Part, Texels, along, image_starts, images_of, read
from nvrender.oracle.texture.wrap import apply_wrap, clamped, stays_inside
from nvrender.program import TextureAccess

#: Which texel of the footprint each component is of, counted along i and j.
_CORNERS = ((0, 1), (1, 1), (1, 0), (0, 0))
#: What TXGO makes of wrap modes that leave it undefined (docs/semantics.md).
_KEPT = {"CLAMP": "CLAMP_TO_EDGE", "MIRROR_CLAMP": "MIRROR_CLAMP_TO_EDGE"}


@np.errstate(all="ignore")
def gather(
    texture: Texture | None,
    access: TextureAccess,
    coordinates: Float32Array,
    type: DataType,
    offset: Offset | None = None,
    reference: Float32Array | None = None,
) -> Float32Array:
    """(4, n) words: ``access.component`` of the four texels of the base level around each lane's coordinates.

    Of comparisons each is 1.0 or 0.0. A texture that is None or incomplete is black. ``offset`` and
    ``reference`` are as in ``sample``.
    """
    count = coordinates.shape[1]
    if texture is None or not texture.complete:
        return _missing(access, type, count)
    place, layer, _ = placed(texture, access, coordinates, None)
    moved = access.offset if offset is None else offset
    wraps = texture.wrap_s, texture.wrap_t
    pairs = [_pair(texture, axis, place[axis], moved[axis], wraps[axis]) for axis in (0, 1)]
    corners = [(pairs[0][i], pairs[1][j]) for i, j in _CORNERS]
    return _of(texture, access, coordinates, layer, corners, reference)


@np.errstate(all="ignore")
def gather_apart(
    texture: Texture | None,
    access: TextureAccess,
    coordinates: Float32Array,
    type: DataType,
    offsets: Sequence[Offset],
) -> Float32Array:
    """(4, n) words: the same of the texel (i0, j0) at each of four ``offsets`` (TXGO)."""
    count = coordinates.shape[1]
    if texture is None or not texture.complete:
        return _missing(access, type, count)
    place, layer, _ = placed(texture, access, coordinates, None)
    wraps = [_KEPT.get(wrap, wrap) for wrap in (texture.wrap_s, texture.wrap_t)]
    corners = [
        (
            _pair(texture, 0, place[0], offset[0], wraps[0])[0],
            _pair(texture, 1, place[1], offset[1], wraps[1])[0],
        )
        for offset in offsets
    ]
    return _of(texture, access, coordinates, layer, corners, None)


def _missing(access: TextureAccess, type: DataType, count: int) -> Float32Array:
    component = 0 if TARGETS[access.target].compares else access.component
    return np.repeat(missing(type, count)[component : component + 1], 4, axis=0)


def _of(
    texture: Texture,
    access: TextureAccess,
    coordinates: Float32Array,
    layer: Index | None,
    corners: Sequence[tuple[Part, Part]],
    reference: Float32Array | None,
) -> Float32Array:
    """The component, or the comparisons, of four texels."""
    row = TARGETS[access.target]
    starts = image_starts(texture, np.array(texture.base_level), layer)
    texels = [read(texture, starts, corner) for corner in corners]
    if row.compares:
        given = coordinates["xyzw".index(row.reference)] if reference is None else reference
        depth = np.clip(given, 0, 1)
        return np.stack([_passed(texture, depth, each) for each in texels])
    return np.stack([expanded(texture, each)[access.component] for each in texels])


def _pair(
    texture: Texture, axis: int, coordinate: Float64Array, offset: int | Index, wrap: str
) -> list[Part]:
    """Both texels along an axis."""
    level = np.array(texture.base_level)
    size = np.asarray(images_of(texture).sizes[axis][level])
    scale = 1 if texture.target == "RECT" else size
    u = clamped(scale * coordinate + offset, size, wrap)
    first = np.floor(u - 0.5).astype(np.int64)
    inside = stays_inside(wrap, True)
    return [
        along(texture, axis, level, apply_wrap(place, size, wrap, True), inside=inside)
        for place in (first, first + 1)
    ]


def _passed(texture: Texture, reference: Float32Array, texels: Texels) -> Float32Array:
    found: Float32Array = COMPARISONS[texture.compare_function](reference, texels[:, 0]).astype(np.float32)
    return found
