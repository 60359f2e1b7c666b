"""Which buffers are drawn into and read from (OpenGL 1.5, 4.2.1 and 4.3.2; ARB_draw_buffers 4.2.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import names_of
from nvrender.api.command import command, family
from nvrender.api.errors import invalid_enum, invalid_operation, shown
from nvrender.api.record import LIMITS, Record
from nvrender.gl.surfaces import Buffers, Surface, depth_surface

_DRAW = "OpenGL 1.5, 4.2.1"
_DRAWS = "ARB_draw_buffers 4.2.1"
_READ = "OpenGL 1.5, 4.3.2"

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
def DrawBuffer(gl: Record, buf: int) -> None:
    """Draw into these buffers, colour 0 alone."""
    if buf != enums.NONE:
        _check(buf, _WINDOW, _DRAW)
    gl.draw_buffers = (buf,)


def _draw_buffers(gl: Record, bufs: Any) -> None:
    chosen = names_of(bufs)
    if len(chosen) > OUTPUTS:
        raise invalid_operation(f"{len(chosen)} buffers; there are {OUTPUTS} outputs", _DRAWS)
    for number, buffer in enumerate(chosen):
        if buffer != enums.NONE and buffer not in _SINGLE:
            raise invalid_operation(f"{shown(buffer)} is not one buffer that there is", _DRAWS)
        if buffer != enums.NONE and buffer in chosen[:number]:
            raise invalid_operation(f"{shown(buffer)} is given twice", _DRAWS)
    gl.draw_buffers = chosen or (enums.NONE,)


for _suffix in ("ARB", "ATI"):
    family(f"DrawBuffers{_suffix}", _draw_buffers, "Draw each colour of a fragment program into a buffer.")


@command()
def ReadBuffer(gl: Record, src: int) -> None:
    """Read colours from this buffer."""
    _check(src, _READABLE, _READ)
    gl.read_buffer = src


def _check(buffer: int, known: Iterable[int], section: str) -> None:
    if buffer in known:
        return
    if buffer in (*_MISSING, *_WINDOW):
        raise invalid_operation(f"{shown(buffer)} is no buffer of this context for it", section)
    raise invalid_enum("the buffer", buffer, "FRONT, BACK and their kin", section)


def draw_buffer(gl: Record, output: int) -> int:
    """DRAW_BUFFERi: what an output is drawn into."""
    return gl.draw_buffers[output] if output < len(gl.draw_buffers) else enums.NONE


def drawn(gl: Record) -> tuple[Buffers, ...]:
    """The buffers of a draw; several where an output goes into several, each to be drawn into.

    The last has the depths and stencil values that are kept.
    """
    window = gl.window
    chosen = [[getattr(window, name) for name in _WINDOW.get(buffer, ())] for buffer in gl.draw_buffers]
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


def read_from(gl: Record) -> Surface:
    """The colours that are read."""
    surface: Surface = getattr(gl.window, _WINDOW[gl.read_buffer][0])
    return surface
