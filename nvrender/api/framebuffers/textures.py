"""Textures attached to framebuffer objects, and their smaller levels.

NV_geometry_program4 4.4.2.3, which replaces that of EXT_framebuffer_object; EXT_framebuffer_object 3.8.8.
"""

from __future__ import annotations

from collections.abc import Collection

from nvrender.api import enums
from nvrender.api.arguments import name_of, whole
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_enum, invalid_operation, invalid_value
from nvrender.api.framebuffers.attached_images import check_point
from nvrender.api.framebuffers.attached_textures import LAYERED
from nvrender.api.framebuffers.commands import attach, bound_object, check_target
from nvrender.api.framebuffers.renderbuffers import SUFFIXES
from nvrender.api.objects.framebuffers import Attachment, FramebufferState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.textures.targets import IMAGES, TARGETS, bound_texture, replace_texture
from nvrender.ops.texture_targets import MULTISAMPLE
from nvrender.source import InputError

_SECTION = "NV_geometry_program4 4.4.2.3"
_MIPMAPS = "EXT_framebuffer_object 3.8.8"

_FACES = tuple(enums.TEXTURE_CUBE_MAP_POSITIVE_X + face for face in range(6))
#: Target → how many levels there may be.
_LEVELS = {image.target: image.levels for image in IMAGES.values()}


@command(suffixes=SUFFIXES)
def FramebufferTexture(
    framebuffers: FramebufferState,
    textures: TextureState,
    target: int,
    attachment: int,
    texture: int,
    level: int,
) -> None:
    """Attach a texture's level, with all its layers; 0 detaches what is there."""
    _check(target, attachment)
    attached = _attachment(textures, texture, level, (*_LEVELS, *MULTISAMPLE))
    _put(framebuffers, textures, target, attachment, attached, layered=True)


@command(suffixes=SUFFIXES)
def FramebufferTextureLayer(
    framebuffers: FramebufferState, textures: TextureState, target: int, attachment: int, texture: int,
    level: int, layer: int,
) -> None:  # fmt: skip
    """Attach a layer of a three-dimensional or array texture's level."""
    _check(target, attachment)
    targets = "3D", "ARRAY1D", "ARRAY2D", "ARRAYCUBE", "ARRAY2DMS"
    _put(framebuffers, textures, target, attachment, _attachment(textures, texture, level, targets, layer))


@command(suffixes=("EXT",))
def FramebufferTextureFace(
    framebuffers: FramebufferState, textures: TextureState, target: int, attachment: int, texture: int,
    level: int, face: int,
) -> None:  # fmt: skip
    """Attach a face of a cube map's level."""
    _check(target, attachment)
    if texture and face not in _FACES:
        raise invalid_enum("face", face, "the faces of cube maps", _SECTION)
    _put(
        framebuffers,
        textures,
        target,
        attachment,
        _attachment(textures, texture, level, ("CUBE",), face=face),
    )


@command(suffixes=SUFFIXES)
def FramebufferTexture1D(
    framebuffers: FramebufferState, textures: TextureState, target: int, attachment: int, textarget: int,
    texture: int, level: int,
) -> None:  # fmt: skip
    """Attach a one-dimensional texture's level."""
    _check(target, attachment)
    if texture and textarget != enums.TEXTURE_1D:
        raise invalid_enum("textarget", textarget, "TEXTURE_1D", _SECTION)
    _put(framebuffers, textures, target, attachment, _attachment(textures, texture, level, ("1D",)))


@command(suffixes=SUFFIXES)
def FramebufferTexture2D(
    framebuffers: FramebufferState, textures: TextureState, target: int, attachment: int, textarget: int,
    texture: int, level: int,
) -> None:  # fmt: skip
    """Attach a two-dimensional, rectangle or multisample texture's level, or a face of a cube map."""
    _check(target, attachment)
    plain = textarget in (enums.TEXTURE_2D, enums.TEXTURE_RECTANGLE_ARB, enums.TEXTURE_2D_MULTISAMPLE)
    if texture and not plain and textarget not in _FACES:
        raise invalid_enum(
            "textarget",
            textarget,
            "TEXTURE_2D, TEXTURE_RECTANGLE, TEXTURE_2D_MULTISAMPLE and faces",
            _SECTION,
        )
    wanted = (TARGETS[textarget],) if plain else ("CUBE",)
    face = _FACES[0] if plain else textarget
    _put(framebuffers, textures, target, attachment, _attachment(textures, texture, level, wanted, face=face))


@command(suffixes=SUFFIXES)
def FramebufferTexture3D(
    framebuffers: FramebufferState, textures: TextureState, target: int, attachment: int, textarget: int,
    texture: int, level: int, zoffset: int,
) -> None:  # fmt: skip
    """Attach a slice of a three-dimensional texture's level."""
    _check(target, attachment)
    check_enum("textarget", textarget, (enums.TEXTURE_3D,), "TEXTURE_3D", _SECTION)
    _put(framebuffers, textures, target, attachment, _attachment(textures, texture, level, ("3D",), zoffset))


def _check(target: int, attachment: int) -> None:
    check_target(target)
    check_point(attachment, _SECTION)


def _attachment(
    textures: TextureState,
    texture: int,
    level: int,
    targets: Collection[str],
    layer: int = 0,
    face: int = _FACES[0],
) -> Attachment | None:
    """What is to be attached, of a texture of one of the targets; None for texture 0."""
    if not (number := name_of(texture)):
        return None
    held, step, place = textures.names.objects.get(number), whole(level, "level"), whole(layer, "layer")
    if held is None:
        raise invalid_value(f"{number} is no texture", _SECTION)
    most = _LEVELS.get(held.target, 1)
    if not 0 <= step < most:
        raise invalid_value(f"level is {step}; levels are 0 to {most - 1}", _SECTION)
    if place < 0:
        raise invalid_value(f"the layer is {place}; it cannot be negative", _SECTION)
    if held.target not in targets:
        raise invalid_operation(f"{number} is a {held.target} texture", _SECTION)
    return Attachment(enums.TEXTURE, number, step, place, face)


def _put(
    framebuffers: FramebufferState, textures: TextureState, target: int, attachment: int,
    attached: Attachment | None, *, layered: bool = False,
) -> None:  # fmt: skip
    bound_object(framebuffers, target)
    if attached is not None and layered and textures.names.objects[attached.name].target in LAYERED:
        attached = Attachment(attached.kind, attached.name, attached.level, layered=True)
    attach(framebuffers, target, attachment, attached)


@command(suffixes=SUFFIXES)
def GenerateMipmap(textures: TextureState, target: int) -> None:
    """Make every level behind the base level of the current texture from it."""
    word = TARGETS.get(target, "")
    if word in ("", "RECT", "BUFFER", "RENDERBUFFER", *MULTISAMPLE):
        raise invalid_enum("target", target, "TEXTURE_2D, TEXTURE_CUBE_MAP and their kin", _MIPMAPS)
    held = bound_texture(textures, word)
    try:
        made = held.with_mipmaps()
    except InputError as error:
        raise invalid_operation(str(error), _MIPMAPS) from None
    if word == "CUBE" and made is held:
        raise invalid_operation("the cube map is not complete", _MIPMAPS)
    replace_texture(textures, made)
