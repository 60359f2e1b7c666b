"""Texels at coordinates, filtered: NEAREST and LINEAR within a level, and between two (OpenGL 1.5, 3.8.8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texture import Texture
from nvrender.oracle.texture.detail import magnified, nearest_level, two_levels
from nvrender.oracle.texture.images import Part, Texels, along, image_starts, images_of, read
from nvrender.oracle.texture.wrap import apply_wrap, clamped, stays_inside

Float64Array = npt.NDArray[np.float64]
Index = npt.NDArray[np.int64]

#: Texels to add along s, t and r: the same for all lanes, or each lane's.
Offset = tuple["int | Index", ...]
#: Depth comparison → whether reference R and texel D pass (OpenGL 1.5, table 3.26).
COMPARISONS: dict[str, Callable[[Texels, Texels], npt.NDArray[np.bool_]]] = {
    "NEVER": lambda r, d: np.zeros(np.broadcast(r, d).shape, np.bool_),
    "LESS": np.less,
    "EQUAL": np.equal,
    "LEQUAL": np.less_equal,
    "GREATER": np.greater,
    "NOTEQUAL": np.not_equal,
    "GEQUAL": np.greater_equal,
    "ALWAYS": lambda r, d: np.ones(np.broadcast(r, d).shape, np.bool_),
}


@dataclass(frozen=True, slots=True)
class Places:
    """Where n lanes look a texture up.

    ``coordinates`` (dimensions, n): s, t, r; ``layer`` (n,): an array's layer or a cube map's face, or None;
    ``offset``: texels to add along s, t, r, of all lanes or (n,) of each; ``reference`` (n,) float32: the
    depth to compare with, or None.
    """

    coordinates: Float64Array
    layer: Index | None
    offset: Offset
    reference: npt.NDArray[np.float32] | None = None

    def pick(self, lanes: Index) -> Places:
        """Some of the lanes."""
        reference = None if self.reference is None else self.reference[lanes]
        layer = None if self.layer is None else self.layer[lanes]
        offset = tuple(each if isinstance(each, int) else each[lanes] for each in self.offset)
        return Places(self.coordinates[:, lanes], layer, offset, reference)


def filtered(texture: Texture, places: Places, detail: Float64Array) -> Texels:
    """(n, C) texture values for a level of detail a lane; of comparisons, the share that passed."""
    larger = magnified(texture, detail)
    if larger.all():
        return _magnify(texture, places)
    if not larger.any():
        return _minify(texture, places, detail)
    parts = np.flatnonzero(larger), np.flatnonzero(~larger)
    values = (
        _magnify(texture, places.pick(parts[0])),
        _minify(texture, places.pick(parts[1]), detail[parts[1]]),
    )
    result = np.empty((len(detail), values[0].shape[1]), values[0].dtype)
    for lanes, value in zip(parts, values, strict=True):
        result[lanes] = value
    return result


def _magnify(texture: Texture, places: Places) -> Texels:
    return _within(texture, places, np.array(texture.base_level), texture.mag_filter)


def _minify(texture: Texture, places: Places, detail: Float64Array) -> Texels:
    within, _, between = texture.min_filter.partition("_MIPMAP_")
    if not between:
        return _within(texture, places, np.array(texture.base_level), within)
    if between == "NEAREST":
        return _within(texture, places, nearest_level(texture, detail), within)
    first, second, weight = two_levels(texture, detail)
    one, two = _within(texture, places, first, within), _within(texture, places, second, within)
    return _mixed(one, two, weight.astype(np.float32)[:, None])


def _within(texture: Texture, places: Places, level: Index, filter: str) -> Texels:
    sizes = images_of(texture).sizes
    wraps = (texture.wrap_s, texture.wrap_t, texture.wrap_r)
    linear = filter == "LINEAR"
    choices: list[list[Part]] = []
    weights: list[Texels] = []
    for axis, coordinate in enumerate(places.coordinates):
        size = np.asarray(sizes[axis][level])
        scale = 1 if texture.target == "RECT" else size
        u = clamped(scale * coordinate + places.offset[axis], size, wraps[axis])
        low = np.floor(u - 0.5 if linear else u)
        first = low.astype(np.int64)
        inside = stays_inside(wraps[axis], linear)
        texels = [apply_wrap(place, size, wraps[axis], linear) for place in (first, first + 1)[: 1 + linear]]
        choices.append([along(texture, axis, level, place, inside=inside) for place in texels])
        if linear:
            weights.append((u - 0.5 - low).astype(np.float32)[:, None])
    starts = image_starts(texture, level, places.layer)

    def between(chosen: list[Part]) -> Texels:
        """The texels where the last axes are as ``chosen``, weighted along the others."""
        axis = len(choices) - len(chosen) - 1
        if axis < 0:
            return _compared(texture, places, read(texture, starts, chosen))
        values = [between([part, *chosen]) for part in choices[axis]]
        return _mixed(values[0], values[1], weights[axis]) if linear else values[0]

    return between([])


def _mixed(one: Texels, two: Texels, share: Texels) -> Texels:
    """(1 − share) one + share two, in a form that leaves equal texels as they are; ``two`` is used up."""
    two -= one
    two *= share
    two += one
    return two


def _compared(texture: Texture, places: Places, texels: Texels) -> Texels:
    if places.reference is None:
        return texels
    passed = COMPARISONS[texture.compare_function](places.reference[:, None], texels)
    return passed.astype(np.float32)
