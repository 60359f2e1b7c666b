"""What a texture's fields must be, each with its message; and the fields a caller left out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nvrender.gl.state.fragments import COMPARISONS
from nvrender.gl.textures import formats as forms
from nvrender.gl.textures.fields import TextureFields
from nvrender.gl.textures.formats import Image
from nvrender.memory import check_memory, memory_for
from nvrender.ops.texture_targets import CUBES, MULTISAMPLE
from nvrender.source import InputError

_SMALLER = "give smaller images, or fewer layers"


@memory_for("a texture", _SMALLER)
def checked_fields(texture: TextureFields) -> dict[str, Any]:
    """The fields of ``texture`` that change once everything is checked. InputError."""
    _check_format(texture)
    levels = _levels(texture)
    _check_chain(texture, levels)
    if texture.base_format == "DEPTH" and any(_outside(level) for level in levels):
        raise InputError("depth texels must lie in 0 to 1")
    filters = _filters(texture, len(levels))
    _check_levels(texture)
    return {
        "levels": levels,
        **filters,
        **_wraps(texture),
        "border_color": _border_color(texture, levels),
    }


def _left_out(value: object) -> bool:
    return isinstance(value, str) and not value


def _word(value: object, known: tuple[str, ...] | dict[str, Any], what: str) -> None:
    if not isinstance(value, str) or value not in known:
        raise InputError(f"texture {what} {value!r}; it must be one of {', '.join(known)}")


def _check_format(texture: TextureFields) -> None:
    _word(texture.target, forms.TARGET_AXES, "target")
    _word(texture.base_format, forms.BASE_FORMATS, "base format")
    _word(texture.kind, forms.KINDS, "kind")
    _word(texture.compare_function, COMPARISONS, "compare function")
    _word(texture.depth_mode, forms.DEPTH_MODES, "depth mode")
    target, base_format, kind = texture.target, texture.base_format, texture.kind
    if base_format == "DEPTH" and target in ("3D", "BUFFER"):
        raise InputError(f"a {target} texture cannot be of base format DEPTH")
    if base_format == "DEPTH" and kind != "float":
        raise InputError(f"a texture of base format DEPTH is of kind float, not {kind}")
    if target == "BUFFER" and base_format not in forms.BUFFER_FORMATS:
        raise InputError(
            f"a BUFFER texture cannot be of base format {base_format}; it may be one of "
            f"{', '.join(forms.BUFFER_FORMATS)}"
        )
    if not isinstance(texture.srgb, (bool, np.bool_)):
        raise InputError(f"a texture's srgb is true or false, not {texture.srgb!r}")
    linear = target == "BUFFER" or target in MULTISAMPLE
    if texture.srgb and (kind != "float" or base_format not in forms.SRGB_FORMATS or linear):
        raise InputError(f"a {target} texture of base format {base_format} and kind {kind} cannot be sRGB")
    if not _whole(texture.border) or texture.border not in (0, 1):
        raise InputError(f"a texture's border is 0 or 1 texels wide, not {texture.border!r}")
    if texture.border and target in forms.SINGLE:
        raise InputError(f"a {target} texture has no border")


# --- images


def _levels(texture: TextureFields) -> tuple[Image, ...]:
    if isinstance(texture.levels, np.ndarray) or not isinstance(texture.levels, (tuple, list)):
        raise InputError(
            f"a texture's levels are a tuple of arrays, level 0 first, not {type(texture.levels).__name__}"
        )
    if not texture.levels:
        raise InputError("a texture needs at least one level")
    levels = tuple(_image(texture, number, level) for number, level in enumerate(texture.levels))
    for number, level in enumerate(levels):
        if level.dtype != levels[0].dtype:
            raise InputError(f"texture level {number} is {level.dtype}, level 0 {levels[0].dtype}")
    return levels


def _image(texture: TextureFields, number: int, level: object) -> Image:
    """A level as a read-only array of its own, components last; one that is that already is kept."""
    what = f"texture level {number}"
    try:
        image = np.asarray(level)
    except ValueError as error:
        raise InputError(f"{what} is no array: {error}") from None
    floats = texture.kind == "float" and image.dtype == np.float64
    check_memory(
        image.size * (2 * 4 if floats else image.itemsize), f"{what} of shape {image.shape}", _SMALLER
    )
    if floats:
        with np.errstate(over="ignore"):
            image = image.astype(np.float32)
    types = forms.KINDS[texture.kind]
    if image.dtype.type not in types or not image.dtype.isnative:
        names = ", ".join(type.__name__ for type in types)
        raise InputError(f"{what} is {image.dtype}; a texture of kind {texture.kind} is {names}")
    if texture.srgb and image.dtype != np.uint8:
        raise InputError(f"{what} is {image.dtype}; an sRGB texture is uint8")
    components = forms.BASE_FORMATS[texture.base_format]
    axes = texture.axes
    if components == 1 and image.ndim == len(axes):
        image = image[..., None]
    if image.ndim != len(axes) + 1 or image.shape[-1] != components:
        shape = ", ".join({"F": "6"}.get(axis, axis) for axis in axes)
        raise InputError(
            f"{what} has shape {image.shape}; a {texture.target} texture of base format "
            f"{texture.base_format} is ({shape}, {components})"
        )
    if not image.size:
        raise InputError(f"{what} has shape {image.shape}: no texels")
    if image.flags.writeable or not (image.flags.owndata and image.flags.c_contiguous):
        image = np.array(image, order="C")
        image.setflags(write=False)
    return image


def _check_chain(texture: TextureFields, levels: tuple[Image, ...]) -> None:
    """Faces are six squares; each level has half the size of the one before, rounded down (3.8.8)."""
    axes, target = texture.axes, texture.target
    first = levels[0].shape[: len(axes)]
    if target in CUBES and (first[-3] != 6 or first[-2] != first[-1]):
        shape = "(6, N, N, C)" if target == "CUBE" else "(L, 6, N, N, C)"
        raise InputError(f"cube map faces have shape {levels[0].shape}; six squares {shape} are needed")
    border = 2 * texture.border
    if any(size <= border for axis, size in zip(axes, first, strict=True) if axis in "DHW"):
        raise InputError(f"texture level 0 has shape {levels[0].shape}: nothing inside its border")
    if len(levels) > 1 and target in forms.SINGLE:
        raise InputError(f"a {target} texture has one level, not {len(levels)}")
    largest = max(size - border for axis, size in zip(axes, first, strict=True) if axis in "DHW")
    if len(levels) > largest.bit_length():
        raise InputError(
            f"a texture whose largest side is {largest} has at most {largest.bit_length()} levels, "
            f"not {len(levels)}"
        )
    for number, level in enumerate(levels):
        wanted = tuple(
            max(1, (size - border) >> number) + border if axis in "DHW" else size
            for axis, size in zip(axes, first, strict=True)
        )
        if level.shape[:-1] != wanted:
            raise InputError(
                f"texture level {number} has shape {level.shape}; below level 0 of {levels[0].shape} it is "
                f"{(*wanted, level.shape[-1])}"
            )


def _outside(level: Image) -> bool:
    return level.dtype.kind == "f" and not bool(((level >= 0) & (level <= 1)).all())


# --- parameters


def _filters(texture: TextureFields, levels: int) -> dict[str, str]:
    plain = "LINEAR" if texture.kind == "float" else "NEAREST"
    mag, min_ = texture.mag_filter, texture.min_filter
    if _left_out(mag):
        mag = plain
    if _left_out(min_):
        min_ = plain if levels == 1 else f"{plain}_MIPMAP_{plain}"
    if texture.target in MULTISAMPLE:
        if (mag, min_) not in ((plain, plain), ("NEAREST", "NEAREST")):
            raise InputError(f"a {texture.target} texture has no filters: nothing but TXFMS reads it")
        mag = min_ = "NEAREST"
    _word(mag, forms.MAG_FILTERS, "mag_filter")
    _word(min_, forms.MIN_FILTERS, "min_filter")
    if texture.target == "RECT" and "MIPMAP" in min_:
        raise InputError(f"a RECT texture has no mipmaps; min_filter {min_} must be NEAREST or LINEAR")
    return {"mag_filter": mag, "min_filter": min_}


def _wraps(texture: TextureFields) -> dict[str, str]:
    known = forms.RECT_WRAPS if texture.target == "RECT" else forms.WRAPS
    plain = "CLAMP_TO_EDGE" if texture.target in ("RECT", *CUBES) else "REPEAT"
    given = {name: getattr(texture, name) for name in ("wrap_s", "wrap_t", "wrap_r")}
    wraps = {name: plain if _left_out(word) else word for name, word in given.items()}
    for name, word in wraps.items():
        _word(word, known, name)
    return wraps


def _border_color(texture: TextureFields, levels: tuple[Image, ...]) -> tuple[float, ...]:
    """Four numbers: clamped to 0 to 1 where texels are (OpenGL 1.5, 3.8.4), whole ones for integers."""
    try:
        numbers = [float(value) for value in texture.border_color]
    except (TypeError, ValueError):
        numbers = []
    if len(numbers) != 4 or any(number != number for number in numbers):
        raise InputError(f"a texture's border_color is four numbers, not {texture.border_color!r}")
    if texture.kind != "float":
        type = np.int32 if texture.kind == "signed" else np.uint32
        limits = np.iinfo(type)
        if not all(number.is_integer() and limits.min <= number <= limits.max for number in numbers):
            raise InputError(
                f"border_color {texture.border_color!r}: a texture of kind {texture.kind} needs "
                f"{type.__name__} numbers"
            )
    elif texture.base_format == "DEPTH" or levels[0].dtype.kind == "u":
        numbers = [min(max(number, 0.0), 1.0) for number in numbers]
    return tuple(numbers)


def _whole(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _check_levels(texture: TextureFields) -> None:
    """Base and maximum level and the bounds of the level of detail (OpenGL 1.5, 3.8.4)."""
    for name in ("base_level", "max_level"):
        value = getattr(texture, name)
        if not _whole(value) or value < 0:
            raise InputError(f"a texture's {name} is a number of 0 or more, not {value!r}")
    if texture.target in ("RECT", *MULTISAMPLE) and texture.base_level:
        raise InputError(f"a {texture.target} texture's base_level is 0, not {texture.base_level}")
    for name in ("min_lod", "max_lod", "lod_bias", "max_anisotropy"):
        value = getattr(texture, name)
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float, np.number))
            or not math.isfinite(value)
        ):
            raise InputError(f"a texture's {name} is a finite number, not {value!r}")
    if texture.min_lod > texture.max_lod:
        raise InputError(f"a texture's min_lod {texture.min_lod} is above its max_lod {texture.max_lod}")
    if texture.max_anisotropy < 1.0:
        raise InputError(f"a texture's max_anisotropy is 1 or more, not {texture.max_anisotropy}")
