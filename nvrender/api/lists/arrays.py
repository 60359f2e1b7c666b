"""What commands take of the client's memory when they go into a list (OpenGL 1.5, 5.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import name_of, whole
from nvrender.api.arrays.indices import INDEX_TYPES, in_buffer, indices_of
from nvrender.api.arrays.memory import elements, sourced
from nvrender.api.draw.instanced import index_lists, ranges, with_bases
from nvrender.api.objects.buffers import BufferObject, BufferState
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.vertices import ArrayState, VertexArray

#: Kind of dtype → type of the copies.
_TYPES = {"f": enums.FLOAT, "i": enums.INT, "u": enums.UNSIGNED_INT}

#: Arrays and indices are copies, in no buffer.
_CLIENT_MEMORY: Mapping[str, Any] = {"buffers.array_bindings": {}, "arrays.unified": frozenset()}

Arguments = tuple[Any, ...]
Captured = tuple[Arguments, Mapping[str, Any]]


def _client(arrays: ArrayState, buffers: BufferState, start: int, stop: int) -> dict[str, Any]:
    """The client's arrays with elements ``start`` to ``stop`` only, in memory of their own.

    Both of the enables of generic arrays are kept, for which of them counts is known when the list is called.
    """

    def copies(
        known: Mapping[int, VertexArray], enabled: frozenset[int], *, generic: bool
    ) -> dict[int, VertexArray]:
        chosen = {number: known.get(number, VertexArray()) for number in enabled}
        read = sourced(arrays, chosen, generic=generic)
        return {number: _copy(buffers, number, array, start, stop) for number, array in read.items()}

    conventional = arrays.enabled_conventional
    return {
        "arrays.generic": copies(arrays.generic, arrays.enabled | arrays.enabled_arb, generic=True),
        "arrays.conventional": copies(arrays.conventional, conventional, generic=False),
        **_CLIENT_MEMORY,
        "arrays.enabled": arrays.enabled,
        "arrays.enabled_arb": arrays.enabled_arb,
        "arrays.enabled_conventional": conventional,
    }


def _copy(buffers: BufferState, number: int, array: VertexArray, start: int, stop: int) -> VertexArray:
    table = np.array(elements(buffers, number, array, start, stop))
    kept = BufferObject(table.reshape(-1).view(np.uint8))
    kind = array.type if array.long else _TYPES[table.dtype.kind]
    return replace(array, type=kind, stride=0, pointer=kept, normalized=False, buffer=0)


def _draw_arrays(gl: ContextState, given: Arguments) -> Captured:
    mode, first, count = given
    if not (_natural(first) and _natural(count)):
        return given, {}  # an error, when the list is called
    return (mode, 0, count), _client(gl.arrays, gl.buffers, first, first + count)


def _draw_elements(gl: ContextState, given: Arguments, base: int = 0) -> Captured:
    mode, type, indices, *rest = given
    order = np.asarray(indices)
    if in_buffer(gl.arrays, gl.buffers) and type in INDEX_TYPES and all(map(_natural, rest)):
        order, rest = indices_of(gl.arrays, gl.buffers, type, indices, *(rest or [None])), []
        if not order.size:
            return (mode, type, order), _CLIENT_MEMORY
    if rest and _natural(rest[0]) and rest[0] <= order.size:
        order = order.reshape(-1)[: rest[0]]
    if not (order.size and order.dtype.kind in "iu" and int(order.min()) >= 0):
        return given, {}
    start = int(order.min())
    client = _client(gl.arrays, gl.buffers, start + base, int(order.max()) + 1 + base)
    return (mode, type, order - order.dtype.type(start), *rest), client


def _draw_elements_base(gl: ContextState, given: Arguments) -> Captured:
    mode, type, indices, base, *rest = given
    (_, _, order, *rest), client = _draw_elements(gl, (mode, type, indices, *rest), whole(base, "basevertex"))
    return (mode, type, order, 0 if client else base, *rest), client


def _draw_range_elements_base(gl: ContextState, given: Arguments) -> Captured:
    mode, start, end, *elements_ = given
    rest, client = _draw_elements_base(gl, (mode, *elements_))
    return (mode, start, end, *rest[1:]), client


def _draw_range_elements(gl: ContextState, given: Arguments) -> Captured:
    mode, start, end, *elements_ = given
    rest, client = _draw_elements(gl, (mode, *elements_))
    return (mode, start, end, *rest[1:]), client


def _draw_feedback(gl: ContextState, given: Arguments) -> Captured:
    """As DrawArrays of the vertices that have been recorded by now (docs/semantics.md)."""
    _, id_, *stream = given
    number = name_of(id_)
    held = gl.feedback.named(number)
    if held is None or held.drawn is None:
        return given, {}  # an error, when the list is called
    count = held.drawn.get(whole(stream[0], "stream") if stream else 0, 0)
    return given, {**_client(gl.arrays, gl.buffers, 0, count), "feedback.listed_vertices": count}


def _multi_draw_arrays(gl: ContextState, given: Arguments) -> Captured:
    mode, first, count = given
    draws = ranges(first, count)
    if not draws or min(draws)[0] < 0:
        return given, {}
    start = min(draws)[0]
    firsts = [low - start for low, _ in draws]
    counts = [high - low for low, high in draws]
    return (mode, firsts, counts), _client(gl.arrays, gl.buffers, start, max(high for _, high in draws))


def _multi_draw_elements(gl: ContextState, given: Arguments) -> Captured:
    mode, type, indices, *rest = given
    lists = index_lists(indices, *(rest or [None]))
    if type not in INDEX_TYPES or not lists:
        return given, {}
    orders = [indices_of(gl.arrays, gl.buffers, type, each, many) for each, many in lists]
    filled = [order for order in orders if order.size]
    if not filled:
        return (mode, type, orders), _CLIENT_MEMORY
    start = min(int(order.min()) for order in filled)
    moved = [order - order.dtype.type(start) for order in filled]
    return (mode, type, moved), _client(
        gl.arrays, gl.buffers, start, max(int(order.max()) for order in filled) + 1
    )


def _multi_draw_elements_base(gl: ContextState, given: Arguments) -> Captured:
    mode, type, indices, base, *rest = given
    lists, bases = with_bases(indices, base, *(rest or [None]))
    if type not in INDEX_TYPES or not lists:
        return given, {}
    orders = [indices_of(gl.arrays, gl.buffers, type, each, many) for each, many in lists]
    filled = [(order, shift) for order, shift in zip(orders, bases, strict=True) if order.size]
    if not filled:
        return (mode, type, orders, bases), _CLIENT_MEMORY
    start = min(int(order.min()) + shift for order, shift in filled)
    stop = max(int(order.max()) + shift for order, shift in filled) + 1
    moved, shifts = [order for order, _ in filled], [shift - start for _, shift in filled]
    return (mode, type, moved, shifts), _client(gl.arrays, gl.buffers, start, stop)


def _array_element(gl: ContextState, given: Arguments) -> Captured:
    (element,) = given
    return ((0,), _client(gl.arrays, gl.buffers, element, element + 1)) if _natural(element) else (given, {})


def _with_pixel_store(gl: ContextState, given: Arguments) -> Captured:
    return given, {"pixels.unpack": gl.pixels.unpack}


def _natural(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and int(value) >= 0


#: Command → its arguments and the fields of the context, as they are for the copies.
CAPTURED: dict[str, Callable[[ContextState, Arguments], Captured]] = {
    "ArrayElement": _array_element,
    "DrawArrays": _draw_arrays,
    "DrawElements": _draw_elements,
    "DrawElementsBaseVertex": _draw_elements_base,
    "DrawRangeElementsBaseVertex": _draw_range_elements_base,
    "MultiDrawElementsBaseVertex": _multi_draw_elements_base,
    "DrawRangeElements": _draw_range_elements,
    "DrawTransformFeedback": _draw_feedback,
    "DrawTransformFeedbackNV": _draw_feedback,
    "DrawTransformFeedbackStream": _draw_feedback,
    "MultiDrawArrays": _multi_draw_arrays,
    "MultiDrawElements": _multi_draw_elements,
    "Bitmap": _with_pixel_store,
    **dict.fromkeys(
        (f"Tex{part}Image{count}D" for part in ("", "Sub") for count in (1, 2, 3)), _with_pixel_store
    ),
}
