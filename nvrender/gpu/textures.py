"""Textures from uint8 pixels, with the base formats of OpenGL 1.5."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.textures import Texture as Levels
from nvrender.gpu.current import entered
from nvrender.gpu.hold import held
from nvrender.source import InputError

UInt8Array = npt.NDArray[np.uint8]
_Self = TypeVar("_Self", bound="_Sampled")

#: Base format → components of the image and what GLSL sees of them (OpenGL 1.5, table 3.16).
_FORMATS = {
    "ALPHA": (1, "000R"),
    "LUMINANCE": (1, "RRR1"),
    "LUMINANCE_ALPHA": (2, "RRRG"),
    "INTENSITY": (1, "RRRR"),
    "RGB": (3, "RGB1"),
    "RGBA": (4, "RGBA"),
}
_DEFAULT_FORMATS = {1: "LUMINANCE", 2: "LUMINANCE_ALPHA", 3: "RGB", 4: "RGBA"}
_WRAPS = {"REPEAT": True, "CLAMP_TO_EDGE": False}
_FILTERS = {
    "NEAREST": moderngl.NEAREST,
    "LINEAR": moderngl.LINEAR,
    "NEAREST_MIPMAP_NEAREST": moderngl.NEAREST_MIPMAP_NEAREST,
    "LINEAR_MIPMAP_NEAREST": moderngl.LINEAR_MIPMAP_NEAREST,
    "NEAREST_MIPMAP_LINEAR": moderngl.NEAREST_MIPMAP_LINEAR,
    "LINEAR_MIPMAP_LINEAR": moderngl.LINEAR_MIPMAP_LINEAR,
}

_UNMIPPED = (moderngl.NEAREST, moderngl.LINEAR)


class _Sampled:
    """What Texture and CubeTexture have in common; ``target`` is the unit's word for the kind."""

    target = ""
    texture: moderngl.Texture | moderngl.TextureCube

    def __init__(self, context: moderngl.Context, components: int, base_format: str | None) -> None:
        self.context = context
        self.base_format = _DEFAULT_FORMATS[components] if base_format is None else base_format
        if _FORMATS.get(self.base_format, (0, ""))[0] != components:
            fitting = [name for name, (size, _) in _FORMATS.items() if size == components]
            raise InputError(
                f"base format {self.base_format!r} does not fit a texture of {components} components; "
                f"{' or '.join(fitting)} does"
            )

    def use(self, unit: int) -> None:
        """Bind to a texture unit."""
        self.texture.use(unit)

    def release(self) -> None:
        with entered(self.context):
            self.texture.release()

    def _sample(self, filters: tuple[int, int], anisotropy: float) -> None:
        self.texture.swizzle = _FORMATS[self.base_format][1]
        if filters[0] not in _UNMIPPED:
            self.texture.build_mipmaps()
        self.texture.filter = filters
        if anisotropy > 1.0 and self.context.max_anisotropy > 1.0:
            self.texture.anisotropy = min(anisotropy, self.context.max_anisotropy)

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


class Texture(_Sampled):
    """A 2D texture from (H, W) or (H, W, C) uint8 pixels, top row first; the bottom row is t = 0.

    ``base_format`` follows from C unless given: LUMINANCE, LUMINANCE_ALPHA, RGB, RGBA; one component
    may also be ALPHA or INTENSITY. ``wrap`` is REPEAT or CLAMP_TO_EDGE, or a pair for s and t.
    ``filter`` is a minifying filter's name, or a pair of minifying and magnifying.
    """

    target = "2D"

    def __init__(
        self,
        context: moderngl.Context,
        pixels: npt.ArrayLike,
        base_format: str | None = None,
        wrap: str | tuple[str, str] = "REPEAT",
        filter: str | tuple[str, str] = "LINEAR_MIPMAP_LINEAR",
        anisotropy: float = 1.0,
    ) -> None:
        image = _image(pixels, int(context.info["GL_MAX_TEXTURE_SIZE"]))
        height, width, components = image.shape
        super().__init__(context, components, base_format)
        wraps = [_named(word, _WRAPS, "wrap") for word in ((wrap,) * 2 if isinstance(wrap, str) else wrap)]
        filters = _filters(filter)
        self.size = (width, height)
        with held(context):
            self.texture = texture = context.texture((width, height), components, image[::-1].tobytes())
            texture.repeat_x, texture.repeat_y = wraps
            self._sample(filters, anisotropy)
            if filters[0] not in _UNMIPPED:
                # The levels of nvrender.Texture instead of the driver's, which rounds as it likes.
                whole = Levels.from_array(image[::-1], base_format=self.base_format, mipmaps=True)
                for level, pixels in enumerate(whole.levels[1:], 1):
                    texture.write(pixels.tobytes(), level=level)


class CubeTexture(_Sampled):
    """A cube map from six (N, N) or (N, N, C) uint8 faces: +x, −x, +y, −y, +z, −z.

    Each face's first row is t = 0, which is its top as seen from inside with +y up
    (OpenGL 1.5, table 3.19). The rest is as in Texture.
    """

    target = "CUBE_MAP"

    def __init__(
        self,
        context: moderngl.Context,
        faces: npt.ArrayLike,
        base_format: str | None = None,
        filter: str | tuple[str, str] = "LINEAR_MIPMAP_LINEAR",
        anisotropy: float = 1.0,
    ) -> None:
        images = np.asarray(faces)
        if images.ndim not in (3, 4) or len(images) != 6 or images.shape[1] != images.shape[2]:
            raise InputError(f"cube map faces are of shape {images.shape}; (6, N, N, 1…4) is needed")
        limit = int(context.info["GL_MAX_CUBE_MAP_TEXTURE_SIZE"])
        images = np.stack([_image(image, limit) for image in images])
        size, components = images.shape[1], images.shape[3]
        super().__init__(context, components, base_format)
        filters = _filters(filter)
        self.size = (size, size)
        with held(context):
            self.texture = context.texture_cube((size, size), components, images.tobytes())
            self._sample(filters, anisotropy)


def _image(pixels: npt.ArrayLike, limit: int) -> UInt8Array:
    image = np.asarray(pixels)
    image = image[:, :, None] if image.ndim == 2 else image
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] not in _DEFAULT_FORMATS or not image.size:
        raise InputError(
            f"texture pixels are {image.dtype} of shape {image.shape}; uint8 (H, W, 1…4) is needed"
        )
    if max(image.shape[:2]) > limit:
        raise InputError(
            f"a texture of {image.shape[1]} × {image.shape[0]}; this context takes up to {limit}"
        )
    return image


def _filters(names: str | tuple[str, str]) -> tuple[int, int]:
    if isinstance(names, str):
        return _named(names, _FILTERS, "filter"), _FILTERS[names.split("_")[0]]
    minifying, magnifying = (_named(name, _FILTERS, "filter") for name in names)
    if magnifying not in _UNMIPPED:
        raise InputError(f"magnifying filter {names[1]!r}; it must be NEAREST or LINEAR")
    return minifying, magnifying


def _named(word: str, table: Mapping[str, Any], what: str) -> Any:
    if word not in table:
        raise InputError(f"{what} {word!r}; it must be one of {', '.join(table)}")
    return table[word]
