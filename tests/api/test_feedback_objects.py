"""Transform feedback objects, draws of what they recorded (NV_ and ARB_transform_feedback2, …_feedback3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums

TFB, TF, POS = enums.TRANSFORM_FEEDBACK_BUFFER_NV, enums.TRANSFORM_FEEDBACK_NV, enums.POSITION
MIXED, POINTS, LINES = enums.INTERLEAVED_ATTRIBS_NV, enums.POINTS, enums.LINES
PAUSED, ACTIVE = enums.TRANSFORM_FEEDBACK_BUFFER_PAUSED_NV, enums.TRANSFORM_FEEDBACK_BUFFER_ACTIVE_NV
Call = Callable[[Context], Any]


def ready(gl: Context, buffer: int = 1) -> None:
    """The object that is bound records positions."""
    gl.BindBufferBase(TFB, 0, buffer)
    gl.BufferData(TFB, np.zeros(64, np.float32), enums.DYNAMIC_COPY)
    gl.TransformFeedbackAttribsNV([POS, 4, 0], MIXED)


def begun(gl: Context, mode: int = POINTS) -> None:
    ready(gl)
    gl.BeginTransformFeedbackNV(mode)


def recorded(gl: Context) -> None:
    begun(gl)
    gl.EndTransformFeedbackNV()


def paused(gl: Context) -> None:
    begun(gl)
    gl.PauseTransformFeedbackNV()


def after(*calls: Call) -> Call:
    def call(gl: Context) -> None:
        for each in calls:
            each(gl)

    return call


def bind(number: int) -> Call:
    return lambda gl: gl.BindTransformFeedbackNV(TF, number)


def point(gl: Context, x: float = 0) -> None:
    gl.Begin(POINTS)
    gl.Vertex2f(x, 0)
    gl.End()


DRAWS: dict[str, Call] = {
    "DrawTransformFeedback": lambda gl: gl.DrawTransformFeedback(POINTS, 3),
    "DrawTransformFeedbackNV": lambda gl: gl.DrawTransformFeedbackNV(POINTS, 3),
    "DrawTransformFeedbackStream": lambda gl: gl.DrawTransformFeedbackStream(POINTS, 3, 1),
    "DrawTransformFeedbackInstanced": lambda gl: gl.DrawTransformFeedbackInstanced(POINTS, 3, 2),
    "DrawTransformFeedbackStreamInstanced": (
        lambda gl: gl.DrawTransformFeedbackStreamInstanced(POINTS, 3, 1, 2)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWS)
def test_what_draws_demand(name: str) -> None:
    """2.Y.3 and Errors."""
    call = DRAWS[name]
    assert error_of(call) == "INVALID_VALUE"
    assert error_of(after(bind(3), call)) == "INVALID_OPERATION"
    assert error_of(after(bind(3), begun, call)) == "INVALID_OPERATION"
    assert error_of(after(bind(3), recorded, bind(0), call)) == ""
    assert error_of(after(bind(3), recorded, lambda gl: gl.BeginTransformFeedbackNV(POINTS), call)) == ""
    enabled = after(bind(3), recorded, lambda gl: gl.Enable(enums.GEOMETRY_PROGRAM_NV), call)
    assert error_of(enabled) == "INVALID_OPERATION"
    assert error_of(after(bind(3), recorded, lambda gl: gl.DeleteTransformFeedbacksNV([3]), call)) == (
        "INVALID_VALUE"
    )


@pytest.mark.parametrize("name", DRAWS)
def test_lists(name: str) -> None:
    """5.4 excludes names alone; the instanced ones stand for DrawArraysInstanced (ARB_draw_instanced 5.4)."""
    call, refused = DRAWS[name], name.endswith("Instanced")

    def listed(gl: Context) -> None:
        gl.NewList(1, enums.COMPILE)
        call(gl)
        gl.EndList()

    assert error_of(listed) == ("INVALID_OPERATION" if refused else "")
    calls = after(listed, lambda gl: gl.GetError(), lambda gl: gl.CallList(1))
    assert error_of(calls) == ("" if refused else "INVALID_VALUE")


ENUM = {
    "DrawTransformFeedback": (5,), "DrawTransformFeedbackStream": (5, -1),
    "DrawTransformFeedbackInstanced": (5, -1), "DrawTransformFeedbackStreamInstanced": (5, -1, -1),
}  # fmt: skip


@pytest.mark.parametrize(
    ("error", "call"),
    [
        *(("INVALID_ENUM", lambda gl, name=name: getattr(gl, name)(99, *ENUM[name])) for name in ENUM),
        *(("INVALID_VALUE", after(recorded, lambda gl, at=at: gl.DrawTransformFeedbackStream(POINTS, 0, at)))
          for at in (4, -1)),
        ("INVALID_VALUE", after(
            recorded, lambda gl: gl.DrawTransformFeedbackStreamInstanced(POINTS, 0, 4, 1))),
        ("INVALID_VALUE", after(recorded, lambda gl: gl.DrawTransformFeedbackInstanced(POINTS, 0, -1))),
        ("", after(recorded, lambda gl: gl.DrawTransformFeedbackStreamInstanced(POINTS, 0, 3, 0))),
        ("INVALID_OPERATION", lambda gl: gl.DrawTransformFeedback(POINTS, 0)),
        # Objects.
        ("INVALID_VALUE", lambda gl: gl.GenTransformFeedbacks(-1)),
        ("INVALID_ENUM", lambda gl: gl.BindTransformFeedbackNV(TFB, 1)),
        ("INVALID_ENUM", lambda gl: gl.BindTransformFeedback(TFB, 1)),
        ("", lambda gl: gl.BindTransformFeedbackNV(TF, 9)),
        ("INVALID_OPERATION", lambda gl: gl.BindTransformFeedback(TF, 9)),
        ("", lambda gl: gl.BindTransformFeedback(TF, gl.GenTransformFeedbacks(1)[0])),
        ("", lambda gl: (bind(9)(gl), bind(0)(gl), gl.BindTransformFeedback(TF, 9))),
        ("INVALID_OPERATION", lambda gl: (
            gl.GenTransformFeedbacks(1), gl.DeleteTransformFeedbacks([1]), gl.BindTransformFeedback(TF, 1))),
        ("INVALID_OPERATION", after(begun, bind(1))),
        ("INVALID_OPERATION", after(begun, lambda gl: gl.BindTransformFeedback(TF, 0))),
        ("", after(paused, bind(1))),
        ("INVALID_OPERATION", after(bind(1), begun, lambda gl: gl.DeleteTransformFeedbacks([2, 1]))),
        ("INVALID_OPERATION", after(bind(1), paused, bind(0), lambda gl: gl.DeleteTransformFeedbacks([1]))),
        ("", after(bind(1), recorded, lambda gl: gl.DeleteTransformFeedbacksNV([0, 1, 8]))),
        # Pause and Resume.
        ("INVALID_OPERATION", lambda gl: gl.PauseTransformFeedback()),
        ("INVALID_OPERATION", after(recorded, lambda gl: gl.PauseTransformFeedback())),
        ("INVALID_OPERATION", after(paused, lambda gl: gl.PauseTransformFeedback())),
        ("INVALID_OPERATION", lambda gl: gl.ResumeTransformFeedback()),
        ("INVALID_OPERATION", after(begun, lambda gl: gl.ResumeTransformFeedback())),
        ("", after(paused, lambda gl: gl.ResumeTransformFeedbackNV())),
        # What may not be changed of an object that is active, though it is paused.
        ("INVALID_OPERATION", after(paused, lambda gl: gl.TransformFeedbackAttribsNV([POS, 4, 0], MIXED))),
        ("INVALID_OPERATION", after(paused, lambda gl: gl.BindBufferBase(TFB, 0, 1))),
        ("INVALID_OPERATION", after(paused, lambda gl: gl.BeginTransformFeedbackNV(POINTS))),
        ("", after(paused, bind(1), ready, lambda gl: gl.BeginTransformFeedbackNV(LINES))),
        ("INVALID_OPERATION", after(paused, bind(1), lambda gl: gl.EndTransformFeedbackNV())),
        # Draws of other primitives.
        ("INVALID_OPERATION", after(lambda gl: begun(gl, LINES), point)),
        ("", after(paused, lambda gl: (gl.Begin(LINES), gl.End()))),
        ("", after(paused, bind(1), lambda gl: (gl.Begin(LINES), gl.End()))),
        ("INVALID_OPERATION", after(paused, lambda gl: gl.ResumeTransformFeedback(), lambda gl: (
            gl.Begin(LINES), gl.End()))),
        ("INVALID_OPERATION", after(begun, lambda gl: gl.MapBuffer(TFB, enums.READ_ONLY), point)),
        ("", after(paused, lambda gl: gl.MapBuffer(TFB, enums.READ_ONLY), point)),
    ],
)  # fmt: skip
def test_errors(error: str, call: Call) -> None:
    assert error_of(call) == error


def test_state_is_the_objects() -> None:
    """Table 6.X, and the binding."""
    gl = context()
    first, second = gl.GenTransformFeedbacks(2)
    assert not gl.IsTransformFeedback(first) and not gl.IsTransformFeedback(0)
    gl.BindTransformFeedback(TF, first)
    assert gl.IsTransformFeedback(first) and not gl.IsTransformFeedbackNV(second)
    assert gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_BINDING_NV) == first
    gl.BindBufferRangeNV(TFB, 2, 7, 8, 16)
    gl.TransformFeedbackAttribsNV([POS, 4, 0], enums.SEPARATE_ATTRIBS_NV)

    def told() -> tuple[int, ...]:
        rows = [
            getattr(enums, f"TRANSFORM_FEEDBACK_BUFFER_{name}_NV") for name in ("BINDING", "START", "SIZE")
        ]
        indexed = [gl.GetIntegerIndexedvEXT(row, 2) for row in rows]
        mode = gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_BUFFER_MODE_NV)
        return (*indexed, gl.GetIntegerv(rows[0]), gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_ATTRIBS_NV), mode)

    assert told() == (7, 8, 16, 7, 1, enums.SEPARATE_ATTRIBS_NV)
    gl.BindTransformFeedback(TF, second)
    assert told() == (0, 0, 0, 0, 0, MIXED)
    gl.BindBuffer(TFB, 9)
    gl.BindTransformFeedback(TF, first)
    assert told() == (7, 8, 16, 7, 1, enums.SEPARATE_ATTRIBS_NV)
    gl.DeleteTransformFeedbacks([first])
    assert gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_BINDING_NV) == 0 and not gl.IsTransformFeedback(first)
    assert told() == (0, 0, 0, 0, 0, MIXED)
    gl.BindTransformFeedbackNV(TF, first)
    assert told() == (0, 0, 0, 0, 0, MIXED)
    assert gl.GetError() == enums.NO_ERROR


def test_active_and_paused() -> None:
    gl = context()

    def told() -> list[bool]:
        return [gl.GetBooleanv(ACTIVE), gl.GetBooleanv(PAUSED)]

    assert told() == [False, False]
    begun(gl)
    assert told() == [True, False]
    gl.PauseTransformFeedback()
    assert told() == [True, True]
    gl.BindTransformFeedbackNV(TF, 4)
    assert told() == [False, False]
    gl.BindTransformFeedbackNV(TF, 0)
    assert told() == [True, True]
    gl.EndTransformFeedbackNV()
    assert told() == [False, False]
    gl.BeginTransformFeedbackNV(POINTS)
    assert told() == [True, False]


def test_objects_are_not_shared() -> None:
    """NV_transform_feedback2, issue 2."""
    gl = context()
    gl.BindTransformFeedbackNV(TF, 5)
    assert not Context(backend="oracle", share=gl).IsTransformFeedback(5)


def test_nothing_is_recorded_while_it_is_paused() -> None:
    """2.Y.2: what comes after lies behind what came before, though another object recorded in between."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    begun(gl)
    point(gl, 1)
    gl.PauseTransformFeedback()
    point(gl, 2)
    gl.BindTransformFeedbackNV(TF, 1)
    ready(gl, 2)
    gl.BeginTransformFeedbackNV(POINTS)
    point(gl, 3)
    gl.EndTransformFeedbackNV()
    gl.BindTransformFeedbackNV(TF, 0)
    gl.ResumeTransformFeedback()
    point(gl, 4)
    gl.EndTransformFeedbackNV()
    for buffer, places in ((1, [1, 4, 0]), (2, [3, 0, 0])):
        gl.BindBuffer(enums.ARRAY_BUFFER, buffer)
        found = gl.GetBufferSubData(enums.ARRAY_BUFFER, 0, 48).view(np.float32).reshape(3, 4)
        assert found[:, 0].tolist() == places


def test_commands_in_lists() -> None:
    """5.4: names are made and deleted at once, everything else is compiled."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.NewList(1, enums.COMPILE)
    assert gl.GenTransformFeedbacks(1) == (1,)
    gl.BindTransformFeedback(TF, 1)
    assert not gl.IsTransformFeedback(1)
    gl.EndList()
    gl.CallList(1)
    assert gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_BINDING_NV) == 1
    begun(gl)
    for name in ("PauseTransformFeedbackNV", "ResumeTransformFeedbackNV"):
        gl.NewList(1, enums.COMPILE)
        getattr(gl, name)()
        gl.EndList()
        assert gl.GetBooleanv(PAUSED) is (name[0] == "R")
        gl.CallList(1)
        assert gl.GetBooleanv(PAUSED) is (name[0] == "P")


def test_a_list_draws_what_was_recorded_when_it_was_made() -> None:
    """OpenGL 1.5, 5.4: arrays are read then (docs/semantics.md)."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    memory = np.array([[-0.75, -0.75], [0.25, -0.75], [0.25, 0.25]], np.float32)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.VertexPointer(2, enums.FLOAT, 0, memory)
    gl.Enable(enums.RASTERIZER_DISCARD_NV)
    begun(gl)
    point(gl)
    point(gl)
    gl.EndTransformFeedbackNV()
    gl.NewList(1, enums.COMPILE)
    gl.DrawTransformFeedback(POINTS, 0)
    gl.EndList()
    gl.BeginTransformFeedbackNV(POINTS)
    gl.EndTransformFeedbackNV()
    gl.Disable(enums.RASTERIZER_DISCARD_NV)
    memory[:] = 9
    gl.CallList(1)
    pixels = gl.ReadPixels(0, 0, 4, 4, enums.RGBA, enums.UNSIGNED_BYTE)[..., 3]
    assert np.argwhere(pixels).tolist() == [[0, 0], [0, 2]]
