"""Textures from arrays and picture files, and the smaller levels made from the base level."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.fields import TextureFields, check_names
from nvrender.gl.textures.formats import DEFAULT_FORMATS, SINGLE, TARGET_AXES
from nvrender.gl.textures.pictures import picture
from nvrender.gl.textures.texels import decoded, encoded
from nvrender.memory import check_memory, memory_for
from nvrender.ops.texture_targets import CUBES
from nvrender.source import InputError

Paths = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
#: Targets of one picture, and of several.
_SINGLE, _SEVERAL = ("1D", "2D", "RECT"), ("3D", "CUBE", "ARRAY1D", "ARRAY2D", "ARRAYCUBE")


def fields_of_array(
    image: npt.ArrayLike, target: str, base_format: str | None, fields: Mapping[str, Any]
) -> dict[str, Any]:
    """The fields of a texture of one image, with further ``fields`` (Texture.from_array)."""
    try:
        level = np.asarray(image)
    except ValueError as error:
        raise InputError(f"a texture's image is no array: {error}") from None
    if base_format is None:
        axes = len(TARGET_AXES.get(target, "") if isinstance(target, str) else "")
        components = level.shape[-1] if level.ndim == axes + 1 else 1
        if components not in DEFAULT_FORMATS:
            raise InputError(
                f"a {target} texture's image has shape {level.shape}: 1 to 4 components are needed"
            )
        base_format = DEFAULT_FORMATS[components]
    check_names(fields)
    return {"target": target, "levels": (level,), "base_format": base_format, **fields}


def fields_of_pictures(path: Paths, target: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The same of pictures (Texture.from_file)."""
    several = not isinstance(path, (str, os.PathLike))
    paths = [path] if isinstance(path, (str, os.PathLike)) else path
    if not isinstance(paths, Sequence) or not all(isinstance(each, (str, os.PathLike)) for each in paths):
        raise InputError(f"a texture's pictures are a path or several, not {type(path).__name__}")
    if not isinstance(target, str) or target not in (_SEVERAL if several else _SINGLE):
        what = "several pictures" if several else "one picture"
        raise InputError(
            f"a texture of {what} has target {', '.join(_SEVERAL if several else _SINGLE)}, not {target!r}"
        )
    pictures = [picture(Path(each)) for each in paths]
    if not pictures:
        raise InputError("a texture needs at least one picture")
    for each in pictures:
        if each.shape != pictures[0].shape:
            raise InputError(f"pictures of one texture are alike: {each.shape} is not {pictures[0].shape}")
    images = np.stack(pictures)
    if target not in CUBES:
        images = images[:, ::-1]
    if target == "ARRAYCUBE":
        if len(paths) % 6:
            raise InputError(f"an ARRAYCUBE texture has six pictures a layer, and there are {len(paths)}")
        images = images.reshape(-1, 6, *images.shape[1:])
    if target in ("1D", "ARRAY1D"):
        if images.shape[1] != 1:
            raise InputError(f"a picture for a {target} texture is one row high, not {images.shape[1]}")
        images = images[:, 0]
    level = images if several else images[0]
    return fields_of_array(level, target, fields.pop("base_format", None), fields)


# --- levels

#: The base level as float32, as float64, and its half with what that is made of.
_BYTES_A_COMPONENT = 4 + 8 + 2 * 8


@memory_for("the levels of a texture", "give smaller images")
def smaller_levels(texture: TextureFields) -> dict[str, Any]:
    """The fields that change where every level is made from the base level (Texture.with_mipmaps)."""
    if texture.target in SINGLE:
        raise InputError(f"a {texture.target} texture has no mipmaps")
    if texture.kind != "float":
        raise InputError(
            f"levels cannot be made for a texture of kind {texture.kind}: integers are not filtered"
        )
    if texture.border:
        raise InputError("levels cannot be made for a texture with a border: give them")
    if texture.base_level >= len(texture.levels):
        raise InputError(f"there is no base level {texture.base_level} to make levels from")
    base = texture.levels[texture.base_level]
    check_memory(
        base.size * _BYTES_A_COMPONENT,
        f"the smaller levels of a texture of shape {base.shape}",
        "give smaller images, or the levels themselves",
    )
    values = decoded(base, texture).astype(np.float64)
    levels = list(texture.levels[: texture.base_level + 1])
    axes = [number for number, axis in enumerate(texture.axes) if axis in "DHW"]
    while any(values.shape[axis] > 1 for axis in axes):
        for axis in axes:
            values = _halved(values, axis)
        levels.append(encoded(values, texture, base.dtype))
    smaller = {"LINEAR": "LINEAR_MIPMAP_LINEAR", "NEAREST": "NEAREST_MIPMAP_NEAREST"}
    return {"levels": tuple(levels), "min_filter": smaller.get(texture.min_filter, texture.min_filter)}


def _halved(values: npt.NDArray[np.float64], axis: int) -> npt.NDArray[np.float64]:
    """Half the size, rounded down: each texel is the mean of what it covers.

    Of 2n + 1 texels, texel k of n covers n − k of 2k, n of 2k + 1 and k + 1 of 2k + 2, all of 2n + 1.
    """
    size = values.shape[axis]
    if size == 1:
        return values
    source = np.moveaxis(values, axis, 0)
    half = size // 2
    if size == 2 * half:
        mean = (source[0::2] + source[1::2]) / 2
    else:
        k = np.arange(half, dtype=np.float64).reshape(-1, *[1] * (source.ndim - 1))
        mean = ((half - k) * source[0:-1:2] + half * source[1::2] + (k + 1) * source[2::2]) / size
    return np.moveaxis(mean, 0, axis)
