"""Flow, subroutines and arrays of the declared-name languages."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from declared_helpers import INF, NAN, Number, agree, result_words, run

from nvrender.languages.load import load
from nvrender.oracle.machine import schedule
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.trace.programs import trace
from nvrender.program import work
from nvrender.source import InputError, LoopsEndedWarning

_NV4 = "!!NVvp4.0 TEMP r, s; INT TEMP i, j; TEMP a[4]; MOV r, 0; MOV s, vertex.attrib[0]; "


def _x(text: str, *values: Number) -> list[float]:
    """x of attrib[0], a vertex for each value of attribute 0."""
    results = run(text, {0: [(value, 0.0, 0.0, 0.0) for value in values]})
    return [float(value) for value in results["attrib[0]"][:, 0]]


# --- structured flow


def test_if_else() -> None:
    """NV_gpu_program4 2.X.8, IF: lanes that part meet again."""
    text = (
        _NV4
        + """MOV.CC s, s; IF LT.x; MOV r, 1; IF EQ.y; ADD r, r, 10; ENDIF; ELSE; MOV r, 2; ENDIF;
    ADD r, r, 100;
    MOV result.attrib[0], r; END"""
    )
    assert _x(text, -1.0, 1.0, 0.0, -5.0) == [111.0, 102.0, 102.0, 111.0]


@pytest.mark.parametrize(("test", "taken"), [("TR", 1.0), ("FL", 2.0)])
def test_if_always_and_never(test: str, taken: float) -> None:
    text = _NV4 + f"IF {test}; MOV r, 1; ELSE; MOV r, 2; ENDIF; MOV result.attrib[0], r; END"
    assert _x(text, 0.0) == [taken]


def test_if_looks_at_every_swizzled_component() -> None:
    """NV_gpu_program4 2.X.5."""
    text = _NV4 + "MOV.CC s, vertex.attrib[1]; IF LT.xyxy; MOV r, 1; ENDIF; MOV result.attrib[0], r; END"
    results = run(text, {0: 0.0, 1: [(1.0, -1.0, 1.0, 1.0), (1.0, 1.0, -1.0, -1.0)]})
    assert results["attrib[0]"][:, 0].tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("suffix", "count", "times"),
    [
        ("", 3.7, 3.0),
        ("", -0.5, 0.0),
        ("", 0.0, 0.0),
        ("", NAN, 0.0),
        ("", -INF, 0.0),
        (".S", 4, 4.0),
        (".S", -4, 0.0),
        (".U", 5, 5.0),
        (".U", 0, 0.0),
    ],
)
def test_repeat_counts(suffix: str, count: Number, times: float) -> None:
    """NV_gpu_program4 2.X.8, REP; NaN counts as 0 (docs/semantics.md)."""
    text = _NV4 + f"REP{suffix} s; ADD r, r, 1; MOV s, 100; ENDREP; MOV result.attrib[0], r; END"
    assert _x(text, count) == [times]


def test_lanes_repeat_as_often_as_each_says() -> None:
    text = _NV4 + """REP s; ADD r, r, 1; REP s; ADD r, r, 100; ENDREP; ENDREP; MOV result.attrib[0], r; END"""
    assert _x(text, 0.0, 1.0, 2.0, 3.0, 1.0) == [0.0, 101.0, 402.0, 903.0, 101.0]


def test_break_and_continue() -> None:
    """NV_gpu_program4 2.X.8, BRK and CONT."""
    text = (
        _NV4
        + """REP 10; ADD r.x, r, 1; SUB.CC r.w, r.x, 3; CONT (LT.w); IF TR; SUB.CC r.w, r.x, s.x;
    BRK (GE.w); ENDIF;
    ADD r.y, r, 1; ENDREP; MOV result.attrib[0], r; MOV result.attrib[1], r.y; END"""
    )
    results = run(text, {0: [(value, 0.0, 0.0, 0.0) for value in (5.0, 99.0, 1.0)]})
    assert results["attrib[0]"][:, 0].tolist() == [5.0, 10.0, 3.0]
    assert results["attrib[1]"][:, 0].tolist() == [2.0, 8.0, 0.0]


def test_endless_loop_with_break_or_return() -> None:
    text = _NV4 + "REP; ADD r, r, 1; SUB.CC s.w, r.x, s.x; BRK (GE.w); ENDREP; MOV result.attrib[0], r; END"
    assert _x(text, 3.0, 1.0, 7.0) == [3.0, 1.0, 7.0]
    text = _NV4 + "REP; ADD r, r, 1; MOV result.attrib[0], r; SUB.CC s.w, r.x, s.x; RET (GE.w); ENDREP; END"
    assert _x(text, 3.0, 1.0, 7.0) == [3.0, 1.0, 7.0]


def test_watchdog() -> None:
    """All loops of a vertex take 65,535 turns together, then they end (docs/semantics.md)."""
    text = (
        _NV4
        + """REP; ADD r.x, r, 1; MOV s, 0; REP; ADD r.y, r, 1; ADD.CC s.w, s, 1; SUB.CC s.w, s.w, 9;
    BRK (GE.w); ADD s.w, s, 9; ENDREP;
    MOV.CC s, -1; BRK (GE.x); ENDREP; ADD r.z, r, 1; REP; ADD r.z, r, 1; BRK (TR.x); ENDREP;
    MOV result.attrib[0], r; END"""
    )
    # Ten turns a round: the outer loop's own and nine of the inner one.
    assert run(text, {0: 0.0}, watchdog=100)["attrib[0]"][0, :3].tolist() == [10.0, 90.0, 1.0]
    text = (
        _NV4 + "REP.S s.x; ADD r.x, r, 1; REP 3; ADD r.y, r, 1; ENDREP; ENDREP; MOV result.attrib[0], r; END"
    )
    counts = {0: [(count, 0, 0, 0) for count in (-5, 2, 5, 2000000000)]}
    for watchdog, turns in (
        (10, [[0, 0], [2, 6], [3, 7], [3, 7]]),
        (8, [[0, 0], [2, 6], [2, 6], [2, 6]]),
        (None, [[0, 0], [2, 6], [5, 15]]),
    ):
        given = {0: counts[0][: len(turns)]}
        assert run(text, given, watchdog=watchdog)["attrib[0]"][:, :2].tolist() == turns
    assert run(text, {0: (2000000000, 0, 0, 0)})["attrib[0]"][0, :2].tolist() == [16384, 49151]


def test_turns_of_many_instructions_are_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """64 instructions for every turn: of longer ones loops take fewer, and it is told (docs/semantics.md)."""
    monkeypatch.setattr(work, "LOOP_INSTRUCTIONS", 1)
    text = _NV4 + "REP 15; " + "ADD r, r, 1; MOV result.attrib[0], r;" * 50 + "ENDREP; END"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run(text, {0: 0.0})["attrib[0]"][0, 0] == 750.0
    with pytest.warns(LoopsEndedWarning, match=r"^<text>: loops end after 10 turns together"):
        results = run(text, {0: 0.0}, watchdog=16)
    assert results["attrib[0]"][0, 0] == 500.0


def test_calls_of_calls_end_and_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What no loop bounds ends after as many instructions, with the results it has (docs/semantics.md)."""
    monkeypatch.setattr(schedule, "LOOP_INSTRUCTIONS", 500)
    monkeypatch.setattr(work, "LOOP_INSTRUCTIONS", 500)
    calls = "".join(f"f{n}: {f'CAL f{n + 1}; ' * 10}RET; " for n in range(3))
    text = _NV4 + f"CAL f0; RET; {calls}f3: ADD r, r, 1; MOV result.attrib[0], r; RET; END"
    assert run(text, {0: 0.0}, watchdog=None)["attrib[0]"][0, 0] == 1000.0
    with pytest.warns(LoopsEndedWarning):
        results = run(text, {0: 0.0}, watchdog=1)
    assert results.executed is not None and results.executed.tolist() == [1000]


# --- subroutines


def test_execution_starts_at_main_and_subroutines_return_at_the_next_label() -> None:
    """NV_gpu_program4 2.X.5."""
    text = """!!NVvp4.0 TEMP r; one: ADD r, r, 1; two: ADD r, r, 10; main: MOV r, 100; CAL one; CAL one;
    CAL two;
    MOV result.attrib[0], r; last: MOV result.attrib[0], 0; END"""
    results = run(text)
    assert results["attrib[0]"][0, 0] == 112.0


def test_conditional_call_and_return() -> None:
    text = (
        _NV4
        + """MOV.CC s, s; CAL sub (LT.x); MOV result.attrib[0], r; RET;
    sub: ADD r, r, 1; RET (EQ.y); ADD r, r, 50; END"""
    )
    assert _x(text, -1.0, 1.0, -2.0) == [1.0, 0.0, 1.0]


def test_a_call_beyond_the_depth_is_skipped() -> None:
    """NV_gpu_program4 issue 38: four pending calls at most."""
    text = _NV4 + "CAL sub; MOV result.attrib[0], r; RET; sub: ADD r, r, 1; CAL sub; ADD r, r, 100; END"
    assert _x(text, 0.0) == [404.0]


def test_loops_of_recursive_subroutines_have_counters_of_their_own() -> None:
    """NV_gpu_program4 2.X.5: a loop counter belongs to its active loop; lanes differ in depth."""
    text = """!!NVvp4.0 TEMP r; INT TEMP n; MOV r, 0; FLR.S n, vertex.attrib[0]; CAL sub;
    MOV result.attrib[0], r; RET;
    sub: SUB.S.CC n.x, n.x, 1; RET (LT.x); REP 2; ADD r, r, 1; CAL sub; ADD.S n.x, n.x, 1; ENDREP; END"""

    def times(n: int) -> int:
        return 0 if n <= 0 else 2 * (1 + times(n - 1))

    assert _x(text, 0.0, 1.0, 2.0, 3.0) == [float(times(n)) for n in range(4)]


def test_return_drops_the_loops_it_leaves() -> None:
    text = (
        _NV4
        + """REP 3; CAL sub; ADD r, r, 10; ENDREP; MOV result.attrib[0], r; RET;
    sub: REP 5; ADD r, r, 1; RET (EQ.x); ENDREP; END"""
    )
    assert _x(text, 0.0) == [33.0]


_OPTION3 = "!!ARBvp1.0 OPTION NV_vertex_program3; TEMP r; ADDRESS a, b; MOV r, 0.0; "


def _texcoord(text: str, *values: float) -> list[float]:
    results = run(text, {0: [(value, 0.0, 0.0, 0.0) for value in values]})
    return [float(value) for value in results["texcoord[0]"][:, 0]]


def test_arb_branches_fall_through_labels() -> None:
    """NV_vertex_program2_option 2.14.4: no implicit return."""
    text = (
        _OPTION3
        + """MOVC r.x, vertex.position; MOV r, 0.0; BRA low (LT.x); ADD r, r, 1.0;
    low: ADD r, r, 10.0; MOV result.texcoord[0], r; END"""
    )
    assert _texcoord(text, -1.0, 1.0) == [10.0, 11.0]


def test_arb_call_overflow_ends_the_program() -> None:
    """NV_vertex_program2_option 2.14.4; results as they are (docs/semantics.md)."""
    text = (
        _OPTION3 + "sub: ADD r, r, 1.0; MOV result.texcoord[0], r; CAL sub; MOV result.texcoord[0], 99.0; END"
    )
    assert _texcoord(text, 0.0) == [5.0]


def test_arb_instruction_limit() -> None:
    """NV_vertex_program2_option 2.14.4: 65,536 instructions."""
    text = _OPTION3 + "l: ADD r, r, 1.0; MOV result.texcoord[0], r; BRA l; END"
    results = run(text, {0: 0.0})
    assert results.executed is not None
    assert results.executed[0] == 65536
    assert results["texcoord[0]"][0, 0] == 21845.0


def test_saved_address_registers() -> None:
    """NV_vertex_program3 2.14.5.43-44: PUSHA and POPA share the call stack."""
    text = (
        _OPTION3
        + """PARAM c[4] = { program.env[0..3] }; ARL a, vertex.position; PUSHA a; ARL a, 3.0; PUSHA a;
    ARL a, 0.0;
    POPA b; POPA a; MOV result.texcoord[0], c[a.x]; MOV result.texcoord[1], c[b.x]; END"""
    )
    env = {f"program.env[{index}]": float(index) for index in range(4)}
    results = run(text, {0: [(1.0, 0.0, 0.0, 0.0), (2.0, 0.0, 0.0, 0.0)]}, env)
    assert results["texcoord[0]"][:, 0].tolist() == [1.0, 2.0]
    assert results["texcoord[1]"][:, 0].tolist() == [3.0, 3.0]


@pytest.mark.parametrize(
    "body",
    [
        "POPA a; ",
        "PUSHA a; RET; ",
        "PUSHA a; PUSHA a; PUSHA a; PUSHA a; PUSHA a; ",
        "PUSHA a; PUSHA a; PUSHA a; PUSHA a; CAL l; l: ",
        "CAL l; l: POPA a; ",
    ],
)
def test_misused_call_stacks_end_the_program(body: str) -> None:
    """NV_vertex_program3 2.14.5.43-44."""
    text = f"{_OPTION3} MOV result.texcoord[0], 1.0; {body} MOV result.texcoord[0], 2.0; END"
    assert _texcoord(text, 0.0) == [1.0]


# --- arrays


_ENV = {f"program.env[{index}]": (index + 1.0, 0.0, 0.0, 0.0) for index in range(4)}


@pytest.mark.parametrize(
    ("indices", "expected"),
    [
        ([0.0, 1.0, 2.0, 3.0], [1.0, 2.0, 3.0, 4.0]),
        ([-1.0, 4.0, 3e9, -3e9], [0.0, 0.0, 0.0, 0.0]),
        ([2.0, 2.0, 2.0, 2.0], [3.0, 3.0, 3.0, 3.0]),
        ([4.0, 4.0, 4.0, 4.0], [0.0, 0.0, 0.0, 0.0]),
    ],
)
def test_relative_reads(indices: list[float], expected: list[float]) -> None:
    """Outside the array reads give 0 (docs/semantics.md)."""
    v = {0: [(index, index, 0.0, 0.0) for index in indices]}
    parameters = "!!ARBvp1.0 ADDRESS a; PARAM c[4] = { program.env[0..3] }; ARL a.x, vertex.position.x; "
    results = run(parameters + "MOV result.texcoord[0], c[a.x]; END", v, _ENV)
    assert results["texcoord[0]"][:, 0].tolist() == expected
    temporaries = """!!NVvp4.0 TEMP a[4]; INT TEMP i; FLR.S i, vertex.attrib[0]; MOV a[0], 1; MOV a[1], 2;
    MOV a[2], 3;
    MOV a[3], 4; MOV result.attrib[0], a[i.y]; MOV result.attrib[1], -a[i.y].x; END"""
    results = run(temporaries, v)
    assert results["attrib[0]"][:, 3].tolist() == expected
    assert results["attrib[1]"][:, 3].tolist() == [-value for value in expected]
    shared = """!!NVvp4.0 BUFFER b[] = { program.buffer[2][0..3] }; INT TEMP i; FLR.S i, vertex.attrib[0];
    MOV result.attrib[0], b[i.x]; END"""
    results = run(shared, v, None, {2: (1.0, 2.0, 3.0, 4.0, 5.0)})
    assert results["attrib[0]"][:, 2].tolist() == expected


def test_offsets_count() -> None:
    """NV_gpu_program4 2.X.4.2; ARB_vertex_program 2.14.2."""
    v = {0: [(index, 0.0, 0.0, 0.0) for index in (-1.0, 0.0, 1.0, 2.0)]}
    text = "!!ARBvp1.0 ADDRESS a; PARAM c[4] = { program.env[0..3] }; ARL a.x, vertex.position.x; "
    results = run(
        text + "MOV result.texcoord[0], c[a.x + 2]; MOV result.texcoord[1], c[a.x - 1]; END", v, _ENV
    )
    assert results["texcoord[0]"][:, 0].tolist() == [2.0, 3.0, 4.0, 0.0]
    assert results["texcoord[1]"][:, 0].tolist() == [0.0, 0.0, 1.0, 2.0]


def test_relative_writes() -> None:
    """Outside the array writes vanish; masks and conditions hold (docs/semantics.md)."""
    text = """!!NVvp4.0 TEMP r; TEMP a[4]; INT TEMP i; OUTPUT o[4] = { result.attrib[0..3] };
    FLR.S i, vertex.attrib[0];
    MOV a[i.x + 1].xz, 7; MOV.CC r, {-1, 1, -1, 1}; MOV a[i.x + 1] (GT), 9;
    MOV o[0], a[0]; MOV o[1], a[1]; MOV o[2], a[2]; MOV o[3], a[3]; MOV o[i.y].x, 5; END"""
    v = {0: [(0.0, 1.0, 0.0, 0.0), (-1.0, -1.0, 0.0, 0.0), (-2.0, 0.0, 0.0, 0.0), (3.0, 3.0, 0.0, 0.0)]}
    results = run(text, v)
    mark, nothing = (7.0, 9.0, 7.0, 9.0), (0.0, 0.0, 0.0, 0.0)
    expected = {
        0: [nothing, mark, (5.0, 0.0, 0.0, 0.0), nothing],
        1: [(5.0, 9.0, 7.0, 9.0), nothing, nothing, nothing],
        2: [nothing] * 4,
        3: [nothing, nothing, nothing, (5.0, 0.0, 0.0, 0.0)],
    }
    for index, rows in expected.items():
        for vertex, row in enumerate(rows):
            assert agree(result_words(results, f"attrib[{index}]")[vertex], row), (index, vertex)


def test_relative_attributes_and_results() -> None:
    """NV_vertex_program3 2.14.3.1, 2.14.3.4."""
    text = "!!ARBvp1.0 OPTION NV_vertex_program3; ADDRESS a; ARL a, vertex.attrib[0]; "
    text += "MOV result.texcoord[a.y + 1], vertex.attrib[a.x + 1]; END"
    v = {index: [(10.0 * index, 0.0, 0.0, 0.0)] * 3 for index in range(1, 16)}
    v[0] = [(2.0, 0.0, 0.0, 0.0), (14.0, 6.0, 0.0, 0.0), (15.0, 3.0, 0.0, 0.0)]
    results = run(text, v)
    assert results["texcoord[1]"][:, 0].tolist() == [30.0, 0.0, 0.0]
    assert results["texcoord[7]"][:, 0].tolist() == [0.0, 150.0, 0.0]
    assert results["texcoord[4]"][:, 0].tolist() == [0.0, 0.0, 0.0]


def test_buffers_of_vectors() -> None:
    """NV_gpu_program4 2.X.3.6: words past the end are 0."""
    text = """!!NVvp4.0 BUFFER4 b[] = { program.buffer[0] }; MOV result.attrib[0], b[1];
    MOV result.attrib[1], b[2].y; END"""
    results = run(text, {}, None, {0: (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)})
    assert results["attrib[0]"][0].tolist() == [5.0, 6.0, 0.0, 0.0]
    assert results["attrib[1]"][0].tolist() == [0.0] * 4


def test_address_registers() -> None:
    """NV_vertex_program2_option 2.14.5.28-29: ARR to nearest even, ARA x+z, y+w."""
    env = {f"program.env[{index}]": float(index) for index in range(8)}
    text = """!!ARBvp1.0 OPTION NV_vertex_program2; ADDRESS a; PARAM c[8] = { program.env[0..7] };
    ARR a, vertex.position; ARA a.xy, a; MOV result.texcoord[0], c[a.x]; MOV result.texcoord[1], c[a.y];
    END"""
    results = run(text, {0: (0.5, 1.5, 2.5, 3.49)}, env)
    assert results["texcoord[0]"][0, 0] == 2.0
    assert results["texcoord[1]"][0, 0] == 5.0


# --- what is not there


def test_unwritten_results_are_zero() -> None:
    """docs/semantics.md."""
    assert run("!!ARBvp1.0 MOV result.position.x, 3.0; END")["position"][0].tolist() == [3.0, 0.0, 0.0, 0.0]


def test_integers_come_and_go_as_words() -> None:
    text = "!!NVvp4.0 ADD.S result.id.x, vertex.id, vertex.instance; MOV.S result.attrib[0], vertex.id.x; END"
    results = run(text, {16: [(7, 0, 0, 0), (-3, 0, 0, 0)], 17: (5, 0, 0, 0)})
    assert result_words(results, "id")[:, 0].tolist() == [12, 2]
    assert result_words(results, "attrib[0]")[:, 3].tolist() == [7, 0xFFFFFFFD]


def test_missing_inputs() -> None:
    program = load("!!NVvp4.0 BUFFER b[] = { program.buffer[3] }; MOV result.attrib[0], b[0]; END")
    parameters = result_words(run("!!NVvp4.0 MOV result.attrib[0], 0; END"), "attrib[0]")[:0].view("f4")
    with pytest.raises(InputError, match=r"program\.buffer\[3\] is read by the program but not given"):
        execute(program, {}, Resources(parameters), 1)
    with pytest.raises(InputError, match=r"attribute vertex\.normal is read by the program but not given"):
        execute(load("!!NVvp4.0 MOV result.attrib[0], vertex.normal; END"), {}, Resources(parameters), 1)


# --- traces


def test_trace_of_generation_4() -> None:
    """Declared names, integers as integers, flags as a number; implicit returns are not shown."""
    program = load(
        """!!NVvp4.0 TEMP a[2]; INT TEMP i; MOV.S i, -2; REP.S 2; ADD.S.CC1 i.x, i, 1; ENDREP; IF EQ1.x;
    CAL sub; ENDIF;
        RET; sub: MOV a[i.x + 1].y, 0.5; END"""
    )
    parameters = np.array([binding.words for binding in program.parameters], np.uint32).view(np.float32)
    steps = list(trace(program, {}, Resources(parameters), 0))
    assert [step.instruction.opcode.name for step in steps] == (
        "MOV REP ADD ENDREP ADD ENDREP IF CAL MOV ENDIF RET".split()
    )
    taken = [None, True, None, True, None, False, True, True, None, None, True]
    assert [step.taken for step in steps] == taken
    seen = [(change.register, change.component, change.new) for step in steps for change in step.changes]
    assert seen[:4] == [("i", component, -2.0) for component in "xyzw"]
    assert seen[4:] == [
        ("i", "x", -1.0), ("CC1", "x", 8.0), ("i", "x", 0.0), ("CC1", "x", 5.0), ("a[1]", "y", 0.5),
    ]  # fmt: skip
    assert steps[-1].end == "RET with no call pending"


def test_trace_of_saved_addresses() -> None:
    text = _OPTION3 + "ARL a, 3.0; PUSHA a; POPA b; POPA a; MOV result.texcoord[0], r; END"
    program = load(text)
    parameters = np.array([binding.words for binding in program.parameters], np.uint32).view(np.float32)
    steps = list(trace(program, {}, Resources(parameters), 0))
    assert [change.register for change in steps[3].changes] == ["b"] * 4
    assert (steps[-1].instruction.opcode.name, steps[-1].end) == ("POPA", "POPA with nothing saved")
