"""What is attached to framebuffer objects, and whether they are complete (EXT_framebuffer_object 4.4.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nvrender.api import enums
from nvrender.api.errors import invalid_enum, refused
from nvrender.api.framebuffers.attached_textures import (
    attached_arrays,
    layers_of,
    render_format,
    renew,
    texture_surface,
)
from nvrender.api.objects.framebuffers import (
    COLOR_ATTACHMENTS,
    Attachment,
    Framebuffer,
    FramebufferState,
    RenderFormat,
)
from nvrender.api.objects.multisample_images import Multisample
from nvrender.api.objects.texture_units import TextureState
from nvrender.gl.textures.surfaces import Buffers, Surface

_SECTION = "EXT_framebuffer_object 4.4.4.2"

COLORS = tuple(range(enums.COLOR_ATTACHMENT0_EXT, enums.COLOR_ATTACHMENT0_EXT + COLOR_ATTACHMENTS))
POINTS = (*COLORS, enums.DEPTH_ATTACHMENT_EXT, enums.STENCIL_ATTACHMENT_EXT)

_COMPLETE = enums.FRAMEBUFFER_COMPLETE_EXT
_STATUSES = {
    getattr(enums, name): name.removesuffix("_EXT") for name in (
        "FRAMEBUFFER_INCOMPLETE_ATTACHMENT_EXT", "FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT_EXT",
        "FRAMEBUFFER_INCOMPLETE_DIMENSIONS_EXT", "FRAMEBUFFER_INCOMPLETE_FORMATS_EXT",
        "FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER_EXT", "FRAMEBUFFER_INCOMPLETE_READ_BUFFER_EXT",
        "FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_EXT", "FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS_EXT",
        "FRAMEBUFFER_INCOMPLETE_LAYER_COUNT_EXT", "FRAMEBUFFER_UNSUPPORTED_EXT",
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Image:
    """An attached image, or an array of them: ``target`` is the word of its texture, "" of a renderbuffer.

    ``form`` is None where it is nothing that is drawn into, ``format`` the internal format that was asked
    for. ``supported``: nvrender draws into it.
    """

    form: RenderFormat | None
    format: int
    size: tuple[int, int]
    layers: int = 1
    target: str = ""
    supported: bool = True
    samples: int = 0
    fixed: bool = True


def image_of(framebuffers: FramebufferState, textures: TextureState, attached: Attachment) -> Image | None:
    """The image of an attachment, None where its object, level or layer is not there."""
    if attached.kind == enums.RENDERBUFFER_EXT:
        held = framebuffers.renderbuffers.objects.get(attached.name)
        return None if held is None else Image(held.form, held.format, held.size, samples=held.samples)
    if (several := _several(textures, attached)) is not None:
        target = textures.names.objects[attached.name].target
        if attached.layer >= several.layers:
            return None
        whole = attached.layered or several.layers == 1
        size, layers = several.size, several.layers
        samples, fixed = several.samples, several.fixed
        return Image(several.form, several.format, size, layers, target, whole, samples, fixed)
    arrays = attached_arrays(textures, attached)
    if not arrays:
        return None
    array, target = next(iter(arrays.values())), textures.names.objects[attached.name].target
    layers, size = layers_of(target, array.shape)
    if target != "CUBE" and attached.layer >= layers:
        return None
    form, supported = render_format(array.internal)
    return Image(form, array.format, size, layers, target, supported and not array.border)


def _several(textures: TextureState, attached: Attachment) -> Multisample | None:
    """The image of a multisample texture that is attached, None for other attachments."""
    held = textures.names.objects.get(attached.name)
    return None if held is None or attached.kind != enums.TEXTURE else held.multisample


def surface_of(framebuffers: FramebufferState, textures: TextureState, attached: Attachment) -> Surface:
    """The pixels of an image that is there."""
    if attached.kind == enums.RENDERBUFFER_EXT:
        return framebuffers.renderbuffers.objects[attached.name].surface
    if (several := _several(textures, attached)) is not None:
        return several.surface
    return texture_surface(textures, attached)


def renew_textures(
    framebuffers: FramebufferState, textures: TextureState, name: int, buffers: Buffers
) -> None:
    """The textures attached to a framebuffer object have what was drawn into its buffers."""
    held = framebuffer(framebuffers, name)
    pairs = [
        (held.attachments[buffer], surface)
        for buffer, surface in zip(held.draw_buffers, buffers.colors, strict=False)
        if surface is not None
    ]
    points = held.attachments
    deep = points.get(enums.DEPTH_ATTACHMENT_EXT) or points.get(enums.STENCIL_ATTACHMENT_EXT)
    if deep is not None and buffers.depth is not None:
        pairs.append((deep, buffers.depth))
    for attached, surface in pairs:
        if attached.kind == enums.TEXTURE and _several(textures, attached) is None:
            renew(textures, attached, surface)


def framebuffer(framebuffers: FramebufferState, name: int) -> Framebuffer:
    """A framebuffer object; one that another context has deleted has nothing attached."""
    return framebuffers.names.objects.get(name) or Framebuffer()


def status(framebuffers: FramebufferState, textures: TextureState, name: int) -> int:
    """FRAMEBUFFER_COMPLETE_EXT, or the first rule that the framebuffer breaks."""
    if not name:
        return _COMPLETE
    held = framebuffer(framebuffers, name)
    images = {
        point: image_of(framebuffers, textures, attached) for point, attached in held.attachments.items()
    }
    there = [image for image in images.values() if image is not None]
    layered = [attached.layered for attached in held.attachments.values()]
    colors = [image for point, image in images.items() if image is not None and point in COLORS]
    broken = {
        enums.FRAMEBUFFER_INCOMPLETE_ATTACHMENT_EXT: not all(
            _attachable(point, image) for point, image in images.items()
        ),
        enums.FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT_EXT: not images,
        enums.FRAMEBUFFER_INCOMPLETE_DIMENSIONS_EXT: len({image.size for image in there}) > 1,
        enums.FRAMEBUFFER_INCOMPLETE_FORMATS_EXT: len({image.format for image in colors}) > 1,
        enums.FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER_EXT: not {*held.draw_buffers} <= {enums.NONE, *images},
        enums.FRAMEBUFFER_INCOMPLETE_READ_BUFFER_EXT: held.read_buffer not in (enums.NONE, *images),
        enums.FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_EXT: len({image.samples for image in there}) > 1
        or len({image.fixed for image in there}) > 1,
        enums.FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS_EXT: any(layered)
        and not (all(layered) and len({image.target for image in colors}) <= 1),
        enums.FRAMEBUFFER_INCOMPLETE_LAYER_COUNT_EXT: any(layered)
        and len({image.layers for image in there}) > 1,
        enums.FRAMEBUFFER_UNSUPPORTED_EXT: not all(image.supported for image in there) or not _together(held),
    }
    return next((rule for rule, is_broken in broken.items() if is_broken), _COMPLETE)


def _attachable(point: int, image: Image | None) -> bool:
    """Framebuffer attachment completeness (4.4.4.1)."""
    if image is None or image.form is None or not all(image.size):
        return False
    if point in COLORS:
        return image.form.colors
    return image.form.depths if point == enums.DEPTH_ATTACHMENT_EXT else image.form.stencils


def _together(held: Framebuffer) -> bool:
    """Depths and stencil values are in one image, or there is one of them only."""
    depth, stencil = (
        held.attachments.get(point) for point in (enums.DEPTH_ATTACHMENT_EXT, enums.STENCIL_ATTACHMENT_EXT)
    )
    return depth is None or stencil is None or depth == stencil


def check_complete(framebuffers: FramebufferState, textures: TextureState, name: int) -> None:
    """INVALID_FRAMEBUFFER_OPERATION for a framebuffer that is not complete."""
    if (found := status(framebuffers, textures, name)) != _COMPLETE:
        code = enums.INVALID_FRAMEBUFFER_OPERATION_EXT
        raise refused(code, f"framebuffer {name} is {_STATUSES[found]}", _SECTION)


def is_complete(framebuffers: FramebufferState, textures: TextureState, name: int) -> bool:
    return status(framebuffers, textures, name) == _COMPLETE


def buffers_of(
    framebuffers: FramebufferState, textures: TextureState, name: int, colors: tuple[int, ...] | None = None
) -> Buffers:
    """What a complete framebuffer object is drawn into, or those of its buffers that are ``colors``."""
    held = framebuffer(framebuffers, name)
    points = held.attachments
    deep = points.get(enums.DEPTH_ATTACHMENT_EXT) or points.get(enums.STENCIL_ATTACHMENT_EXT)
    images = [
        image
        for attached in points.values()
        if (image := image_of(framebuffers, textures, attached)) is not None
    ]
    return Buffers(
        images[0].size,
        tuple(_chosen(framebuffers, textures, held, _last(held.draw_buffers) if colors is None else colors)),
        None if deep is None else surface_of(framebuffers, textures, deep),
        layered=all(attached.layered for attached in points.values()),
        depths=enums.DEPTH_ATTACHMENT_EXT in points,
        stencils=enums.STENCIL_ATTACHMENT_EXT in points,
    )


def _last(buffers: tuple[int, ...]) -> tuple[int, ...]:
    """Without those behind the last that is drawn into."""
    while buffers and buffers[-1] == enums.NONE:
        buffers = buffers[:-1]
    return buffers


def _chosen(
    framebuffers: FramebufferState, textures: TextureState, held: Framebuffer, buffers: Iterable[int]
) -> Iterable[Surface | None]:
    for buffer in buffers:
        yield None if buffer == enums.NONE else surface_of(framebuffers, textures, held.attachments[buffer])


def check_point(attachment: int, section: str) -> None:
    """INVALID_ENUM for what is no attachment point."""
    if attachment not in POINTS:
        known = f"COLOR_ATTACHMENT0 to {COLOR_ATTACHMENTS - 1}, DEPTH_ATTACHMENT and STENCIL_ATTACHMENT"
        raise invalid_enum("attachment", attachment, known, section)
