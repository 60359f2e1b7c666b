"""State and errors of transform feedback and queries (NV_transform_feedback, ARB_transform_feedback3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from api_helpers import context, error_of
from generation5 import EVALUATION, GEOMETRY, PROGRAMS, loaded

from nvrender.api import Context, enums

TFB, POS = enums.TRANSFORM_FEEDBACK_BUFFER_NV, enums.POSITION
MIXED, APART = enums.INTERLEAVED_ATTRIBS_NV, enums.SEPARATE_ATTRIBS_NV
GENERIC, NEXT = enums.GENERIC_ATTRIB_NV, enums.NEXT_BUFFER_NV
GENERATED, WRITTEN = enums.PRIMITIVES_GENERATED_NV, enums.TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN_NV
SKIPS = [getattr(enums, f"SKIP_COMPONENTS{count}_NV") for count in range(1, 5)]


def ready(gl: Context, *, points: int = 1) -> None:
    """Positions are recorded into so many buffers."""
    rows: list[int] = [POS, 4, 0]
    for point in range(points):
        gl.BindBufferBase(TFB, point, point + 1)
        gl.BufferData(TFB, 1024, enums.DYNAMIC_COPY)
        rows += [NEXT, 0, 0, GENERIC, 2, point] if point else []
    gl.TransformFeedbackAttribsNV(rows, MIXED)


def test_what_there_is_at_first() -> None:
    """Table 6.X."""
    gl = context()
    assert gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_BUFFER_MODE_NV) == MIXED
    assert gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_ATTRIBS_NV) == 0
    assert gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_BUFFER_BINDING_NV) == 0
    for what in ("BINDING", "START", "SIZE"):
        pname = getattr(enums, f"TRANSFORM_FEEDBACK_BUFFER_{what}_NV")
        assert [gl.GetIntegerIndexedvEXT(pname, point) for point in range(4)] == [0] * 4
    assert not gl.IsEnabled(enums.RASTERIZER_DISCARD_NV)
    for limit, least in (("INTERLEAVED_COMPONENTS_NV", 64), ("SEPARATE_ATTRIBS_NV", 4), ("BUFFERS", 4),
                         ("SEPARATE_COMPONENTS_NV", 4)):  # fmt: skip
        assert gl.GetIntegerv(getattr(enums, f"MAX_TRANSFORM_FEEDBACK_{limit}")) >= least
    assert gl.GetIntegerv(enums.MAX_VERTEX_STREAMS) == 4
    assert gl.GetError() == enums.NO_ERROR


def test_what_was_set() -> None:
    """6.1.14: with the index where there is one."""
    gl = context()
    rows = [POS, 3, 9, GENERIC, 4, 15, SKIPS[1], 7, 7, NEXT, 0, 0, enums.TEXTURE_COORD_NV, 2, 7]
    gl.TransformFeedbackAttribsNV(rows, MIXED)
    told = [gl.GetIntegerIndexedvEXT(enums.TRANSFORM_FEEDBACK_RECORD_NV, index) for index in range(5)]
    assert told == [(POS, 3, 0), (GENERIC, 4, 15), (SKIPS[1], 7, 0), (NEXT, 0, 0),
                    (enums.TEXTURE_COORD_NV, 2, 7)]  # fmt: skip
    gl.TransformFeedbackAttribsNV([*rows[:9], GENERIC, 4, 0], MIXED)
    assert gl.GetBooleanIndexedvEXT(enums.TRANSFORM_FEEDBACK_RECORD_NV, 3) == (True, True, False)
    gl.TransformFeedbackAttribsNV(rows, MIXED)
    assert gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_ATTRIBS_NV) == 5
    gl.TransformFeedbackStreamAttribsNV([POS, 4, 0, GENERIC, 1, 0], [3, 0], APART)
    assert gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_BUFFER_MODE_NV) == APART
    gl.BindBufferRangeNV(TFB, 3, 5, 8, 16)
    assert gl.GetIntegerIndexedvEXT(enums.TRANSFORM_FEEDBACK_BUFFER_BINDING_NV, 3) == 5
    assert gl.GetIntegerIndexedvEXT(enums.TRANSFORM_FEEDBACK_BUFFER_START_NV, 3) == 8
    assert gl.GetIntegerIndexedvEXT(enums.TRANSFORM_FEEDBACK_BUFFER_SIZE_NV, 3) == 16
    assert gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_BUFFER_BINDING_NV) == 5
    gl.DeleteBuffers([5])
    assert gl.GetIntegerIndexedvEXT(enums.TRANSFORM_FEEDBACK_BUFFER_BINDING_NV, 3) == 0
    assert gl.GetError() == enums.NO_ERROR


def attribs(rows: list[int], mode: int = MIXED) -> Callable[[Context], None]:
    return lambda gl: gl.TransformFeedbackAttribsNV(rows, mode)


def streams(rows: list[int], given: list[int], mode: int = MIXED) -> Callable[[Context], None]:
    return lambda gl: gl.TransformFeedbackStreamAttribsNV(rows, given, mode)


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", attribs([POS, 4, 0], enums.POINTS)),
        ("INVALID_ENUM", attribs([enums.COLOR, 4, 0])),
        *(("INVALID_VALUE", attribs([name, size, 0]))
          for name, size in ((POS, 0), (POS, 5), (enums.FOG_COORD, 2), (enums.POINT_SIZE, 2),
                             (enums.CLIP_DISTANCE_NV, 4), (enums.LAYER_NV, 2), (enums.VERTEX_ID_NV, 4),
                             (enums.PRIMITIVE_ID_NV, 3), (GENERIC, 5))),
        ("INVALID_VALUE", attribs([GENERIC, 4, 16])),
        ("INVALID_VALUE", attribs([GENERIC, 4, -1])),
        ("INVALID_VALUE", attribs([enums.TEXTURE_COORD_NV, 4, 8])),
        ("", attribs([POS, 4, 77])),
        ("INVALID_OPERATION", attribs([POS, 4, 0, POS, 2, 0])),
        ("INVALID_OPERATION", attribs([GENERIC, 4, 3, GENERIC, 2, 3])),
        ("", attribs([GENERIC, 4, 3, GENERIC, 2, 4])),
        ("INVALID_OPERATION", attribs([value for index in range(5) for value in (GENERIC, 1, index)], APART)),
        ("", attribs([value for index in range(4) for value in (GENERIC, 4, index)], APART)),
        *(("INVALID_OPERATION", attribs([POS, 4, 0, name, 0, 0], APART)) for name in (NEXT, *SKIPS)),
        ("INVALID_OPERATION", attribs([POS, 4, 0, *[NEXT, 0, 0] * 4])),
        ("", attribs([POS, 4, 0, *[NEXT, 0, 0] * 3])),
        ("INVALID_OPERATION", attribs([POS, 4, 0, *[SKIPS[3], 0, 0] * 32])),
        ("", attribs([POS, 4, 0, *[SKIPS[3], 0, 0] * 31])),
        ("", attribs([])),
        ("INVALID_VALUE", streams([POS, 4, 0], [4])),
        ("INVALID_VALUE", streams([POS, 4, 0], [-1])),
        ("INVALID_OPERATION", streams([POS, 4, 0], [0, 1])),
        ("INVALID_OPERATION", streams([POS, 4, 0, NEXT, 0, 0], [0])),
        ("INVALID_OPERATION", streams([POS, 4, 0, GENERIC, 1, 0], [0], APART)),
        ("", streams([POS, 4, 0, NEXT, 0, 0, GENERIC, 1, 0], [1, 3])),
        # Buffers.
        ("INVALID_VALUE", lambda gl: gl.BindBufferBase(TFB, 4, 1)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferRange(TFB, 0, 1, 0, 0)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferRange(TFB, 0, 1, 0, 6)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferRange(TFB, 0, 1, 2, 4)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferOffsetNV(TFB, 0, 1, 3)),
        ("INVALID_OPERATION", lambda gl: (
            ready(gl), gl.BeginTransformFeedbackNV(enums.POINTS), gl.BindBufferBase(TFB, 1, 1))),
        ("INVALID_VALUE", lambda gl: gl.GetIntegerIndexedvEXT(enums.TRANSFORM_FEEDBACK_BUFFER_SIZE_NV, 4)),
        ("INVALID_VALUE", lambda gl: gl.GetIntegerIndexedvEXT(enums.TRANSFORM_FEEDBACK_RECORD_NV, 0)),
        # Begin and End.
        ("INVALID_ENUM", lambda gl: (ready(gl), gl.BeginTransformFeedbackNV(enums.LINE_STRIP))),
        ("INVALID_OPERATION", lambda gl: (
            gl.BindBufferBase(TFB, 0, 1), gl.BeginTransformFeedbackNV(enums.POINTS))),
        ("INVALID_OPERATION", lambda gl: (
            ready(gl), gl.BindBufferBase(TFB, 0, 0), gl.BeginTransformFeedbackNV(enums.POINTS))),
        ("INVALID_OPERATION", lambda gl: (
            ready(gl, points=3), gl.BindBufferBase(TFB, 2, 0), gl.BeginTransformFeedbackNV(enums.POINTS))),
        ("INVALID_OPERATION", lambda gl: (
            ready(gl), gl.BeginTransformFeedbackNV(enums.POINTS), gl.BeginTransformFeedbackNV(enums.POINTS))),
        ("INVALID_OPERATION", lambda gl: (
            ready(gl), gl.BeginTransformFeedbackNV(enums.POINTS), attribs([POS, 4, 0])(gl))),
        ("INVALID_OPERATION", lambda gl: gl.EndTransformFeedbackNV()),
        # GLSL programs.
        *(("INVALID_OPERATION", lambda gl, name=name, rest=rest: getattr(gl, name)(1, *rest))
          for name, rest in (("TransformFeedbackVaryingsNV", ([0], MIXED)), ("GetVaryingLocationNV", ("a",)),
                             ("GetActiveVaryingNV", (0,)), ("ActiveVaryingNV", ("a",)),
                             ("GetTransformFeedbackVaryingNV", (0,)))),
        # Queries.
        ("INVALID_ENUM", lambda gl: gl.BeginQuery(enums.LIGHTING, 1)),
        ("INVALID_OPERATION", lambda gl: gl.BeginQuery(GENERATED, 0)),
        ("INVALID_OPERATION", lambda gl: (gl.BeginQuery(GENERATED, 1), gl.BeginQuery(GENERATED, 2))),
        ("INVALID_OPERATION", lambda gl: (gl.BeginQuery(GENERATED, 1), gl.BeginQuery(WRITTEN, 1))),
        ("", lambda gl: (gl.BeginQuery(GENERATED, 1), gl.BeginQuery(WRITTEN, 2))),
        ("", lambda gl: (gl.BeginQuery(GENERATED, 1), gl.BeginQueryIndexed(GENERATED, 3, 2))),
        ("INVALID_VALUE", lambda gl: gl.BeginQueryIndexed(GENERATED, 4, 1)),
        ("INVALID_VALUE", lambda gl: gl.BeginQueryIndexed(enums.SAMPLES_PASSED, 1, 1)),
        ("INVALID_VALUE", lambda gl: gl.EndQueryIndexed(WRITTEN, 4)),
        ("INVALID_VALUE", lambda gl: gl.GetQueryIndexediv(WRITTEN, 4, enums.CURRENT_QUERY)),
        ("INVALID_ENUM", lambda gl: gl.GetQueryiv(WRITTEN, enums.QUERY_RESULT)),
        ("INVALID_OPERATION", lambda gl: gl.EndQuery(WRITTEN)),
        ("INVALID_OPERATION", lambda gl: (gl.BeginQueryIndexed(WRITTEN, 1, 5), gl.EndQuery(WRITTEN))),
        ("INVALID_OPERATION", lambda gl: (gl.BeginQuery(WRITTEN, 5), gl.GenQueries(1))),
        ("INVALID_OPERATION", lambda gl: (gl.BeginQuery(WRITTEN, 5), gl.DeleteQueries([6]))),
        ("INVALID_OPERATION", lambda gl: gl.GetQueryObjectiv(5, enums.QUERY_RESULT)),
        ("INVALID_OPERATION", lambda gl: (
            gl.BeginQuery(WRITTEN, 5), gl.GetQueryObjectuiv(5, enums.QUERY_RESULT))),
        ("INVALID_ENUM", lambda gl: gl.GetQueryObjectiv(5, enums.CURRENT_QUERY)),
        ("INVALID_VALUE", lambda gl: gl.GenQueries(-1)),
    ],
)  # fmt: skip
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    assert error_of(call) == error


ALLOWED = {
    "POINTS": ("POINTS",), "LINES": ("LINES", "LINE_LOOP", "LINE_STRIP"),
    "TRIANGLES": ("TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN", "QUADS", "QUAD_STRIP", "POLYGON"),
}  # fmt: skip


@pytest.mark.parametrize("recorded", ALLOWED)
@pytest.mark.parametrize("mode", [mode for modes in ALLOWED.values() for mode in modes])
def test_modes(recorded: str, mode: str) -> None:
    """Table X.1."""

    def call(gl: Context) -> None:
        ready(gl)
        gl.BeginTransformFeedbackNV(getattr(enums, recorded))
        gl.Begin(getattr(enums, mode))

    assert error_of(call) == ("" if mode in ALLOWED[recorded] else "INVALID_OPERATION")


@pytest.mark.parametrize(("recorded", "allowed"), [("TRIANGLES", True), ("POINTS", False), ("LINES", False)])
@pytest.mark.parametrize("program", [GEOMETRY, EVALUATION])
def test_programs_decide_what_is_recorded(program: int, recorded: str, allowed: bool) -> None:
    """2.Y: the output primitive of a geometry program, and what patches become."""

    def call(gl: Context) -> None:
        ready(gl)
        loaded(gl, program, PROGRAMS[program])
        gl.BeginTransformFeedbackNV(getattr(enums, recorded))
        gl.Begin(enums.TRIANGLES if program == GEOMETRY else enums.PATCHES)

    assert error_of(call) == ("" if allowed else "INVALID_OPERATION")


def test_a_mapped_buffer_is_not_recorded_into() -> None:
    """ARB_vertex_buffer_object 2.8A.1."""

    def call(gl: Context) -> None:
        ready(gl)
        gl.BeginTransformFeedbackNV(enums.POINTS)
        gl.MapBuffer(TFB, enums.READ_ONLY)
        gl.Begin(enums.POINTS)

    assert error_of(call) == "INVALID_OPERATION"


def test_queries() -> None:
    """2.X and 6.1.12."""
    gl = context()
    first, second = gl.GenQueries(2)
    assert not gl.IsQuery(first)
    assert gl.GetQueryiv(GENERATED, enums.QUERY_COUNTER_BITS) == 32
    assert gl.GetQueryiv(enums.SAMPLES_PASSED, enums.QUERY_COUNTER_BITS) == 0
    gl.BeginQuery(GENERATED, first)
    gl.BeginQueryIndexed(GENERATED, 2, second)
    assert gl.IsQuery(first) and gl.GetQueryiv(GENERATED, enums.CURRENT_QUERY) == first
    assert gl.GetQueryIndexediv(GENERATED, 2, enums.CURRENT_QUERY) == second
    assert gl.GetQueryIndexediv(GENERATED, 1, enums.CURRENT_QUERY) == 0
    gl.EndQuery(GENERATED)
    gl.EndQueryIndexed(GENERATED, 2)
    assert gl.GetQueryObjectiv(first, enums.QUERY_RESULT) == 0
    assert gl.GetQueryObjectuiv(first, enums.QUERY_RESULT_AVAILABLE) == 1
    gl.DeleteQueries([0, first, 77])
    assert not gl.IsQuery(first) and gl.IsQuery(second) and gl.GetError() == enums.NO_ERROR


def test_what_goes_into_lists() -> None:
    """5.4: not TransformFeedbackAttribsNV and its kin, nor the buffers; Begin and End do."""
    gl = context()
    gl.NewList(1, enums.COMPILE)
    ready(gl)
    gl.TransformFeedbackStreamAttribsNV([POS, 4, 0], [0], MIXED)
    gl.BeginTransformFeedbackNV(enums.POINTS)
    gl.EndList()
    assert gl.GetIntegerv(enums.TRANSFORM_FEEDBACK_ATTRIBS_NV) == 1
    gl.EndTransformFeedbackNV()
    assert gl.GetError() == enums.INVALID_OPERATION
    gl.CallList(1)
    gl.EndTransformFeedbackNV()
    assert gl.GetError() == enums.NO_ERROR
