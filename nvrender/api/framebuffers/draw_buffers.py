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
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.programs import LIMITS
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
def DrawBuffer(gl: ContextState, buf: int) -> None:
    """Draw into these buffers, colour 0 alone."""
    if buf != enums.NONE:
        _check(gl.framebuffers.draw_framebuffer, buf, _WINDOW, _DRAW)
    _set_draw_buffers(gl, (buf,))


def _draw_buffers(gl: ContextState, bufs: Any) -> None:
    chosen = names_of(bufs)
    known = COLORS if gl.framebuffers.draw_framebuffer else _SINGLE
    if len(chosen) > OUTPUTS:
        raise invalid_operation(f"{len(chosen)} buffers; there are {OUTPUTS} outputs", _DRAWS)
    for number, buffer in enumerate(chosen):
        if buffer != enums.NONE and buffer not in known:
            raise invalid_operation(f"{shown(buffer)} is not one buffer that there is", _DRAWS)
        if buffer != enums.NONE and buffer in chosen[:number]:
            raise invalid_operation(f"{shown(buffer)} is given twice", _DRAWS)
    _set_draw_buffers(gl, chosen or (enums.NONE,))


_WHAT = "Draw each colour of a fragment program into a buffer."
for _suffix in ("ARB", "ATI"):
    family(f"DrawBuffers{_suffix}", _draw_buffers, _WHAT)


def _core_draw_buffers(gl: ContextState, bufs: Any) -> None:
    """With the error of OpenGL 2.0 for too many."""
    if len(names_of(bufs)) > OUTPUTS:
        raise invalid_value(f"more than {OUTPUTS} buffers", "OpenGL 2.0, 4.2.1")
    _draw_buffers(gl, bufs)


family("DrawBuffers", _core_draw_buffers, _WHAT)


def _set_draw_buffers(gl: ContextState, buffers: tuple[int, ...]) -> None:
    """Of the framebuffer that is drawn into (EXT_framebuffer_object 4.2.1)."""
    if name := gl.framebuffers.draw_framebuffer:
        gl.framebuffers.names.objects[name] = replace(framebuffer(gl, name), draw_buffers=buffers)
    else:
        gl.framebuffers.draw_buffers = buffers


@command()
def ReadBuffer(gl: ContextState, src: int) -> None:
    """Read colours from this buffer."""
    name = gl.framebuffers.read_framebuffer
    if not (name and src == enums.NONE):
        _check(name, src, _READABLE, _READ)
    if name:
        gl.framebuffers.names.objects[name] = replace(framebuffer(gl, name), read_buffer=src)
    else:
        gl.framebuffers.read_buffer = src


def _check(name: int, buffer: int, known: Iterable[int], section: str) -> None:
    """INVALID_ENUM for what is no buffer, INVALID_OPERATION for one that framebuffer ``name`` has not."""
    if buffer in (COLORS if name else known):
        return
    if buffer in (*_MISSING, *_WINDOW, *_ATTACHMENTS):
        raise invalid_operation(f"{shown(buffer)} is no buffer of framebuffer {name} for it", section)
    raise invalid_enum("the buffer", buffer, "FRONT, BACK, COLOR_ATTACHMENT0 and their kin", section)


def draw_buffer(gl: ContextState, output: int) -> int:
    """DRAW_BUFFERi: what an output is drawn into."""
    buffers = (
        framebuffer(gl, gl.framebuffers.draw_framebuffer).draw_buffers
        if gl.framebuffers.draw_framebuffer
        else gl.framebuffers.draw_buffers
    )
    return buffers[output] if output < len(buffers) else enums.NONE


def drawn_floats(gl: ContextState) -> bool:
    """RGBA_FLOAT_MODE: whether colours are drawn into floats."""
    if not (name := gl.framebuffers.draw_framebuffer) or not is_complete(gl, name):
        return False
    return any(each is not None and each.planes[0].dtype.kind == "f" for each in buffers_of(gl, name).colors)


def read_buffer(gl: ContextState) -> int:
    """READ_BUFFER: what is read."""
    return (
        framebuffer(gl, gl.framebuffers.read_framebuffer).read_buffer
        if gl.framebuffers.read_framebuffer
        else gl.framebuffers.read_buffer
    )


def check_second_colors(gl: ContextState) -> None:
    """INVALID_OPERATION where more buffers are blended with second colours than may be.

    ARB_blend_func_extended, Errors.
    """
    blend = gl.fixed.state.blend
    factors = blend.source, blend.destination, blend.alpha_source, blend.alpha_destination
    if not blend.enabled or not any("SRC1" in (factor or "") for factor in factors):
        return
    most = LIMITS[enums.FRAGMENT_PROGRAM_ARB].dual_source_buffers
    if any(draw_buffer(gl, output) != enums.NONE for output in range(most, OUTPUTS)):
        reason = f"only {most} buffer may be drawn into while second colours count in blending"
        raise invalid_operation(reason, "ARB_blend_func_extended, Errors")


def drawn(gl: ContextState) -> Iterator[Buffers]:
    """The buffers of a draw; several where an output goes into several, none where there is nothing.

    The last has the depths and stencil values that are kept. When they have been drawn into, attached
    textures have it. INVALID_FRAMEBUFFER_OPERATION for a framebuffer that is not complete.
    """
    if not (name := gl.framebuffers.draw_framebuffer):
        yield from _of_window(gl)
        return
    check_complete(gl, name)
    buffers = buffers_of(gl, name)
    if buffers.surfaces:
        yield buffers
        renew_textures(gl, name, buffers)


def _of_window(gl: ContextState) -> tuple[Buffers, ...]:
    window = gl.framebuffers.window
    chosen = [
        [getattr(window, name) for name in _WINDOW.get(buffer, ())] for buffer in gl.framebuffers.draw_buffers
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


def drawn_size(gl: ContextState) -> tuple[int, int]:
    """How large what is drawn into is; the window, where a framebuffer is not complete."""
    name = gl.framebuffers.draw_framebuffer
    return buffers_of(gl, name).size if name and is_complete(gl, name) else gl.framebuffers.window.size


def read_from(gl: ContextState) -> Buffers:
    """What is read: one buffer of colours, None where READ_BUFFER is NONE, with depths and stencil values.

    INVALID_FRAMEBUFFER_OPERATION for a framebuffer that is not complete.
    """
    if not (name := gl.framebuffers.read_framebuffer):
        surface: Surface = getattr(gl.framebuffers.window, _WINDOW[gl.framebuffers.read_buffer][0])
        return Buffers(gl.framebuffers.window.size, (surface,), gl.framebuffers.window.depth)
    check_complete(gl, name)
    return buffers_of(gl, name, (framebuffer(gl, name).read_buffer,))
