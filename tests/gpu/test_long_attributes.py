"""LONG ATTRIB: vertex attributes of 64 bits on the oracle, over arrays on the GPU and in a pipeline's draws.

NV_gpu_program5 2.X.3.1 and issue 6; EXT_vertex_attrib_64bit.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from drawing import SQUARE
from fuzz.array_runs import run_on_gpu as execute

import nvrender
from nvrender.cli.main import main
from nvrender.gl.inputs.results import Results
from nvrender.gl.inputs.vertices import attribute_sources, parameter_array
from nvrender.gl.state import State
from nvrender.gpu.context.target import without
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.source import TargetError

INTEGERS = "GL_ARB_gpu_shader_int64"
WAYS = ("oracle", "compute", "feedback", "words")
THIRD = 1 / 3
#: Two vertices: doubles, signed and unsigned integers that 32 bits have no room for.
ARRAYS: dict[Any, Any] = {
    3: np.array([[THIRD, 2e300, -1e-30, 5], [1, -2, 2.0**60 + 256, np.inf]]),
    5: np.array([[1, -1, 1 << 40, -(1 << 63)], [2, -2, 3, (1 << 63) - 1]], np.int64),
    6: np.array([[7, 1 << 63, (1 << 64) - 1, 9], [0, 1, 2, 1 << 33]], np.uint64),
    1: np.array([[0], [1]], np.int32),
}


def _run(text: str, arrays: dict[Any, Any], way: str, state: State | None = None) -> Results:
    program = load(text)
    if way == "oracle":
        return nvrender.run(program, arrays, state=state)
    given = State() if state is None else state
    sources, count = attribute_sources(program, arrays, given)
    rows = parameter_array(program, None, given)
    mode = "compute" if way == "words" else way
    with without(INTEGERS) if way == "words" else nullcontext():
        return execute(program, sources, rows, count, mode=mode)


def _numbers(results: Results, name: str, dtype: type) -> npt.NDArray[Any]:
    return np.ascontiguousarray(results[name]).view(dtype)


@pytest.mark.parametrize("way", WAYS)
def test_all_bits_arrive(way: str) -> None:
    """NV_gpu_program5 2.X.3.1: at least 64 bits a component."""
    text = """!!NVvp5.0
LONG ATTRIB d = vertex.attrib[3]; INT LONG ATTRIB s = vertex.attrib[5];
UINT LONG ATTRIB u = vertex.attrib[6]; UINT LONG TEMP t;
UP64 result.attrib[0], d.xyxy; UP64 result.attrib[1], d.zwzw;
UP64.S result.attrib[2], s.xyxy; UP64.S result.attrib[3], s.zwzw;
UP64.U result.attrib[4], u.xyxy; UP64.U result.attrib[5], u.zwzw;
ADD.U64.NTC t, u, s; MOV.U64 result.attrib[6], t;
END"""
    results = _run(text, ARRAYS, way)
    for k, (number, dtype) in enumerate(((3, np.float64), (5, np.int64), (6, np.uint64))):
        halves = [_numbers(results, f"attrib[{2 * k + half}]", dtype) for half in (0, 1)]
        assert np.concatenate(halves, axis=1).tobytes() == ARRAYS[number].tobytes()
    total = ARRAYS[6] + ARRAYS[5].view(np.uint64)
    assert (_numbers(results, "attrib[6]", np.uint32) == total.astype(np.uint32)).all()


@pytest.mark.parametrize("way", WAYS)
def test_arrays_of_them_are_chosen_at_run_time(way: str) -> None:
    """NV_gpu_program4 2.X.4.2; outside the array 0 (docs/semantics.md)."""
    text = """!!NVvp5.0
LONG ATTRIB a[2] = { vertex.attrib[5..6] };
TEMP i;
MOV.S i.x, vertex.attrib[1].x;
UP64.U result.attrib[0], a[i.x].yzyz;
UP64.U result.attrib[1], a[i.x + 1].yzyz;
END"""
    results = _run(text, ARRAYS, way)
    chosen = _numbers(results, "attrib[0]", np.uint64)
    behind = _numbers(results, "attrib[1]", np.uint64)
    assert chosen[0].tobytes() == ARRAYS[5][0, 1:3].tobytes()
    assert chosen[1].tobytes() == ARRAYS[6][1, 1:3].tobytes()
    assert behind[0].tobytes() == ARRAYS[6][0, 1:3].tobytes()
    assert not behind[1].any()


@pytest.mark.parametrize("way", WAYS[:3])
def test_other_types_and_missing_components(way: str) -> None:
    """Widened by their values; missing components are 0, 0, 1; current values are widened too."""
    text = """!!NVvp5.0
LONG ATTRIB a = vertex.attrib[3]; LONG ATTRIB b = vertex.attrib[4]; LONG ATTRIB c = vertex.attrib[5];
MOV.F64 result.attrib[0], a;
MOV.S64 result.attrib[1], b;
MOV.F64 result.attrib[2], c;
MOV.F result.attrib[3], a;
END"""
    arrays = {3: np.array([[1.5, -2], [3, 4]], np.float32), 4: np.array([[-3], [200]], np.int16)}
    state = State(current_attributes=(*[(0.0, 0.0, 0.0, 1.0)] * 5, (0.25, -8.0, 3.0, 2.0)))
    results = _run(text, arrays, way, state)
    assert results["attrib[0]"].tolist() == [[1.5, -2, 0, 1], [3, 4, 0, 1]]
    assert results["attrib[3]"].tolist() == results["attrib[0]"].tolist()
    assert _numbers(results, "attrib[1]", np.int32).tolist() == [[-3, 0, 0, 1], [200, 0, 0, 1]]
    assert results["attrib[2]"].tolist() == [[0.25, -8, 3, 2]] * 2


def test_one_width_for_one_attribute() -> None:
    """EXT_vertex_attrib_64bit leaves open what the other width would read."""
    text = "!!NVvp5.0 LONG ATTRIB a = vertex.attrib[3]; TEMP r;\nMOV r, a;\nMOV r, vertex.attrib[3]; END"
    for verb in (nvrender.run, nvrender.translate):
        with pytest.raises(
            TargetError, match=r":3:1: an attribute .* LONG elsewhere does not run: no specification says"
        ):
            verb(load(text))
    invariant = "!!NVvp5.0 OPTION ARB_position_invariant; LONG ATTRIB a = vertex.position; {} END"
    with pytest.raises(TargetError, match="ARB_position_invariant of a LONG position"):
        nvrender.run(load(invariant.format("MOV.F64 result.color, a;")))


def test_attributes_find_no_input_where_all_are_taken() -> None:
    """Two inputs each, of sixteen."""
    lines = "".join(f"LONG ATTRIB a{k} = vertex.attrib[{k}]; " for k in range(9))
    moves = "".join(f"MOV.F64 result.attrib[{k}], a{k}; " for k in range(9))
    program = load(f"!!NVvp5.0 {lines} {moves} END")
    with pytest.raises(TargetError, match=r"vertex\.attrib\[7\] finds no input"):
        nvrender.translate(program, "glsl430")


#: Far from the origin: singles there are 1/4 apart.
FAR = 2.0**22 + 1
DRAW = """!!NVvp5.0
LONG ATTRIB far = vertex.attrib[3]; LONG TEMP t;
MOV result.position, { 0, 0, 0, 1 };
SUB.F64 t.xy, far, { 4194305.0, 0, 0, 0 };
MOV.F64 result.position.xy, t;
MOV result.color, { 0.25, 0.5, 1.0, 1.0 };
END"""


@contextmanager
def _drawn(context: moderngl.Context, arrays: dict[Any, Any]) -> Iterator[tuple[Pipeline, Mesh, Target]]:
    with (
        Mesh(context, arrays, primitive="QUADS") as mesh,
        Target(context, (8, 8)) as frame,
        Pipeline(context, load(DRAW)) as pipeline,
    ):
        frame.clear()
        yield pipeline, mesh, frame


def _corners(scale: float) -> npt.NDArray[np.float64]:
    return SQUARE.astype(np.float64) * scale + [FAR, 0]


def test_draws_read_doubles(context: moderngl.Context) -> None:
    """A square 1/4 wide, though attribute 0 of the mesh is nothing the program reads."""
    with _drawn(context, {0: SQUARE * 9, 3: _corners(0.25)}) as (pipeline, mesh, frame):
        pipeline.draw(mesh, frame)
        inside = frame.read()[:, :, 3] == 255
        expected = np.zeros((8, 8), bool)
        expected[3:5, 3:5] = True
        assert (inside == expected).all()
        assert mesh.write({0: SQUARE * 9, 3: _corners(0.5)})
        frame.clear()
        pipeline.draw(mesh, frame)
        assert (frame.read()[:, :, 3] == 255).sum() == 16


def test_oracle_frames_read_doubles() -> None:
    frame = Frame((8, 8), 1)
    frame.clear((0.0, 0.0, 0.0, 0.0), 1.0, 0)
    draw(frame, Stages(load(DRAW)), Primitives("QUADS", {3: _corners(0.25)}), State(), {})
    inside = frame.picture()[:, :, 3] == 255
    assert inside.sum() == 4 and inside[3:5, 3:5].all()


def test_captures_read_doubles(context: moderngl.Context) -> None:
    """NV_transform_feedback 2.X."""
    with _drawn(context, {3: _corners(0.125)}) as (pipeline, mesh, _):
        found = pipeline.capture(mesh)["position"]
    assert sorted(set(map(tuple, found[:, :2].tolist()))) == [
        (-0.125, -0.125), (-0.125, 0.125), (0.125, -0.125), (0.125, 0.125),
    ]  # fmt: skip


def test_attributes_a_mesh_lacks_have_their_current_value(context: moderngl.Context) -> None:
    """All four corners at one place: nothing is covered, whatever attribute 0 holds."""
    state = State(current_attributes=(*[(0.0, 0.0, 0.0, 1.0)] * 3, (FAR, 0.5, 0.0, 1.0)))
    with _drawn(context, {0: SQUARE}) as (pipeline, mesh, _):
        pipeline.set_state(state)
        found = pipeline.capture(mesh)["position"]
    assert (found == np.array([0, 0.5, 0, 1], np.float32)).all()


def test_port_says_how_to_feed_them(tmp_path: Path) -> None:
    """Two inputs of words each, as doubles lie in memory."""
    source = tmp_path / "far.vp"
    source.write_text(DRAW)
    with pytest.raises(SystemExit) as ended:
        main(["port", str(source), "-o", str(tmp_path / "far.glsl")])
    assert ended.value.code == 0
    (entry,) = json.loads((tmp_path / "far.glsl.json").read_text())["programs"]
    (output,) = entry["outputs"]
    found = [(row["index"], row["name"], row["components"], row["location"]) for row in output["attributes"]]
    assert found == [(3, "far_xy", "xy", 3), (3, "far_zw", "zw", 0)]
