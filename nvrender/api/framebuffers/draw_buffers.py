"""Which buffers are drawn into and read from (OpenGL 1.5, 4.2.1 and 4.3.2; ARB_draw_buffers 4.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import names_of
from nvrender.api.command import command, family
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value, shown
from nvrender.api.framebuffers.attached_images import (
    COLORS,
    buffers_of,
    check_complete,
    framebuffer,
    is_complete,
    renew_textures,
)
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.framebuffers import FramebufferState
from nvrender.api.objects.programs import LIMITS
from nvrender.api.objects.texture_units import TextureState
from nvrender.gl.textures.surfaces import Buffers, Surface, depth_surface

_DRAW = "OpenGL 1.5, 4.2.1"
_DRAWS = "ARB_draw_buffers 4.2.1"
_READ = "OpenGL 1.5, 4.3.2"

#: Points of more attachments than there are.
_ATTACHMENTS = range(enums.COLOR_ATTACHMENT0_EXT, enums.COLOR_ATTACHMENT15_EXT + 1)
#: How many outputs there are.
OUTPUTS = LIMITS[enums.FRAGMENT_PROGRAM_ARB].draw_buffers
#: Constant → which of the window's two buffers it is (table 4.3).
_WINDOW = {
    enums.FRONT_LEFT: ("front",), enums.BACK_LEFT: ("back",), enums.FRONT: ("front",), enums.BACK: ("back",),
    enums.LEFT: ("front", "back"), enums.FRONT_AND_BACK: ("front", "back"),
}  # fmt: skip
#: Those that may be one of several, or be read.
_SINGLE = enums.FRONT_LEFT, enums.BACK_LEFT
_READABLE = *_SINGLE, enums.FRONT, enums.BACK, enums.LEFT
#: Buffers a context could have, and this one has not.
_MISSING = (
    enums.FRONT_RIGHT, enums.BACK_RIGHT, enums.RIGHT,
    *range(enums.AUX0, enums.AUX3 + 1),
)  # fmt: skip


@command()
def DrawBuffer(framebuffers: FramebufferState, buf: int) -> None:
    """Draw into these buffers, colour 0 alone."""
    if buf != enums.NONE:
        _check(framebuffers.draw_framebuffer, buf, _WINDOW, _DRAW)
    _set_draw_buffers(framebuffers, (buf,))


def _draw_buffers(framebuffers: FramebufferState, bufs: Any) -> None:
    chosen = names_of(bufs)
    known = COLORS if framebuffers.draw_framebuffer else _SINGLE
    if len(chosen) > OUTPUTS:
        raise invalid_operation(f"{len(chosen)} buffers; there are {OUTPUTS} outputs", _DRAWS)
    for number, buffer in enumerate(chosen):
        if buffer != enums.NONE and buffer not in known:
            raise invalid_operation(f"{shown(buffer)} is not one buffer that there is", _DRAWS)
        if buffer != enums.NONE and buffer in chosen[:number]:
            raise invalid_operation(f"{shown(buffer)} is given twice", _DRAWS)
    _set_draw_buffers(framebuffers, chosen or (enums.NONE,))


_WHAT = "Draw each colour of a fragment program into a buffer."
for _suffix in ("ARB", "ATI"):
    family(f"DrawBuffers{_suffix}", _draw_buffers, _WHAT)


def _core_draw_buffers(framebuffers: FramebufferState, bufs: Any) -> None:
    """With the error of OpenGL 2.0 for too many."""
    if len(names_of(bufs)) > OUTPUTS:
        raise invalid_value(f"more than {OUTPUTS} buffers", "OpenGL 2.0, 4.2.1")
    _draw_buffers(framebuffers, bufs)


family("DrawBuffers", _core_draw_buffers, _WHAT)


def _set_draw_buffers(framebuffers: FramebufferState, buffers: tuple[int, ...]) -> None:
    """Of the framebuffer that is drawn into (EXT_framebuffer_object 4.2.1)."""
    if name := framebuffers.draw_framebuffer:
        framebuffers.names.objects[name] = replace(framebuffer(framebuffers, name), draw_buffers=buffers)
    else:
        framebuffers.draw_buffers = buffers


@command()
def ReadBuffer(framebuffers: FramebufferState, src: int) -> None:
    """Read colours from this buffer."""
    name = framebuffers.read_framebuffer
    if not (name and src == enums.NONE):
        _check(name, src, _READABLE, _READ)
    if name:
        framebuffers.names.objects[name] = replace(framebuffer(framebuffers, name), read_buffer=src)
    else:
        framebuffers.read_buffer = src


def _check(name: int, buffer: int, known: Iterable[int], section: str) -> None:
    """INVALID_ENUM for what is no buffer, INVALID_OPERATION for one that framebuffer ``name`` has not."""
    if buffer in (COLORS if name else known):
        return
    if buffer in (*_MISSING, *_WINDOW, *_ATTACHMENTS):
        raise invalid_operation(f"{shown(buffer)} is no buffer of framebuffer {name} for it", section)
    raise invalid_enum("the buffer", buffer, "FRONT, BACK, COLOR_ATTACHMENT0 and their kin", section)


def draw_buffer(framebuffers: FramebufferState, output: int) -> int:
    """DRAW_BUFFERi: what an output is drawn into."""
    buffers = (
        framebuffer(framebuffers, framebuffers.draw_framebuffer).draw_buffers
        if framebuffers.draw_framebuffer
        else framebuffers.draw_buffers
    )
    return buffers[output] if output < len(buffers) else enums.NONE


def drawn_floats(framebuffers: FramebufferState, textures: TextureState) -> bool:
    """RGBA_FLOAT_MODE: whether colours are drawn into floats."""
    if not (name := framebuffers.draw_framebuffer) or not is_complete(framebuffers, textures, name):
        return False
    return any(
        each is not None and each.planes[0].dtype.kind == "f"
        for each in buffers_of(framebuffers, textures, name).colors
    )


def read_buffer(framebuffers: FramebufferState) -> int:
    """READ_BUFFER: what is read."""
    return (
        framebuffer(framebuffers, framebuffers.read_framebuffer).read_buffer
        if framebuffers.read_framebuffer
        else framebuffers.read_buffer
    )


def check_second_colors(framebuffers: FramebufferState, fixed: FixedState) -> None:
    """INVALID_OPERATION where more buffers are blended with second colours than may be.

    ARB_blend_func_extended, Errors.
    """
    blend = fixed.state.blend
    factors = blend.source, blend.destination, blend.alpha_source, blend.alpha_destination
    if not blend.enabled or not any("SRC1" in (factor or "") for factor in factors):
        return
    most = LIMITS[enums.FRAGMENT_PROGRAM_ARB].dual_source_buffers
    if any(draw_buffer(framebuffers, output) != enums.NONE for output in range(most, OUTPUTS)):
        reason = f"only {most} buffer may be drawn into while second colours count in blending"
        raise invalid_operation(reason, "ARB_blend_func_extended, Errors")


def drawn(framebuffers: FramebufferState, textures: TextureState) -> Iterator[Buffers]:
    """The buffers of a draw; several where an output goes into several, none where there is nothing.

    The last has the depths and stencil values that are kept. When they have been drawn into, attached
    textures have it. INVALID_FRAMEBUFFER_OPERATION for a framebuffer that is not complete.
    """
    if not (name := framebuffers.draw_framebuffer):
        yield from _of_window(framebuffers)
        return
    check_complete(framebuffers, textures, name)
    buffers = buffers_of(framebuffers, textures, name)
    if buffers.surfaces:
        yield buffers
        renew_textures(framebuffers, textures, name, buffers)


def _of_window(framebuffers: FramebufferState) -> tuple[Buffers, ...]:
    window = framebuffers.window
    chosen = [
        [getattr(window, name) for name in _WINDOW.get(buffer, ())] for buffer in framebuffers.draw_buffers
    ]
    if len(chosen) == 1 and len(chosen[0]) > 1:
        *others, last = chosen[0]
        return *(Buffers(window.size, (each,), _copied(window.depth)) for each in others), Buffers(
            window.size, (last,), window.depth
        )
    colors: list[Surface | None] = [each[0] if each else None for each in chosen]
    while colors and colors[-1] is None:
        colors.pop()
    return (Buffers(window.size, tuple(colors), window.depth),)


def _copied(depth: Surface) -> Surface:
    copy = depth_surface(depth.size, layers=depth.layers)
    for plane, source in zip(copy.planes, depth.read(), strict=True):
        plane[:] = source
    return copy


def drawn_size(framebuffers: FramebufferState, textures: TextureState) -> tuple[int, int]:
    """How large what is drawn into is; the window, where a framebuffer is not complete."""
    name = framebuffers.draw_framebuffer
    return (
        buffers_of(framebuffers, textures, name).size
        if name and is_complete(framebuffers, textures, name)
        else framebuffers.window.size
    )


def read_from(framebuffers: FramebufferState, textures: TextureState) -> Buffers:
    """What is read: one buffer of colours, None where READ_BUFFER is NONE, with depths and stencil values.

    INVALID_FRAMEBUFFER_OPERATION for a framebuffer that is not complete.
    """
    if not (name := framebuffers.read_framebuffer):
        surface: Surface = getattr(framebuffers.window, _WINDOW[framebuffers.read_buffer][0])
        return Buffers(framebuffers.window.size, (surface,), framebuffers.window.depth)
    check_complete(framebuffers, textures, name)
    return buffers_of(framebuffers, textures, name, (framebuffer(framebuffers, name).read_buffer,))
