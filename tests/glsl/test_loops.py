"""REP on the GPU: what bounds it, and blocks too deep or many to be written so (NV_gpu_program4 2.X.5)."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest
from fuzz.array_runs import run_on_gpu as run

import nvrender
from nvrender.glsl.emit import program as declared
from nvrender.glsl.translate import translate
from nvrender.languages.load import load
from nvrender.lower.control_flow import analyse
from nvrender.lower.control_flow.forms import flow_of
from nvrender.lower.program import lowered
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program
from nvrender.source import InputError, TargetError

_HEAD = "!!NVvp4.0 TEMP r, s; INT TEMP i;"


def _agree(
    program: Program,
    attributes: dict[int, np.ndarray],
    mode: str,
    watchdog: int | None = 65535,
) -> dict[str, np.ndarray]:
    attributes = {row.index: attributes[row.index] for row in program.attributes}
    parameters = (
        np.array([row.words for row in program.parameters], np.uint32).reshape(-1, 4).view(np.float32)
    )
    count = max(map(len, attributes.values()), default=1)
    wanted = execute(program, attributes, Resources(parameters, watchdog=watchdog), count)
    have = run(program, attributes, parameters, count, mode=mode, watchdog=watchdog)
    for name in wanted:
        np.testing.assert_array_equal(have[name].view(np.uint32), wanted[name].view(np.uint32), err_msg=name)
    return dict(wanted)


_COUNTS = np.array([-(2**31), -1, 0, 1, 3, 9, 2**31 - 1], np.int32)
COUNTED = (
    _HEAD + "main: REP.S vertex.attrib[1].x; ADD r.x, r, 1; REP 3; ADD r.y, r, 1; BRK (GT1.x); ENDREP; "
    "CAL f; ENDREP;"
    "REP.U.NTC vertex.attrib[1].y; ADD r.w, r, 1; ENDREP; REP vertex.attrib[2].x; ADD s.x, s, 1; ENDREP;"
    "REP; ADD s.y, s, 1; BRK (FL); ENDREP; MOV result.attrib[0], r; MOV result.attrib[1], s; RET;"
    "f: REP.U 2; ADD r.z, r, 1; CONT (EQ.x); ENDREP; END"
)


@pytest.mark.parametrize("mode", ["compute", "feedback"])
@pytest.mark.parametrize("watchdog", [1, 20, 1000])
def test_all_loops_share_the_watchdog(mode: str, watchdog: int) -> None:
    """docs/semantics.md: then each ends as if BRK stood at its beginning."""
    counts = np.zeros((len(_COUNTS), 4), np.int32)
    counts[:, 0], counts[:, 1] = _COUNTS, _COUNTS[::-1]
    floats = np.zeros((len(_COUNTS), 4), np.float32)
    floats[:, 0] = [np.nan, np.inf, -np.inf, 2.9, 0.9, -0.1, 3e9]
    attributes = {1: counts.view(np.float32), 2: floats}
    found = _agree(load(COUNTED), attributes, mode, watchdog)
    turns = found["attrib[0]"].sum(axis=1) + found["attrib[1]"].sum(axis=1)
    assert (turns == watchdog).all()


@pytest.mark.parametrize(
    "loops, watch",
    [
        pytest.param("REP 10; REP.S 20; ADD r, r, 1; ENDREP; ENDREP;", "", id="constants"),
        pytest.param("REP.U 65535; ADD r, r, 1; ENDREP;", "count = 65535;", id="as many as there may be"),
        pytest.param("REP.U 65536; ADD r, r, 1; ENDREP;", "count = 65535;", id="one more"),
        pytest.param(
            "REP 300; REP 218; ADD r, r, 1; ENDREP; ENDREP;", "turns++ < 65535", id="one in another"
        ),
        pytest.param(
            "REP 30000; ADD r, r, 1; ENDREP; REP 30000; ENDREP; REP 5536; ENDREP;",
            "turns++ < 65535",
            id="a row",
        ),
        pytest.param("IF GT.x; REP 60000; ENDREP; ELSE; REP 60000; ENDREP; ENDIF;", "", id="one of two"),
        pytest.param("REP.U -1; ADD r, r, 1; ENDREP;", "count = 65535;", id="unsigned"),
        pytest.param("REP -5; REP; ADD r, r, 1; BRK; ENDREP; ENDREP;", "", id="never"),
        pytest.param("REP vertex.attrib[1]; ADD r, r, 1; ENDREP;", ", 65535); ", id="run time"),
        pytest.param("REP; ADD r, r, 1; BRK; ENDREP;", "turns++ < 65535", id="endless"),
    ],
)
def test_only_loops_that_need_it_carry_a_watchdog(loops: str, watch: str) -> None:
    """A loop alone has the least of its count and what there may be, others a number they share."""
    program = load(
        f"{_HEAD} MOV.CC r, vertex.attrib[1]; {loops} MOV result.position, r; END".replace("[1];", "[1].x;")
    )
    source = translate(program).source
    for text in ("turns++ < 65535", "count = 65535;", ", 65535); "):
        assert (text in source) is (text == watch)
    assert "65535" not in translate(program, watchdog=None).source or "REP.U 65535" in loops
    _agree(program, {1: np.full((1, 4), 9, np.float32)}, "compute", 1000)


@pytest.mark.parametrize("count", ["REP", "REP.S", "REP.U"])
def test_a_loop_alone_takes_the_turns_of_the_watchdog(count: str) -> None:
    """docs/semantics.md: all loops share the turns; BRK and a count of zero or below end it before."""
    program = load(
        f"{_HEAD} MOV r, 0; {count} vertex.attrib[1].x; ADD.CC r, r, 1; SUB.CC s, r, vertex.attrib[2]; "
        "BRK (EQ.x); ENDREP; MOV result.position, r; END"
    )
    numbers = np.repeat([[0], [6], [7], [8], [1000], [1000], [-3]], 4, axis=1)
    words = numbers.astype(np.float32) if count == "REP" else numbers.astype(np.int32).view(np.float32)
    last = np.repeat(np.float32([[99], [99], [99], [99], [99], [3], [3]]), 4, axis=1)
    found = _agree(program, {1: words, 2: last}, "compute", 7)
    endless = 3 if count == "REP.U" else 0
    assert found["position"][:, 0].tolist() == [0, 6, 7, 7, 7, 3, endless]


def test_the_verbs_take_a_watchdog() -> None:
    text = _HEAD + "REP; ADD r, r, 1; BRK (FL); ENDREP; MOV result.attrib[0], r; END"
    for backend in ("oracle", "gpu"):
        for watchdog in (7, 300):
            assert nvrender.run(text, backend=backend, watchdog=watchdog)["attrib[0]"][0, 0] == watchdog
        for wrong in (0, -1, 2**31, True, 1.5):
            with pytest.raises(
                InputError, match="watchdog must be a number of turns from 1 to 2147483647, or None"
            ):
                nvrender.run(text, backend=backend, watchdog=wrong)
    assert "while (turns++ < 12) {" in nvrender.translate(load(text), watchdog=12).source
    for backend in ("oracle", "gpu"):
        assert nvrender.run(text, backend=backend)["attrib[0]"][0, 0] == 65535


# --- dispatched blocks


def _deep(depth: int, inside: str) -> str:
    return "IF GT.x; " * depth + f"ADD r, r, 1; {inside} " + "ADD.CC s.x, s, 1; ENDIF; " * depth


def test_blocks_of_any_depth_run() -> None:
    """48 levels in each of two subroutines."""
    program = load(
        f"{_HEAD} main: MOV.CC r, vertex.attrib[1]; {_deep(48, 'CAL f;')} MOV result.attrib[0], r; "
        f"MOV result.attrib[1], s; RET; f: {_deep(48, '')} END"
    )
    assert flow_of(program).dispatch
    attributes = {1: np.array([[1, 0, 0, 0], [-1, 0, 0, 0]], np.float32)}
    for mode in ("compute", "feedback"):
        assert _agree(program, attributes, mode)["attrib[1]"][:, 0].tolist() == [96, 0]


def test_blocks_as_deep_as_limits_allow_translate() -> None:
    body = f"MOV.CC r, vertex.attrib[1]; {_deep(3000, '')} MOV result.attrib[0], r; END"
    program = load(f"{_HEAD} {body}", limits={"if_depth": 3000})
    assert "    switch (block / 24) {\n" in translate(program).source


def test_calls_that_unfold_too_far_are_dispatched_or_refused() -> None:
    """No GPU is held up by calls of calls."""

    def chain(calls: int) -> Program:
        bodies = "".join(f"f{n}: {f'CAL f{n + 1};' * calls} " for n in range(1, 4))
        return load(
            f"{_HEAD} main: {'CAL f1;' * calls} MOV result.attrib[0], r; RET; {bodies} f4: ADD r, r, 1; END"
        )

    assert flow_of(chain(3)).functions
    several = chain(9)
    assert flow_of(several).dispatch
    assert _agree(several, {}, "compute")["attrib[0]"][0, 0] == 9**4
    with pytest.raises(
        TargetError, match="with every call in its place it has 12627552 instructions; no more than"
    ):
        translate(chain(50))


def test_loops_and_retried_accesses_are_counted_together() -> None:
    """Eight of each, with every call in its place, are more than drivers compile."""
    head = "!!NVvp5.0 OPTION NV_shader_storage_buffer; STORAGE m[] = { program.storage[0] }; TEMP r;"
    inside = "REP r.x; STB.S16 r, m[0]; ENDREP;"

    def program(calls: int) -> Program:
        return load(f"{head} f: {inside} main: MOV.CC r, vertex.attrib[1]; {'CAL f (NE);' * calls} END")

    assert flow_of(program(1)).functions
    assert flow_of(program(8)).dispatch
    image = "IMAGE u = image[0]; f: ATOMIM.DWRAP.U32 r, 1, r, u, 2D;"
    assert flow_of(load(f"!!NVvp5.0 TEMP r; {image} main: {'CAL f;' * 14} END")).dispatch


def _random_program(seed: int) -> str:
    """IF, REP, CAL, RET, BRK and CONT anywhere, recursion included."""
    pick = random.Random(seed)

    def block(depth: int, loops: int) -> str:
        lines = []
        for _ in range(pick.randint(1, 4)):
            test = f"{pick.choice(['GT', 'LE', 'EQ', 'TR', 'FL'])}.{pick.choice('xyz')}"
            kind = pick.random()
            if kind < 0.4 or depth > 3:
                lines.append(
                    pick.choice(
                        ["ADD.CC r.xyz, r.yzxw, {1, -2, 3};", "ADD.CC r.x, r.y, -r.z;", "ADD r.w, r, 1;"]
                    )
                )
            elif kind < 0.55:
                other = f"ELSE; {block(depth + 1, loops)}" if pick.random() < 0.6 else ""
                lines.append(f"IF {test}; {block(depth + 1, loops)} {other} ENDIF;")
            elif kind < 0.7 and loops < 3:
                count = pick.choice(["", " 2", " r.x", ".S 3"])
                leave = "" if count else f"BRK ({test});"
                lines.append(f"REP{count}; {block(depth + 1, loops + 1)} {leave} ENDREP;")
            elif kind < 0.8 and loops:
                lines.append(f"{pick.choice(['BRK', 'CONT'])} ({test});")
            elif kind < 0.95:
                lines.append(f"CAL {pick.choice(['f', 'g', 'empty'])} ({test});")
            else:
                lines.append(f"RET ({test});")
        return " ".join(lines)

    return (
        f"{_HEAD} f: {block(1, 0)} main: MOV.CC r, vertex.attrib[1]; MOV result.attrib[0], 5; {block(0, 0)} "
        f"MOV result.attrib[0], r; RET; g: {block(1, 0)} empty: END"
    )


def test_random_blocks_run_alike_dispatched(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(0)
    recursive = set()
    for seed in range(16):
        program = load(_random_program(seed))
        attributes = {1: generator.integers(-3, 4, (32, 4)).astype(np.float32)}
        with monkeypatch.context() as patch:
            patch.setattr(declared, "lowered", partial(lowered, dispatched=True))
            recursive.add(analyse(program, structured=False).recursive)
            # Another watchdog, too, so that no program is taken from the cache.
            _agree(program, attributes, "compute" if seed % 4 else "feedback", 50 + seed)
    assert recursive == {True, False}


def test_what_is_behind_a_call_that_never_returns_is_declared() -> None:
    """The end of the text is in the subroutine, which has no RET (NV_fragment_program2 3.11.4.X)."""
    text = """!!FP2.0
    LOOP {3.5, 1, 1}; CAL sub; MAX R1.y, f[TEX[A0.x]], R1; ENDLOOP; MOV o[COLR], R0;
    sub: SLT R1, R0.y, R1; END"""
    assert "A0 = 1;" in translate(load(text), "glsl330", numerics="fast").source


def test_what_continues_a_loop_that_is_left_at_once_is_declared() -> None:
    text = "!!FP2.0 LOOP p[8]; MAX R0, R1, f[TEX[A0.x]]; BRK; ENDLOOP; MOV o[COLR], R0; END"
    assert ", step = int(" in translate(load(text), "glsl330", numerics="fast").source
