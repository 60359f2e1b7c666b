"""DrawArraysInstanced and DrawElementsInstanced (ARB_draw_instanced and EXT_draw_instanced 2.8)."""

from __future__ import annotations

from typing import Any

from nvrender.api.arguments import whole
from nvrender.api.arrays.indices import checked_type, indices_of
from nvrender.api.command import command
from nvrender.api.draw.commands import draw_elements, draw_indices
from nvrender.api.draw.stages import check_drawable, check_mode
from nvrender.api.errors import invalid_value
from nvrender.api.objects.context import ContextState

_SECTION = "ARB_draw_instanced 2.8"
SUFFIXES = ("", "ARB", "EXT")


@command(suffixes=SUFFIXES)
def DrawArraysInstanced(gl: ContextState, mode: int, first: int, count: int, primcount: int) -> None:
    """DrawArrays ``primcount`` times, of which ``vertex.instance`` has the number."""
    check_mode(mode)
    start, number, instances = whole(first, "first"), whole(count, "count"), whole(primcount, "primcount")
    for what, value in (("first", start), ("count", number), ("primcount", instances)):
        if value < 0:
            raise invalid_value(f"{what} is {value}; it cannot be negative", _SECTION)
    check_drawable(gl, mode)
    draw_elements(gl, mode, start, start + number, None, instances=instances)


@command(suffixes=SUFFIXES)
def DrawElementsInstanced(
    gl: ContextState, mode: int, type: int, indices: Any, primcount: int, count: int | None = None
) -> None:
    """DrawElements ``primcount`` times, of which ``vertex.instance`` has the number."""
    check_mode(mode)
    checked_type(type)
    instances = whole(primcount, "primcount")
    for what, value in (("primcount", instances), ("count", 0 if count is None else whole(count, "count"))):
        if value < 0:
            raise invalid_value(f"{what} is {value}; it cannot be negative", _SECTION)
    check_drawable(gl, mode)
    draw_indices(gl, mode, indices_of(gl.arrays, gl.buffers, type, indices, count), instances)
