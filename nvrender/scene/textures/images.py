"""The images of a scene: what is in them at first, beside a picture of some size."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.gl.textures.image_texels import texel_dtype
from nvrender.gl.textures.images import Image, ImageKey, image_units
from nvrender.ops.image_formats import IMAGE_FORMATS, Encoding
from nvrender.program import Program
from nvrender.scene.forms.images import ImageForm
from nvrender.scene.forms.scene import SceneForm
from nvrender.scene.model import Scene
from nvrender.scene.textures.made import made
from nvrender.source import InputError, SceneError

#: What the images of a scene may take together.
MOST_BYTES = 2**28


def first_images(scene: Scene, size: tuple[int, int]) -> dict[int, Image]:
    """Unit → image as it is at first. SceneError for what does not fit together or is too large."""
    form, found = scene.form, dict[int, Image]()
    check_size(form, size)
    for unit, _ in sorted(form.images.items(), key=lambda item: item[1].of is not None):
        try:
            found[unit] = _image(scene, unit, found, size)
        except InputError as error:
            raise SceneError(f"images.{unit}: {error}") from None
    return found


def _image(scene: Scene, unit: int, found: dict[int, Image], size: tuple[int, int]) -> Image:
    form = scene.form.images[unit]
    how: dict[str, Any] = {"access": form.access, "view": form.view, "layer": form.layer}
    if form.of is not None:
        return found[form.of].with_(**how)
    if form.texture:
        return Image.of(made(scene, form.texture), form.level, **how)
    return Image(_texels(form, size, f"images.{unit}"), form.format or "RGBA8", form.target, **how)


def shape(form: ImageForm, size: tuple[int, int]) -> tuple[int, ...]:
    """The sizes of an image's axes beside a picture of ``size``."""
    width, height = (*(form.size or size), 1)[:2]
    sizes = {"W": width, "H": height, "F": 6, "L": form.layers or 1, "D": form.layers or 1}
    return tuple(sizes[axis] for axis in TARGET_AXES[form.target])


def _fill(form: ImageForm, key: str) -> npt.NDArray[Any]:
    """The components of a texel at first; SceneError for numbers that it cannot hold."""
    row = IMAGE_FORMATS[form.format or "RGBA8"]
    dtype = texel_dtype(row)
    numbers = np.array(form.fill or (0,) * (1 if row.packed else len(row.bits)), np.float64)
    if not row.packed and row.encoding in (Encoding.NORMALIZED, Encoding.SIGNED_NORMALIZED):
        numbers = np.rint(numbers * np.iinfo(dtype).max)
    if dtype.kind != "f":
        info = np.iinfo(dtype)
        if not ((numbers >= info.min) & (numbers <= info.max) & (numbers == np.rint(numbers))).all():
            raise SceneError(f"{key}.fill: {list(form.fill)} is nothing a texel of {row.name} holds")
    with np.errstate(over="ignore"):
        return numbers.astype(dtype)


def _texels(form: ImageForm, size: tuple[int, int], key: str) -> npt.NDArray[Any]:
    fill = _fill(form, key)
    texels = np.empty((*shape(form, size), len(fill)), fill.dtype)
    texels[:] = fill
    return texels[..., 0] if len(fill) == 1 else texels


def check_size(form: SceneForm, size: tuple[int, int]) -> None:
    """SceneError where the images are too large beside a picture of ``size``."""
    total = 0
    for unit, row in form.images.items():
        if row.of is None and not row.texture:
            texel = IMAGE_FORMATS[row.format or "RGBA8"].bytes
            total += int(np.prod(shape(row, size), dtype=np.int64)) * texel
        if total > MOST_BYTES:
            raise SceneError(
                f"images.{unit}: takes, with those before it, {total >> 20} MiB beside a picture of "
                f"{size[0]} × {size[1]}; at most {MOST_BYTES >> 20} are taken"
            )


def check_images(scene: Scene) -> None:
    """SceneError with the key for images of textures and units that there are not."""
    form = scene.form
    for unit, row in form.images.items():
        if row.texture and row.texture not in form.textures:
            known = ", ".join(form.textures) or "none"
            raise SceneError(
                f"images.{unit}.texture: there is no texture {row.texture!r}; this scene has {known}"
            )
        if row.of is not None and (row.of not in form.images or form.images[row.of].of is not None):
            raise SceneError(f"images.{unit}.of: images.{row.of} has no texels of its own")
        if not row.texture and row.of is None:
            _fill(row, f"images.{unit}")
    check_size(form, scene.size)


def check_reached(form: SceneForm, program: Program, key: str) -> None:
    """There is an image on every unit a program names."""
    for unit in sorted(image_units(program)):
        if unit not in form.images:
            raise SceneError(
                f"{key}: names image[{unit}], and the scene has no such image; give [images.{unit}]"
            )


def image_keys(form: SceneForm, *, each_frame: bool) -> tuple[ImageKey, ...]:
    """The images that begin anew in every frame, or those that live on."""
    return tuple(
        ImageKey(unit) for unit, row in form.images.items() if row.of is None and row.each_frame is each_frame
    )
