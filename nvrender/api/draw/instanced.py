"""Draws of several instances, with a number added to each index, and several draws in one command.

ARB_draw_instanced, EXT_draw_instanced and ARB_draw_elements_base_vertex 2.8; OpenGL 1.5, 2.8.
"""

from __future__ import annotations

from typing import Any

from nvrender.api.arguments import whole
from nvrender.api.arrays.indices import checked_type, indices_of
from nvrender.api.command import command
from nvrender.api.draw.commands import draw_elements, draw_indices
from nvrender.api.draw.stages import check_drawable, check_mode
from nvrender.api.errors import invalid_value, natural
from nvrender.api.objects.context import ContextState
from nvrender.source import InputError

_SECTION = "ARB_draw_instanced 2.8"
_BASE = "ARB_draw_elements_base_vertex 2.8"
_MULTI = "OpenGL 1.5, 2.8"
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
        raise invalid_value(f"end {end} is before start {start}", _BASE)
    DrawElementsBaseVertex(gl, mode, type, indices, basevertex, count)


@command()
def DrawElementsInstancedBaseVertex(
    gl: ContextState, mode: int, type: int, indices: Any, primcount: int, basevertex: int,
    count: int | None = None,
) -> None:  # fmt: skip
    """DrawElementsBaseVertex ``primcount`` times, of which ``vertex.instance`` has the number."""
    check_mode(mode)
    checked_type(type)
    instances = natural(primcount, "primcount", _BASE)
    natural(0 if count is None else count, "count", _BASE)
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


def several(values: Any, what: str) -> list[Any]:
    """A sequence as a list."""
    try:
        return list(values)
    except TypeError:
        raise InputError(f"{what} must be a sequence, not {values!r}") from None


def ranges(first: Any, count: Any) -> list[tuple[int, int]]:
    """The elements of each draw, the first and the one behind the last; draws of none are left out."""
    firsts, counts = several(first, "first"), several(count, "count")
    if len(firsts) != len(counts):
        raise InputError(f"first has {len(firsts)} numbers and count {len(counts)}; they go together")
    pairs = [(whole(low, "first"), whole(many, "count")) for low, many in zip(firsts, counts, strict=True)]
    return [(low, low + many) for low, many in pairs if many > 0]


def index_lists(indices: Any, count: Any) -> list[tuple[Any, int | None]]:
    """The indices of each draw and how many of them count; those of none are left out."""
    lists = several(indices, "indices")
    counts = (
        [None] * len(lists) if count is None else [whole(many, "count") for many in several(count, "count")]
    )
    if len(lists) != len(counts):
        raise InputError(f"indices has {len(lists)} entries and count {len(counts)}; they go together")
    return [(each, many) for each, many in zip(lists, counts, strict=True) if many is None or many > 0]


@command()
def MultiDrawArrays(gl: ContextState, mode: int, first: Any, count: Any) -> None:
    """DrawArrays of each first and count, but for counts that are not positive."""
    draws = ranges(first, count)
    if draws:
        check_drawable(gl, mode)
    if any(start < 0 for start, _ in draws):
        raise invalid_value("an element of first is negative", _MULTI)
    for start, stop in draws:
        draw_elements(gl, mode, start, stop, None)


@command()
def MultiDrawElements(gl: ContextState, mode: int, type: int, indices: Any, count: Any = None) -> None:
    """DrawElements of each entry of ``indices`` and of ``count``, but for counts that are not positive."""
    lists = index_lists(indices, count)
    if lists:
        check_drawable(gl, mode)
    for order in [indices_of(gl.arrays, gl.buffers, type, each, many) for each, many in lists]:
        draw_indices(gl, mode, order)
