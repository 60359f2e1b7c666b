"""Ported geometry shaders' vertex streams, captured by GL itself (ARB_transform_feedback3)."""

from __future__ import annotations

from contextlib import ExitStack

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.glsl.link import Link
from nvrender.glsl.translate import translate
from nvrender.gpu.arrays.geometry.shaders import handing_on
from nvrender.gpu.context.pixel import bind_pixel
from nvrender.gpu.context.preservation import drop_released_framebuffer
from nvrender.source import TargetError

HEAD = "!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 4; INVOCATIONS 2;"
CONSTANT = (
    HEAD
    + """
MOV result.position, vertex[0].position; MUL result.color, vertex[0].position, 3.0; EMIT; EMITS 2;
ADD result.position, vertex[0].position, 1.0; EMITS 1;
ADD result.position, vertex[0].position, 2.0; EMITS 2; END"""
)
CHOSEN = (
    HEAD
    + """INT TEMP i; MOV.S i, 0; ADD.S i.x, primitive.id.x, primitive.invocation.x;
MOV result.position, vertex[0].position; MOV result.color, 0.5; EMITS i.x; EMITS -i.x; EMITS 3; END"""
)
UNTOUCHED = 7777.0


def streamed(
    context: moderngl.Context, text: str, names: tuple[str, ...], points: npt.NDArray[np.float32]
) -> dict[str, npt.NDArray[np.float32]]:
    """What GL captures of some outputs, a buffer each."""
    translation = translate(nvrender.load(text), "glsl430")
    with ExitStack() as stack:
        program = context.program(
            vertex_shader=handing_on(translation),
            geometry_shader=translation.source,
            varyings=names,
            varyings_capture_mode="separate",
        )
        stack.callback(program.release)
        given = context.buffer(points)
        stack.callback(given.release)
        array = context.vertex_array(program, [(given, "4f", "input_0")])
        stack.callback(array.release)
        blank = np.full((64, 4), UNTOUCHED, np.float32)
        buffers = [context.buffer(blank) for _ in names]
        for buffer in buffers:
            stack.callback(buffer.release)
        drop_released_framebuffer(context)
        bind_pixel(context, stack)
        array.transform(buffers, moderngl.POINTS, vertices=len(points))
        found = [np.frombuffer(buffer.read(), np.float32).reshape(-1, 4) for buffer in buffers]
    return {name: rows[rows[:, 0] != UNTOUCHED] for name, rows in zip(names, found, strict=True)}


@pytest.mark.parametrize(
    ("text", "streams"), [(CONSTANT, (1, 2)), (CHOSEN, (1, 2, 3))], ids=["constant", "chosen"]
)
def test_every_stream_has_its_vertices(
    context: moderngl.Context, text: str, streams: tuple[int, ...]
) -> None:
    """NV_gpu_program5 2.X.8.Z, EMITS; a run splits them otherwise."""
    points = np.random.default_rng(4).random((5, 4), np.float32)
    expected = nvrender.run(text, {"position": points})
    names = ["gl_Position", *(f"stream{number}_HPOS" for number in streams)]
    found = streamed(context, text, tuple(names), points)
    for number, name in zip((0, *streams), names, strict=True):
        assert found[name].tolist() == expected.streams[number]["position"].tolist(), name
    colors = streamed(context, text, ("COL0", f"stream{streams[-1]}_COL0"), points)
    clamped = np.clip(expected.streams[streams[-1]]["color.front.primary"], 0, 1)
    assert colors[f"stream{streams[-1]}_COL0"].tolist() == clamped.tolist()
    assert sum(len(row["position"]) for row in expected.streams[1:]) > 4


def test_only_streams_that_are_written_have_outputs() -> None:
    source = translate(nvrender.load(CONSTANT), "glsl450").source
    assert "stream2_HPOS" in source and "stream3" not in source
    rasterized = translate(nvrender.load(CONSTANT), "glsl430", link=Link(streams=False)).source
    assert "stream1_" not in rasterized and "if (stream != 0) return;" in rasterized
    only = CONSTANT.replace("EMITS 1", "EMITS 0").replace("EMITS 2", "EMITS 0")
    assert "layout(stream" not in translate(nvrender.load(only), "glsl430").source


def test_streams_need_glsl_400() -> None:
    text = CONSTANT.replace("INVOCATIONS 2;", "")
    with pytest.raises(TargetError, match=r"vertex streams need GLSL 4\.00, .* glsl430 has"):
        translate(nvrender.load(text), "glsl330")
    assert (
        "void emit_vertex(int stream)"
        in translate(nvrender.load(text), "glsl330", link=Link(streams=False)).source
    )
