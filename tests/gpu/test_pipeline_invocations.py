"""Geometry programs that run several times or emit to streams, in pipelines and on the oracle."""

from __future__ import annotations

from contextlib import ExitStack

import moderngl
import numpy as np
import pytest
from both_sides import SIDES, Drawn, picture_of

from nvrender.gl.inputs.results import Results
from nvrender.gl.state import State
from nvrender.glsl.translate import translate
from nvrender.gpu.draw import Mesh
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.oracle.frame.capture import capture
from nvrender.oracle.frame.draw import Primitives, Stages
from nvrender.source import TargetError

VERTEX = load("!!NVvp5.0 MOV result.position, vertex.position; MOV result.color, vertex.color; END")
HEAD = "!!NVgp5.0 PRIMITIVE_IN {}; PRIMITIVE_OUT {}; VERTICES_OUT {}; INVOCATIONS {};"
#: Each invocation moves the triangle to a quarter of the frame, with a colour of its own.
QUARTERS = load(
    HEAD.format("TRIANGLES", "TRIANGLE_STRIP", 3, 4)
    + """PARAM shifts[4] = { {-0.5, -0.5}, {0.5, -0.5}, {-0.5, 0.5}, {0.5, 0.5} };
    PARAM colors[4] = { {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 0, 1} };
    ATTRIB p = vertex.position; INT TEMP i; MOV.S i.x, 0; MOV.S i.y, primitive.invocation.x;
    REP.S 3; MAD result.position.xy, p[i.x], 0.5, shifts[i.y]; MOV result.position.zw, p[i.x];
    MOV result.color, colors[i.y]; EMIT; ADD.S i.x, i.x, 1; ENDREP; END"""
)
#: A point of every pixel of a row to stream 0, its neighbour to another.
STREAMS = load(
    HEAD.format("POINTS", "POINTS", 2, 2)
    + """INT TEMP i; TEMP shift; SHL.S i.x, primitive.invocation.x, 1; I2F shift.x, i.x;
    MOV result.position, vertex[0].position; MAD result.position.x, shift.x, 0.5, vertex[0].position.x;
    MOV result.color, vertex[0].color; EMIT;
    MOV result.color, {0, 1, 0, 1}; EMITS i.x; END"""
)


@pytest.mark.parametrize("side", SIDES)
def test_invocations_draw_one_after_the_other(context: moderngl.Context, side: str) -> None:
    """NV_gpu_program5 2.X.7.Y, INVOCATIONS."""
    corners = [[-1, -1, 0, 1], [3, -1, 0, 1], [-1, 3, 0, 1]]
    state = State(scissor=(0, 0, 4, 4))
    drawn = Drawn(state, {0: corners}, "TRIANGLES", VERTEX, geometry=QUARTERS)
    image = picture_of(side, context, [drawn], size=(4, 4))
    # Each covers what lies to the right of and above its quarter: the last wins.
    assert image[3, 0].tolist() == [255, 0, 0, 255]
    assert image[3, 3].tolist() == [0, 255, 0, 255]
    assert image[0, 0].tolist() == [0, 0, 255, 255]
    assert image[0, 3].tolist() == [255, 255, 0, 255]


@pytest.mark.parametrize("side", SIDES)
def test_only_stream_0_is_rasterised(context: moderngl.Context, side: str) -> None:
    """ARB_transform_feedback3; NV_gpu_program5 2.X.8.Z, EMITS."""
    points = {0: [[-0.75, 0.25, 0, 1], [-0.75, -0.25, 0, 1]], 3: [[1, 0, 0, 1], [0, 0, 1, 1]]}
    drawn = Drawn(State(), points, "POINTS", VERTEX, geometry=STREAMS)
    image = picture_of(side, context, [drawn], size=(4, 4))
    expected = np.zeros((4, 4, 4), np.uint8)
    expected[1, [0, 2]] = [[0, 255, 0, 255], [255, 0, 0, 255]]
    expected[2, [0, 2]] = [[0, 255, 0, 255], [0, 0, 255, 255]]
    assert image.tolist() == expected.tolist()


def captures(context: moderngl.Context) -> tuple[Results, Results]:
    attributes = {0: np.float32([[-0.75, 0.25, 0, 1], [0.5, -0.25, 0, 1]]), 3: np.float32([[3, 0, 0, 1]] * 2)}
    with ExitStack() as stack:
        pipeline = stack.enter_context(Pipeline(context, VERTEX, geometry=STREAMS))
        mesh = stack.enter_context(Mesh(context, attributes, primitive="POINTS"))
        gpu = pipeline.capture(mesh)
    return gpu, capture(Stages(VERTEX, geometry=STREAMS), Primitives("POINTS", attributes), State(), {})


def test_every_stream_is_captured(context: moderngl.Context) -> None:
    """Colours of all streams are clamped (NV_transform_feedback 2.X)."""
    for results in captures(context):
        assert [len(stream["position"]) for stream in results.streams] == [6, 0, 2, 0]
        first, third = results.streams[0], results.streams[2]
        assert first["color.front.primary"].tolist()[0] == [1, 0, 0, 1]
        assert third["color.front.primary"].tolist() == [[0, 1, 0, 1]] * 2
        assert first["position"][:, 0].tolist() == [-0.75, -0.75, 0.25, 0.5, 0.5, 1.5]
        assert third.emitted is not None and third.emitted.places["invocation"].tolist() == [1, 1]
        assert third.emitted.source.tolist() == [0, 1]


def test_invocations_need_glsl_400() -> None:
    with pytest.raises(TargetError, match=r"INVOCATIONS 4 needs GLSL 4\.00, .* glsl430 has"):
        translate(QUARTERS, "glsl330")
    assert "invocations = 4" in translate(QUARTERS, "glsl430").source
    assert "emit_vertex(int stream)" in translate(STREAMS, "glsl430").source
