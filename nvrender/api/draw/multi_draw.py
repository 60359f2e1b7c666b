"""MultiDrawArrays and MultiDrawElements (OpenGL 1.5, 2.8)."""

from __future__ import annotations

from typing import Any

from nvrender.api.arguments import whole
from nvrender.api.arrays.indices import indices_of
from nvrender.api.command import command
from nvrender.api.draw.commands import draw_elements, draw_indices
from nvrender.api.draw.stages import check_drawable
from nvrender.api.errors import invalid_value
from nvrender.api.objects.context import ContextState
from nvrender.source import InputError

_SECTION = "OpenGL 1.5, 2.8"


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
        raise invalid_value("an element of first is negative", _SECTION)
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
