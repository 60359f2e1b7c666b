"""Transform feedback objects.

NV_transform_feedback2 and ARB_transform_feedback2.
"""

from __future__ import annotations

from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import name_of, names_of
from nvrender.api.buffers.commands import bound_buffer
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_operation, natural
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.feedback import FeedbackObject, FeedbackState

_OBJECTS = "NV_transform_feedback2 2.Y.1"
_CAPTURE = "NV_transform_feedback2 2.Y.2"
SUFFIXES = ("", "NV")


@command(suffixes=SUFFIXES)
def GenTransformFeedbacks(feedback: FeedbackState, n: int) -> tuple[int, ...]:
    """``n`` unused names of transform feedback objects."""
    return feedback.names.fresh(natural(n, "n", _OBJECTS))


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
        feedback.names.drop(number)


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
    check_enum("target", target, (enums.TRANSFORM_FEEDBACK_NV,), "TRANSFORM_FEEDBACK_NV", _OBJECTS)
    if feedback.bound.recording:
        raise invalid_operation("transform feedback is active and not paused", _OBJECTS)


def _bind(feedback: FeedbackState, buffers: BufferState, number: int) -> None:
    target = enums.TRANSFORM_FEEDBACK_BUFFER_NV
    feedback.bound.bound = bound_buffer(buffers, target)
    feedback.names.make(number, FeedbackObject)
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
