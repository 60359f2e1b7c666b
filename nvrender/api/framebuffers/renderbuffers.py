"""Renderbuffer objects (EXT_framebuffer_object 4.4.2.1)."""

from __future__ import annotations

from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import name_of, names_of, whole
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_enum, invalid_operation, invalid_value, natural
from nvrender.api.objects.framebuffers import (
    MAX_SAMPLES,
    MOST_PIXELS,
    RENDER_FORMATS,
    FramebufferState,
    Renderbuffer,
)
from nvrender.memory import check_memory

SECTION = "EXT_framebuffer_object 4.4.2.1"
_MULTISAMPLE = "EXT_framebuffer_multisample 4.4.2.1"
#: The commands have a suffix in EXT_framebuffer_object and none in ARB_framebuffer_object.
SUFFIXES = "EXT", ""

_SIZES = {
    getattr(enums, f"RENDERBUFFER_{name}_SIZE_EXT"): name
    for name in ("RED", "GREEN", "BLUE", "ALPHA", "DEPTH", "STENCIL")
}


@command(suffixes=SUFFIXES)
def GenRenderbuffers(framebuffers: FramebufferState, n: int) -> tuple[int, ...]:
    """``n`` unused names of renderbuffers."""
    return framebuffers.renderbuffers.fresh(natural(n, "n", SECTION))


@command(failing=False, suffixes=SUFFIXES)
def IsRenderbuffer(framebuffers: FramebufferState, renderbuffer: int) -> bool:
    """True for the name of a renderbuffer that has been bound."""
    return name_of(renderbuffer) in framebuffers.renderbuffers.objects


@command(suffixes=SUFFIXES)
def BindRenderbuffer(framebuffers: FramebufferState, target: int, renderbuffer: int) -> None:
    """Make a renderbuffer current, made where there is none yet."""
    _check_target(target)
    framebuffers.renderbuffer = name_of(renderbuffer)
    framebuffers.renderbuffers.make(framebuffers.renderbuffer, Renderbuffer)


@command(suffixes=SUFFIXES)
def DeleteRenderbuffers(framebuffers: FramebufferState, renderbuffers: Any) -> None:
    """Delete renderbuffers; of the framebuffer objects in use they are detached."""
    for number in names_of(renderbuffers):
        framebuffers.renderbuffers.drop(number)
        if number and number == framebuffers.renderbuffer:
            framebuffers.renderbuffer = 0
        framebuffers.detach(enums.RENDERBUFFER_EXT, number)


@command(suffixes=SUFFIXES)
def RenderbufferStorage(
    framebuffers: FramebufferState, target: int, internalformat: int, width: int, height: int
) -> None:
    """Make the current renderbuffer's pixels anew; they are undefined, and here 0, depths 1."""
    _store(framebuffers, target, 0, internalformat, width, height)


@command(suffixes=SUFFIXES)
def RenderbufferStorageMultisample(
    framebuffers: FramebufferState, target: int, samples: int, internalformat: int, width: int, height: int
) -> None:
    """RenderbufferStorage of at least so many samples a pixel; of 0 it is one value."""
    _store(framebuffers, target, whole(samples, "samples"), internalformat, width, height)


def _store(
    framebuffers: FramebufferState, target: int, samples: int, internalformat: int, width: int, height: int
) -> None:
    _check_target(target)
    if internalformat not in RENDER_FORMATS:
        known = "RGB, RGBA, DEPTH_COMPONENT, STENCIL_INDEX, DEPTH_STENCIL and their sized formats"
        raise invalid_enum("internalformat", internalformat, known, SECTION)
    size = whole(width, "width"), whole(height, "height")
    if not all(0 <= each <= MOST_PIXELS for each in size):
        raise invalid_value(f"{size[0]} × {size[1]} pixels; each is 0 to {MOST_PIXELS}", SECTION)
    if not 0 <= samples <= MAX_SAMPLES:
        raise invalid_value(f"{samples} samples; there are 0 to {MAX_SAMPLES}", _MULTISAMPLE)
    if not framebuffers.renderbuffer:
        raise invalid_operation("no renderbuffer is bound", SECTION)
    made = Renderbuffer(internalformat, size, MAX_SAMPLES if samples else 0)
    check_memory(size[0] * size[1] * made.form.bytes * max(made.samples, 1), "the pixels", "ask for less")
    framebuffers.renderbuffers.objects[framebuffers.renderbuffer] = made


@command(suffixes=SUFFIXES)
def GetRenderbufferParameteriv(framebuffers: FramebufferState, target: int, pname: int) -> int:
    """Size, format or resolution of the current renderbuffer."""
    _check_target(target)
    if pname not in (
        enums.RENDERBUFFER_WIDTH_EXT, enums.RENDERBUFFER_HEIGHT_EXT, enums.RENDERBUFFER_INTERNAL_FORMAT_EXT,
        enums.RENDERBUFFER_SAMPLES_EXT, *_SIZES,
    ):  # fmt: skip
        raise invalid_enum("pname", pname, "RENDERBUFFER_WIDTH and its kin", SECTION)
    held = framebuffers.renderbuffers.objects.get(framebuffers.renderbuffer)
    if held is None:
        raise invalid_operation("no renderbuffer is bound", SECTION)
    if pname in _SIZES:
        return held.form.bits.get(_SIZES[pname], 0) if all(held.size) else 0
    if pname == enums.RENDERBUFFER_INTERNAL_FORMAT_EXT:
        return held.format
    if pname == enums.RENDERBUFFER_SAMPLES_EXT:
        return held.samples
    return held.size[pname == enums.RENDERBUFFER_HEIGHT_EXT]


def _check_target(target: int) -> None:
    check_enum("target", target, (enums.RENDERBUFFER_EXT,), "RENDERBUFFER", SECTION)
