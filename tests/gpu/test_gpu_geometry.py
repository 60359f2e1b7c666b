"""Geometry programs on the GPU against the oracle: every primitive in and out, strips as GL cuts them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.inputs.primitives import MODES
from nvrender.gl.inputs.results import Results
from nvrender.glsl.translate import translate
from nvrender.gpu.arrays.geometry import plan
from nvrender.gpu.arrays.geometry.shaders import handing_on
from nvrender.gpu.context.pixel import bind_pixel
from nvrender.program import Program
from nvrender.source import TargetError

SHADERS = Path(__file__).parent.parent.parent / "shaders"
OUTPUTS = ("POINTS", "LINE_STRIP", "TRIANGLE_STRIP")

#: Reads constant vertices, vertices and elements chosen at run time; emits a number of vertices that depends
#: on the primitive, in strips of several lengths; reads beyond the primitive; emits beyond the limit.
BODY = """
ATTRIB p = vertex.position; ATTRIB t[] = { vertex.texcoord[0..2] }; INT TEMP i; TEMP r;
MOV.S i, {0, 0, 0, 0}; ADD.S i.w, primitive.id.x, 0; AND.S i.z, i.w, 1;
REP.S 7;
    MOV result.texcoord[0], p[i.x]; MOV result.texcoord[1], t[i.x][i.x];
    MOV r, p[i.x]; MAD result.texcoord[2], t[i.y][1], r, vertex[0].texcoord[2];
    MOV.S result.primid.x, primitive.id.x; MOV result.fogcoord, vertex[0].fogcoord;
    MOV.S result.attrib[4], vertex[0].attrib[1]; MOV.S result.layer.x, i.x;
    EMIT;
    SUB.S.CC i.y, i.x, 2; IF EQ.y; ENDPRIM; ENDIF;
    MOV.S.CC i.y, i.z; IF NE.y; EMIT; ENDIF;
    ADD.S i.x, i.x, 1;
ENDREP;
ENDPRIM; EMIT;
"""


def program(primitive: str, output: str, body: str = BODY, limit: int = 13) -> Program:
    return nvrender.load(
        f"!!NVgp4.0 PRIMITIVE_IN {primitive}; PRIMITIVE_OUT {output}; VERTICES_OUT {limit}; {body} END"
    )


def inputs(count: int) -> dict[str, npt.NDArray[Any]]:
    random = np.random.default_rng(count)
    arrays: dict[str, npt.NDArray[Any]] = {
        name: random.random((count, 4), np.float32)
        for name in ("position", "texcoord[0]", "texcoord[1]", "texcoord[2]")
    }
    arrays["fogcoord"] = random.random((count, 1), np.float32)
    arrays["attrib[1]"] = random.integers(-9, 9, (count, 4)).astype(np.int32)
    return arrays


def assert_equal(oracle: Results, gpu: Results) -> None:
    assert oracle.emitted is not None and gpu.emitted is not None
    assert oracle.emitted.mode == gpu.emitted.mode
    assert oracle.emitted.source.tolist() == gpu.emitted.source.tolist()
    assert oracle.emitted.strip.tolist() == gpu.emitted.strip.tolist()
    assert list(oracle) == list(gpu)
    for name in oracle:
        assert (oracle[name].view(np.uint32) == gpu[name].view(np.uint32)).all(), name


@pytest.mark.parametrize("primitive", MODES)
@pytest.mark.parametrize("output", OUTPUTS)
def test_every_mode_agrees(context: moderngl.Context, primitive: str, output: str) -> None:
    """GL assembles the primitives on one side, ``gl/inputs/primitives.py`` on the other."""
    loaded = program(primitive, output)
    for mode in MODES[primitive]:
        for count in (0, 1, 6, 13):
            options: dict[str, Any] = {"mode": mode, "count": count}
            oracle = nvrender.run(loaded, inputs(count), **options)
            assert_equal(
                oracle, nvrender.run(loaded, inputs(count), backend="gpu", context=context, **options)
            )


def captured(context: moderngl.Context, loaded: Program, attributes: Mapping[str, Any], count: int) -> Any:
    """``texcoord[0]`` as the geometry shader of a pipeline emits it, strips cut by GL."""
    translation = translate(loaded, interface="geometry")
    linked = context.program(
        vertex_shader=handing_on(translation), geometry_shader=translation.source, varyings=("TEX0",)
    )
    buffers, content = [], []
    for row in translation.attributes:
        if row.mnemonic == "primitive.id":
            continue
        array = attributes[row.mnemonic.removeprefix("vertex.")]
        buffers.append(context.buffer(np.ascontiguousarray(array)))
        content.append((buffers[-1], f"{array.shape[1]}f", f"input_{row.location}"))
    arrays = context.vertex_array(linked, content)
    output = context.buffer(reserve=1 << 16)
    output.clear(chunk=b"\xff\xff\xff\xff")
    with ExitStack() as stack:
        bind_pixel(context, stack)
        arrays.transform(output, getattr(moderngl, MODES[loaded.geometry.input][0]), vertices=count)  # type: ignore[union-attr]
    size = {"POINTS": 1, "LINE_STRIP": 2, "TRIANGLE_STRIP": 3}[loaded.geometry.output]  # type: ignore[union-attr]
    words = np.frombuffer(output.read(), np.float32).reshape(-1, 4)
    words = words[: np.argmax(np.isnan(words[:, 3]))].reshape(-1, size, 4)
    for thing in (arrays, linked, output, *buffers):
        thing.release()
    return words


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("primitive", MODES)
def test_pipelines_cut_the_same_primitives(context: moderngl.Context, primitive: str, output: str) -> None:
    """NV_geometry_program4 2.14.6.2-3: the provoking vertex last, short strips nothing."""
    body = """ATTRIB p = vertex.position; INT TEMP i, j; MOV.S i, 0; AND.S j.x, primitive.id.x, 3;
    REP.S 8; MOV result.texcoord[0], vertex[0].position; I2F result.texcoord[0].w, i.x; EMIT;
    SEQ.S.CC j.y, i.x, j.x; IF NE.y; ENDPRIM; ENDIF; ADD.S i.x, i.x, 1; ENDREP;"""
    loaded = program(primitive, output, body, 7)
    attributes = {"position": inputs(24)["position"]}
    results = nvrender.run(loaded, attributes)
    drawn = captured(context, loaded, attributes, 24)
    assert (drawn == results["texcoord[0]"][results.primitives]).all()


@pytest.mark.parametrize(
    ("primitive", "mode"), [("TRIANGLES", "TRIANGLE_FAN"), ("LINES_ADJACENCY", "LINE_STRIP_ADJACENCY")]
)
def test_drawing_primitives_apart_changes_nothing(
    context: moderngl.Context, monkeypatch: pytest.MonkeyPatch, primitive: str, mode: str
) -> None:
    """In several draws, each primitive by its own vertices, as where they are too many at once."""
    loaded = program(primitive, "LINE_STRIP")
    oracle = nvrender.run(loaded, inputs(23), mode=mode)
    monkeypatch.setattr(plan, "BUFFER_BYTES", 13 * 4 * 64 * 5)
    seen: list[tuple[int, int]] = []

    def progress(*done: int) -> None:
        seen.append((done[0], done[1]))

    gpu = nvrender.run(loaded, inputs(23), mode=mode, backend="gpu", context=context, progress=progress)
    assert_equal(oracle, gpu)
    count = 20 if mode == "LINE_STRIP_ADJACENCY" else 21
    assert seen == [(5, count), (10, count), (15, count), (20, count), (21, count)][: -(-count // 5)]


def test_primitive_numbers_may_be_given(context: moderngl.Context) -> None:
    loaded = program("POINTS", "POINTS", "MOV.S result.attrib[0], primitive.id; EMIT;", 1)
    numbers = {"primitive.id": [7, -2, 1 << 30]}
    oracle = nvrender.run(loaded, numbers, count=3)
    assert oracle["attrib[0]"].view(np.int32).tolist() == [[7, 0, 0, 0], [-2, 0, 0, 0], [1 << 30, 0, 0, 0]]
    assert_equal(oracle, nvrender.run(loaded, numbers, count=3, backend="gpu", context=context))


def test_more_results_than_one_pass_captures(context: moderngl.Context) -> None:
    """Transform feedback takes 64 components, and all vertices together 1024 (OpenGL 3.3)."""
    writes = "".join(f"ADD result.attrib[{n}], vertex[0].position, {n}.0;" for n in range(16))
    writes += "".join(f"MUL result.texcoord[{n}], vertex[0].position, {n}.0;" for n in range(4))
    loaded = program("POINTS", "POINTS", f"{writes} EMIT; EMIT; EMIT;", 12)
    attributes = {"position": inputs(9)["position"]}
    oracle = nvrender.run(loaded, attributes)
    assert len(oracle["attrib[0]"]) == 27
    assert_equal(oracle, nvrender.run(loaded, attributes, backend="gpu", context=context))
    assert list(nvrender.run(loaded, attributes, backend="gpu", context=context, results=["attrib[3]"])) == [
        "attrib[3]"
    ]


@pytest.mark.parametrize("numerics", ["exact", "fast"])
@pytest.mark.parametrize("name", ["silhouette", "grass", "sprites"])
def test_shaders_agree(context: moderngl.Context, name: str, numerics: str) -> None:
    loaded = nvrender.load(SHADERS / f"{name}.gp")
    random = np.random.default_rng(5)
    count = 240
    position = random.uniform(-1, 1, (count, 4)).astype(np.float32)
    position[:, 3] = random.uniform(1, 2, count)
    attributes = {
        "position": position,
        "texcoord[0]": random.uniform(-3, 3, (count, 4)).astype(np.float32),
        "texcoord[1]": random.uniform(-1, 1, (count, 4)).astype(np.float32),
        "texcoord[2]": random.uniform(-1, 1, (count, 4)).astype(np.float32),
        "color": random.random((count, 4), np.float32),
        "pointsize": random.uniform(1, 9, (count, 1)).astype(np.float32),
    }
    parameters = {"program.local[0]": [0.01, 0.02, 0.1, 0], "program.local[1]": [1, 0.5, 0.25, 1],
                  "program.local[2]": [2, 1, 0.5, 1], "program.local[3]": [0.6, 0, 0.8, 0.01]}  # fmt: skip
    oracle = nvrender.run(loaded, attributes, parameters)
    gpu = nvrender.run(loaded, attributes, parameters, backend="gpu", context=context, numerics=numerics)
    assert oracle.emitted is not None and gpu.emitted is not None and len(oracle.emitted.source) > 30
    assert oracle.emitted.source.tolist() == gpu.emitted.source.tolist()
    assert oracle.primitives.tolist() == gpu.primitives.tolist()
    for result in oracle:
        np.testing.assert_allclose(gpu[result], oracle[result], rtol=2e-5, atol=2e-5)


def test_more_attributes_than_a_vertex_shader_has_inputs(context: moderngl.Context) -> None:
    reads = "".join(f"ADD r, r, vertex[0].attrib[{n}];" for n in range(16)) + "ADD r, r, vertex[0].position;"
    loaded = program("POINTS", "POINTS", f"TEMP r; {reads} MOV result.position, r; EMIT;", 1)
    with pytest.raises(TargetError, match=r"reads 17 attributes; .* has room for 16"):
        nvrender.run(loaded, count=1, backend="gpu", context=context)
