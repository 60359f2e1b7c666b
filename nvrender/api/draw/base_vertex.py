"""Draws whose indices have a number added to each (ARB_draw_elements_base_vertex 2.8)."""

from __future__ import annotations

from typing import Any

from nvrender.api.arguments import whole
from nvrender.api.arrays.indices import checked_type, indices_of
from nvrender.api.command import command
from nvrender.api.draw.commands import draw_indices
from nvrender.api.draw.multi_draw import index_lists, several
from nvrender.api.draw.stages import check_drawable, check_mode
from nvrender.api.errors import invalid_value, natural
from nvrender.api.objects.context import ContextState
from nvrender.source import InputError

_SECTION = "ARB_draw_elements_base_vertex 2.8"


@command()
def DrawElementsBaseVertex(
    gl: ContextState, mode: int, type: int, indices: Any, basevertex: int, count: int | None = None
) -> None:
    """DrawElements with ``basevertex`` added to each index."""
    check_drawable(gl, mode)
    draw_indices(
        gl,
        mode,
        indices_of(gl.arrays, gl.buffers, type, indices, count),
        base=whole(basevertex, "basevertex"),
    )


@command()
def DrawRangeElementsBaseVertex(
    gl: ContextState, mode: int, start: int, end: int, type: int, indices: Any, basevertex: int,
    count: int | None = None,
) -> None:  # fmt: skip
    """DrawElementsBaseVertex whose indices are from ``start`` to ``end`` before the sum."""
    if whole(end, "end") < whole(start, "start"):
        raise invalid_value(f"end {end} is before start {start}", _SECTION)
    DrawElementsBaseVertex(gl, mode, type, indices, basevertex, count)


@command()
def DrawElementsInstancedBaseVertex(
    gl: ContextState, mode: int, type: int, indices: Any, primcount: int, basevertex: int,
    count: int | None = None,
) -> None:  # fmt: skip
    """DrawElementsBaseVertex ``primcount`` times, of which ``vertex.instance`` has the number."""
    check_mode(mode)
    checked_type(type)
    instances = natural(primcount, "primcount", _SECTION)
    natural(0 if count is None else count, "count", _SECTION)
    check_drawable(gl, mode)
    base = whole(basevertex, "basevertex")
    draw_indices(gl, mode, indices_of(gl.arrays, gl.buffers, type, indices, count), instances, base)


@command()
def MultiDrawElementsBaseVertex(
    gl: ContextState, mode: int, type: int, indices: Any, basevertex: Any, count: Any = None
) -> None:
    """DrawElementsBaseVertex of each entry of ``indices``, ``basevertex`` and ``count``."""
    lists, bases = with_bases(indices, basevertex, count)
    if lists:
        check_drawable(gl, mode)
    orders = [indices_of(gl.arrays, gl.buffers, type, each, many) for each, many in lists]
    for order, base in zip(orders, bases, strict=True):
        draw_indices(gl, mode, order, base=base)


def with_bases(indices: Any, basevertex: Any, count: Any) -> tuple[list[tuple[Any, int | None]], list[int]]:
    """The indices of each draw with their counts, and what is added; without draws of none."""
    entries = several(indices, "indices")
    bases = [whole(base, "basevertex") for base in several(basevertex, "basevertex")]
    if len(entries) != len(bases):
        raise InputError(f"indices has {len(entries)} entries and basevertex {len(bases)}; they go together")
    counts = [None] * len(entries) if count is None else several(count, "count")
    if len(entries) != len(counts):
        raise InputError(f"indices has {len(entries)} entries and count {len(counts)}; they go together")
    found = [
        (kept[0], base)
        for each, many, base in zip(entries, counts, bases, strict=True)
        if (kept := index_lists([each], None if many is None else [many]))
    ]
    return [draw for draw, _ in found], [base for _, base in found]
