"""A scene's textures as nvrender.Texture, which every back end reads."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texture import Texture
from nvrender.scene.files import texture_file
from nvrender.scene.forms import textures as tf
from nvrender.scene.model import Scene
from nvrender.scene.textures.rooms import room
from nvrender.scene.textures.textures import KEPT_PIXELS, as_bytes, paint
from nvrender.source import SceneError, named

Float64Array = npt.NDArray[np.float64]
UInt8Array = npt.NDArray[np.uint8]

#: Face → the direction of its texel at sc, tc (OpenGL 1.5, table 3.19).
_DIRECTIONS: tuple[Callable[[Any, Any, Any], tuple[Any, Any, Any]], ...] = (
    lambda s, t, one: (one, -t, -s),
    lambda s, t, one: (-one, -t, s),
    lambda s, t, one: (s, one, t),
    lambda s, t, one: (s, -one, -t),
    lambda s, t, one: (s, -t, one),
    lambda s, t, one: (-s, -t, -one),
)


def made(scene: Scene, name: str) -> Texture:
    """The texture ``name`` of a scene, with its smaller levels. SceneError for a bad file."""
    if name in scene.made:
        return scene.made[name]
    form = scene.form.textures[name]
    facts = scene.textures[name]
    try:
        with np.errstate(all="ignore"):  # what overflows is infinite, as in a GL call
            image = _image(scene, name)
    except SceneError as error:
        raise SceneError(f"{named(scene.name)}: {error}") from None
    if facts.target == "1D":
        image = image.reshape(-1, image.shape[-1])
    return Texture.from_array(
        image,
        facts.target,
        facts.base_format,
        mipmaps="MIPMAP" in facts.filter,
        srgb=isinstance(form, (tf.Picture, tf.CubeMap)) and form.srgb,
        wrap_s=facts.wrap,
        wrap_t=facts.wrap,
        wrap_r=facts.wrap,
        border_color=form.border,
        min_filter=facts.filter,
        max_anisotropy=form.anisotropy,
        mag_filter=facts.filter.partition("_")[0],
    )


def _image(scene: Scene, name: str) -> UInt8Array:
    """The base level: row 0 is t = 0, at the bottom of a picture and the top of a cube's face."""
    form, key = scene.form.textures[name], f"textures.{name}"
    match form:
        case tf.Picture():
            return texture_file(form.path, scene.directory, f"{key}.path")[::-1]
        case tf.CubeMap():
            faces = (_picture(scene, face, f"{key}.faces[{i}]") for i, face in enumerate(form.faces))
            return np.stack(list(faces))
        case tf.Layers():
            return np.stack([_image(scene, layer) for layer in form.textures])
        case tf.Sky():
            return _kept_sky(form) if 6 * form.size**2 <= KEPT_PIXELS else _sky(form)
        case tf.Volume():
            return _volume(form)
        case tf.Normals():
            return _normals(form, _image(scene, form.of)[::-1])[::-1]
        case _:
            return paint(form)[::-1]


def _picture(scene: Scene, name: str, key: str) -> UInt8Array:
    """The pixels of a 2D texture, or of the file that ``key`` names, top row first."""
    if name not in scene.form.textures:
        return texture_file(name, scene.directory, key)
    return _image(scene, name)[::-1]


def _normals(form: tf.Normals, picture: UInt8Array) -> UInt8Array:
    """Slopes by central differences of the heights, in texels times ``strength``; top row first."""
    colors = picture[..., :3] if picture.shape[-1] > 2 else picture[..., :1]
    height = colors.astype(np.float64).mean(axis=-1) / 255.0
    around = np.pad(height, 1, mode="wrap" if form.wrap in (None, "REPEAT") else "edge")
    across = (around[1:-1, 2:] - around[1:-1, :-2]) / 2.0
    upwards = (around[:-2, 1:-1] - around[2:, 1:-1]) / 2.0
    normal = np.stack([-form.strength * across, -form.strength * upwards, np.ones_like(height)], -1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    return as_bytes(np.concatenate([normal * 0.5 + 0.5, height[..., None]], -1))


def _sky(form: tf.Sky) -> UInt8Array:
    middles = (2.0 * np.arange(form.size) + 1.0) / form.size - 1.0
    s, t = np.meshgrid(middles, middles)
    faces = []
    for direction in _DIRECTIONS:
        ways = np.stack(direction(s, t, np.ones_like(s)), -1)
        faces.append(as_bytes(room(form, ways / np.linalg.norm(ways, axis=-1, keepdims=True))))
    made = np.stack(faces)
    made.flags.writeable = False
    return made


_kept_sky = lru_cache(maxsize=4)(_sky)


def _volume(form: tf.Volume) -> UInt8Array:
    """Value noise that repeats at its sides, (D, H, W, 3)."""
    random = np.random.default_rng(form.seed)
    shape = form.size[::-1]
    total, weight, share = np.zeros(shape), 0.0, 1.0
    for octave in range(form.octaves):
        count = form.cells << octave
        if count > max(shape):
            break
        total += share * _smooth(random.random((count, count, count)), shape)
        weight, share = weight + share, share * 0.5
    clouds = np.clip((total / (weight or 1.0) - 0.5) * 1.5 + 0.5, 0.0, 1.0)
    first, second = (np.asarray(color) for color in form.colors)
    return as_bytes(first + (second - first) * clouds[..., None])


def _smooth(values: Float64Array, shape: tuple[int, ...]) -> Float64Array:
    """Random values at the corners of cells as a smooth function at the middles of texels."""
    for axis, size in enumerate(shape):
        count = values.shape[axis]
        place = (np.arange(size) + 0.5) / size * count
        cell = np.floor(place).astype(int)
        inside = place - cell
        inside = inside * inside * (3.0 - 2.0 * inside)
        weights: Any = inside.reshape([-1 if other == axis else 1 for other in range(len(shape))])
        low, high = (np.take(values, (cell + step) % count, axis=axis) for step in (0, 1))
        values = low * (1.0 - weights) + high * weights
    return values
