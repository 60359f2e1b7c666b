"""Forms of one picture → pixels, (H, W, C) uint8, top row first; made ones repeat without a seam."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.scene.forms import textures as forms
from nvrender.scene.textures.rooms import room

Float64Array = npt.NDArray[np.float64]
UInt8Array = npt.NDArray[np.uint8]

#: Made pictures that are kept, since every back end asks for them, have at most so many pixels.
KEPT_PIXELS = 1 << 19


def paint(form: forms.Painted | forms.Surroundings) -> UInt8Array:
    """The pixels of a made picture; nobody may write to them."""
    return _kept(form) if form.size[0] * form.size[1] <= KEPT_PIXELS else _painted(form)


def _painted(form: forms.Painted | forms.Surroundings) -> UInt8Array:
    picture = _BRUSHES[type(form)](form)
    picture.flags.writeable = False
    return picture


_kept = lru_cache(maxsize=16)(_painted)


def _axes(size: tuple[int, int]) -> tuple[Float64Array, Float64Array]:
    """s at the middle of each column, t at the middle of each row."""
    width, height = size
    return (np.arange(width) + 0.5) / width, 1.0 - (np.arange(height) + 0.5) / height


def _coordinates(size: tuple[int, int]) -> tuple[Float64Array, Float64Array]:
    """s and t at the middle of each pixel."""
    s, t = np.meshgrid(*_axes(size))
    return s, t


def as_bytes(color: Float64Array) -> UInt8Array:
    """Colours of 0 to 1 as bytes, rounded; beyond it clamped, NaN 0."""
    return (np.clip(np.nan_to_num(color), 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8)


def _between(form: forms.Painted, share: Float64Array) -> Float64Array:
    first, second = (np.asarray(color) for color in form.colors)
    return np.asarray(first + (second - first) * np.clip(share, 0.0, 1.0)[..., None])


def _checker(form: forms.Checker) -> UInt8Array:
    s, t = _coordinates(form.size)
    odd = (np.floor(s * form.cells[0]) + np.floor(t * form.cells[1])) % 2
    return as_bytes(_between(form, odd))


def _bricks(form: forms.Bricks) -> UInt8Array:
    s, t = _coordinates(form.size)
    row = np.floor(t * form.rows)
    along = s * form.columns + 0.5 * (row % 2)
    column = np.floor(along) % form.columns
    ratio = (form.size[0] / form.columns) / (form.size[1] / form.rows)
    beside = np.minimum(along % 1.0, 1.0 - along % 1.0) * ratio
    above = np.minimum((t * form.rows) % 1.0, 1.0 - (t * form.rows) % 1.0)
    edge = np.minimum(beside, above)
    joint = 1.0 - np.clip((edge - form.joint / 2) / 0.025, 0.0, 1.0)
    stones = np.random.default_rng(form.seed).uniform(-1, 1, (form.rows, form.columns))
    tone = 1.0 + form.variety * stones[row.astype(int), column.astype(int)]
    grain = 1.0 + 0.12 * form.variety * (_clouds(form.size, 8, 4, form.seed) * 2 - 1)
    color = _between(form, joint)
    return as_bytes(color * np.where(joint < 1.0, tone, 1.0)[..., None] * grain[..., None])


def _noise(form: forms.Noise) -> UInt8Array:
    share = _clouds(form.size, form.cells, form.octaves, form.seed)
    if form.veins:
        s, t = _coordinates(form.size)
        share = np.abs(np.sin(np.pi * (np.round(form.veins) * (s + t) + 3.0 * share))) ** 0.5
    return as_bytes(_between(form, share))


def _clouds(size: tuple[int, int], cells: int, octaves: int, seed: int) -> Float64Array:
    """Value noise in [0, 1] that repeats at its edges."""
    s, t = _axes(size)
    random = np.random.default_rng(seed)
    total, weight, share = np.zeros((len(t), len(s))), 0.0, 1.0
    for octave in range(octaves):
        count = cells << octave
        if count > max(size):
            break
        values = random.random((count, count))
        i, j = np.floor(t * count).astype(int), np.floor(s * count).astype(int)
        u, v = (s * count) % 1.0, (t * count) % 1.0
        u, v = u * u * (3 - 2 * u), (v * v * (3 - 2 * v))[:, None]
        along = values[:, j % count] * (1 - u) + values[:, (j + 1) % count] * u
        total += share * (along[i % count] * (1 - v) + along[(i + 1) % count] * v)
        weight += share
        share *= 0.5
    return np.asarray(np.clip((total / weight - 0.5) * 1.5 + 0.5, 0.0, 1.0))


def _gradient(form: forms.Gradient) -> UInt8Array:
    _, t = _coordinates(form.size)
    share = (t * form.repeats) % 1.0
    return as_bytes(_between(form, share * share * (3 - 2 * share) if form.smooth else share))


def _radial(form: forms.Radial) -> UInt8Array:
    s, t = _coordinates(form.size)
    distance = np.clip(np.hypot(2 * s - 1, 2 * t - 1), 0.0, 1.0)
    return as_bytes(_between(form, 1.0 - (1.0 - distance) ** form.power))


def _cells(form: forms.Cells) -> UInt8Array:
    width, height = form.size
    chosen = np.random.default_rng(form.seed).random((height, width)) < form.density
    return as_bytes(_between(form, chosen.astype(np.float64)))


def _surroundings(form: forms.Surroundings) -> UInt8Array:
    """What a mirror ball shows: the normal at (s, t) turns the view (0, 0, -1) (OpenGL 1.5, 2.11.4)."""
    s, t = _coordinates(form.size)
    x, y = 2 * s - 1, 2 * t - 1
    outside = np.maximum(np.hypot(x, y), 1.0)
    x, y = x / outside, y / outside
    z = np.sqrt(np.maximum(1.0 - x * x - y * y, 0.0))
    mirrored = np.stack([2 * z * x, 2 * z * y, 2 * z * z - 1.0], -1)
    return as_bytes(room(form, mirrored))


_BRUSHES: dict[type, Callable[[Any], UInt8Array]] = {
    forms.Checker: _checker,
    forms.Bricks: _bricks,
    forms.Noise: _noise,
    forms.Gradient: _gradient,
    forms.Radial: _radial,
    forms.Cells: _cells,
    forms.Surroundings: _surroundings,
}
