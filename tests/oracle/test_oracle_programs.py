"""Whole programs: what they leave in the results, and how many instructions they executed."""

from __future__ import annotations

import numpy as np
import pytest
from oracle_helpers import INF, NAN, run, same

from nvrender.languages.load import load
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources

_FLOW = "NV_vertex_program2 2.14.2.3"
_WRITE = "NV_vertex_program2 2.14.2.2"
_T1 = (-2.0, 0.0, 2.0, NAN)
_CODES = "".join(
    f"MOV o[TEX{index}],c[9];MOV o[TEX{index}]({test}),c[10];"
    for index, test in enumerate(("LT", "EQ", "GT"))
)


def _codes(results) -> list[str]:
    """The final condition code, read back through the tests LT, EQ and GT."""
    names = []
    for component in range(4):
        passed = [
            name for index, name in enumerate(("LT", "EQ", "GT")) if results[f"TEX{index}"][0, component] == 1
        ]
        names.append(passed[0] if passed else "UN")
    return names


_DEPTH = (
    "!!VP2.0 MOV o[HPOS],v[0];MOV o[COL0],c[1];CAL s1;MOV o[COL0],c[2];RET;s1:CAL s2;RET;s2:CAL s3;RET;"
    "s3:CAL s4;RET;s4:{}RET;s5:MOV o[COL0],c[3];RET;END"
)
_UNIT = {1: (1, 1, 1, 1), 2: (2, 2, 2, 2), 3: (3, 3, 3, 3)}

#: name, program, c[], results, executed
PROGRAMS = [
    (
        f"T2 two branches {_FLOW}",
        "!!VP2.0 MOVC CC,c[0];BRA l1(LT.xyzw);MOV R0,c[1];l1:BRA l2(LT.wyzw);MOV R1,c[1];l2:MOV o[HPOS],R0;"
        "MOV o[COL0],R1;END",
        {0: _T1, 1: (1, 1, 1, 1)},
        {"HPOS": (0, 0, 0, 0), "COL0": (1, 1, 1, 1)},
        6,
    ),
    (
        f"T8 loop with subroutine and main {_FLOW}",
        "!!VP2.0 acc:ADD R0,R0,R1;RET;main:MOV R0,c[0].z;MOV R1,c[0].y;FLRC R2.x,c[0].x;BRA done(LE.x);"
        "top:CAL acc;ADDC R2.x,R2.x,-c[0].w;BRA top(GT.x);done:MOV o[HPOS],R0;END",
        {0: (3.7, 2.5, 0, 1)},
        {"HPOS": (7.5, 7.5, 7.5, 7.5)},
        20,
    ),
    (
        f"T9 address loop {_FLOW}",
        "!!VP2.0 ARLC A1,c[0];BRA d(LE.x);t:ADD R0,R0,c[A1.y];ARAC A1.xy,A1;BRA t(GT.x);d:MOV o[HPOS],R0;END",
        {0: (3, 2, -1, 4), 2: (1, 0, 0, 0), 6: (10, 0, 0, 0), 10: (100, 0, 0, 0)},
        {"HPOS": (111, 0, 0, 0)},
        12,
    ),
    (f"T10 depth 4 works {_FLOW}", _DEPTH.format(""), _UNIT, {"COL0": (2, 2, 2, 2)}, 12),
    (
        f"T11 depth 5 stops with the results as they stand {_FLOW}",
        _DEPTH.format("CAL s5;"),
        _UNIT,
        {"COL0": (1, 1, 1, 1), "HPOS": (5, 6, 7, 8)},
        7,
    ),
    (
        f"T12 65,536 instructions {_FLOW}",
        "!!VP2.0 MOV o[HPOS],v[0];l:ADD R0.x,R0.x,c[0].x;MOV o[TEX0].x,R0.x;BRA l;END",
        {0: (1, 0, 0, 0)},
        {"TEX0": (21845, 0, 0, 1), "HPOS": (5, 6, 7, 8)},
        65536,
    ),
    (
        f"T13 main {_FLOW}",
        "!!VP2.0 MOV o[HPOS],c[0];RET;main:MOV o[HPOS],c[1];END",
        _UNIT,
        {"HPOS": (1, 1, 1, 1)},
        1,
    ),
    (
        f"T14 RET ends {_FLOW}",
        "!!VP2.0 MOV o[HPOS],c[1];RET;MOV o[HPOS],c[0];END",
        _UNIT,
        {"HPOS": (1, 1, 1, 1)},
        2,
    ),
    (
        f"T14 RET(FL) {_FLOW}",
        "!!VP2.0 MOV o[HPOS],c[1];RET(FL);MOV o[HPOS],c[0];END",
        _UNIT,
        {"HPOS": (0, 0, 0, 0)},
        3,
    ),
    (
        f"T15 past the end in a subroutine {_FLOW}",
        "!!VP2.0 MOV o[HPOS],c[2];CAL e;MOV o[HPOS],c[1];e:END",
        _UNIT,
        {"HPOS": (2, 2, 2, 2)},
        2,
    ),
    (
        f"T16 labels are transparent {_FLOW}",
        "!!VP2.0 MOV R0,c[1];l:ADD R0,R0,c[1];MOV o[HPOS],R0;END",
        _UNIT,
        {"HPOS": (2, 2, 2, 2)},
        3,
    ),
    (
        f"T17 conditional CAL and RET {_FLOW}",
        "!!VP2.0 CAL f(EQ.w);MOV o[HPOS],c[2];RET;f:MOV o[COL0],c[1];RET(GT);ADD R0,R0,c[2];"
        "MOV o[COL1],R0;RET;END",
        _UNIT,
        {"COL0": (1, 1, 1, 1), "HPOS": (2, 2, 2, 2), "COL1": (2, 2, 2, 2)},
        8,
    ),
    (
        "T20 c[A0.x+255] NV_vertex_program2 2.14.1.8",
        "!!VP2.0 ARL A0.x,c[0].x;MOV o[HPOS],c[A0.x+255];END",
        {255: (1, 2, 3, 4)},
        {"HPOS": (1, 2, 3, 4)},
        2,
    ),
    (
        "T20 c[256] reads zeros NV_vertex_program 2.14.1.9",
        "!!VP2.0 ARL A0.x,c[0].x;MOV o[HPOS],c[A0.x+255];END",
        {0: (1, 0, 0, 0), 255: (1, 2, 3, 4)},
        {"HPOS": (0, 0, 0, 0)},
        2,
    ),
    (
        "T20 c[-1] reads zeros NV_vertex_program 2.14.1.9",
        "!!VP2.0 ARL A0.x,c[0].x;MOV o[HPOS],c[A0.x-1];END",
        {255: (1, 2, 3, 4)},
        {"HPOS": (0, 0, 0, 0)},
        2,
    ),
    (
        "T21 operands are read before the result is written NV_vertex_program2 2.14.1",
        "!!VP2.0 MOV R0,c[0];MUL R0,R0.yzwx,R0;MOV o[HPOS],R0;END",
        {0: (1, 2, 3, 4)},
        {"HPOS": (2, 6, 12, 4)},
        3,
    ),
    (
        "T22 unwritten state NV_vertex_program2 2.14.1.4-5",
        "!!VP1.0 ADD o[HPOS].x,R5.y,R11.w;END",
        {},
        {"HPOS": (0, 0, 0, 1)},
        1,
    ),
    (
        "K11 main may be branched to NV_vertex_program2 2.14.2.3",
        "!!VP2.0 MOV o[HPOS],c[1];RET;main:ADDC R0.x,R0.x,c[1].x;ADDC CC.x,R0.x,-c[1].x;BRA main(EQ.x);"
        "MOV o[HPOS],R0.x;END",
        _UNIT,
        {"HPOS": (2, 2, 2, 2)},
        7,
    ),
    (
        "K9 initial code is EQ NV_vertex_program2 2.14.1.6",
        "!!VP2.0 MOV o[HPOS],c[1];BRA a(LT);MOV o[COL0],c[1];a:BRA b(EQ);MOV o[COL0],c[2];b:END",
        _UNIT,
        {"COL0": (1, 1, 1, 1)},
        4,
    ),
    (
        "K8 destination CC without C has no effect NV_vertex_program2 2.14.1.4",
        "!!VP2.0 MOV CC,c[1];MOV o[HPOS],c[1];MOV o[HPOS](GT),c[2];END",
        _UNIT,
        {"HPOS": (1, 1, 1, 1)},
        3,
    ),
    (
        "K7 swizzled condition mask NV_vertex_program2 2.14.2.2",
        "!!VP2.0 MOVC CC,c[0];MOV o[HPOS],c[1];MOV o[HPOS](NE.zyxw),c[2];END",
        {**_UNIT, 0: (1, -1, 0, 1)},
        {"HPOS": (1, 2, 2, 2)},
        3,
    ),
]


@pytest.mark.parametrize(
    ("text", "c", "expected", "executed"), [row[1:] for row in PROGRAMS], ids=[r[0] for r in PROGRAMS]
)
def test_program(text, c, expected, executed):
    results = run(text, c, {0: (5, 6, 7, 8)})
    for name, value in expected.items():
        assert same(results[name][0], value), (name, results[name][0])
    assert results.executed[0] == executed


#: T1, T3 to T7, T18: text, c[], R0, final codes
CODES = [
    ("T1 first", "MOVC R0,R1;", {}, _T1, "LT EQ GT UN"),
    ("T1 second", "MOVC R0,R1;MOVC R0.xyz,R1.yzwx;", {}, (0, 2, NAN, NAN), "EQ GT UN UN"),
    (
        "T1 third",
        "MOVC R0,R1;MOVC R0.xyz,R1.yzwx;MOVC R0(NE),R1.zywx;",
        {},
        (0, 0, NAN, -2),
        "EQ EQ UN LT",
    ),
    ("T3", "MOVC CC,c[0];MOVC R0.yzw(GT.zzxw),c[1];", {1: (-1, -5, 0, 3)}, (0, -5, 0, 0), "LT LT GT UN"),
    ("T4", "MOVC CC,c[0];ADDC R0.xy(LT.x),c[1],-c[1];", {1: (-1, -5, 0, 3)}, (0, 0, 0, 0), "EQ EQ GT UN"),
    ("T5", "MOVC CC,c[0];MOVC R0(FL),c[1];", {1: (1, 1, 1, 1)}, (0, 0, 0, 0), "LT EQ GT UN"),
    ("T6", "MOVC CC.xz,c[0];MOVC R0.zw(LT.x),c[1];", {1: (1, 2, 3, -4)}, (0, 0, 3, -4), "LT EQ GT LT"),
    ("T7", "MOVC CC,c[0];MOV R0.xyw(GE.wzyx),c[1];", {1: (1, 2, 3, 4)}, (0, 2, 0, 0), "LT EQ GT UN"),
    ("T18 ARLC", "ARLC A0,c[2];", {2: (0.5, 1.5, -0.5, -1.5)}, (0, 0, 0, 0), "EQ GT LT LT"),
    ("T18 ARRC", "ARRC A0,c[2];", {2: (0.5, 1.5, -0.5, -1.5)}, (0, 0, 0, 0), "EQ GT EQ LT"),
    ("ARLC of NaN", "ARLC A0,c[2];", {2: (NAN, INF, -INF, 0.5)}, (0, 0, 0, 0), "EQ GT LT EQ"),
    ("T9 codes", "ARLC A1,c[2];ARAC A1.xy,A1;", {2: (1, 2, -1, 4)}, (0, 0, 0, 0), "EQ GT LT GT"),
    ("infinities by sign", "MOVC CC,c[2];", {2: (-INF, INF, -0.0, NAN)}, (0, 0, 0, 0), "LT GT EQ UN"),
]


@pytest.mark.parametrize(
    ("body", "c", "r0", "codes"), [row[1:] for row in CODES], ids=[f"{r[0]} {_WRITE}" for r in CODES]
)
def test_condition_codes(body, c, r0, codes):
    text = f"!!VP2.0 MOV R1,c[0];{body}MOV o[HPOS],R0;{_CODES}END"
    results = run(text, {0: _T1, 10: (1, 1, 1, 1), **c})
    assert same(results["HPOS"][0], r0)
    assert _codes(results) == codes.split()


@pytest.mark.parametrize(
    ("offset", "address", "expected"),
    [("-64", 159.9, 95), ("-64", 160.0, None), ("+63", -63.0, 0), ("+63", -63.5, None), ("", NAN, 0)],
)
def test_relative_range_vp1(offset, address, expected):
    """T19 NV_vertex_program 2.14.1.9."""
    c = {0: (1, 2, 3, 4), 95: (5, 6, 7, 8)}
    results = run(f"!!VP1.0 ARL A0.x,v[0].x;MOV o[HPOS],c[A0.x{offset}];END", c, {0: (address, 0, 0, 0)})
    assert same(results["HPOS"][0], c[expected] if expected is not None else (0, 0, 0, 0))


def test_lanes_gather_their_own_parameters():
    """NV_vertex_program2 2.14.1.9: each vertex has its own address register, out of range or not."""
    c = {index: (index, -index, 2 * index, 1) for index in range(256)}
    addresses = np.array([0, 7, 255, 256, -1, 600, -600, 3.9], np.float32)
    v = np.zeros((8, 4), np.float32)
    v[:, 1] = addresses
    results = run("!!VP2.0 ARL A1.z,v[0].y;MOV o[HPOS].xzw,-c[A1.z].yyxw;END", c, {0: v}, 8)
    expected = [(i, 0, -i, -1) if 0 <= i < 256 else (0, 0, 0, 0) for i in np.floor(addresses)]
    assert np.array_equal(results["HPOS"][:, [0, 2]], np.array(expected)[:, [0, 2]])
    assert np.array_equal(results["HPOS"][:, 3], np.array(expected)[:, 3])


def test_state_program_normalises():
    """M17 NV_vertex_program2 2.14.5."""
    text = "!!VSP1.0 DP3 R0.w,c[1],c[1];RSQ R0.w,R0.w;MUL c[1].xyz,c[1],R0.w;END"
    c = run(text, {1: (3, 4, 0, 9)}, {0: (0, 0, 0, 1)})["c"]
    assert c.shape == (96, 4)
    assert np.allclose(c[1], (0.6, 0.8, 0, 9), rtol=1e-6)


def test_state_program_sees_its_writes():
    """M18 NV_vertex_program2 2.14.5: later instructions see parameter writes, relative reads too."""
    text = "!!VSP1.0 MOV c[2],v[0];ARL A0.x,v[0].x;MOV c[3],c[A0.x+1];END"
    c = run(text, {}, {0: (1, 7, 8, 9)})["c"]
    assert same(c[2], (1, 7, 8, 9)) and same(c[3], (1, 7, 8, 9))


def test_state_program_runs_rows_in_order():
    """M14 NV_vertex_program2 2.14.5: one run a row, each from zeroed registers and shared parameters."""
    text = "!!VSP1.0 ADD R0,R0,v[0];ADD c[5],c[5],R0;MOV R1,c[5];ADD c[6],R1,c[6].wzyx;END"
    rows = np.arange(12, dtype=np.float32).reshape(3, 4)
    c = run(text, {}, {0: rows}, 3)["c"]
    assert same(c[5], rows.sum(axis=0))
    expected = np.zeros(4, np.float32)
    for end in (1, 2, 3):
        expected = rows[:end].sum(axis=0) + expected[::-1]
    assert same(c[6], expected)


def test_state_program_leaves_its_input():
    """The caller's parameters are not written."""
    program = load("!!VSP1.0 MOV c[2],v[0];END")
    parameters = np.zeros((96, 4), np.float32)
    execute(program, {0: np.ones((1, 4), np.float32)}, Resources(parameters), 1)
    assert not parameters.any()
