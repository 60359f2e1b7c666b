"""BindBufferRange and its kin, for every target with binding points.

NV_parameter_buffer_object 2.14.1, ARB_shader_storage_buffer_object. The names of the extensions and those of
OpenGL are one command each.
"""

from __future__ import annotations

from nvrender.api import enums
from nvrender.api.arguments import name_of, whole
from nvrender.api.buffers.storage import bind_storage
from nvrender.api.command import command
from nvrender.api.errors import invalid_enum
from nvrender.api.feedback.commands import bind_feedback
from nvrender.api.objects.buffers import BufferState, StorageBinding
from nvrender.api.objects.feedback import FeedbackState
from nvrender.api.programs.parameter_buffers import TARGETS, bind_parameters

_SECTION = "NV_parameter_buffer_object 2.14.1"
_KNOWN = "SHADER_STORAGE_BUFFER, TRANSFORM_FEEDBACK_BUFFER_NV, VERTEX_PROGRAM_PARAMETER_BUFFER_NV and its kin"


@command(suffixes=("", "NV"))
def BindBufferRange(
    buffers: BufferState,
    feedback: FeedbackState,
    target: int,
    index: int,
    buffer: int,
    offset: int,
    size: int,
) -> None:
    """Bind ``size`` bytes of a buffer from ``offset`` on to a binding point; parameter buffers begin at 0."""
    part = StorageBinding(name_of(buffer), whole(offset, "offset"), whole(size, "size"))
    _bind(buffers, feedback, target, index, part)


@command(suffixes=("EXT", "NV"))
def BindBufferOffset(
    buffers: BufferState, feedback: FeedbackState, target: int, index: int, buffer: int, offset: int
) -> None:
    """Bind a buffer from ``offset`` on to a binding point; parameter buffers begin at 0."""
    _bind(buffers, feedback, target, index, StorageBinding(name_of(buffer), whole(offset, "offset")))


@command(suffixes=("", "NV"))
def BindBufferBase(
    buffers: BufferState, feedback: FeedbackState, target: int, index: int, buffer: int
) -> None:
    """Bind a buffer to a binding point."""
    _bind(buffers, feedback, target, index, StorageBinding(name_of(buffer)))


def _bind(
    buffers: BufferState, feedback: FeedbackState, target: int, index: int, binding: StorageBinding
) -> None:
    point = whole(index, "index")
    if target == enums.SHADER_STORAGE_BUFFER:
        bind_storage(buffers, point, binding)
    elif target == enums.TRANSFORM_FEEDBACK_BUFFER_NV:
        bind_feedback(feedback, buffers, point, binding)
    elif target in TARGETS:
        bind_parameters(buffers, target, point, binding)
    else:
        raise invalid_enum("target", target, _KNOWN, _SECTION)
