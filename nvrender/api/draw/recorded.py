"""Draws of what transform feedback recorded.

NV_transform_feedback2, ARB_transform_feedback3 and ARB_transform_feedback_instanced.
"""

from __future__ import annotations

from nvrender.api.arguments import name_of, whole
from nvrender.api.command import command
from nvrender.api.draw.commands import draw_elements
from nvrender.api.draw.stages import check_drawable, check_mode
from nvrender.api.errors import invalid_operation, invalid_value
from nvrender.api.feedback.objects import SUFFIXES
from nvrender.api.feedback.query_objects import STREAMS
from nvrender.api.objects.context import ContextState

_DRAWS = "NV_transform_feedback2 2.Y.3"
_STREAMS = "ARB_transform_feedback3 2.Y.3"
_INSTANCED = "ARB_transform_feedback_instanced 2.17.3"


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
    held = gl.feedback.named(number)
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
