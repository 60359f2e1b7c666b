"""Texture access: sampling, texel fetches and size queries (NV_gpu_program4 2.X.4.4).

Lanes in, lanes out. A fragment stage gives ``sample`` the derivatives of its quads; vertex and geometry
stages give none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texture import Texture
from nvrender.ops.evaluation.numerics import Float32Array, Int32Array
from nvrender.ops.texture_targets import CUBES, TARGETS
from nvrender.ops.types import DataType
from nvrender.oracle.texture.anisotropy import elliptical
from nvrender.oracle.texture.detail import detail_matters, level_of_detail, queried, scale_factor
from nvrender.oracle.texture.filters import Float64Array, Index, Offset, Places, filtered
from nvrender.oracle.texture.images import Texels, along, image_starts, read
from nvrender.oracle.texture.wrap import face_of, layer_of, on_face
from nvrender.program import TextureAccess

#: Derivatives of a (4, n) coordinate vector relative to window x and y.
Derivatives = tuple[Float32Array, Float32Array]


@dataclass(frozen=True, slots=True)
class Lookup:
    """What ``sample`` is asked, of n lanes.

    ``coordinates`` (4, n) hold s, t, r, layer and reference as the access' target says (Table X.17),
    divided by w already. The level of detail, before the texture's bias and bounds, is ``detail`` (n,)
    if given, else that of ``derivatives`` — (4, n) each, of the coordinates before a cube map's are
    projected, in the components that hold s, t, r —, else 0; ``bias`` (n,) is added. ``offset`` and
    ``reference`` (n,) are those that neither access nor coordinates hold. With ``query`` the result is the
    level of detail instead (LOD, docs/semantics.md). A texture that is None
    or incomplete gives (0, 0, 0, 1), integers of ``type`` where that is not FLOAT. The caller has seen to
    it that the texture suits the target and type (nvrender.gl.textures.units).
    """

    texture: Texture | None
    access: TextureAccess
    coordinates: Float32Array
    detail: Float32Array | None = None
    bias: Float32Array | None = None
    derivatives: Derivatives | None = None
    type: DataType = DataType.FLOAT
    offset: Offset | None = None
    reference: Float32Array | None = None
    query: bool = False


#: What ``sample`` is.
Sample = Callable[[Lookup], Float32Array]


@np.errstate(all="ignore")
def sample(lookup: Lookup) -> Float32Array:
    """(4, n) words of the filtered texel at each lane's coordinates (TextureSample)."""
    texture, access, coordinates = lookup.texture, lookup.access, lookup.coordinates
    detail, bias, reference, query = lookup.detail, lookup.bias, lookup.reference, lookup.query
    count = coordinates.shape[1]
    if texture is None or not texture.complete:
        return np.zeros((4, count), np.float32) if query else missing(lookup.type, count)
    row = TARGETS[access.target]
    given = lookup.derivatives if detail is None and (query or detail_matters(texture)) else None
    place, layer, slopes = placed(texture, access, coordinates, given)
    if detail is not None:
        base = detail.astype(np.float64)
    elif slopes:
        scale = scale_factor(texture, *slopes)
        base = np.log2(scale.astype(np.float32).astype(np.float64) if query else scale)
    else:
        base = np.zeros(count)
    if row.reference and reference is None and not query:
        reference = coordinates["xyzw".index(row.reference)]
    if reference is not None:
        reference = np.clip(reference, 0, 1)
    extra = 0.0 if bias is None else bias.astype(np.float64)
    if query:
        return np.stack([*queried(texture, base + extra), *np.zeros((2, count))]).astype(np.float32)
    slanted = texture.max_anisotropy > 1.0 and texture.target == "2D" and texture.mipmapped
    if slanted and slopes and reference is None:
        return expanded(texture, elliptical(texture, place, slopes, extra))
    texels = filtered(
        texture,
        Places(place, layer, access.offset if lookup.offset is None else lookup.offset, reference),
        level_of_detail(texture, base, extra),
    )
    return expanded(texture, texels)


def placed(
    texture: Texture,
    access: TextureAccess,
    coordinates: Float32Array,
    derivatives: Derivatives | None,
) -> tuple[Float64Array, Index | None, tuple[Float64Array, ...]]:
    """s, t, r on the image, (dimensions, n); its number among a level's images, (n,); derivatives of s, t, r.

    Derivatives are none where ``derivatives`` is None.
    """
    row = TARGETS[access.target]
    components = ["xyzw".index(each) for each in row.coordinates]
    place = numbers(coordinates[components])
    slopes: tuple[Float64Array, ...] = ()
    if derivatives is not None:
        slopes = tuple(each[components].astype(np.float64) for each in derivatives)
    layer = None
    if row.layer:
        layer = layer_of(numbers(coordinates["xyzw".index(row.layer)]), texture.layers)
    if texture.target in CUBES:
        face = face_of(place)
        place, slopes = on_face(place, face, slopes)
        layer = face if layer is None else 6 * layer + face
    return place, layer, slopes


@np.errstate(all="ignore")
def fetch(
    texture: Texture | None,
    access: TextureAccess,
    coordinates: Int32Array,
    *,
    type: DataType = DataType.FLOAT,
    offset: Offset | None = None,
) -> Float32Array:
    """(4, n) words of single texels (TexelFetch, Table X.18): ``coordinates`` (4, n), the level in w.

    Of multisample textures w is the sample (NV_explicit_multisample 2.X.4.4). ``offset`` is the texel offset
    the access does not hold.

    Texels that are not there are (0, 0, 0, 0): outside the image and its border, of no layer, of a level
    outside base_level to max_level, of another than the base level without a mipmapping filter, or of no
    sample.
    """
    count = coordinates.shape[1]
    if texture is None or not texture.complete:
        return missing(type, count)
    row = TARGETS[access.target]
    wide = coordinates.astype(np.int64)
    moved = access.offset if offset is None else offset
    place = [wide["xyzw".index(each)] + moved[axis] for axis, each in enumerate(row.coordinates)]
    layer = wide["xyzw".index(row.layer)] if row.layer else np.zeros(count, np.int64)
    steps = wide[3] if row.level else np.zeros(count, np.int64)
    there = (layer >= 0) & (layer < texture.layers) & _has_level(texture, steps)
    if not texture.mipmapped:
        there &= steps == 0
    if row.multisample:
        there &= (wide[3] >= 0) & (wide[3] < texture.samples)
        layer = layer * texture.samples + wide[3]
    level = np.where(there, texture.base_level + steps, texture.base_level)
    parts = [along(texture, axis, level, each) for axis, each in enumerate(place)]
    for _, outside in parts:
        if outside is not None:
            there &= ~outside
    texels = read(texture, image_starts(texture, level, np.where(there, layer, 0)), parts)
    result = expanded(texture, texels)
    result[:, ~there] = 0
    return result


def size(texture: Texture | None, access: TextureAccess, level: Int32Array) -> Float32Array:
    """(4, n) signed integers as words: the size of a level, counted from base_level (2.X.8, TXQ).

    Width, height and depth without border, the layers of an array behind them. Zeros for components the
    target has not, levels outside base_level to max_level and textures that are missing or incomplete.
    """
    result = np.zeros((4, len(level)), np.int32)
    if texture is None or not texture.complete:
        return result.view(np.float32)
    steps = level.astype(np.int64)
    there = _has_level(texture, steps)
    numbers = np.where(there, texture.base_level + steps, 0)
    for axis in range(texture.dimensions):
        extents = np.array([texture.extent(each)[axis] for each in range(len(texture.levels))], np.int32)
        result[axis] = np.where(there, extents[numbers], 0)
    if TARGETS[access.target].layer:
        result[texture.dimensions] = np.where(there, texture.layers, 0)
    return result.view(np.float32)


def numbers(coordinates: Float32Array) -> npt.NDArray[np.float64]:
    """Coordinates as doubles; NaN counts as 0 (docs/semantics.md)."""
    numbers = coordinates.astype(np.float64)
    numbers[np.isnan(coordinates)] = 0.0
    return numbers


def _has_level(texture: Texture, steps: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    last = min(texture.max_level, len(texture.levels) - 1) - texture.base_level
    return (steps >= 0) & (steps <= last)


def missing(type: DataType, count: int) -> Float32Array:
    """(4, n) words of (0, 0, 0, 1)."""
    result = np.zeros((4, count), np.float32)
    result[3] = np.float32(1) if type is DataType.FLOAT else np.int32(1).view(np.float32)
    return result


def expanded(texture: Texture, texels: Texels) -> Float32Array:
    """(n, C) texture values → (4, n) words of R, G, B, A (OpenGL 1.5, table 3.21).

    Depths are those of a LUMINANCE, INTENSITY or ALPHA texture (3.8.14).
    """
    values = texels.T
    if texture.kind != "float":
        values = values.astype(np.uint32 if texture.kind == "unsigned" else np.int32)
    base_format = texture.depth_mode if texture.base_format == "DEPTH" else texture.base_format
    result = np.zeros((4, values.shape[1]), values.dtype)
    if base_format != "ALPHA":
        result[:3] = values[: 3 if len(values) > 2 else 1]
    match base_format:
        case "RGB" | "LUMINANCE":
            result[3] = 1
        case _:
            result[3] = values[-1]
    return result.view(np.float32)
