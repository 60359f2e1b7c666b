"""Texture coordinates → texels: wrap modes, layers, cube map faces."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Index = npt.NDArray[np.int64]
Float64Array = npt.NDArray[np.float64]

#: Coordinates of a larger magnitude, in texels, count as this (docs/semantics.md).
_FARTHEST = 2.0**30


def clamped(u: Float64Array, size: Index, wrap: str) -> Float64Array:
    """u' of u, in texels (NV_gpu_program4 3.8.8)."""
    u = np.clip(u, -_FARTHEST, _FARTHEST)
    if wrap == "CLAMP":
        return np.clip(u, 0, size)
    if wrap == "MIRROR_CLAMP":
        return np.clip(u, -size, size)
    return u


def stays_inside(wrap: str, linear: bool) -> bool:
    """Whether ``apply_wrap`` gives no place outside the image."""
    return wrap.endswith(("REPEAT", "_TO_EDGE")) or (wrap in ("CLAMP", "MIRROR_CLAMP") and not linear)


def apply_wrap(place: Index, size: Index, wrap: str, linear: bool) -> Index:
    """Texel location wrap mode application (NV_gpu_program4 Table X.19).

    The table's "mirror(size)" is read as mirror(coord), as in MIRROR_CLAMP_TO_EDGE's row.
    """
    if wrap == "REPEAT":
        last = size - 1
        # A power of two, as sizes were of old, needs no division.
        return np.mod(place, size) if (size & last).any() else place & last
    if wrap == "MIRRORED_REPEAT":
        return (size - 1) - _mirror(np.mod(place, 2 * size) - size)
    if wrap in ("CLAMP", "MIRROR_CLAMP"):
        wrap += "_TO_BORDER" if linear else "_TO_EDGE"
    if wrap == "CLAMP_TO_EDGE":
        return np.clip(place, 0, size - 1)
    if wrap == "CLAMP_TO_BORDER":
        return np.clip(place, -1, size)
    if wrap == "MIRROR_CLAMP_TO_EDGE":
        return np.clip(_mirror(place), 0, size - 1)
    assert wrap == "MIRROR_CLAMP_TO_BORDER"
    return np.clip(_mirror(place), 0, size)


def _mirror(place: Index) -> Index:
    return np.where(place >= 0, place, -(1 + place))


def layer_of(coordinate: Float64Array, layers: int) -> Index:
    """Rounded to the nearest layer there is (EXT_texture_array 3.8.8)."""
    return np.clip(np.floor(coordinate + 0.5), 0, layers - 1).astype(np.int64)


#: Face → components and signs of sc, tc and ma (OpenGL 1.5, table 3.19).
_FACES = (
    ((2, -1.0), (1, -1.0), 0),
    ((2, 1.0), (1, -1.0), 0),
    ((0, 1.0), (2, 1.0), 1),
    ((0, 1.0), (2, -1.0), 1),
    ((0, 1.0), (1, -1.0), 2),
    ((0, -1.0), (1, -1.0), 2),
)


def face_of(direction: Float64Array) -> Index:
    """(3, n) directions → faces 0 to 5: +x, −x, +y, −y, +z, −z (OpenGL 1.5, 3.8.6).

    Of components of the same magnitude x counts before y and y before z.
    """
    x, y, z = np.abs(direction)
    axis = np.where((x >= y) & (x >= z), 0, np.where(y >= z, 1, 2))
    chosen = np.take_along_axis(direction, axis[None], 0)[0]
    return np.asarray(2 * axis + (chosen < 0), np.int64)


def on_face(
    direction: Float64Array, face: Index, derivatives: tuple[Float64Array, ...] = ()
) -> tuple[Float64Array, tuple[Float64Array, ...]]:
    """(2, n) s and t on each lane's ``face``, and the derivatives of s and t there.

    ``derivatives`` are (3, n) of the direction; they follow by the quotient rule, every lane staying on
    its own face. The direction (0, 0, 0) is in the middle of face +x.
    """
    sc, tc, ma = (np.empty(direction.shape[1]) for _ in range(3))
    slopes = [np.zeros((3, direction.shape[1])) for _ in derivatives]
    for number, ((s, s_sign), (t, t_sign), major) in enumerate(_FACES):
        lanes = np.flatnonzero(face == number)
        if not len(lanes):
            continue
        sign = 1.0 if number % 2 == 0 else -1.0
        sc[lanes], tc[lanes] = s_sign * direction[s, lanes], t_sign * direction[t, lanes]
        ma[lanes] = sign * direction[major, lanes]
        for slope, given in zip(slopes, derivatives, strict=True):
            for row, (component, factor) in enumerate(((s, s_sign), (t, t_sign), (major, sign))):
                slope[row, lanes] = factor * given[component, lanes]
    divisor = np.where(ma == 0, 1.0, ma)
    place = np.stack([sc, tc]) / divisor
    found = tuple((slope[:2] - place * slope[2]) / divisor / 2 for slope in slopes)
    return (np.where(np.isnan(place), 0.0, place) + 1) / 2, found
