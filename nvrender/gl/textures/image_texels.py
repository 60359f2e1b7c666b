"""The texels of images as arrays (EXT_shader_image_load_store Table X.2)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.memory import check_memory, memory_for
from nvrender.ops.image_formats import Encoding, ImageFormat
from nvrender.source import InputError

_KINDS = {
    Encoding.FLOAT: "float",
    Encoding.NORMALIZED: "uint",
    Encoding.SIGNED_NORMALIZED: "int",
    Encoding.UNSIGNED: "uint",
    Encoding.SIGNED: "int",
}


def texel_dtype(format: ImageFormat) -> np.dtype[Any]:
    """The dtype of a component, of a packed format that of a texel."""
    return np.dtype("uint32" if format.packed else f"{_KINDS[format.encoding]}{format.bits[0]}")


@memory_for("an image", "give a smaller one")
def checked_texels(texels: Any, target: str, format: ImageFormat) -> npt.NDArray[Any]:
    """``texels`` as a read-only array of its own, one that is that already as it is; InputError."""
    try:
        array = np.asarray(texels)
    except ValueError as error:
        raise InputError(f"an image's texels are no array: {error}") from None
    dtype, axes = texel_dtype(format), TARGET_AXES[target]
    if array.dtype != dtype:
        what = "its texels as words" if format.packed else "its components"
        raise InputError(f"an image of format {format.name} is {dtype}, {what}, not {array.dtype}")
    components = 1 if format.packed else len(format.bits)
    one = components == 1 and array.ndim == len(axes)
    if not one and (array.ndim != len(axes) + 1 or array.shape[-1] != components):
        shape = ", ".join("6" if axis == "F" else axis for axis in axes)
        comma = "," if len(axes) == 1 else ""
        needed = f"({shape}{comma})" if components == 1 else f"({shape}, {components})"
        raise InputError(
            f"a {target} image of format {format.name} has texels of shape {needed}, not {array.shape}"
        )
    sizes = dict(zip(axes, array.shape, strict=False))
    if 0 in array.shape:
        raise InputError(f"an image has at least one texel; its texels have shape {array.shape}")
    if sizes.get("F", 6) != 6:
        raise InputError(f"a {target} image has 6 faces, not {sizes['F']}")
    if target.endswith("CUBE") and sizes["H"] != sizes["W"]:
        raise InputError(f"the faces of a {target} image are squares, not {sizes['W']} by {sizes['H']}")
    check_memory(array.nbytes, f"an image's texels of shape {array.shape}", "give a smaller image")
    if array.flags.writeable or not (array.flags.owndata and array.flags.c_contiguous):
        array = np.array(array, order="C")
        array.flags.writeable = False
    return array
