"""Images of textures as surfaces that are drawn into, and back (EXT_framebuffer_object 4.4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from nvrender.api import enums
from nvrender.api.formats.depth_stencil import from_planes, planes_of
from nvrender.api.formats.internal_formats import InternalFormat
from nvrender.api.objects.framebuffers import Attachment, RenderFormat
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.objects.textures import Drawn, FaceLevel, TexelArray, TextureObject
from nvrender.gl.textures.formats import Image
from nvrender.gl.textures.surfaces import DEEPEST, Planes, Surface

#: Targets whose images have layers.
LAYERED = ("3D", "CUBE", "ARRAY1D", "ARRAY2D", "ARRAYCUBE", "ARRAY2DMS")
_FACES = 6
_DRAWN = (np.uint8, np.float16, np.float32)


def render_format(internal: InternalFormat) -> tuple[RenderFormat | None, bool]:
    """What an image of a format holds, None where it is nothing to draw into; and whether nvrender does."""
    if internal.base_format == "DEPTH":
        return RenderFormat("DEPTH_STENCIL" if internal.stencil else "DEPTH"), True
    if internal.base_format not in ("RGB", "RGBA") or internal.encoding == "RGB9_E5":
        return None, False
    plain = not internal.srgb and not internal.kept and not internal.encoding
    supported = internal.kind == "float" and plain and internal.dtype in _DRAWN
    return RenderFormat(internal.base_format, internal.dtype), supported


def _face(attached: Attachment) -> int:
    """The face of a cube map that is attached, 0 of others."""
    return attached.face - enums.TEXTURE_CUBE_MAP_POSITIVE_X


def attached_arrays(textures: TextureState, attached: Attachment) -> dict[FaceLevel, TexelArray]:
    """The texel arrays of an attachment: one, or six of a cube map with all its faces.

    Empty where the texture, the level or a face is not there, or faces differ.
    """
    texture = textures.names.objects.get(attached.name)
    if texture is None:
        return {}
    faces = range(_FACES) if attached.layered and texture.target == "CUBE" else (_face(attached),)
    found = {(number, attached.level): texture.arrays.get((number, attached.level)) for number in faces}
    there = {place: array for place, array in found.items() if array is not None}
    alike = len({(array.shape, array.format, array.border) for array in there.values()}) == 1
    return there if alike and len(there) == len(found) else {}


def layers_of(target: str, shape: tuple[int, ...]) -> tuple[int, tuple[int, int]]:
    """How many layers an image has, and width and height of each; of a cube map six."""
    sizes = shape[:-1]
    if target in ("3D", "ARRAY2D", "ARRAYCUBE"):
        return sizes[0], (sizes[2], sizes[1])
    if target == "ARRAY1D":
        return sizes[0], (sizes[1], 1)
    height, width = sizes if len(sizes) == 2 else (1, sizes[0])
    return (_FACES if target == "CUBE" else 1), (width, height)


def texture_surface(textures: TextureState, attached: Attachment) -> Surface:
    """The pixels of what is attached, as they were drawn or as the texels are."""
    target = textures.names.objects[attached.name].target
    arrays = attached_arrays(textures, attached)
    first = next(iter(arrays.values()))
    key = _key(target, attached)
    known = {None if array.drawn is None else array.drawn.surfaces.get(key) for array in arrays.values()}
    if len(known) == 1 and (surface := known.pop()) is not None:
        return surface
    if len(arrays) > 1:
        return _surface(np.stack([array.texels for array in arrays.values()]), first.internal)
    count, (width, height) = layers_of(target, first.shape)
    if target == "CUBE":
        return _surface(first.texels[None], first.internal)
    texels = first.texels.reshape(count, height, width, first.shape[-1])
    return _surface(texels if key is None else texels[key : key + 1], first.internal)


def renew(textures: TextureState, attached: Attachment, surface: Surface) -> None:
    """The texture has what was drawn into a surface of it: another value, whose texels are fetched later."""
    texture: TextureObject = textures.names.objects[attached.name]
    key = _key(texture.target, attached)
    changed: Mapping[FaceLevel, TexelArray] = {
        place: _renewed(texture.target, array, key, surface, place[0])
        for place, array in attached_arrays(textures, attached).items()
    }
    textures.names.objects[attached.name] = replace(texture, arrays={**texture.arrays, **changed})


def _key(target: str, attached: Attachment) -> int | None:
    """Which layer or face of an image with several is attached; None for all of them."""
    if target not in LAYERED or attached.layered:
        return None
    return _face(attached) if target == "CUBE" else attached.layer


def _renewed(target: str, array: TexelArray, key: int | None, surface: Surface, face: int) -> TexelArray:
    drawn = array.drawn
    if key is None:
        drawn = Drawn(array.shape, {None: surface})
    elif drawn is None or None in drawn.surfaces:
        drawn = Drawn(array.shape, {key: surface}, array)
    else:
        drawn = replace(drawn, surfaces={**drawn.surfaces, key: surface})
    source = partial(_texels, target, drawn, array.internal, face)
    return TexelArray(source, array.format, array.border, drawn)


def _texels(target: str, drawn: Drawn, internal: InternalFormat, face: int) -> Image:
    whole = drawn.surfaces.get(face if target == "CUBE" and None not in drawn.surfaces else None)
    if whole is not None:
        found = _from_planes(whole.read(), internal)
        found = (found[face] if len(found) == _FACES and target == "CUBE" else found).reshape(drawn.shape)
    else:
        assert drawn.base is not None
        found = drawn.base.texels.copy()
        for layer, surface in drawn.surfaces.items():
            if layer is not None:
                found[layer] = _from_planes(surface.read(), internal).reshape(drawn.shape[1:])
    found.setflags(write=False)
    return found


def _surface(texels: Image, internal: InternalFormat) -> Surface:
    """(L, H, W, C) texels as a surface of their own."""
    if internal.stencil:
        return Surface(planes_of(texels))
    if internal.base_format == "DEPTH":
        most = np.iinfo(texels.dtype).max if texels.dtype.kind == "u" else 1
        depths = np.rint(texels[..., 0].astype(np.float64) / most * DEEPEST).astype(np.int32)
        return Surface((depths, np.zeros(depths.shape, np.uint8)))
    pixels = np.empty((*texels.shape[:-1], 4), texels.dtype)
    pixels[..., 3] = 255 if texels.dtype == np.uint8 else 1
    pixels[..., : texels.shape[-1]] = texels
    return Surface((pixels,), alpha=texels.shape[-1] == 4)


def _from_planes(planes: Planes, internal: InternalFormat) -> Image:
    """(L, H, W, C) texels of their own."""
    if internal.stencil:
        return from_planes(planes)
    if internal.base_format == "DEPTH":
        depths = planes[0] / DEEPEST
        if internal.dtype.kind == "u":
            depths = np.rint(depths * np.iinfo(internal.dtype).max)
        return np.asarray(depths.astype(internal.dtype)[..., None])
    return np.array(planes[0][..., : 3 if internal.base_format == "RGB" else 4])
