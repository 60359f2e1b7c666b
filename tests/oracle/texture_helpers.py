"""Lookups of single points, for hand-derived numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nvrender.gl.textures.texture import Texture
from nvrender.ops.types import DataType
from nvrender.oracle.texture.access import Lookup, fetch, sample, size
from nvrender.program import TextureAccess

Vector = Sequence[float]


def image(values: Any, dtype: Any = np.float32) -> np.ndarray:
    return np.array(values, dtype)


def look_up(
    texture: Texture | None,
    target: str,
    points: Sequence[Vector],
    offset: tuple[int, int, int] = (0, 0, 0),
    **arguments: Any,
) -> list[list[float]]:
    """[x, y, z, w] of what is sampled at each point; points are filled up with 0, 0, 1."""
    arguments = {key: _array(value) for key, value in arguments.items()}
    found = sample(Lookup(texture, TextureAccess(0, target, offset), _points(points), **arguments))
    return found.T.tolist()


def reds(
    texture: Texture, target: str, points: Sequence[Vector], *more: Any, **arguments: Any
) -> list[float]:
    """The x of what is sampled."""
    return [vector[0] for vector in look_up(texture, target, points, *more, **arguments)]


def fetched(
    texture: Texture | None, target: str, points: Sequence[Vector], offset: tuple[int, int, int] = (0, 0, 0)
) -> list[list[float]]:
    coordinates = np.zeros((4, len(points)), np.int32)
    for lane, point in enumerate(points):
        coordinates[: len(point), lane] = point
    return fetch(texture, TextureAccess(0, target, offset), coordinates).T.tolist()


def sizes(texture: Texture | None, target: str, levels: Sequence[int]) -> list[list[int]]:
    found = size(texture, TextureAccess(0, target), np.array(levels, np.int32))
    return found.view(np.int32).T.tolist()


def _points(points: Sequence[Vector]) -> np.ndarray:
    return np.array([[*point, *(0, 0, 0, 1)[len(point) :]] for point in points], np.float32).T


def _array(value: Any) -> Any:
    if isinstance(value, DataType):
        return value
    if isinstance(value, tuple):
        return tuple(_points(each) for each in value)
    return np.array(value, np.float32)
