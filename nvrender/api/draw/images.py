"""The images that draws and dispatches reach: levels of textures on image units, and what is left in them.

EXT_shader_image_load_store 3.9.X.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.buffers.commands import ACCESSES
from nvrender.api.formats.packing import FROM_WORDS, TO_WORDS, as_signed, signed_fractions
from nvrender.api.objects.buffers import BufferObject, BufferState
from nvrender.api.objects.drawing import DrawnImage
from nvrender.api.objects.texture_units import ImageBinding, TextureState
from nvrender.api.objects.textures import FACES, LARGEST_BUFFER, TexelArray, TextureObject, faces_apart
from nvrender.api.textures.image_units import FORMATS
from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.gl.textures.image_texels import texel_dtype
from nvrender.gl.textures.images import Image, image_units
from nvrender.ops.image_formats import IMAGE_FORMATS, Encoding
from nvrender.ops.texture_targets import SINGLE_LAYERS
from nvrender.program import Program
from nvrender.program.memory import names_handles

Texels = npt.NDArray[Any]

#: What the unsized formats are stored as.
_SIZED = {enums.RGBA: enums.RGBA8, 4: enums.RGBA8, enums.RED: enums.R8, enums.RG: enums.RG8}
_TEN_BITS, _TWO_BITS, _SIXTEEN_BITS = 1023, 3, 65535


def drawn_images(
    textures: TextureState, buffers: BufferState, programs: Iterable[Program]
) -> dict[int, DrawnImage]:
    """Unit → image, of those ``programs`` name that have a texture; with handles all that are resident."""
    rows = tuple(programs)
    bindings = {unit: textures.images[unit] for program in rows for unit in image_units(program)}
    if any(map(names_handles, rows)):
        bindings |= _resident(textures)
    levels: dict[tuple[int, int], tuple[Image, Hashable]] = {}
    found = {}
    for unit, binding in sorted(bindings.items()):
        held = textures.names.objects.get(binding.texture)
        if held is None:
            continue
        place = binding.texture, binding.level
        if place not in levels:
            levels[place] = _level(buffers, held, binding.level)
        image, source = levels[place]
        found[unit] = DrawnImage(_bound(image, binding), *place, source)
    return found


def _resident(textures: TextureState) -> dict[int, ImageBinding]:
    """What the image handles are of that this context made resident (NV_bindless_texture 3.9.X)."""
    found = {}
    for handle, access in textures.resident_images.items():
        if (what := textures.handles.known.get(handle)) is not None:
            layered, layer = what.layer is None, what.layer or 0
            place = what.texture, what.level, layered, layer
            found[handle] = ImageBinding(*place, getattr(enums, access), what.format)
    return found


def _bound(image: Image, binding: ImageBinding) -> Image:
    """A level as a unit has it; of what has no layers all is bound."""
    layer = None if binding.layered or image.target not in SINGLE_LAYERS else binding.layer
    return image.with_(access=ACCESSES[binding.access], view=FORMATS[binding.format], layer=layer)


def _level(buffers: BufferState, held: TextureObject, level: int) -> tuple[Image, Hashable]:
    """A level as an image, and what it is of; one without texels where every access is invalid."""
    if held.target == "BUFFER":
        attached = held.buffer
        there = attached is not None and buffers.names.objects.get(attached.name) is attached.buffer
        if attached is None or not there or level or attached.texture is None:
            return _nothing(held.target), held
        name = FORMATS.get(attached.format, "")
        texels = _of_buffer(attached.buffer, name) if name else np.zeros((0, 1), np.uint8)
        if not len(texels):
            return _nothing(held.target), held
        return Image(texels, name, held.target), (attached.buffer, attached.buffer.version, attached.format)
    faces = tuple(held.arrays.get((face, level)) for face in range(FACES if held.target == "CUBE" else 1))
    arrays = tuple(face for face in faces if face is not None)
    parameters = held.parameters
    inside = parameters.base_level <= level <= parameters.max_level
    if held.texture is None or not inside or len(arrays) != len(faces) or arrays[0].border:
        return _nothing(held.target), held
    name = FORMATS.get(_SIZED.get(arrays[0].format, arrays[0].format), "")
    if not name or any(array.format != arrays[0].format for array in arrays):
        return _nothing(held.target), held
    images = [as_image(array.texels, name) for array in arrays]
    if any(each.shape != images[0].shape for each in images):
        return _nothing(held.target), held
    texels = np.stack(images) if held.target == "CUBE" else images[0]
    texels = faces_apart(texels) if held.target == "ARRAYCUBE" else texels
    return Image(texels, name, held.target), arrays


def _nothing(target: str) -> Image:
    shape = tuple(6 if axis == "F" else 1 for axis in TARGET_AXES[target])
    return Image(np.zeros(shape, np.uint8), "R8UI", target, exists=False)


def as_image(texels: Texels, name: str) -> Texels:
    """The texels of a texture as those of an image of format ``name``."""
    format = IMAGE_FORMATS[name]
    if format.encoding is Encoding.SIGNED_NORMALIZED:
        count, bits = len(format.bits), format.bits[0]
        return as_signed(texels[..., :count].astype(np.float64), bits).astype(f"i{bits // 8}")
    if name in TO_WORDS:
        return TO_WORDS[name](texels.astype(np.float64))
    if not format.packed:
        return texels[..., : len(format.bits)]
    most = np.array([_TEN_BITS] * 3 + [_TWO_BITS])
    parts = np.rint(texels.astype(np.float64) * most / _SIXTEEN_BITS).astype(np.uint32)
    packed: Texels = parts[..., 0] | parts[..., 1] << 10 | parts[..., 2] << 20 | parts[..., 3] << 30
    return packed


def as_texels(image: Texels, name: str, array: TexelArray) -> Texels:
    """The texels of an image as a texture has them, in place of those of ``array``."""
    format = IMAGE_FORMATS[name]
    texels: Texels = array.texels.copy()
    if format.encoding is Encoding.SIGNED_NORMALIZED:
        count, bits = len(format.bits), format.bits[0]
        texels[..., :count] = signed_fractions(image.reshape(*texels.shape[:-1], count), bits)
        return texels
    if name in FROM_WORDS:
        texels[..., :3] = FROM_WORDS[name](image.reshape(texels.shape[:-1]))
        return texels
    if format.packed:
        parts = np.stack([image >> shift & 1023 for shift in (0, 10, 20)] + [image >> 30], -1)
        most = np.array([_TEN_BITS] * 3 + [_TWO_BITS])
        changed = as_image(texels, name) != image
        texels[changed] = np.rint(parts[changed] * _SIXTEEN_BITS / most).astype(texels.dtype)
        return texels
    texels[..., : len(format.bits)] = image.reshape(*texels.shape[:-1], len(format.bits))
    return texels


def _of_buffer(buffer: BufferObject, name: str) -> Texels:
    """The bytes of a buffer as the texels of a BUFFER image, none where there are too few."""
    format = IMAGE_FORMATS[name]
    count = min(len(buffer.content) // format.bytes, LARGEST_BUFFER)
    texels: Texels = buffer.content[: count * format.bytes].view(texel_dtype(format)).reshape(count, -1)
    return texels


def keep_images(textures: TextureState, drawn: Mapping[int, DrawnImage], left: Mapping[int, Texels]) -> None:
    """Give the textures what programs left in their images."""
    kept = set()
    for unit, texels in left.items():
        row = drawn[unit]
        place = row.texture, row.level
        if place in kept or not row.image.exists or np.array_equal(texels, row.image.texels):
            continue
        kept.add(place)
        held = textures.names.objects[row.texture]
        if held.buffer is not None:
            before, after = (each.reshape(-1).view(np.uint8) for each in (row.image.texels, texels))
            held.buffer.buffer.change(np.flatnonzero(before != after), after)
            continue
        faces = texels if held.target == "CUBE" else [texels]
        arrays = dict(held.arrays)
        for face, image in enumerate(faces):
            array = arrays[face, row.level]
            changed = as_texels(image, row.image.format, array)
            changed.setflags(write=False)
            arrays[face, row.level] = TexelArray(changed, array.format)
        textures.names.objects[row.texture] = replace(held, arrays=arrays)
