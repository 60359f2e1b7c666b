"""What one GL call does is bounded: larger runs are cut, and leave the same."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import moderngl
import numpy as np
import pytest
from fuzz.array_runs import run_on_gpu

import nvrender
from nvrender.gl.inputs.vertices import attribute_sources, parameter_array
from nvrender.gl.patches import Patch
from nvrender.gpu.context import work
from nvrender.gpu.context.work import groups_a_call, lane_work, lanes_a_call, ranges_of_groups
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.draw_ranges import ranges
from nvrender.gpu.pipeline.stage_texts import Programs
from nvrender.program import work as bounds
from nvrender.source import LongCallWarning, LoopsEndedWarning

LOOPING = nvrender.load(
    """!!NVvp4.0
INT TEMP n; TEMP sum; MOV sum, 0; MOV.S n, vertex.attrib[1];
REP.S n.x; ADD sum, sum, vertex.attrib[0]; ENDREP;
MOV result.position, sum;
MOV.S result.attrib[0], vertex.id;
END"""
)
FRAGMENTS = nvrender.load(
    """!!NVfp4.0
TEMP sum, count; MOV sum, fragment.texcoord[0]; MOV count, fragment.texcoord[1];
REP count.x; ADD sum, sum, sum; ENDREP;
DDX count, sum; ADD result.color, sum, count;
END"""
)
GEOMETRY = nvrender.load(
    """!!NVgp5.0
PRIMITIVE_IN LINES; PRIMITIVE_OUT POINTS; VERTICES_OUT 4; INVOCATIONS 3;
INT TEMP n; TEMP at; MOV.S n.x, vertex[0].attrib[1].x;
MOV at, vertex[1].position;
REP.S n.x; ADD at, at, vertex[0].position; MOV result.position, at;
MOV.S result.attrib[0].x, primitive.id.x; MOV.S result.attrib[0].y, primitive.invocation.x; EMIT; ENDREP;
END"""
)
EVALUATION = nvrender.load(
    """!!NVtep5.0
TESS_MODE QUADS;
TEMP sum; MOV sum, vertex[0].position; REP vertex[1].position.x; ADD sum, sum, vertex.tesscoord; ENDREP;
MOV result.position, sum; MOV.S result.attrib[0].x, primitive.id.x;
END"""
)
CONTROL = nvrender.load(
    """!!NVtcp5.0
VERTICES_OUT 2;
TEMP sum; MOV sum, vertex[1].position; REP vertex[0].position.x; ADD sum, sum, sum; ENDREP;
MOV result.position, sum; MOV result.patch.tessouter[0], primitive.id.x;
END"""
)
#: Each group adds its number to its own word and to all groups' sum, and tells what it is of.
GROUPS = nvrender.load(
    """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 2;
STORAGE sums[] = { program.storage[0] };
STORAGE seen[] = { program.storage[1] };
UINT TEMP a, n;
MAD.U a.x, invocation.groupid.z, invocation.groupcount.y, invocation.groupid.y;
MAD.U a.x, a.x, invocation.groupcount.x, invocation.groupid.x;
ATOMB.ADD.U32 n.x, a.x, sums[0];
MAD.U a.y, a.x, 2, invocation.localid.x;
MUL.U a.y, a.y, 4;
MAD.U n.x, invocation.globalid.y, 1000, invocation.globalid.x;
MAD.U n.x, invocation.globalid.z, 1000000, n.x;
STB.U32 n.x, seen[a.y];
END"""
)


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """So little is done at once that everything is cut; what progress is told of."""
    return []


def _both(
    run: Callable[..., Any], instructions: int, told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``run`` cut and in one gives the same, and tells of several parts."""
    whole = run(backend="gpu")
    monkeypatch.setattr(work, "CALL_INSTRUCTIONS", instructions)
    cut = run(backend="gpu", progress=lambda done, total: told.append((done, total)))
    reference = run(backend="oracle")
    for name in reference:
        assert np.array_equal(cut[name].view(np.uint32), whole[name].view(np.uint32)), name
        assert np.array_equal(cut[name].view(np.uint32), reference[name].view(np.uint32)), name
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert told[-1][0] == told[-1][1]


NUMBERS = np.arange(1, 1201, dtype=np.float32)[:, None] / 8


def test_vertices(parts: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    turns = (np.arange(300) % 7).astype(np.int32)[:, None]
    attributes = {"vertex.attrib[0]": NUMBERS[:300], "vertex.attrib[1]": turns}

    def run(**how: Any) -> Any:
        return nvrender.run(LOOPING, attributes, **how)

    _both(run, 1, parts, monkeypatch)
    assert parts == [(64, 300), (128, 300), (192, 300), (256, 300), (300, 300)]


def test_vertices_below_compute_shaders(monkeypatch: pytest.MonkeyPatch) -> None:
    """By transform feedback vertex.id goes on where a draw begins anew."""
    turns = (np.arange(300) % 7).astype(np.int32)[:, None]
    given = {"vertex.attrib[0]": NUMBERS[:300], "vertex.attrib[1]": turns}
    state = nvrender.State()
    sources, count = attribute_sources(LOOPING, given, state, None)
    rows = parameter_array(LOOPING, None, state)
    monkeypatch.setattr(work, "CALL_INSTRUCTIONS", 1)
    told: list[int] = []
    cut = run_on_gpu(
        LOOPING, sources, rows, count, mode="feedback", progress=lambda done, _: told.append(done)
    )
    assert told == [64, 128, 192, 256, 300]
    assert cut["attrib[0]"].view(np.int32)[:, 0].tolist() == list(range(300))
    assert np.array_equal(cut["position"][:, 0], NUMBERS[:300, 0] * turns[:, 0])


def test_fragments(parts: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Quads stay whole."""
    attributes = {
        "fragment.texcoord[0]": NUMBERS,
        "fragment.texcoord[1]": np.repeat(NUMBERS[:300] / 64, 4, 0),
    }

    def run(**how: Any) -> Any:
        return nvrender.run(FRAGMENTS, attributes, results=["color[0]"], **how)

    _both(run, 1, parts, monkeypatch)
    assert len(parts) == 19


def test_primitives(parts: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    attributes = {"position": NUMBERS[:200], "attrib[1]": (np.arange(200) % 4).astype(np.int32)[:, None]}

    def run(**how: Any) -> Any:
        return nvrender.run(GEOMETRY, attributes, mode="LINE_STRIP", **how)

    _both(run, 1, parts, monkeypatch)
    assert len(parts) == 10 and parts[0] == (21, 199)


@pytest.mark.parametrize("program", [EVALUATION, CONTROL], ids=["evaluation", "control"])
def test_patches(
    program: nvrender.Program, parts: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    attributes: dict[str, Any] = {"vertex.position": np.tile(NUMBERS[:400] % 4, (1, 4))}
    if program is EVALUATION:
        attributes["vertex.tesscoord"] = np.array([[0, 0], [0.5, 1]], np.float32)

    def run(**how: Any) -> Any:
        return nvrender.run(program, attributes, patch=Patch(2), **how)

    _both(run, 1, parts, monkeypatch)
    assert len(parts) == (7 if program is EVALUATION else 4)


@pytest.mark.parametrize("most", [1, 7, 40, 200])
def test_work_groups(most: int, parts: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of groups, how many there are, and what they leave in memory are those of one dispatch."""
    groups = (5, 6, 4)
    storage = {0: np.arange(2, dtype=np.uint32), 1: np.zeros(2 * 120, np.uint32)}
    heard: list[tuple[int, int]] = []
    whole = nvrender.run(
        GROUPS, groups=groups, storage=storage, backend="oracle", progress=lambda *done: heard.append(done)
    )
    assert heard[-1] == (120, 120)
    monkeypatch.setattr(work, "CALL_INSTRUCTIONS", most * (2 * lane_work(GROUPS, 65535) + 128))
    cut = nvrender.run(
        GROUPS, groups=groups, storage=storage, backend="gpu",
        progress=lambda done, total: parts.append((done, total)),
    )  # fmt: skip
    assert cut.storage[0].tolist() == whole.storage[0].tolist() == [2 * sum(range(120)), 1]
    assert cut.storage[1].tolist() == whole.storage[1].tolist()
    assert len(parts) == {1: 120, 7: 24, 40: 4, 200: 1}[most] and parts[-1] == (120, 120)


def test_the_group_that_misses_a_barrier_has_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """NV_compute_program5 2.X.8, BAR."""
    text = """!!NVcp5.0 GROUP_SIZE 2; UINT TEMP a; SEQ.U a.x, invocation.groupid.y, 2;
MUL.U.CC a.x, a.x, invocation.localid.x; IF EQ.x; BAR; ENDIF; END"""
    monkeypatch.setattr(work, "CALL_INSTRUCTIONS", 1)
    for backend in ("oracle", "gpu"):
        with pytest.raises(nvrender.InputError, match=r"1 of the 2 invocations of work group \(0, 2, 0\)"):
            nvrender.run(text, groups=(1, 4), backend=backend)


def test_ranges_hold_every_group_once_in_order() -> None:
    for groups in ((1, 1, 1), (5, 3, 2), (7, 1, 4), (1, 6, 2), (3, 4, 5)):
        for most in range(1, 70):
            seen = []
            for (x, y, z), (wide, high, deep) in ranges_of_groups(groups, most):
                assert wide * high * deep <= most
                seen += [(x + i, y + j, z + k) for k in range(deep) for j in range(high) for i in range(wide)]
            whole = [(x, y, z) for z in range(groups[2]) for y in range(groups[1]) for x in range(groups[0])]
            assert seen == whole, (groups, most)


@pytest.mark.parametrize("program", [LOOPING, GROUPS], ids=["vertices", "work groups"])
def test_a_signal_is_heard_between_parts(program: nvrender.Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is called behind the part in which it came."""
    monkeypatch.setattr(work, "CALL_INSTRUCTIONS", 1)
    told = []

    def interrupt(done: int, _: int) -> None:
        told.append(done)
        raise KeyboardInterrupt

    inputs: dict[str, Any] = {"count": 500} if program is LOOPING else {"groups": 100}
    if program is GROUPS:
        inputs["storage"] = {0: np.zeros(2, np.uint32), 1: np.zeros(200, np.uint32)}
    with pytest.raises(KeyboardInterrupt):
        nvrender.run(program, backend="gpu", progress=interrupt, **inputs)
    assert told == [64 if program is LOOPING else 1]


def test_estimates() -> None:
    """Instructions × turns × lanes: constant counts are known, others are the watchdog's."""

    def load(body: str) -> nvrender.Program:
        return nvrender.load(f"!!NVvp4.0 TEMP a; {body} MOV result.position, a; END")

    assert lane_work(load("MOV a, 0;"), 65535) == 2
    assert lane_work(load("MOV a, 0; REP 10; ADD a, a, 1; ENDREP;"), 65535) == 3 + 10 * 2
    unknown = load("MOV a, 0; REP a.x; ADD a, a, 1; ENDREP;")
    assert lane_work(unknown, 65535) == 3 + 65535 * 2
    assert lane_work(unknown, 100) == 3 + 100 * 2
    nested = load("MOV a, 0; REP a.x; REP a.y; ADD a, a, 1; ADD a, a, 1; ENDREP; ADD a, a, 1; ENDREP;")
    assert lane_work(nested, 100) == 3 + 100 * 3
    called = "MOV a, 0; REP a.x; CAL f; ENDREP; MOV result.position, a; RET; f: CAL g; ADD a, a, 1; RET;"
    program = nvrender.load(f"!!NVvp4.0 TEMP a; {called} g: ADD a, a, 1; ADD a, a, 1; RET; END")
    assert lane_work(program, 100) == 4 + 100 * (2 + 3 + 3)
    branches = nvrender.load("!!VP2.0 l: MOV R0, R0; BRA l; MOV o[HPOS], R0; END")
    assert lane_work(branches, 65535) == 65536
    assert lanes_a_call(unknown, 65535) * lane_work(unknown, 65535) <= work.CALL_INSTRUCTIONS


def test_what_cannot_be_cut_is_told() -> None:
    unknown = nvrender.load("!!NVvp4.0 TEMP a; MOV a, 0; REP a.x; ADD a, a, 1; ENDREP; END")
    with pytest.warns(LongCallWarning, match=r"^<text>: what runs together may take \d+ instructions"):
        assert lanes_a_call(unknown, 2**31 - 1) == 64
    compute = nvrender.load("!!NVcp5.0 GROUP_SIZE 64; TEMP a; MOV a, 0; REP a.x; ADD a, a, 1; ENDREP; END")
    with pytest.warns(LongCallWarning):
        assert groups_a_call(compute, None) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert groups_a_call(compute, 65535) > 1


@pytest.mark.parametrize("counts", ["constant", "read"])
def test_oracle_and_gpu_stop_alike(counts: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops of long turns take fewer; where counts are constant the translation tells too."""
    monkeypatch.setattr(bounds, "LOOP_INSTRUCTIONS", 1)
    body = "ADD r, r, 1; " * 63 + "MOV r.y, r.x; " * 64
    count = "15" if counts == "constant" else "vertex.attrib[0].x"
    text = f"!!NVvp4.0 TEMP r; MOV r, 0; REP {count}; {body}ENDREP; MOV result.position, r; END"
    found = []
    for backend in ("oracle", "gpu"):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            results = nvrender.run(text, {"vertex.attrib[0]": (15.0,)}, watchdog=16, backend=backend)
        found.append(results["position"][0, 0])
        if backend == "oracle" or counts == "constant":
            assert [row.category for row in told] == [LoopsEndedWarning]
            assert "loops end after 8 turns together" in str(told[0].message)
    assert found == [63.0 * 8, 63.0 * 8]


ONE_VERTEX = (
    "!!NVvp4.0 TEMP a; MOV a, 0; REP 100; ADD a, a, 1; ENDREP; MOV result.position, vertex.position; "
)
NUMBERED = nvrender.load(ONE_VERTEX + "I2F a, vertex.id.x; MUL result.color, a, 0.004; END")


@pytest.mark.parametrize("primitive", ["POINTS", "QUADS", "TRIANGLE_STRIP"])
def test_draws_are_cut_by_primitives(
    primitive: str, context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In order, each vertex with its number; where primitives share vertices a draw is one call."""
    rng = np.random.default_rng(3)
    positions = rng.uniform(-1, 1, (240, 2)).astype(np.float32)
    drawn: list[int] = []
    render = moderngl.VertexArray.render

    def counted(self: Any, *given: Any, **named: Any) -> None:
        drawn.append(named["vertices"])
        render(self, *given, **named)

    pictures = []
    for most in (1 << 30, 50 * 205):
        monkeypatch.setattr(work, "CALL_INSTRUCTIONS", most)
        with (
            nvrender.Pipeline(context, NUMBERED) as pipeline,
            Mesh(context, {0: positions}, primitive=primitive) as mesh,
            Target(context, (32, 32)) as target,
        ):
            target.clear()
            with monkeypatch.context() as patched:
                patched.setattr(moderngl.VertexArray, "render", counted)
                pipeline.draw(mesh, target)
            pictures.append(target.read())
    assert np.array_equal(*pictures) and pictures[0].any()
    counts = {"POINTS": [50, 50, 50, 50, 40], "QUADS": [48] * 7 + [24], "TRIANGLE_STRIP": [240]}[primitive]
    assert drawn == [sum(counts), *counts]


AMPLIFYING = nvrender.load(
    """!!NVgp5.0
PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 256; INVOCATIONS 32;
MOV result.position, vertex[0].position; EMIT; END"""
)


def test_draws_that_emit_much_are_cut_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drivers keep all vertices of a draw: 256 × 32 for each primitive."""
    programs = Programs(None, AMPLIFYING, None)
    assert {count for _, count in ranges(programs, "POINTS", 100 * 1024, 1, Patch(3))} == {1024}
    monkeypatch.setattr("nvrender.memory._there", lambda: 1 << 30)
    with pytest.raises(
        nvrender.InputError, match=r"^the 819200000 vertices .* may emit in one draw would take"
    ):
        next(ranges(programs, "POINTS", 10**5 // 2, 2, Patch(3)))


def test_a_draw_that_cannot_be_cut_and_takes_minutes_is_told() -> None:
    programs = Programs(nvrender.load(ONE_VERTEX + "END"), None, None)
    with pytest.warns(LongCallWarning, match=r"^<text>: what runs together may take 203000000000 instr"):
        next(ranges(programs, "LINE_STRIP", 10**9, 1, Patch(3)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        next(ranges(programs, "LINES", 10**9, 1, Patch(3)))


def test_draws_that_number_primitives_are_one_call() -> None:
    """primitive.id counts from the first primitive of a draw on."""
    vertex = nvrender.load(ONE_VERTEX + "END")
    numbered = nvrender.load("!!NVfp4.0 I2F result.color, primitive.id.x; END")
    assert len(list(ranges(Programs(vertex, None, None), "POINTS", 10**8, 1, Patch(3)))) == 19
    assert len(list(ranges(Programs(vertex, None, None), "POINTS", 10**8, 2, Patch(3)))) == 1
    assert len(list(ranges(Programs(vertex, None, numbered), "POINTS", 10**8, 1, Patch(3)))) == 1
    assert [first % 3 for first, _ in ranges(Programs(vertex, None, None), "PATCHES", 10**8, 1, Patch(3))][
        5
    ] == 0
