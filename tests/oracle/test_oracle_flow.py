"""Lanes that part and meet: every vertex must do what it does alone, and count what it executes."""

from __future__ import annotations

import numpy as np
import pytest
from oracle_helpers import run

from nvrender.languages.load import load
from nvrender.oracle.machine import machine
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.source import InputError

#: name → program; c[0] = (1, 0, 0.5, 4), v[0] random in [−4, 4].
DIVERGENT = {
    "if and else": """MOVC R0,v[0]; BRA other(LT.x); ADD R0,R0,c[0].x; BRA join; other: MUL R0,R0,c[0].w;
        ADD R0.y,R0.y,R0.x; join: MOV o[HPOS],R0;""",
    "loop of its own length": """FLRC R1,|v[0]|; BRA out(LE.x); top: ADD R0,R0,v[0]; ADDC R1.x,R1.x,-c[0].x;
        BRA top(GT.x); out: MOV o[HPOS],R0;""",
    "calls in different depths": """MOVC R1,v[0]; CAL one; CAL two(LT); MOV o[HPOS],R0; RET(GT.w);
        ADD o[HPOS].x,R0.x,c[0].x; RET; one: ADD R0,R0,c[0].x; CAL two(GE.x); RET(LT.y); ADD R0.z,R0.z,c[0].w;
        RET; two: ADD R0.y,R0.y,c[0].z; CAL three(GT.z); RET; three: MUL R0,R0,c[0].w; RET;""",
    "recursion past the limit": """MOV R1,v[0]; MOV o[HPOS],R1; CAL again; MOV o[COL0],R1; RET;
        again: ADDC R1.x,R1.x,c[0].x; MOV o[HPOS].x,R1.x; CAL again(LE.x); ADD R1.y,R1.y,c[0].x; RET;""",
    "fall into a subroutine": """MOVC R0,v[0]; CAL f(LT.x); f: ADD R0,R0,c[0].w; MOV o[HPOS],R0; RET(GT.y);
        MOV o[COL0],R0;""",
    "jump into another's body": """MOVC R0,v[0]; CAL f(LT.x); CAL g(GT.y);
        MOV o[HPOS],R0; RET;
        f: ADD R0.x,R0.x,c[0].x; BRA inside(GT.z); RET; g: ADD R0.y,R0.y,c[0].x;
        inside: ADD R0.z,R0.z,c[0].x; RET(LT.w); ADDC R0.w,R0.w,c[0].x; BRA g(LT.w);""",
    "masks under divergence": """ARLC A0,v[0]; BRA odd(GT.x); MOVC R0.xy(LT),v[0].zwxy; ADDC CC.x,R0.x,c[0].x;
        odd: MOV R0.zw(NE.yzwx),c[A0.x+8]; MOV o[HPOS],R0;""",
    "some never stop": """MOVC R0,v[0]; l: ADD R0.x,R0.x,c[0].x; MOV o[HPOS],R0; BRA l(LT.x);
        ADD R0.x,R0.x,-c[0].w; RET(LT.y); BRA l;""",
}


def _inputs(count):
    random = np.random.default_rng(5)
    v = random.uniform(-4, 4, (count, 4)).astype(np.float32)
    v[::7] = np.floor(v[::7])
    v[3, 0] = np.nan
    parameters = random.uniform(-1, 1, (256, 4)).astype(np.float32)
    parameters[0] = 1, 0, 0.5, 4
    return v, parameters


@pytest.mark.parametrize("name", DIVERGENT)
def test_each_lane_is_on_its_own(name, monkeypatch):
    """NV_vertex_program2 2.14.2.3: together, in chunks, and one by one."""
    program = load(f"!!VP2.0 {DIVERGENT[name]} END")
    v, parameters = _inputs(6 if name == "some never stop" else 120)
    together = execute(program, {0: v}, Resources(parameters), len(v))
    monkeypatch.setattr(machine, "CHUNK", 16)
    chunks = execute(program, {0: v}, Resources(parameters), len(v))
    for lane in range(len(v)):
        alone = execute(program, {0: v[lane : lane + 1]}, Resources(parameters), 1)
        for results, where in ((together, "together"), (chunks, "in chunks")):
            assert results.executed[lane] == alone.executed[0], (lane, where)
            for result in alone:
                assert np.array_equal(results[result][lane], alone[result][0], equal_nan=True), (lane, where)


def test_limit_counts_every_lane():
    """NV_vertex_program2 2.14.2.3: 65,536 instructions a vertex, however many the others executed."""
    text = """!!VP2.0 MOVC R1,v[0]; BRA l(LE.x); w: ADDC R1.x,R1.x,-c[0].x; BRA w(GT.x);
        l: ADD R0.x,R0.x,c[0].x; MOV o[HPOS].x,R0.x; BRA l; END"""
    v = np.zeros((7, 4), np.float32)
    v[:, 0] = range(7)
    results = run(text, {0: (1, 0, 0, 0)}, {0: v}, 7)
    assert (results.executed == 65536).all()
    turns = [(65536 - 2 - 2 * waits) // 3 for waits in range(7)]
    left = [(65536 - 2 - 2 * waits) % 3 for waits in range(7)]
    assert list(results["HPOS"][:, 0]) == [turn + (rest == 2) for turn, rest in zip(turns, left, strict=True)]


def test_hostile_serial_divergence_ends():
    """Lanes sent one by one into an endless loop still run together, not 65,536 steps each alone."""
    text = """!!VP2.0 BRA start; loop: ADD R0.x,R0.x,c[0].x; BRA loop; start: ADD R1.x,R1.x,c[0].x;
        ADDC CC.x,R1.x,-v[0].x; BRA loop(EQ.x); BRA start; END"""
    text = text.replace("END", "MOV o[HPOS],R0; END")
    v = np.zeros((300, 4), np.float32)
    v[:, 0] = np.arange(300)
    assert (run(text, {0: (1, 0, 0, 0)}, {0: v}, 300).executed == 65536).all()


def test_attribute_shared_by_all_vertices():
    v = np.arange(40, dtype=np.float32).reshape(10, 4)
    results = run("!!VP1.0 ADD o[HPOS],v[0],R0;MOV o[COL0],v[3];END", {}, {0: v, 3: (1, 2, 3, 4)}, 10)
    assert np.array_equal(results["HPOS"], v)
    assert (results["COL0"] == (1, 2, 3, 4)).all()


def test_no_vertices():
    program = load("!!VP2.0 MOV o[HPOS],v[0];BRA e;e:END")
    results = execute(
        program, {0: np.zeros((0, 4), np.float32)}, Resources(np.zeros((256, 4), np.float32)), 0
    )
    assert results["HPOS"].shape == (0, 4) and results.executed.shape == (0,)


def test_results_are_dead_stores_too():
    """Every result the program names is there, reached or not (NV_vertex_program2 2.14.1.5)."""
    results = run("!!VP2.0 MOV o[TEX3].y,c[0];MOV o[HPOS],c[0];RET;MOV o[CLP2],c[0];END")
    assert list(results) == ["HPOS", "TEX3", "CLP2"]
    assert (results["CLP2"] == (0, 0, 0, 1)).all()


@pytest.mark.parametrize(
    ("attributes", "parameters", "message"),
    [
        ({}, (256, 4), r"attribute v\[0\] is read by the program but not given"),
        ({0: np.zeros((3, 4), np.float32)}, (256, 4), r"attribute v\[0\] has shape \(3, 4\), not \(2, 4\)"),
        ({0: np.zeros((2, 4))}, (256, 4), r"attribute v\[0\] is float64, not float32"),
        ({0: np.zeros((2, 4), np.float32)}, (96, 4), r"parameters have shape \(96, 4\), not \(256, 4\)"),
    ],
)
def test_wrong_arrays(attributes, parameters, message):
    program = load("!!VP2.0 MOV o[HPOS],v[0];END")
    with pytest.raises(InputError, match=message):
        execute(program, attributes, Resources(np.zeros(parameters, np.float32)), 2)
