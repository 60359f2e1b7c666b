"""Framebuffer objects, and renderbuffers attached to them (EXT_framebuffer_object 4.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import name_of, names_of
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_enum, invalid_operation, natural
from nvrender.api.framebuffers.attached_images import check_point, framebuffer, image_of, status
from nvrender.api.framebuffers.renderbuffers import SECTION, SUFFIXES
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.framebuffers import (
    COLOR_ATTACHMENTS,
    MOST_PIXELS,
    Attachment,
    Framebuffer,
    FramebufferState,
)
from nvrender.api.objects.texture_units import TextureState

_SECTION = "EXT_framebuffer_object 4.4.1"
_ATTACH = "EXT_framebuffer_object 4.4.2"
_QUERY = "EXT_framebuffer_object 6.1.3"

#: Target → the fields that BindFramebuffer sets, the first being that of other commands.
_TARGETS = {
    enums.FRAMEBUFFER_EXT: ("draw_framebuffer", "read_framebuffer"),
    enums.DRAW_FRAMEBUFFER_EXT: ("draw_framebuffer",),
    enums.READ_FRAMEBUFFER_EXT: ("read_framebuffer",),
}


@command(suffixes=SUFFIXES)
def GenFramebuffers(framebuffers: FramebufferState, n: int) -> tuple[int, ...]:
    """``n`` unused names of framebuffer objects."""
    return framebuffers.names.fresh(natural(n, "n", SECTION))


@command(failing=False, suffixes=SUFFIXES)
def IsFramebuffer(framebuffers: FramebufferState, framebuffer: int) -> bool:
    """True for the name of a framebuffer object that has been bound."""
    return name_of(framebuffer) in framebuffers.names.objects


@command(suffixes=SUFFIXES)
def BindFramebuffer(framebuffers: FramebufferState, target: int, framebuffer: int) -> None:
    """Draw into a framebuffer object and read it, made where there is none yet; 0 is the window."""
    check_target(target)
    number = name_of(framebuffer)
    framebuffers.names.make(number, Framebuffer)
    for field in _TARGETS[target]:
        setattr(framebuffers, field, number)


@command(suffixes=SUFFIXES)
def DeleteFramebuffers(framebuffers_state: FramebufferState, framebuffers: Any) -> None:
    """Delete framebuffer objects; in place of those in use is the window."""
    for number in names_of(framebuffers):
        framebuffers_state.names.drop(number)
        for field in _TARGETS[enums.FRAMEBUFFER_EXT]:
            if getattr(framebuffers_state, field) == number:
                setattr(framebuffers_state, field, 0)


@command(failing=0, suffixes=SUFFIXES)
def CheckFramebufferStatus(framebuffers: FramebufferState, textures: TextureState, target: int) -> int:
    """FRAMEBUFFER_COMPLETE, or which rule the framebuffer breaks."""
    check_target(target)
    return status(framebuffers, textures, getattr(framebuffers, _TARGETS[target][0]))


@command(suffixes=SUFFIXES)
def FramebufferRenderbuffer(
    framebuffers: FramebufferState, target: int, attachment: int, renderbuffertarget: int, renderbuffer: int
) -> None:
    """Attach a renderbuffer to a framebuffer object; 0 detaches what is there."""
    check_target(target)
    check_point(attachment, _ATTACH)
    number = name_of(renderbuffer)
    if renderbuffertarget != enums.RENDERBUFFER_EXT and number:
        raise invalid_enum("renderbuffertarget", renderbuffertarget, "RENDERBUFFER", _ATTACH)
    if number and number not in framebuffers.renderbuffers.objects:
        raise invalid_operation(f"{number} is no renderbuffer", _ATTACH)
    attach(framebuffers, target, attachment, Attachment(enums.RENDERBUFFER_EXT, number) if number else None)


def attach(framebuffers: FramebufferState, target: int, attachment: int, attached: Attachment | None) -> None:
    """Attach an image to the framebuffer object of a target, or detach what is there."""
    number = bound_object(framebuffers, target)
    held = framebuffer(framebuffers, number)
    others = {point: each for point, each in held.attachments.items() if point != attachment}
    changed: Mapping[int, Attachment] = others if attached is None else {**others, attachment: attached}
    framebuffers.names.objects[number] = replace(held, attachments=changed)


def bound_object(framebuffers: FramebufferState, target: int) -> int:
    """The name of the framebuffer object of a target; INVALID_OPERATION for the window."""
    number: int = getattr(framebuffers, _TARGETS[target][0])
    if not number:
        raise invalid_operation("a window is bound, to which nothing is attached", _ATTACH)
    return number


@command(suffixes=SUFFIXES)
def GetFramebufferAttachmentParameteriv(
    framebuffers: FramebufferState, target: int, attachment: int, pname: int
) -> int:
    """What is attached to a framebuffer object."""
    check_target(target)
    check_point(attachment, _QUERY)
    known = {
        enums.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE_EXT, enums.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME_EXT,
        enums.FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL_EXT,
        enums.FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE_EXT,
        enums.FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER_EXT, enums.FRAMEBUFFER_ATTACHMENT_LAYERED_EXT,
    }  # fmt: skip
    check_enum("pname", pname, known, "FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE and its kin", _QUERY)
    number: int = getattr(framebuffers, _TARGETS[target][0])
    attached = framebuffer(framebuffers, number).attachments.get(attachment) if number else None
    values = {enums.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE_EXT: enums.NONE}
    if attached is not None:
        values = {
            enums.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE_EXT: attached.kind,
            enums.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME_EXT: attached.name,
        }
        if attached.kind == enums.TEXTURE:
            values |= {
                enums.FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL_EXT: attached.level,
                enums.FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE_EXT: attached.face,
                enums.FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER_EXT: attached.layer,
                enums.FRAMEBUFFER_ATTACHMENT_LAYERED_EXT: int(attached.layered),
            }
    if pname not in values and number:
        raise invalid_enum("pname", pname, "what the kind of attachment has", _QUERY)
    if not number:
        bound_object(framebuffers, target)
    return values[pname]


def check_target(target: int) -> None:
    check_enum("target", target, _TARGETS, "FRAMEBUFFER, DRAW_FRAMEBUFFER and READ_FRAMEBUFFER", _SECTION)


#: Of the window.
_WINDOW_BITS = {"RED": 8, "GREEN": 8, "BLUE": 8, "ALPHA": 8, "DEPTH": 24, "STENCIL": 8}


def _bits(component: str) -> Callable[[ContextState], int]:
    """RED_BITS and its kin: of the buffers that are drawn into, 0 where there are none (table 8.nnn)."""

    def read(gl: ContextState) -> int:
        framebuffers = gl.framebuffers
        if not framebuffers.draw_framebuffer:
            return _WINDOW_BITS[component]
        held = framebuffer(framebuffers, framebuffers.draw_framebuffer)
        deep = {"DEPTH": enums.DEPTH_ATTACHMENT_EXT, "STENCIL": enums.STENCIL_ATTACHMENT_EXT}
        colors = (buffer for buffer in held.draw_buffers if buffer != enums.NONE)
        attached = held.attachments.get(deep.get(component) or next(colors, enums.NONE))
        image = None if attached is None else image_of(framebuffers, gl.textures, attached)
        return 0 if image is None or image.form is None else image.form.bits.get(component, 0)

    return read


#: What GetIntegerv and its kin know of framebuffer objects.
VALUES: dict[int, Callable[[ContextState], int]] = {
    **{getattr(enums, f"{component}_BITS"): _bits(component) for component in _WINDOW_BITS},
    enums.DRAW_FRAMEBUFFER_BINDING_EXT: lambda gl: gl.framebuffers.draw_framebuffer,
    enums.READ_FRAMEBUFFER_BINDING_EXT: lambda gl: gl.framebuffers.read_framebuffer,
    enums.RENDERBUFFER_BINDING_EXT: lambda gl: gl.framebuffers.renderbuffer,
    enums.MAX_COLOR_ATTACHMENTS_EXT: lambda gl: COLOR_ATTACHMENTS,
    enums.MAX_RENDERBUFFER_SIZE_EXT: lambda gl: MOST_PIXELS,
}
