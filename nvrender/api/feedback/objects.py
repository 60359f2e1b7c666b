"""Transform feedback objects, and queries, which count primitives.

NV_transform_feedback2 and ARB_transform_feedback2; NV_transform_feedback 2.X, ARB_transform_feedback3.
"""

from __future__ import annotations

from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import name_of, names_of, whole
from nvrender.api.buffers.commands import bound_buffer
from nvrender.api.command import command, family
from nvrender.api.errors import check_enum, invalid_enum, invalid_operation, invalid_value, natural
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.feedback import FeedbackObject, FeedbackState
from nvrender.api.objects.programs import LIMITS

_OBJECTS = "NV_transform_feedback2 2.Y.1"
_CAPTURE = "NV_transform_feedback2 2.Y.2"
SUFFIXES = ("", "NV")
_SECTION = "NV_transform_feedback 2.X"
_QUERY = "NV_transform_feedback 6.1.12"

GENERATED, WRITTEN = enums.PRIMITIVES_GENERATED_NV, enums.TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN_NV
#: Target → bits of its counter. Samples are not counted (OpenGL 1.5, 6.1.12).
_BITS = {GENERATED: 32, WRITTEN: 32, enums.SAMPLES_PASSED: 0}
#: How many streams there are, each with counters of its own.
STREAMS = LIMITS[enums.GEOMETRY_PROGRAM_NV].vertex_streams
_MOST = (1 << 32) - 1


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


@command()
def GenQueries(feedback: FeedbackState, n: int) -> tuple[int, ...]:
    """``n`` unused names of queries."""
    count = natural(n, "n", _SECTION)
    _check_inactive(feedback)
    return feedback.queries.fresh(count)


@command()
def DeleteQueries(feedback: FeedbackState, ids: Any) -> None:
    """Delete queries; 0 and unused names are ignored."""
    numbers = names_of(ids)
    _check_inactive(feedback)
    for number in numbers:
        feedback.queries.drop(number)


def _check_inactive(feedback: FeedbackState) -> None:
    if feedback.active_queries:
        raise invalid_operation("a query is active", _SECTION)


@command(failing=False)
def IsQuery(feedback: FeedbackState, id: int) -> bool:
    """True for the name of a query that has been begun."""
    return name_of(id) in feedback.queries.objects


def _place(target: int, index: int, section: str) -> tuple[int, int]:
    if whole(target, "target") not in _BITS:
        known = "PRIMITIVES_GENERATED_NV, TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN_NV and SAMPLES_PASSED"
        raise invalid_enum("target", target, known, section)
    number = whole(index, "index")
    most = 1 if target == enums.SAMPLES_PASSED else STREAMS
    if not 0 <= number < most:
        raise invalid_value(f"index is {number}; there are 0 to {most - 1}", "ARB_transform_feedback3 2.14")
    return target, number


def _begin(feedback: FeedbackState, target: int, index: int, id: int) -> None:
    place, number = _place(target, index, _SECTION), name_of(id)
    if not number:
        raise invalid_operation("no query has the name 0", _SECTION)
    if place in feedback.active_queries:
        raise invalid_operation(f"query {feedback.active_queries[place]} of the target is active", _SECTION)
    if number in feedback.active_queries.values():
        raise invalid_operation(f"query {number} is active", _SECTION)
    feedback.queries.put(number, 0)
    feedback.active_queries[place] = number


def _end(feedback: FeedbackState, target: int, index: int) -> None:
    place = _place(target, index, _SECTION)
    if place not in feedback.active_queries:
        raise invalid_operation("no query of the target is active", _SECTION)
    del feedback.active_queries[place]


def count(feedback: FeedbackState, target: int, stream: int, primitives: int) -> None:
    """Add so many primitives to what a query counts, if one does."""
    number = feedback.active_queries.get((target, stream))
    if number is not None:
        feedback.queries.objects[number] = min(feedback.queries.objects[number] + primitives, _MOST)


@command()
def BeginQuery(feedback: FeedbackState, target: int, id: int) -> None:
    """Count from 0 on, of stream 0."""
    _begin(feedback, target, 0, id)


@command()
def BeginQueryIndexed(feedback: FeedbackState, target: int, index: int, id: int) -> None:
    """Count from 0 on, of a stream."""
    _begin(feedback, target, index, id)


@command()
def EndQuery(feedback: FeedbackState, target: int) -> None:
    """The query that counts stream 0 has its result."""
    _end(feedback, target, 0)


@command()
def EndQueryIndexed(feedback: FeedbackState, target: int, index: int) -> None:
    """The query that counts a stream has its result."""
    _end(feedback, target, index)


@command()
def GetQueryIndexediv(feedback: FeedbackState, target: int, index: int, pname: int) -> int:
    """CURRENT_QUERY of a stream, or QUERY_COUNTER_BITS."""
    if pname not in (enums.CURRENT_QUERY, enums.QUERY_COUNTER_BITS):
        raise invalid_enum("pname", pname, "CURRENT_QUERY and QUERY_COUNTER_BITS", _QUERY)
    place = _place(target, 0 if pname == enums.QUERY_COUNTER_BITS else index, _QUERY)
    return _BITS[target] if pname == enums.QUERY_COUNTER_BITS else feedback.active_queries.get(place, 0)


@command()
def GetQueryiv(feedback: FeedbackState, target: int, pname: int) -> int:
    """CURRENT_QUERY of stream 0, or QUERY_COUNTER_BITS."""
    return GetQueryIndexediv(feedback, target, 0, pname)


def _result(feedback: FeedbackState, id: int, pname: int, most: int) -> int:
    number = name_of(id)
    if pname not in (enums.QUERY_RESULT, enums.QUERY_RESULT_AVAILABLE):
        raise invalid_enum("pname", pname, "QUERY_RESULT and QUERY_RESULT_AVAILABLE", _QUERY)
    if number not in feedback.queries.objects or number in feedback.active_queries.values():
        raise invalid_operation(f"{number} is the name of no query that has ended", _QUERY)
    return (
        enums.TRUE if pname == enums.QUERY_RESULT_AVAILABLE else min(feedback.queries.objects[number], most)
    )


def _signed(feedback: FeedbackState, id: int, pname: int) -> int:
    return _result(feedback, id, pname, (1 << 31) - 1)


def _unsigned(feedback: FeedbackState, id: int, pname: int) -> int:
    return _result(feedback, id, pname, _MOST)


family("GetQueryObjectiv", _signed, "The result of a query, which is always available.")
family("GetQueryObjectuiv", _unsigned, "The result of a query, which is always available.")
