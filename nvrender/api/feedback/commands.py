"""What transform feedback records, and where (NV_transform_feedback 2.Y, ARB_transform_feedback3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import flat, whole
from nvrender.api.buffers.commands import bind, bound_buffer
from nvrender.api.command import command, family
from nvrender.api.errors import check_enum, invalid_enum, invalid_operation, invalid_value
from nvrender.api.feedback.objects import STREAMS
from nvrender.api.objects.buffers import BufferState, StorageBinding
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.feedback import Feedback, FeedbackState
from nvrender.source import InputError

_SECTION = "NV_transform_feedback 2.Y"
_STREAMS = "ARB_transform_feedback3, Dependencies on NV_transform_feedback"

#: Binding points, attributes recorded apart, and components of them and of one buffer.
BUFFERS, SEPARATE, SEPARATE_COMPONENTS, INTERLEAVED_COMPONENTS = 4, 4, 4, 128
NEXT = enums.NEXT_BUFFER_NV
#: Attribute → how many components are skipped.
SKIPPED = {getattr(enums, f"SKIP_COMPONENTS{count}_NV"): count for count in range(1, 5)}
#: Attribute → its name as a result of programs, the most components, and how many there are of it.
ATTRIBUTES = {
    enums.POSITION: ("position", 4, 0), enums.PRIMARY_COLOR: ("color.front.primary", 4, 0),
    enums.SECONDARY_COLOR_NV: ("color.front.secondary", 4, 0),
    enums.BACK_PRIMARY_COLOR_NV: ("color.back.primary", 4, 0),
    enums.BACK_SECONDARY_COLOR_NV: ("color.back.secondary", 4, 0),
    enums.FOG_COORD: ("fogcoord", 1, 0), enums.POINT_SIZE: ("pointsize", 1, 0),
    enums.TEXTURE_COORD_NV: ("texcoord", 4, 8), enums.CLIP_DISTANCE_NV: ("clip", 1, 8),
    enums.VERTEX_ID_NV: ("id", 1, 0), enums.PRIMITIVE_ID_NV: ("primid", 1, 0),
    enums.GENERIC_ATTRIB_NV: ("attrib", 4, 16), enums.LAYER_NV: ("layer", 1, 0),
}  # fmt: skip
_MODES = {enums.POINTS: "POINTS", enums.LINES: "LINES", enums.TRIANGLES: "TRIANGLES"}


@command()
def TransformFeedbackAttribsNV(feedback: FeedbackState, attribs: Any, bufferMode: int) -> None:
    """What is recorded of stream 0: attribute, components and index of each, into one buffer or several."""
    rows = _rows(attribs)
    _set(feedback, rows, (0,) * _points(rows, bufferMode), bufferMode)


@command()
def TransformFeedbackStreamAttribsNV(
    feedback: FeedbackState, attribs: Any, bufstreams: Any, bufferMode: int
) -> None:
    """The same of any stream: ``bufstreams`` has that of each buffer."""
    rows = _rows(attribs)
    streams = tuple(whole(each, "a stream") for each in flat(bufstreams, "bufstreams").tolist())
    points = _points(rows, bufferMode)
    if any(not 0 <= stream < STREAMS for stream in streams):
        raise invalid_value(f"bufstreams is {streams}; streams are 0 to {STREAMS - 1}", _STREAMS)
    if len(streams) != points:
        raise invalid_operation(f"{points} buffers are recorded into, of {len(streams)} streams", _STREAMS)
    _set(feedback, rows, streams, bufferMode)


def _rows(attribs: Any) -> tuple[tuple[int, int, int], ...]:
    numbers = [whole(each, "an attribute") for each in flat(attribs, "attribs").tolist()]
    if len(numbers) % 3:
        raise InputError(f"attribs has {len(numbers)} numbers; of each attribute there are three")
    return tuple(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))


def _points(rows: tuple[tuple[int, int, int], ...], mode: int) -> int:
    """How many binding points are recorded into."""
    if mode == enums.SEPARATE_ATTRIBS_NV:
        return len(rows)
    if mode != enums.INTERLEAVED_ATTRIBS_NV:
        raise invalid_enum("bufferMode", mode, "INTERLEAVED_ATTRIBS_NV and SEPARATE_ATTRIBS_NV", _SECTION)
    return 1 + sum(row[0] == NEXT for row in rows)


def _set(
    feedback: FeedbackState, rows: tuple[tuple[int, int, int], ...], streams: tuple[int, ...], mode: int
) -> None:
    separate = mode == enums.SEPARATE_ATTRIBS_NV
    for name, components, index in rows:
        _check_attribute(name, components, index)
    if feedback.bound.mode:
        raise invalid_operation("transform feedback is active", _SECTION)
    if separate and any(row[0] == NEXT or row[0] in SKIPPED for row in rows):
        raise invalid_operation("attributes apart have neither next buffers nor gaps", _STREAMS)
    if separate and len(rows) > SEPARATE:
        raise invalid_operation(f"{len(rows)} attributes; {SEPARATE} are recorded apart", _STREAMS)
    if len(streams) > BUFFERS:
        raise invalid_operation(f"{len(streams)} buffers; there are {BUFFERS}", _STREAMS)
    known = [(name, index if ATTRIBUTES[name][2] else 0) for name, _, index in rows if name in ATTRIBUTES]
    if len(set(known)) < len(known):
        raise invalid_operation("an attribute is recorded twice", _SECTION)
    made = Feedback(rows, streams, separate)
    largest = max((sum(size for _, size in parts_of(part)) for part in made.parts), default=0)
    if not separate and largest > INTERLEAVED_COMPONENTS:
        reason = f"{largest} components; a buffer takes {INTERLEAVED_COMPONENTS} of a vertex"
        raise invalid_operation(reason, _STREAMS)
    feedback.bound.feedback = made


def _check_attribute(name: int, components: int, index: int) -> None:
    if name == NEXT or name in SKIPPED:
        return
    check_enum("an attribute", name, ATTRIBUTES, "POSITION, GENERIC_ATTRIB_NV and their kin", _STREAMS)
    result, most, count = ATTRIBUTES[name]
    if not 1 <= components <= most:
        raise invalid_value(f"{result} has {components} components; 1 to {most} are recorded", _STREAMS)
    if count and not 0 <= index < count:
        raise invalid_value(f"the index of {result} is {index}; there are 0 to {count - 1}", _STREAMS)


def parts_of(rows: tuple[tuple[int, int, int], ...]) -> list[tuple[str, int]]:
    """Result and components of each attribute of one buffer, "" for a gap."""
    found = []
    for name, components, index in rows:
        if name in SKIPPED:
            found.append(("", SKIPPED[name]))
        else:
            result, _, count = ATTRIBUTES[name]
            found.append((f"{result}[{index}]" if count else result, components))
    return found


@command()
def BeginTransformFeedbackNV(feedback: FeedbackState, primitiveMode: int) -> None:
    """Record the vertices of POINTS, LINES or TRIANGLES from now on, from where the buffers begin."""
    check_enum("primitiveMode", primitiveMode, _MODES, "POINTS, LINES and TRIANGLES", _SECTION)
    held = feedback.bound
    if held.mode:
        raise invalid_operation("transform feedback is active already", _SECTION)
    if not any(row[0] in ATTRIBUTES for row in held.feedback.rows):
        raise invalid_operation("no attribute is to be recorded", _SECTION)
    for point, rows in enumerate(held.feedback.parts):
        if rows and point not in held.buffers:
            raise invalid_operation(f"no buffer is bound to binding point {point}", _SECTION)
    held.mode, held.paused = _MODES[primitiveMode], False
    held.places, held.vertices = {}, {}


@command()
def EndTransformFeedbackNV(feedback: FeedbackState) -> None:
    """Record no more."""
    held = feedback.bound
    if not held.mode:
        raise invalid_operation("transform feedback is not active", _SECTION)
    held.mode, held.paused, held.drawn = "", False, held.vertices


def bind_feedback(feedback: FeedbackState, buffers: BufferState, point: int, binding: StorageBinding) -> None:
    """Bind part of a buffer, whole words."""
    number, offset, size = binding
    _check_point(point)
    if size is not None and size <= 0:
        raise invalid_value(f"size is {size}; it must be positive", _SECTION)
    if offset < 0 or offset % 4 or (size or 0) % 4:
        raise invalid_value(f"offset is {offset}, size {size}; they must be multiples of 4", _SECTION)
    if feedback.bound.mode:
        raise invalid_operation("transform feedback is active", _SECTION)
    bind(buffers, enums.TRANSFORM_FEEDBACK_BUFFER_NV, number)
    if number:
        feedback.bound.buffers[point] = binding
    else:
        feedback.bound.buffers.pop(point, None)


def _check_point(point: int) -> None:
    if not 0 <= point < BUFFERS:
        raise invalid_value(f"index is {point}; binding points are 0 to {BUFFERS - 1}", _STREAMS)


def _varyings(program: int, *rest: Any) -> None:
    reason = f"{program} is the name of no GLSL program; nvrender.api has programs of assembly"
    raise invalid_operation(reason, "NV_transform_feedback 2.15.3")


for _name in (
    "TransformFeedbackVaryingsNV", "GetVaryingLocationNV", "GetActiveVaryingNV", "ActiveVaryingNV",
    "GetTransformFeedbackVaryingNV",
):  # fmt: skip
    family(_name, _varyings, "Of varyings of a GLSL program; there is none.")


def _asked(read: Callable[[StorageBinding], int]) -> Callable[[ContextState, int], int]:
    def value(gl: ContextState, point: int) -> int:
        _check_point(point)
        return read(gl.feedback.bound.buffers.get(point, StorageBinding(0)))

    return value


def _recorded(feedback: FeedbackState, index: int) -> tuple[int, int, int]:
    rows = feedback.bound.feedback.rows
    if not 0 <= index < len(rows):
        reason = f"index is {index}; {len(rows)} attributes are recorded"
        raise invalid_value(reason, "NV_transform_feedback 6.1.14")
    name, components, place = rows[index]
    return name, components, place if name in ATTRIBUTES and ATTRIBUTES[name][2] else 0


#: What GetIntegerIndexedvEXT and its kin know of them.
INDEXED: dict[int, Callable[[ContextState, int], Any]] = {
    enums.TRANSFORM_FEEDBACK_BUFFER_BINDING_NV: _asked(lambda row: row.buffer),
    enums.TRANSFORM_FEEDBACK_BUFFER_START_NV: _asked(lambda row: row.offset),
    enums.TRANSFORM_FEEDBACK_BUFFER_SIZE_NV: _asked(lambda row: row.size or 0),
    enums.TRANSFORM_FEEDBACK_RECORD_NV: lambda gl, index: _recorded(gl.feedback, index),
}
#: What GetIntegerv and its kin know of them.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    enums.TRANSFORM_FEEDBACK_BUFFER_MODE_NV: lambda gl: (
        enums.SEPARATE_ATTRIBS_NV if gl.feedback.bound.feedback.separate else enums.INTERLEAVED_ATTRIBS_NV
    ),
    enums.TRANSFORM_FEEDBACK_ATTRIBS_NV: lambda gl: len(gl.feedback.bound.feedback.rows),
    enums.TRANSFORM_FEEDBACK_BUFFER_BINDING_NV: lambda gl: bound_buffer(
        gl.buffers, enums.TRANSFORM_FEEDBACK_BUFFER_NV
    ),
    enums.MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS_NV: lambda gl: INTERLEAVED_COMPONENTS,
    enums.MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS_NV: lambda gl: SEPARATE,
    enums.MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS_NV: lambda gl: SEPARATE_COMPONENTS,
    enums.MAX_TRANSFORM_FEEDBACK_BUFFERS: lambda gl: BUFFERS,
    enums.MAX_VERTEX_STREAMS: lambda gl: STREAMS,
    enums.TRANSFORM_FEEDBACK_BUFFER_PAUSED_NV: lambda gl: gl.feedback.bound.paused,
    enums.TRANSFORM_FEEDBACK_BUFFER_ACTIVE_NV: lambda gl: bool(gl.feedback.bound.mode),
    enums.TRANSFORM_FEEDBACK_BINDING_NV: lambda gl: gl.feedback.name,
}
