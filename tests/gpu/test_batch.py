"""Programs over arrays on the GPU: both paths against the oracle, chunks, limits, bad input."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import moderngl
import numpy as np
import pytest
from fuzz.array_runs import run_on_gpu as execute

import nvrender
from nvrender.gl.inputs.global_memory import NOTHING
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.vertices import attribute_arrays, parameter_array
from nvrender.gl.state import State, Tracking
from nvrender.glsl.link import Link
from nvrender.gpu import translations
from nvrender.gpu.arrays import compiled, vertices
from nvrender.gpu.context.target import target_for
from nvrender.run import run
from nvrender.source import InputError, InternalError, TargetError

MODES = ("compute", "feedback")

PROGRAMS = {
    "transform": """!!VP1.0
        DP4 o[HPOS].x, c[0], v[OPOS]; DP4 o[HPOS].y, c[1], v[OPOS];
        DP4 o[HPOS].z, c[2], v[OPOS]; DP4 o[HPOS].w, c[3], v[OPOS];
        MUL R0, v[COL0], c[4]; MOV o[COL0], R0; MOV o[TEX0].xy, v[TEX0]; END""",
    "lighting": """!!VP1.1
        DP3 R0.x, v[NRML], c[1]; DP3 R0.y, v[NRML], c[2]; MOV R0.w, c[3].x;
        MAX R0.y, R0.y, c[0].x; SUB R1, R0, c[4]; ABS R1, R1; MOV o[COL0], R1; MOV o[HPOS], v[OPOS]; END""",
    "relative": "!!VP1.0 ARL A0.x,v[0].x;MOV o[HPOS],c[A0.x];MOV o[COL1],c[A0.x-7];END",
    "loop": """!!VP2.0
        acc: ADD R0, R0, R1; RET;
        main: MOV R0, c[0].z; MOV R1, v[0].y; FLRC R2.x, v[0].x; BRA done (LE.x);
        top: CAL acc; ADDC R2.x, R2.x, -c[0].w; BRA top (GT.x);
        done: MOV o[HPOS], R0; END""",
    "clip": """!!VP2.0
        MOV o[HPOS],v[0]; ADD o[CLP0].x,v[0].x,-c[0].x; MOV o[PSIZ].x,v[0].y; MOV o[FOGC].x,v[0].z; END""",
    "every result": "!!VP2.0 "
    + "".join(
        f"ADD o[{name}],v[0],c[{index}];"
        for index, name in enumerate(nvrender.load("!!VP2.0 MOV o[HPOS],v[0];END").profile.results)
    )
    + "END",
    "every attribute": "!!VP1.0 MOV R0,v[0];"
    + "".join(f"MAD R0,R0,c[0],v[{index}];" for index in range(1, 16))
    + "MOV o[HPOS],R0;END",
    "no input": "!!VP1.0 MOV o[HPOS].x,R0;END",
}

PARAMETERS = np.round(np.random.default_rng(3).normal(size=(96, 4)) * 8) / 8


def inputs(count: int) -> dict[int, Any]:
    generator = np.random.default_rng(count)
    return {index: np.round(generator.normal(size=(count, 4)) * 16) / 4 for index in range(16)}


def prepared(text: str, attributes: Any, parameters: Any = None, **options: Any) -> tuple[Any, ...]:
    program = nvrender.load(text)
    arrays, count = attribute_arrays(program, attributes, options.get("state"))
    return program, arrays, parameter_array(program, parameters, options.get("state")), count


def agree(got: Any, expected: Any) -> None:
    """Equal bit for bit, but for the sign of zero and for which NaN."""
    assert list(got) == list(expected)
    for name in expected:
        assert got[name].dtype == np.float32
        assert np.array_equal(got[name], expected[name], equal_nan=True), name


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("count", [1, 63, 64, 1000])
def test_gpu_equals_oracle(context: moderngl.Context, mode: str, name: str, count: int) -> None:
    attributes = inputs(count)
    got = execute(*prepared(PROGRAMS[name], attributes, PARAMETERS), context=context, mode=mode)
    expected = run(PROGRAMS[name], attributes, PARAMETERS, count=count)
    if name == "no input":
        expected = run(PROGRAMS[name], attributes, PARAMETERS)
    agree(got, expected)


@pytest.mark.parametrize("mode", MODES)
def test_special_values_arrive(context: moderngl.Context, mode: str) -> None:
    special = np.array([[np.nan, np.inf, -np.inf, -0.0], [3.4e38, -3.4e38, 1.2e-38, 0.0]], np.float32)
    program = "!!VP2.0 MOV o[HPOS],v[0];MOV o[COL0],c[0];MOV o[COL1],-v[0];END"
    got = execute(*prepared(program, {0: special}, {0: special[0]}), context=context, mode=mode)
    assert np.array_equal(got["HPOS"], special, equal_nan=True)
    assert np.signbit(got["HPOS"][0, 3])
    assert np.array_equal(got["COL0"][1], special[0], equal_nan=True)
    assert np.array_equal(got["COL1"], -special, equal_nan=True)


@pytest.mark.parametrize("mode", MODES)
def test_no_vertices(context: moderngl.Context, mode: str) -> None:
    got = execute(*prepared(PROGRAMS["clip"], {0: np.zeros((0, 4))}), context=context, mode=mode)
    assert {name: array.shape for name, array in got.items()} == dict.fromkeys(
        ("HPOS", "FOGC", "PSIZ", "CLP0"), (0, 4)
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("chunk", [1, 1000, 10_500, 1 << 20])
def test_chunks_change_nothing(context: moderngl.Context, mode: str, chunk: int) -> None:
    count = 7 if chunk == 1 else 10_500
    arguments = prepared(PROGRAMS["every result"], inputs(count), PARAMETERS)
    seen: list[tuple[int, int]] = []
    got = execute(
        *arguments, context=context, mode=mode, chunk=chunk,
        progress=lambda done, total: seen.append((done, total)),
    )  # fmt: skip
    agree(got, execute(*arguments, context=context, mode=mode))
    assert seen[-1] == (count, count)
    assert len(seen) == -(-count // chunk)


@pytest.mark.parametrize("mode", MODES)
def test_gpu_memory_is_bounded_by_the_chunk(
    context: moderngl.Context, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reserved: list[int] = []
    make = moderngl.Context.buffer

    def recording(self: moderngl.Context, *args: Any, **options: Any) -> moderngl.Buffer:
        made = make(self, *args, **options)
        reserved.append(made.size)
        return made

    monkeypatch.setattr(moderngl.Context, "buffer", recording)
    arguments = prepared(PROGRAMS["every attribute"], inputs(10_500), PARAMETERS)
    execute(*arguments, context=context, mode=mode, chunk=1000)
    # Sixteen attributes and one result of 1000 vertices, the parameters, and nothing that grows.
    assert sum(reserved) <= 17 * 1000 * 16 + 96 * 16


def linked(context: moderngl.Context, program: nvrender.Program, mode: str) -> Any:
    """What a run of the program by this mode dispatches or draws."""
    request = Request(program, parameter_array(program, None), program.results)
    target = target_for(context, program, vertices.MODES[mode])
    shader = compiled.shader_of(context, request, NOTHING, mode, target, Link(captured=request.results))
    make = compiled.compute_shader if mode == "compute" else vertices.feedback_passes
    return compiled.cached(context, shader, make)


def test_chunks_obey_the_limits_of_the_context(context: moderngl.Context) -> None:
    program = nvrender.load(PROGRAMS["every attribute"])
    made = linked(context, program, "compute")

    def limited(**limits: Any) -> Any:
        return SimpleNamespace(info={**context.info, **limits})

    block = limited(GL_MAX_SHADER_STORAGE_BLOCK_SIZE=16 * 16 * 100)
    assert vertices.chunk_size(block, made, 1 << 16) == 100
    groups = limited(GL_MAX_COMPUTE_WORK_GROUP_COUNT=(2, 1, 1))
    assert vertices.chunk_size(groups, made, 1 << 16) == 128
    assert vertices.chunk_size(context, made, 10**12) * 16 * 16 <= 64 << 20


@pytest.mark.parametrize("mode", MODES)
def test_vectors_for_all_and_current_values(context: moderngl.Context, mode: str) -> None:
    attributes = {0: np.arange(40.0).reshape(10, 4), "COL0": (0.25, 0.5, 0.75), "TEX0": (3, 4)}
    arguments = prepared(PROGRAMS["transform"], attributes, PARAMETERS)
    got = execute(*arguments, context=context, mode=mode, chunk=3)
    agree(got, run(PROGRAMS["transform"], attributes, PARAMETERS))
    attributes = {0: (1, 2, 3, 4)}
    program, arrays, parameters, _ = prepared(PROGRAMS["transform"], attributes, PARAMETERS)
    got = execute(program, arrays, parameters, 50, context=context, mode=mode)
    agree(got, run(PROGRAMS["transform"], attributes, PARAMETERS, count=50))


@pytest.mark.parametrize("mode", MODES)
def test_results_out_and_memory_maps(context: moderngl.Context, mode: str, tmp_path: Path) -> None:
    stored = np.memmap(tmp_path / "in", np.float64, "w+", shape=(5000, 3))
    stored[:] = np.arange(15_000).reshape(5000, 3)
    out = np.memmap(tmp_path / "out", np.float32, "w+", shape=(5000, 4))
    program = nvrender.load(PROGRAMS["clip"])
    from nvrender.gl.inputs.vertices import attribute_sources

    sources, count = attribute_sources(program, {0: stored})
    parameters = parameter_array(program, None)
    got = execute(
        program, sources, parameters, count,
        context=context, mode=mode, chunk=777, results=["PSIZ", "HPOS"], out={"HPOS": out},
    )  # fmt: skip
    assert list(got) == ["HPOS", "PSIZ"]
    assert got["HPOS"] is out
    assert np.array_equal(out[:, :3], stored) and (out[:, 3] == 1).all()
    assert np.array_equal(got["PSIZ"][:, 0], stored[:, 1])


@pytest.mark.parametrize(
    "out",
    [
        {"HPOS": np.zeros((4, 4), np.float32)},
        {"HPOS": np.zeros((3, 3), np.float32)},
        {"HPOS": np.zeros((3, 4))},
        {"HPOS": np.broadcast_to(np.float32(0), (3, 4))},
        {"TEX5": np.zeros((3, 4), np.float32)},
    ],
)
def test_arrays_that_cannot_be_filled(context: moderngl.Context, out: Any) -> None:
    with pytest.raises(
        InputError, match=r"writable float32 of shape \(3, 4\)|does not write a result 'TEX5'"
    ):
        execute(*prepared(PROGRAMS["clip"], {0: np.zeros((3, 4))}), context=context, out=out)


@pytest.mark.parametrize("mode", MODES)
def test_position_invariant_takes_the_matrices(context: moderngl.Context, mode: str) -> None:
    """I16 NV_vertex_program1_1 2.14.B."""
    text = "!!VP1.1 OPTION NV_position_invariant;MOV o[COL0],v[3];END"
    state = State(
        modelview=((0.0, -2.0, 0.0, 5.0), (2.0, 0.0, 0.0, -3.0), (0.0, 0.0, 0.5, 1.0), (0.0, 0.0, 0.0, 1.0)),
        projection=(
            (1.5, 0.0, 0.25, 0.0),
            (0.0, 2.0, 0.0, 0.0),
            (0.0, 0.0, -1.5, -2.0),
            (0.0, 0.0, -1.0, 0.0),
        ),
    )
    attributes = inputs(100)
    got = execute(*prepared(text, attributes, state=state), context=context, mode=mode, state=state)
    agree(got, run(text, attributes, state=state))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "text",
    [
        "!!VSP1.0 MOV R0,c[1];MAD c[0],c[0],R0,v[0];END",
        "!!VSP1.0 MOV c[2],v[0];ARL A0.x,v[0].x;MOV c[3],c[A0.x+1];MOV c[95].y,v[0].z;END",
        "!!VSP1.0 DP3 R0.w,c[1],c[1];MUL c[1].xyz,c[1],R0.w;ADD c[7].w,c[7],v[0];END",
        "!!VSP1.0 " + "".join(f"ADD c[{index}],c[{index}],v[0];" for index in range(0, 96, 5)) + "END",
    ],
)
def test_state_programs(context: moderngl.Context, mode: str, text: str) -> None:
    """M14 NV_vertex_program 2.14.4: executions are serialised, each on what the last one wrote."""
    rows = np.round(np.random.default_rng(9).uniform(0, 4, size=(3, 4)) * 4) / 4
    program, arrays, parameters, count = prepared(text, {0: rows}, PARAMETERS)
    got = execute(program, arrays, parameters, count, context=context, mode=mode)
    assert list(got) == ["c"]
    agree(got, run(text, {0: rows}, PARAMETERS))
    assert np.array_equal(parameters, parameter_array(program, PARAMETERS))
    out = {"c": np.empty((96, 4), np.float32)}
    execute(program, arrays, parameters, count, context=context, mode=mode, out=out)
    assert np.array_equal(out["c"], got["c"])
    nothing = execute(program, {0: np.zeros((0, 4), np.float32)}, parameters, 0, context=context, mode=mode)
    assert np.array_equal(nothing["c"], parameters)


def test_the_verb_runs_on_the_gpu(context: moderngl.Context) -> None:
    state = State(
        modelview=((2.0, 0, 0, 0), (0, 3.0, 0, 0), (0, 0, 4.0, 0), (0, 0, 0, 1.0)),
        tracking=(Tracking(0, "MODELVIEW"),),
    )
    for arguments in ({"context": context}, {}):
        got = run(PROGRAMS["transform"], inputs(10), backend="gpu", state=state, **arguments)
        agree(got, run(PROGRAMS["transform"], inputs(10), state=state))
    assert list(run(PROGRAMS["clip"], inputs(10), backend="gpu", results="PSIZ")) == ["PSIZ"]


@pytest.mark.parametrize("numerics", ["exact", "fast"])
@pytest.mark.parametrize("mode", MODES)
def test_numerics_reach_the_translation(context: moderngl.Context, mode: str, numerics: str) -> None:
    arguments = prepared(PROGRAMS["transform"], inputs(20), PARAMETERS)
    got = execute(*arguments, context=context, mode=mode, numerics=numerics)
    assert np.allclose(
        got["HPOS"], execute(*arguments, context=context, mode=mode)["HPOS"], rtol=1e-4, atol=1e-4
    )
    assert {key.numerics for key in getattr(context, compiled._CACHE)} == {numerics, "exact"}


def test_auto_is_compute_where_there_is_compute(context: moderngl.Context) -> None:
    execute(*prepared(PROGRAMS["clip"], inputs(2)), context=context)
    best = "compute" if context.version_code >= 430 else "feedback"
    assert [key.interface for key in getattr(context, compiled._CACHE)] == [best]


def test_below_4_3_auto_is_feedback_and_compute_is_refused() -> None:
    old: Any = SimpleNamespace(version_code=410, info={"GL_RENDERER": "Old"})
    assert vertices.chosen_mode(old, None) == "feedback"
    with pytest.raises(TargetError, match=r"compute needs OpenGL 4\.3; Old here gives 4\.1"):
        vertices.chosen_mode(old, "compute")


@pytest.mark.parametrize("mode", MODES)
def test_programs_are_compiled_once(
    context: moderngl.Context, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    real = translations.translate
    monkeypatch.setattr(translations, "translate", lambda *a, **k: made.append(a) or real(*a, **k))
    for _ in range(3):  # equal programs, each loaded anew
        execute(*prepared(PROGRAMS["clip"], inputs(2)), context=context, mode=mode)
    assert len(made) == 1
    execute(*prepared(PROGRAMS["transform"], inputs(2)), context=context, mode=mode)
    assert len(made) == 2
    compiled.release(context)
    execute(*prepared(PROGRAMS["clip"], inputs(2)), context=context, mode=mode)
    assert len(made) == 3


def test_the_cache_does_not_grow_without_end(
    context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_CACHED_PROGRAMS", 2)
    for index in range(5):
        execute(*prepared(f"!!VP1.0 MOV o[HPOS],v[{index}];END", inputs(2)), context=context)
    assert len(getattr(context, compiled._CACHE)) == 2


@pytest.mark.parametrize("mode", MODES)
def test_a_refused_translation_is_one_message_with_the_log(
    unwatched_context: moderngl.Context, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = translations.translate

    def broken(*arguments: Any, **options: Any) -> Any:
        import dataclasses

        made = real(*arguments, **options)
        return dataclasses.replace(made, source=made.source.replace("void main", "void syntax error main"))

    monkeypatch.setattr(translations, "translate", broken)
    with pytest.raises(InternalError, match=r"refuses the translation to glsl\d+: [\s\S]*syntax error"):
        execute(*prepared(PROGRAMS["clip"], inputs(2)), context=unwatched_context, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_a_foreign_context_is_left_as_found(
    foreign_context: moderngl.Context, mode: str, snapshot: Any
) -> None:
    before = snapshot(foreign_context)
    framebuffer = foreign_context.simple_framebuffer((8, 8))
    framebuffer.use()
    foreign_context.enable_only(moderngl.BLEND)
    uniforms = foreign_context.buffer(reserve=256)
    uniforms.bind_to_uniform_block(0)
    uniforms.bind_to_storage_buffer(1)
    during = snapshot(foreign_context)
    assert during != before
    got = execute(
        *prepared(PROGRAMS["every result"], inputs(100), PARAMETERS), context=foreign_context, mode=mode
    )
    assert snapshot(foreign_context) == during
    assert foreign_context.fbo is framebuffer
    agree(got, run(PROGRAMS["every result"], inputs(100), PARAMETERS))
    uniforms.release()
    for attachment in (*framebuffer.color_attachments, framebuffer.depth_attachment, framebuffer):
        attachment.release()


def test_a_foreign_context_stays_current_beside_nvrenders_own(foreign_context: moderngl.Context) -> None:
    buffer = foreign_context.buffer(b"mine")
    run(PROGRAMS["clip"], inputs(10), backend="gpu")
    assert buffer.read() == b"mine"
    buffer.release()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "vulkan"}, "unknown mode 'vulkan'; modes are compute, feedback"),
        ({"chunk": 0}, "chunk must be at least 1"),
        ({"results": ["CLP5"]}, "does not write a result 'CLP5'"),
    ],
)
def test_impossible_options(context: moderngl.Context, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        execute(*prepared(PROGRAMS["clip"], inputs(2)), context=context, **options)


@pytest.mark.parametrize("shape", [(3, 4), (2, 3), (2,), (0, 4)])
def test_attribute_arrays_of_another_shape(context: moderngl.Context, shape: tuple[int, ...]) -> None:
    program, _, parameters, _ = prepared(PROGRAMS["clip"], inputs(2))
    with pytest.raises(InputError, match=r"attribute 0 \(OPOS\) has shape"):
        execute(program, {0: np.zeros(shape, np.float32)}, parameters, 2, context=context)


@pytest.mark.parametrize("mode", MODES)
def test_the_longest_program_stops(context: moderngl.Context, mode: str) -> None:
    """NV_vertex_program2 2.14.2.3: 65,536 instructions."""
    text = "!!VP2.0 MOV o[HPOS],v[0];l:ADD R0.x,R0.x,c[0].x;MOV o[TEX0].x,R0.x;BRA l;END"
    got = execute(*prepared(text, {0: (1, 2, 3, 4)}, {0: (1, 0, 0, 0)}), context=context, mode=mode)
    assert got["TEX0"].tolist() == [[21845.0, 0.0, 0.0, 1.0]]
    assert got["HPOS"].tolist() == [[1.0, 2.0, 3.0, 4.0]]


def test_a_missing_attribute_and_other_parameters(context: moderngl.Context) -> None:
    program, arrays, parameters, _ = prepared(PROGRAMS["transform"], inputs(2))
    with pytest.raises(InputError, match=r"reads attribute 3 \(COL0\), and attributes lacks it"):
        execute(program, {0: arrays[0], 8: arrays[8]}, parameters, 2, context=context)
    with pytest.raises(InputError, match=r"parameters has shape \(95, 4\); it must be \(96, 4\)"):
        execute(program, arrays, parameters[1:], 2, context=context)


@pytest.mark.parametrize("mode", MODES)
def test_other_results_of_the_same_program(context: moderngl.Context, mode: str) -> None:
    arguments = prepared(PROGRAMS["every result"], inputs(50), PARAMETERS)
    expected = run(PROGRAMS["every result"], inputs(50), PARAMETERS)
    for names in (["PSIZ"], list(expected), ["HPOS", "CLP5"]):
        got = execute(*arguments, context=context, mode=mode, results=names)
        agree(got, {name: expected[name] for name in names})


def test_feedback_captures_sixteen_results_a_pass(context: moderngl.Context) -> None:
    program = nvrender.load(PROGRAMS["every result"])
    made = linked(context, program, "feedback")
    assert [len(step.results) for step in made.passes] == [16, 5]


def test_the_framebuffer_of_nvrenders_own_context_stays(context: moderngl.Context) -> None:
    found = context.fbo, context.mglo.fbo
    framebuffer = context.simple_framebuffer((4, 4))
    framebuffer.use()
    execute(*prepared(PROGRAMS["clip"], inputs(2)), mode="feedback")
    assert context.fbo is framebuffer
    assert context.mglo.fbo is framebuffer.mglo
    context.clear(1.0, 1.0, 1.0, 1.0)
    assert framebuffer.read(components=4) == b"\xff" * 64
    context.fbo, context.mglo.fbo = found
    for thing in (*framebuffer.color_attachments, framebuffer.depth_attachment, framebuffer):
        thing.release()


_OLD_GL = """
import numpy as np, nvrender
from nvrender.gpu.context.context import headless, information
text = "!!VP2.0 MOV o[HPOS],v[0];MOV R1,v[3];MAD o[COL0],R1,c[1],v[0];END"
attributes = {0: np.arange(400.0).reshape(100, 4), 3: np.ones((100, 4))}
gpu, oracle = (nvrender.run(text, attributes, {1: (2, 4, 8, 16)}, backend=name) for name in ("gpu", "oracle"))
assert all(np.array_equal(gpu[name], oracle[name]) for name in oracle)
print(headless().version_code, information(headless())["arrays by compute"])
"""


def test_opengl_3_3_is_enough(context: moderngl.Context) -> None:
    if "Mesa" not in context.info["GL_VERSION"]:
        pytest.skip("only Mesa can pretend to be an older OpenGL")
    environment = os.environ | {"MESA_GL_VERSION_OVERRIDE": "3.3", "MESA_GLSL_VERSION_OVERRIDE": "330"}
    done = subprocess.run(
        [sys.executable, "-c", _OLD_GL], capture_output=True, text=True, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "330 no: needs OpenGL 4.3, here is 3.3\n"


@pytest.mark.parametrize("mode", MODES)
def test_what_a_caller_released_while_it_was_in_use(unwatched_context: moderngl.Context, mode: str) -> None:
    framebuffer = unwatched_context.simple_framebuffer((4, 4))
    framebuffer.use()
    program = unwatched_context.program(vertex_shader="#version 330\nvoid main() { gl_Position = vec4(0); }")
    array = unwatched_context.vertex_array(program, [])
    array.render(moderngl.POINTS, vertices=1)
    for thing in (*framebuffer.color_attachments, framebuffer.depth_attachment, framebuffer, array, program):
        thing.release()
    assert unwatched_context.error == "GL_NO_ERROR"
    got = execute(*prepared(PROGRAMS["clip"], inputs(5)), context=unwatched_context, mode=mode)
    agree(got, run(PROGRAMS["clip"], inputs(5)))
    assert unwatched_context.error == "GL_NO_ERROR"
