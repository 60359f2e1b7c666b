"""DrawArraysInstanced and DrawElementsInstanced (ARB_draw_instanced and EXT_draw_instanced 2.8)."""

from __future__ import annotations

from typing import Any

from nvrender.api.arrays.indices import checked_type, indices_of
from nvrender.api.command import command
from nvrender.api.draw.commands import draw_elements, draw_indices
from nvrender.api.draw.stages import check_drawable, check_mode
from nvrender.api.errors import natural
from nvrender.api.objects.context import ContextState

_SECTION = "ARB_draw_instanced 2.8"
SUFFIXES = ("", "ARB", "EXT")


@command(suffixes=SUFFIXES)
def DrawArraysInstanced(gl: ContextState, mode: int, first: int, count: int, primcount: int) -> None:
    """DrawArrays ``primcount`` times, of which ``vertex.instance`` has the number."""
    check_mode(mode)
    start, number = natural(first, "first", _SECTION), natural(count, "count", _SECTION)
    instances = natural(primcount, "primcount", _SECTION)
    check_drawable(gl, mode)
    draw_elements(gl, mode, start, start + number, None, instances=instances)


@command(suffixes=SUFFIXES)
def DrawElementsInstanced(
    gl: ContextState, mode: int, type: int, indices: Any, primcount: int, count: int | None = None
) -> None:
    """DrawElements ``primcount`` times, of which ``vertex.instance`` has the number."""
    check_mode(mode)
    checked_type(type)
    instances = natural(primcount, "primcount", _SECTION)
    natural(0 if count is None else count, "count", _SECTION)
    check_drawable(gl, mode)
    draw_indices(gl, mode, indices_of(gl.arrays, gl.buffers, type, indices, count), instances)
