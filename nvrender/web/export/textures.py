"""Textures and targets as WebGL 2 makes them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texture import Texture
from nvrender.scene.forms.passes import TargetForm, layers, sampling
from nvrender.source import TargetError
from nvrender.web.export.store import Store

_TARGETS = {"2D": "TEXTURE_2D", "3D": "TEXTURE_3D", "CUBE": "TEXTURE_CUBE_MAP", "ARRAY2D": "TEXTURE_2D_ARRAY"}
_WRAPS = ("REPEAT", "CLAMP_TO_EDGE", "MIRRORED_REPEAT")
#: Type of texels → format; single floats are not filtered everywhere.
_FORMATS = {"uint8": "RGBA8", "float16": "RGBA16F", "float32": "RGBA32F"}
#: Base format → the component that R, G, B and A are, "0" and "1" for the numbers (OpenGL 1.5, table 3.15).
_COMPONENTS: dict[str, tuple[int | str, ...]] = {
    "RGBA": (0, 1, 2, 3),
    "RGB": (0, 1, 2, "1"),
    "LUMINANCE": (0, 0, 0, "1"),
    "LUMINANCE_ALPHA": (0, 0, 0, 1),
    "ALPHA": ("0", "0", "0", 0),
    "INTENSITY": (0, 0, 0, 0),
}


def texture_facts(texture: Texture, store: Store) -> dict[str, Any]:
    """Where its levels are in ``store``, and its parameters; TargetError for what WebGL 2 has not."""
    _check(texture)
    kind = str(texture.levels[0].dtype)
    if kind not in _FORMATS or texture.kind != "float" or texture.base_format not in _COMPONENTS:
        raise TargetError(f"WebGL 2 pages take no {texture.base_format} textures of {kind}")
    levels = [_rgba(image, texture.base_format, len(texture.axes)) for image in texture.levels]
    return {
        "target": _TARGETS[texture.target],
        "format": "SRGB8_ALPHA8" if texture.srgb else _FORMATS[kind],
        "levels": [
            [*texture.extent(number), texture.layers, store.place(level.tobytes()), level.nbytes]
            for number, level in enumerate(levels)
        ],
        "wraps": [texture.wrap_s, texture.wrap_t, texture.wrap_r],
        "filters": [texture.min_filter, texture.mag_filter],
        "anisotropy": texture.max_anisotropy,
    }


def target_facts(name: str, form: TargetForm, size: tuple[int, int]) -> dict[str, Any]:
    """How a target of a scene is made, and how its colours and its depth are sampled."""
    facts = sampling(form, 0)
    if form.target not in _TARGETS:
        raise TargetError(f"target {name!r} is {form.target}, which WebGL 2 has not")
    if facts["wrap_s"] not in _WRAPS:
        raise TargetError(f"target {name!r} wraps by {form.wrap}, which WebGL 2 has not")
    return {
        "target": _TARGETS[form.target],
        "format": form.format,
        "size": list(size),
        "layers": layers(form),
        "outputs": 0 if form.format == "DEPTH" else form.outputs,
        "wrap": form.wrap,
        "filters": [facts["min_filter"], facts["mag_filter"]],
        "compare": form.compare,
    }


def _check(texture: Texture) -> None:
    if texture.target not in _TARGETS:
        raise TargetError(f"the texture is {texture.target}, which WebGL 2 has not")
    wraps = (texture.wrap_s, texture.wrap_t, texture.wrap_r)[: texture.dimensions]
    if unknown := set(wraps) - set(_WRAPS):
        raise TargetError(f"the texture wraps by {unknown.pop()}, which WebGL 2 has not")
    plain = texture.border or texture.base_level or texture.lod_bias
    if plain or not texture.complete:
        raise TargetError("the texture has a border, a first level, a bias or missing levels")


def _rgba(image: npt.NDArray[Any], base_format: str, axes: int) -> npt.NDArray[Any]:
    """Texels of four components."""
    image = image if image.ndim > axes else image[..., None]
    one = 255 if image.dtype == np.uint8 else 1
    found = np.empty((*image.shape[:axes], 4), image.dtype)
    for place, component in enumerate(_COMPONENTS[base_format]):
        found[..., place] = int(component) * one if isinstance(component, str) else image[..., component]
    return found
