"""GetTexLevelParameter, GetTexImage, and what GetIntegerv knows of textures (OpenGL 1.5, 6.1.3 and 6.1.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.command import command, family
from nvrender.api.errors import invalid_enum, invalid_operation
from nvrender.api.formats.internal_formats import STORED, as_rgba, component_bits
from nvrender.api.formats.packing import as_signed, packed
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.pixels import PixelState
from nvrender.api.objects.programs import LIMITS
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.objects.textures import TexelArray, extent
from nvrender.api.textures import buffers as texture_buffers
from nvrender.api.textures import multisample as multisample_textures
from nvrender.api.textures.image_checks import checked_level, texture_pixels
from nvrender.api.textures.multisample import LEVEL_PARAMETERS, TARGETS, level_parameter
from nvrender.api.textures.parameters import ANISOTROPY
from nvrender.api.textures.targets import (
    BINDINGS,
    IMAGES,
    LARGEST,
    LARGEST_3D,
    LAYERS,
    ImageTarget,
    bound_texture,
)
from nvrender.api.words import constant

_SECTION = "OpenGL 1.5, 6.1.3"
_IMAGE = "OpenGL 1.5, 6.1.4"

_COMPONENTS = ("RED", "GREEN", "BLUE", "ALPHA", "LUMINANCE", "INTENSITY", "DEPTH")
_BITS = {getattr(enums, f"TEXTURE_{name}_SIZE"): name for name in _COMPONENTS}
_BITS |= {enums.TEXTURE_SHARED_SIZE_EXT: "SHARED", enums.TEXTURE_STENCIL_SIZE_EXT: "STENCIL"}
_TYPES = {getattr(enums, f"TEXTURE_{name}_TYPE_ARB"): name for name in _COMPONENTS}
_SIZES = (enums.TEXTURE_WIDTH, enums.TEXTURE_HEIGHT, enums.TEXTURE_DEPTH)
_PLAIN = (enums.TEXTURE_BORDER, enums.TEXTURE_INTERNAL_FORMAT, enums.TEXTURE_COMPRESSED)


def _image(target: int, section: str, *, proxies: bool) -> ImageTarget:
    found = IMAGES.get(whole(target, "target"))
    if found is None or (found.proxy and not proxies):
        raise invalid_enum("target", target, "TEXTURE_2D, faces of cube maps and their kin", section)
    return found


def _level_parameter(textures: TextureState, target: int, level: int, pname: int) -> int:
    if target in TARGETS:
        return level_parameter(textures, target, level, pname)
    where = _image(target, _SECTION, proxies=True)
    if pname in LEVEL_PARAMETERS:
        checked_level(where, level, _SECTION)
        return int(pname == enums.TEXTURE_FIXED_SAMPLE_LOCATIONS)  # of images without samples (table 6.17)
    compressed = whole(pname, "pname") == enums.TEXTURE_COMPRESSED_IMAGE_SIZE
    if pname not in (*_SIZES, *_PLAIN, *_BITS, *_TYPES) and not compressed:
        raise invalid_enum("pname", pname, "TEXTURE_WIDTH, TEXTURE_BORDER and their kin", _SECTION)
    number = checked_level(where, level, _SECTION)
    if compressed:
        raise invalid_operation("the image is not compressed", _SECTION)
    if where.proxy:
        array = textures.proxies.get((where.target, number))
    else:
        array = bound_texture(textures, where.target).arrays.get((where.face, number))
    return _of_array(array, pname)


def _of_array(array: TexelArray | None, pname: int) -> int:
    """A property of an image; of one that is not there its initial value (table 6.17)."""
    if array is None:
        return int(pname == enums.TEXTURE_INTERNAL_FORMAT)
    if pname in _SIZES:
        return extent(array)[_SIZES.index(pname)]
    if pname == enums.TEXTURE_BORDER:
        return array.border
    if pname == enums.TEXTURE_INTERNAL_FORMAT:
        return array.format
    if pname in _BITS:
        return component_bits(array.internal).get(_BITS[pname], 0)
    if pname in _TYPES and _TYPES[pname] in component_bits(array.internal):
        floats = array.internal.dtype.kind == "f" and array.internal.base_format != "DEPTH"
        whole = {"signed": enums.INT, "unsigned": enums.UNSIGNED_INT}
        if array.internal.encoding.startswith("SNORM"):
            return enums.SIGNED_NORMALIZED
        plain = enums.FLOAT if floats else enums.UNSIGNED_NORMALIZED_ARB
        return whole.get(array.internal.kind, plain)
    return 0


_WHAT = "A property of an image of the texture bound to a target, or of a proxy"
family("GetTexLevelParameteriv", _level_parameter, f"{_WHAT}.")


def _float_level_parameter(textures: TextureState, target: int, level: int, pname: int) -> float:
    return float(_level_parameter(textures, target, level, pname))


family("GetTexLevelParameterfv", _float_level_parameter, f"{_WHAT}, as a float.")


@command()
def GetTexImage(
    textures: TextureState, pixels: PixelState, target: int, level: int, format: int, type: int
) -> npt.NDArray[Any]:
    """An image as (height, width, components) elements of ``type``, the bottom row first.

    Images of three sizes have the depth first, of one the width alone; packed types have no components.
    """
    where = _image(target, _IMAGE, proxies=False)
    layout = texture_pixels(format, type)
    number = checked_level(where, level, _IMAGE)
    array = bound_texture(textures, where.target).arrays.get((where.face, number))
    axes = where.dimensions
    if array is None:
        return np.zeros((*(0,) * axes, layout.elements)[: axes + (layout.packing is None)], layout.element)
    if layout.depths != (array.internal.base_format == "DEPTH"):
        raise invalid_operation("depths come from depth formats, and nothing else does", _IMAGE)
    if "S" in layout.components and not array.internal.stencil:
        raise invalid_operation("the image has no stencil values", "EXT_packed_depth_stencil 6.1.4")
    if layout.integer != array.internal.integer:
        raise invalid_operation("integer formats are read as integer formats", "EXT_texture_integer 6.1.4")
    rgba = as_rgba(array.texels, array.internal)
    # Luminance is in R (table 6.1).
    letters = "DS" if array.internal.base_format == "DEPTH" else STORED["RGBA"]
    chosen = [letters.index(letter) for letter in layout.components.replace("L", "R")]
    components = rgba[..., chosen]
    if array.internal.encoding.startswith("SNORM") and layout.packing is None and layout.element.kind == "i":
        components = as_signed(components.astype(np.float64), 8 * layout.element.itemsize)
        layout = replace(layout, integer=True)  # which they are already
    elements = packed(components, layout, pixels.pack)
    return elements if layout.packing is None else elements[..., 0]


def _bound(target: str) -> Callable[[ContextState], int]:
    return lambda gl: gl.textures.units[gl.textures.active_texture].bound(target)


#: What GetIntegerv and its kin know of textures.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    **{pname: _bound(target) for pname, target in BINDINGS.items()},
    enums.SAMPLER_BINDING: lambda gl: gl.textures.units[gl.textures.active_texture].sampler,
    **texture_buffers.VALUES,
    enums.MAX_TEXTURE_SIZE: constant(LARGEST),
    enums.MAX_CUBE_MAP_TEXTURE_SIZE: constant(LARGEST),
    enums.MAX_RECTANGLE_TEXTURE_SIZE_ARB: constant(LARGEST),
    enums.MAX_3D_TEXTURE_SIZE: constant(LARGEST_3D),
    enums.MAX_ARRAY_TEXTURE_LAYERS_EXT: constant(LAYERS),
    **multisample_textures.VALUES,
    enums.MAX_TEXTURE_LOD_BIAS: constant(16.0),
    enums.MAX_TEXTURE_MAX_ANISOTROPY_EXT: constant(ANISOTROPY),
    enums.NUM_COMPRESSED_TEXTURE_FORMATS: constant(0),
    enums.MAX_VERTEX_TEXTURE_IMAGE_UNITS_ARB: constant(LIMITS[enums.VERTEX_PROGRAM_ARB].texture_image_units),
    enums.MAX_GEOMETRY_TEXTURE_IMAGE_UNITS_EXT: constant(
        LIMITS[enums.GEOMETRY_PROGRAM_NV].texture_image_units
    ),
}
