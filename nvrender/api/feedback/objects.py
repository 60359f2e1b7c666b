"""Transform feedback objects, and draws of what they recorded.

NV_transform_feedback2, ARB_transform_feedback2, ARB_transform_feedback3 and ARB_transform_feedback_instanced.
"""

from __future__ import annotations

from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import name_of, names_of, whole
from nvrender.api.buffers.commands import bound_buffer
from nvrender.api.command import command
from nvrender.api.draw.commands import draw_elements
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value
from nvrender.api.feedback.query_objects import STREAMS
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.feedback import FeedbackObject, FeedbackState
from nvrender.api.programs.stages import check_drawable, check_mode

_OBJECTS = "NV_transform_feedback2 2.Y.1"
_CAPTURE = "NV_transform_feedback2 2.Y.2"
_DRAWS = "NV_transform_feedback2 2.Y.3"
_STREAMS = "ARB_transform_feedback3 2.Y.3"
_INSTANCED = "ARB_transform_feedback_instanced 2.17.3"
SUFFIXES = ("", "NV")


@command(suffixes=SUFFIXES)
def GenTransformFeedbacks(feedback: FeedbackState, n: int) -> tuple[int, ...]:
    """``n`` unused names of transform feedback objects."""
    if (count := whole(n, "n")) < 0:
        raise invalid_value(f"n is {count}; it cannot be negative", _OBJECTS)
    return feedback.names.fresh(count)


@command(suffixes=SUFFIXES)
def DeleteTransformFeedbacks(feedback: FeedbackState, buffers: BufferState, ids: Any) -> None:
    """Delete transform feedback objects, ignoring unused names; in place of a bound one 0 is bound."""
    numbers, held = names_of(ids), feedback.names.objects
    for number in numbers:
        if number in held and held[number].mode:
            raise invalid_operation(f"transform feedback object {number} is active", _OBJECTS)
    for number in numbers:
        if number and number == feedback.name:
            _bind(feedback, buffers, 0)
        held.pop(number, None)
        feedback.names.reserved.discard(number)


@command(suffixes=SUFFIXES, failing=False)
def IsTransformFeedback(feedback: FeedbackState, id: int) -> bool:
    """True for the name of a transform feedback object that has been bound."""
    return name_of(id) in feedback.names.objects


@command()
def BindTransformFeedbackNV(feedback: FeedbackState, buffers: BufferState, target: int, id: int) -> None:
    """Make a transform feedback object current, made where there is none yet."""
    _check_bound(feedback, target)
    _bind(feedback, buffers, name_of(id))


@command()
def BindTransformFeedback(feedback: FeedbackState, buffers: BufferState, target: int, id: int) -> None:
    """Make a transform feedback object current, of a name that GenTransformFeedbacks returned."""
    number = name_of(id)
    _check_bound(feedback, target)
    known = feedback.names.objects.keys() | feedback.names.reserved
    if number and number not in known:
        reason = f"GenTransformFeedbacks has not returned {number}, or it has been deleted"
        raise invalid_operation(reason, "ARB_transform_feedback2 2.Y.1")
    _bind(feedback, buffers, number)


def _check_bound(feedback: FeedbackState, target: int) -> None:
    if target != enums.TRANSFORM_FEEDBACK_NV:
        raise invalid_enum("target", target, "TRANSFORM_FEEDBACK_NV", _OBJECTS)
    if feedback.bound.recording:
        raise invalid_operation("transform feedback is active and not paused", _OBJECTS)


def _bind(feedback: FeedbackState, buffers: BufferState, number: int) -> None:
    target = enums.TRANSFORM_FEEDBACK_BUFFER_NV
    feedback.bound.bound = bound_buffer(buffers, target)
    if number:
        feedback.names.reserved.discard(number)
        feedback.names.objects.setdefault(number, FeedbackObject())
    feedback.name = number
    buffers.bindings[target] = feedback.bound.bound


@command(suffixes=SUFFIXES)
def PauseTransformFeedback(feedback: FeedbackState) -> None:
    """Record nothing until ResumeTransformFeedback."""
    if not feedback.bound.recording:
        raise invalid_operation("transform feedback is not active, or is paused", _CAPTURE)
    feedback.bound.paused = True


@command(suffixes=SUFFIXES)
def ResumeTransformFeedback(feedback: FeedbackState) -> None:
    """Record again, behind what has been recorded."""
    if not feedback.bound.paused:
        raise invalid_operation("transform feedback is not active, or is not paused", _CAPTURE)
    feedback.bound.paused = False


@command(suffixes=SUFFIXES)
def DrawTransformFeedback(gl: ContextState, mode: int, id: int) -> None:
    """DrawArrays of as many vertices as were recorded of stream 0 the last time."""
    _draw(gl, mode, id, 0, 1, _DRAWS)


@command()
def DrawTransformFeedbackStream(gl: ContextState, mode: int, id: int, stream: int) -> None:
    """DrawArrays of as many vertices as were recorded of a stream the last time."""
    _draw(gl, mode, id, stream, 1, _STREAMS)


@command()
def DrawTransformFeedbackInstanced(gl: ContextState, mode: int, id: int, primcount: int) -> None:
    """DrawArraysInstanced of as many vertices as were recorded of stream 0 the last time."""
    _draw(gl, mode, id, 0, primcount, _INSTANCED)


@command()
def DrawTransformFeedbackStreamInstanced(
    gl: ContextState, mode: int, id: int, stream: int, primcount: int
) -> None:
    """DrawArraysInstanced of as many vertices as were recorded of a stream the last time."""
    _draw(gl, mode, id, stream, primcount, _INSTANCED)


def _draw(gl: ContextState, mode: int, id: int, stream: int, primcount: int, section: str) -> None:
    check_mode(mode)
    number, which, instances = name_of(id), whole(stream, "stream"), whole(primcount, "primcount")
    held = _object(gl.feedback, number)
    if held is None:
        raise invalid_value(f"{number} is the name of no transform feedback object", section)
    if not 0 <= which < STREAMS:
        raise invalid_value(f"stream is {which}; there are 0 to {STREAMS - 1}", section)
    if instances < 0:
        raise invalid_value(f"primcount is {instances}; it cannot be negative", section)
    check_drawable(gl, mode)
    if held.drawn is None:
        reason = f"EndTransformFeedback was never called while object {number} was bound"
        raise invalid_operation(reason, section)
    count = held.drawn.get(which, 0) if gl.feedback.listed_vertices is None else gl.feedback.listed_vertices
    draw_elements(gl, mode, 0, count, None, instances=instances)


def _object(feedback: FeedbackState, number: int) -> FeedbackObject | None:
    return feedback.names.objects.get(number) if number else feedback.default
