"""Begin, End and the draws from arrays (OpenGL 1.5, 2.6.1 and 2.8; NV_vertex_program 2.14.3)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat
from operator import is_
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import Vector4, listed, whole, word_float
from nvrender.api.arrays.attributes import put
from nvrender.api.arrays.indices import indices_of
from nvrender.api.arrays.memory import Elements, sourced
from nvrender.api.command import command
from nvrender.api.draw.feedback import discards, record, recorded_results, records
from nvrender.api.draw.memory import keep, reached
from nvrender.api.draw.replay import remember, repeated
from nvrender.api.draw.stages import (
    MODES,
    check_drawable,
    held_programs,
    output_primitive,
    program_of,
    stages,
)
from nvrender.api.effects import note
from nvrender.api.errors import invalid_operation, invalid_value
from nvrender.api.framebuffers.draw_buffers import drawn, drawn_size
from nvrender.api.framebuffers.multisample import check_samples
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.drawing import Drawing, Screen
from nvrender.api.objects.feedback import FeedbackState
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.programs import ProgramState
from nvrender.api.objects.vertices import LONG_VECTORS, ArrayState, IntegerVector, LongVector, VertexArray
from nvrender.api.pixels.color_clamps import check_clamps
from nvrender.api.state.rasterization import check_primitives
from nvrender.api.state.viewport import in_buffers
from nvrender.api.textures.drawing import drawn_textures
from nvrender.gl.inputs.global_memory import Left
from nvrender.gl.inputs.vertices import attributes_read
from nvrender.gl.state.fragments import TextureUnit
from nvrender.gl.state.state import State
from nvrender.gl.textures.surfaces import Buffers
from nvrender.languages.arb.vertex_bindings import VERTEX_ID
from nvrender.memory import check_memory
from nvrender.oracle.frame.draw import Primitives

_BEGIN = "OpenGL 1.5, 2.6.1"
_ARRAYS = "OpenGL 1.5, 2.8"
#: What a vertex of an instance takes at least: its position and one result.
_VERTEX_BYTES = 32
#: Bytes of indices that are remembered.
_INDEX_BYTES = 1 << 14
#: Attribute 0 where it has no array: it has no current value either (docs/semantics.md).
ORIGIN = (0.0, 0.0, 0.0, 1.0)

Vertices = Mapping[int, npt.NDArray[Any]]


@command()
def Begin(gl: ContextState, mode: int) -> None:
    """Start a primitive, of which every Vertex or attribute 0 until End is a vertex."""
    check_drawable(gl, mode)
    gl.immediate.begin(mode)


@command(inside=True)
def End(gl: ContextState) -> None:
    """Draw the vertices since Begin, all at once."""
    immediate = gl.immediate
    if immediate.begun is None:
        raise invalid_operation("there was no Begin", _BEGIN)
    mode, vertices, others = immediate.begun, immediate.vertices, immediate.others
    immediate.begun, immediate.vertices, immediate.others = None, [], []
    if not vertices:
        return
    attributes = columns(vertices, others)
    key = "immediate", mode, len(vertices), *attributes
    # What is set behind the last vertex, and what evaluators make, is not both current and drawn with.
    current = others[-1] is immediate.rest
    if current and repeated(gl, key, attributes):
        return
    given = Primitives(MODES[mode], attributes, patch=gl.fixed.patch)
    first = vertices[0], *others[0]
    constant = tuple(ORIGIN if number in attributes else value for number, value in enumerate(first))
    drawing = draw(gl, mode, given, constant)
    if current:
        remember(gl, key, drawing, attributes)


def columns(vertices: list[Vector4], others: list[tuple[Vector4, ...]]) -> dict[int, npt.NDArray[Any]]:
    """Each vertex's attribute 0, and the other attributes that are not the same for all."""
    found = {0: _column(vertices)}
    if not all(map(is_, others, repeat(others[0]))):
        for number, column in enumerate(zip(*others, strict=True), 1):
            if not all(map(is_, column, repeat(column[0]))):
                found[number] = _column(column)
    return found


def _column(values: Sequence[Vector4]) -> npt.NDArray[Any]:
    """Each vertex's value of an attribute, (n, 4): integers or of 64 bits if all were set as such."""
    kind, *more = set[Any](map(type, values))
    if not more and issubclass(kind, LongVector):
        return np.array([*values], kind.dtype)
    if not more and kind is IntegerVector:
        integers = np.array(values, np.int64)
        return integers.astype(np.uint32 if integers.max() >= 1 << 31 else np.int32)
    with np.errstate(all="ignore"):
        numbers = np.fromiter(chain.from_iterable(values), np.float32, 4 * len(values))
    return numbers.reshape(-1, 4)


def draw(
    gl: ContextState, mode: int, primitives: Primitives, current: Any, key: Hashable = None
) -> Drawing | None:
    check_primitives(gl.fixed, output_primitive(gl.programs, gl.fixed, mode))
    held = held_programs(gl.programs, gl.fixed)
    textures, units = drawn_textures(gl.textures, gl.framebuffers, gl.fixed, gl.buffers, held)
    used = stages(gl.programs, gl.fixed, gl.buffers)
    memory = reached(gl.textures, gl.buffers, used.programs)
    left, alone = None, not gl.framebuffers.draw_framebuffer and memory is None
    if records(gl.feedback) or discards(gl.fixed):
        state = drawn_state(gl.fixed, Buffers(drawn_size(gl.framebuffers, gl.textures), ()), current, units)
        drawing = Drawing(used, primitives, state, None, textures, key, memory)
        left, alone = _recorded(gl.screen, gl.feedback, gl.buffers, drawing), False
    drawn_into = [] if discards(gl.fixed) else list(drawn(gl.framebuffers, gl.textures))
    for buffers in drawn_into:
        check_clamps(gl.fixed, buffers, used.programs)
        state = drawn_state(gl.fixed, buffers, current, units)
        drawing = Drawing(used, primitives, state, buffers, textures, key, memory)
        left = gl.screen.draw(drawing)
    keep(gl.textures, gl.errors, memory, left)
    if alone:
        return drawing if len(drawn_into) == 1 else None
    note(gl, None)  # textures, buffers or the state of feedback may be others now
    return None


def _recorded(screen: Screen, feedback: FeedbackState, buffers: BufferState, drawing: Drawing) -> Left | None:
    """Record and count what becomes of the vertices; what the programs of that leave in memory.

    Where nothing asks for it the programs run all the same, if they reach memory.
    """
    if not records(feedback) and drawing.memory is None:
        return None
    used = drawing.stages
    names, state = recorded_results(feedback, used, drawing.state)
    results, left = screen.capture(replace(drawing, state=state), names)
    record(feedback, buffers, results, used.geometry or used.tess_evaluation or used.vertex)
    return left


def drawn_state(
    fixed: FixedState, buffers: Buffers, current: Sequence[Any], units: tuple[TextureUnit, ...]
) -> State:
    """The state that is drawn with, and the current values of the attributes that have no array."""
    check_samples(fixed, buffers.samples)
    return in_buffers(fixed, buffers).with_(
        current_attributes=tuple(current),
        integer_attributes=frozenset(
            number for number, value in enumerate(current) if type(value) is IntegerVector
        ),
        long_attributes=tuple(
            (number, value.dtype) for number, value in enumerate(current) if isinstance(value, LongVector)
        ),
        window_height=float(buffers.size[1]),
        cull_face=fixed.cull_mode if enums.CULL_FACE in fixed.enabled else "",
        logic_op=fixed.logic_operation if enums.COLOR_LOGIC_OP in fixed.enabled else "",
        texture_units=units,
    )


def used_arrays(arrays: ArrayState, programs: ProgramState, fixed: FixedState) -> dict[int, VertexArray]:
    """The arrays attributes come from: the generic one, else the conventional one.

    NV_vertex_program 2.14.3; ARB_vertex_program, Interactions with NV_vertex_program.
    """
    programmed = program_of(programs, fixed, enums.VERTEX_PROGRAM_NV) is not None
    generic = arrays.enabled if programmed else arrays.enabled_arb
    conventional = {
        number: arrays.conventional.get(number, VertexArray()) for number in arrays.enabled_conventional
    }
    numbered = {number: arrays.generic.get(number, VertexArray()) for number in generic}
    return {**sourced(arrays, conventional, generic=False), **sourced(arrays, numbered, generic=True)}


@command(inside=True)
def ArrayElement(gl: ContextState, i: int) -> None:
    """Set every attribute that has an array from element ``i``, attribute 0 last."""
    element = whole(i, "i")
    arrays = used_arrays(gl.arrays, gl.programs, gl.fixed)
    found = Elements(gl.buffers, arrays, element, element + 1)
    for number in sorted(arrays, reverse=True):
        row: list[Any] = [*listed(found[number][0])]
        x, y, z, w = row + [0, 0, 0, 1][len(row) :]
        put(gl.immediate, number, _vector(arrays[number], found[number].dtype)(x, y, z, w), _ARRAYS)


def _vector(array: VertexArray, dtype: np.dtype[Any]) -> Callable[..., Vector4]:
    """What makes an attribute's value of four numbers of its array."""
    if array.long:
        return LONG_VECTORS[dtype.kind]
    return IntegerVector if array.integer else lambda *numbers: tuple(map(word_float, numbers))


@command()
def DrawArrays(gl: ContextState, mode: int, first: int, count: int) -> None:
    """Draw ``count`` elements of the arrays from ``first`` on."""
    key = mode, first, count
    if type(first) is type(count) is int and repeated(gl, key):
        return
    check_drawable(gl, mode)
    start, number = whole(first, "first"), whole(count, "count")
    if start < 0 or number < 0:
        raise invalid_value(f"first is {start} and count {number}; neither may be negative", _ARRAYS)
    remember(gl, key, draw_elements(gl, mode, start, start + number, None))


@command()
def DrawElements(gl: ContextState, mode: int, type: int, indices: Any, count: int | None = None) -> None:
    """Draw the elements of the arrays that ``indices`` of ``type`` name, all of them or ``count``.

    With a buffer bound to ELEMENT_ARRAY_BUFFER ``indices`` is the byte at which they begin in it.
    """
    key = _elements_key(mode, type, indices, count)
    if key is not None and repeated(gl, key):
        return
    check_drawable(gl, mode)
    drawing = draw_indices(gl, mode, indices_of(gl.arrays, gl.buffers, type, indices, count))
    if key is not None:
        remember(gl, key, drawing)


def _elements_key(mode: int, type_: int, indices: Any, count: int | None) -> Hashable:
    """What the elements that are drawn are found by, None for those that are looked at each time."""
    if type(indices) is np.ndarray and indices.nbytes <= _INDEX_BYTES:
        return mode, type_, count, indices.dtype.str, indices.tobytes()
    return (mode, type_, count, indices) if type(indices) is type(count) is int else None


@command()
def DrawRangeElements(
    gl: ContextState, mode: int, start: int, end: int, type: int, indices: Any, count: int | None = None
) -> None:
    """DrawElements whose indices are from ``start`` to ``end``."""
    if whole(end, "end") < whole(start, "start"):
        raise invalid_value(f"end {end} is before start {start}", _ARRAYS)
    DrawElements(gl, mode, type, indices, count)


def draw_indices(
    gl: ContextState, mode: int, order: npt.NDArray[Any], instances: int = 1, base: int = 0
) -> Drawing | None:
    """Draw the elements of the arrays that ``order`` (n,) names, each ``base`` further on.

    What was drawn, as ``draw_elements`` has it.
    """
    if not order.size:
        return None
    least, most = int(order.min()), int(order.max())
    order = order - order.dtype.type(least)
    return draw_elements(gl, mode, least + base, most + base + 1, order, instances=instances)


def draw_elements(
    gl: ContextState, mode: int, start: int, stop: int, order: npt.NDArray[Any] | None, *, instances: int = 1
) -> Drawing | None:
    """Draw elements ``start`` to ``stop`` of the arrays; ``order`` (n,) is from ``start`` on, None all.

    What was drawn, if one draw into the window's buffers was all that was done.
    """
    arrays = used_arrays(gl.arrays, gl.programs, gl.fixed)
    if start == stop or not instances:  # without vertices there is nothing to draw
        return None
    if instances > 1 or not arrays:
        _check_room((stop - start if order is None else order.size) * instances)
    vertex = program_of(gl.programs, gl.fixed, enums.VERTEX_PROGRAM_NV)
    if start and vertex is not None and VERTEX_ID in attributes_read(vertex):
        # vertex.id counts from the first element there is (NV_vertex_program4 2.X.3.2).
        order = (np.arange(stop - start) if order is None else order.astype(np.int64)) + start
        start = 0
    attributes = Elements(gl.buffers, arrays, start, stop)
    key = attributes.key
    if key is not None:
        key = mode, key, None if order is None else (order.dtype.str, order.tobytes())
    rows: Vertices = attributes
    current = ORIGIN, *gl.immediate.current[1:]
    if not arrays:
        rows = {0: np.tile(np.array(ORIGIN, np.float32), (stop - start, 1))}
        current = tuple(gl.immediate.current)
    return draw(gl, mode, Primitives(MODES[mode], rows, order, instances, gl.fixed.patch), current, key)


def _check_room(vertices: int) -> None:
    """OUT_OF_MEMORY for more vertices of all instances than there is memory for."""
    check_memory(vertices * _VERTEX_BYTES, f"{vertices} vertices", "draw fewer instances")
