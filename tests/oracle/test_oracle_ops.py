"""Special values and worked examples of every opcode, each run as a program of one instruction."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest
from batches import every
from oracle_helpers import INF, NAN, bits, registers, run, same

from nvrender.languages.profiles import OPCODES as ALL_OPCODES

#: The families both back ends execute.
OPCODES = {key: row for key, row in ALL_OPCODES.items() if key[0] in ("vp1", "vp2")}

_TINY = 2.0**-130
_HUGE = 3e38


def _execute(header: str, opcode: str, *operands) -> np.ndarray:
    """The (4,) result of one opcode; scalars fill a vector. Operands pass through attributes."""
    sources, setup = [], ""
    for index in range(len(operands)):
        setup += f"MOV R{index + 1},v[{index}];"
        scalar = OPCODES["vp2" if header == "!!VP2.0" else "vp1", opcode].operands[index].value == "s"
        sources.append(f"R{index + 1}.x" if scalar else f"R{index + 1}")
    v = {index: np.broadcast_to(np.float32(operand), 4)[None] for index, operand in enumerate(operands)}
    text = f"{header} {setup}{opcode} o[HPOS],{','.join(sources)};END"
    return run(text, {}, v)["HPOS"][0]


# (section, headers, opcode, operands, expected); headers "12" means VP1.1 and VP2.0.
_OLD, _NEW, _NEW_11 = (
    "NV_vertex_program 2.14.1.10",
    "NV_vertex_program2 2.14.3",
    "NV_vertex_program1_1 2.14.1.10",
)
_MODEL = "NV_vertex_program 2.14.1.11"
ROWS = [
    # S1
    (f"{_NEW}.1", "12", "ABS", [(NAN, -INF, -0.0, 0.0)], (NAN, INF, 0, 0)),
    (f"{_NEW}.1", "12", "ABS", [(INF, -1.5, 1.5, -3)], (INF, 1.5, 1.5, 3)),
    # S2
    (f"{_NEW}.2", "12", "ADD", [(NAN, INF, -INF, INF), (1, -1e30, INF, INF)], (NAN, INF, NAN, INF)),
    (f"{_NEW}.2", "12", "ADD", [(-0.0, 0.0, -0.0, -INF), (-0.0, -0.0, 5, 1)], (-0.0, 0, 5, -INF)),
    (f"{_NEW}.2", "12", "ADD", [(1, NAN, INF, 0.0), (NAN, INF, -INF, 0.0)], (NAN, NAN, NAN, 0)),
    (f"{_NEW}.39", "12", "SUB", [(1, INF, 0.0, -0.0), (2, INF, 0.0, 0.0)], (-1, NAN, 0, -0.0)),
    (f"{_NEW}.39", "12", "SUB", [(INF, NAN, -INF, 5), (-INF, 1, 1, 5)], (INF, NAN, -INF, 0)),
    # S5, S6
    (f"{_NEW}.8", "2", "COS", [NAN], NAN),
    (f"{_NEW}.8", "2", "COS", [INF], NAN),
    (f"{_NEW}.8", "2", "COS", [-INF], NAN),
    (f"{_NEW}.8", "2", "COS", [-0.0], 1),
    (f"{_NEW}.33", "2", "SIN", [NAN], NAN),
    (f"{_NEW}.33", "2", "SIN", [-INF], NAN),
    (f"{_NEW}.33", "2", "SIN", [0.0], 0.0),
    (f"{_NEW}.33", "2", "SIN", [-0.0], -0.0),
    # S7, V30-V32
    (f"{_NEW}.9", "12", "DP3", [(1, 2, 3, 4), (5, 6, 7, 8)], 38),
    (f"{_NEW}.10", "12", "DP4", [(1, 2, 3, 4), (5, 6, 7, 8)], 70),
    (f"{_NEW}.11", "12", "DPH", [(1, 2, 3, 99), (4, 5, 6, 7)], 39),
    (f"{_NEW}.12", "12", "DST", [(9, 4, 4, 9), (9, 0.5, 9, 0.5)], (1, 2, 4, 0.5)),
    (f"{_NEW}.12", "12", "DST", [(NAN, 2, NAN, NAN), (NAN, 3, NAN, -INF)], (1, 6, NAN, -INF)),
    (f"{_NEW}.12", "2", "DST", [(1, 0, 1, 1), (1, INF, 1, 1)], (1, NAN, 1, 1)),
    (_MODEL, "1", "DST", [(1, 0, 1, 1), (1, NAN, 1, 1)], (1, 0, 1, 1)),
    (f"{_NEW}.9", "2", "DP3", [(0, 1, 1, 1), (INF, 1, 1, 1)], NAN),
    (_MODEL, "1", "DP3", [(0, 1, 1, 1), (INF, 1, 1, 1)], 2),
    (_MODEL, "1", "DP4", [(0, -0.0, 1, NAN), (NAN, -INF, 1, 0)], 1),
    (_MODEL, "1", "DPH", [(0, -0.0, 1, NAN), (NAN, -INF, 1, 2)], 3),
    (_MODEL, "1", "DP4", [(-0.0,) * 4, (1, 2, 3, 4)], 0.0),
    (f"{_NEW}.10", "2", "DP4", [(-0.0,) * 4, (1, 2, 3, 4)], -0.0),
    (f"{_NEW}.10", "12", "DP4", [(2.0**24, 1, 1, -(2.0**24)), (1, 1, 1, 1)], 0.0),
    (f"{_NEW}.20", "2", "MAD", [(0, 0, -0.0, 2), (INF, 1, 1, 3), (1, -0.0, -0.0, 4)], (NAN, 0, -0.0, 10)),
    (_MODEL, "1", "MAD", [(0, 0, -0.0, 2), (INF, NAN, 1, 3), (1, 5, -0.0, 4)], (1, 5, 0, 10)),
    (f"{_NEW}.20", "12", "MAD", [1 + 2.0**-12, 1 + 2.0**-12, -(1 + 2.0**-11)], 0.0),
    # S8, V20
    (f"{_NEW}.24", "2", "MUL", [(0, 0, -0.0, -0.0), (INF, NAN, 3, -3)], (NAN, NAN, -0.0, 0.0)),
    (_MODEL, "1", "MUL", [(0, 0, -0.0, -0.0), (INF, NAN, 3, -3)], (0, 0, 0, 0)),
    (_MODEL, "1", "MUL", [(INF, NAN, -INF, 7), (-0.0, 0, -0.0, -0.0)], (0, 0, 0, 0)),
    (f"{_NEW}.24", "12", "MUL", [(INF, -INF, INF, NAN), (-2, -2, INF, 1)], (-INF, INF, INF, NAN)),
    (f"{_NEW}.24", "12", "MUL", [(1, 1, 1, 1), (INF, -INF, -3, 7)], (INF, -INF, -3, 7)),
    # S9
    (f"{_NEW}.13", "2", "EX2", [NAN], NAN),
    (f"{_NEW}.13", "2", "EX2", [-INF], 0.0),
    (f"{_NEW}.13", "2", "EX2", [INF], INF),
    (f"{_NEW}.13", "2", "EX2", [-0.0], 1),
    (f"{_NEW}.13", "2", "EX2", [128], INF),
    (f"{_NEW}.13", "2", "EX2", [-126], 2.0**-126),
    (f"{_NEW}.13", "2", "EX2", [-127], 0.0),
    # S10, V3-V7
    (f"{_NEW}.14", "2", "EXP", [INF], (INF, NAN, INF, 1)),
    (f"{_OLD}.15", "1", "EXP", [INF], (INF, 0, INF, 1)),
    (f"{_NEW}.14", "2", "EXP", [-INF], (0, NAN, 0, 1)),
    (f"{_OLD}.15", "1", "EXP", [-INF], (0, 0, 0, 1)),
    (f"{_NEW}.14", "2", "EXP", [128.5], (INF, 0.5, INF, 1)),
    (f"{_OLD}.15", "1", "EXP", [128.5], (INF, 0, INF, 1)),
    (f"{_NEW}.14", "2", "EXP", [-126.5], (0, 0.5, 0, 1)),
    (f"{_OLD}.15", "1", "EXP", [-126.5], (0, 0, 0, 1)),
    (f"{_OLD}.15", "12", "EXP", [NAN], (NAN, NAN, NAN, 1)),
    (f"{_OLD}.15", "12", "EXP", [-0.0], (1, 0, 1, 1)),
    (f"{_OLD}.15", "12", "EXP", [127], (2.0**127, 0, 2.0**127, 1)),
    (f"{_OLD}.15", "12", "EXP", [-126], (2.0**-126, 0, 2.0**-126, 1)),
    # S11, S12, V34
    (f"{_NEW}.15", "2", "FLR", [(NAN, -0.0, 0.0, INF)], (NAN, -0.0, 0.0, INF)),
    (f"{_NEW}.15", "2", "FLR", [(-INF, -3.6, 2.3, -0.25)], (-INF, -4, 2, -1)),
    (f"{_NEW}.16", "2", "FRC", [(NAN, INF, -INF, -0.0)], (NAN, NAN, NAN, 0.0)),
    (f"{_NEW}.16", "2", "FRC", [(0.0, 1.5, -1.75, -1e-30)], (0.0, 0.5, 0.25, bits(0x3F7FFFFF))),
    # S13
    (f"{_NEW}.17", "2", "LG2", [NAN], NAN),
    (f"{_NEW}.17", "2", "LG2", [INF], INF),
    (f"{_NEW}.17", "2", "LG2", [-0.0], -INF),
    (f"{_NEW}.17", "2", "LG2", [-1], NAN),
    (f"{_NEW}.17", "2", "LG2", [-INF], NAN),
    (f"{_NEW}.17", "2", "LG2", [_TINY], -INF),
    (f"{_NEW}.17", "2", "LG2", [8], 3),
    # S14, V9, V10
    (f"{_OLD}.16", "12", "LOG", [0.0], (-INF, 1, -INF, 1)),
    (f"{_OLD}.16", "12", "LOG", [-0.0], (-INF, 1, -INF, 1)),
    (f"{_OLD}.16", "12", "LOG", [-INF], (INF, 1, INF, 1)),
    (f"{_OLD}.16", "12", "LOG", [NAN], (NAN, NAN, NAN, 1)),
    (f"{_OLD}.16", "12", "LOG", [_TINY], (-INF, 1, -INF, 1)),
    (f"{_OLD}.16", "12", "LOG", [2.0**-126], (-126, 1, -126, 1)),
    # S15, V15-V17, V19
    (f"{_OLD}.17", "12", "LIT", [(-0.25, 0.9, 0, 8)], (1, 0, 0, 1)),
    (f"{_OLD}.17", "12", "LIT", [(0.5, -0.3, 0, 8)], (1, 0.5, 0, 1)),
    (f"{_OLD}.17", "12", "LIT", [(0.5, 0, 0, 0)], (1, 0.5, 1, 1)),
    (f"{_OLD}.17", "12", "LIT", [(0, 0.9, 0, 8)], (1, 0, 0, 1)),
    (f"{_NEW}.18", "12", "LIT", [(-0.0, 0.9, 0, 8)], (1, 0.0, 0, 1)),
    (f"{_NEW}.18", "12", "LIT", [(NAN, 0.9, 0, 8)], (1, NAN, 0, 1)),
    (f"{_NEW}.18", "12", "LIT", [(1, 0, 0, -2)], (1, 1, INF, 1)),
    (f"{_NEW}.18", "12", "LIT", [(1, 1, 0, 77)], (1, 1, 1, 1)),
    (f"{_NEW}.18", "12", "LIT", [(1, INF, 0, 2)], (1, 1, INF, 1)),
    (f"{_NEW}.18", "12", "LIT", [(1, INF, 0, -2)], (1, 1, 0, 1)),
    (f"{_NEW}.18", "12", "LIT", [(1, INF, 0, 0)], (1, 1, 1, 1)),
    (f"{_NEW}.18", "12", "LIT", [(1, 0.75, 0, 1)], (1, 1, 0.75, 1)),
    (f"{_NEW}.18", "12", "LIT", [(1, NAN, 0, 1)], (1, 1, NAN, 1)),
    (f"{_NEW}.18", "12", "LIT", [(1, 1, 0, NAN)], (1, 1, NAN, 1)),
    (f"{_NEW}.18", "12", "LIT", [(INF, 0.5, 0, INF)], (1, INF, np.float32(2.0**-127.99609375) * 0, 1)),
    (f"{_NEW}.18", "12", "LIT", [(1, 2, 0, INF)], (1, 1, np.float32(2.0**127.99609375), 1)),
    # S16, V23
    (f"{_NEW}.21", "12", "MAX", [(NAN, 1, 1, -2), (1, NAN, 2, INF)], (NAN, NAN, 2, INF)),
    (f"{_NEW}.22", "12", "MIN", [(NAN, 1, 1, -INF), (1, NAN, 2, -2)], (NAN, NAN, 1, -INF)),
    (f"{_NEW}.21", "2", "MAX", [(-0.0, 0.0, -0.0, 0.0), (0.0, -0.0, -0.0, 0.0)], (0.0, 0.0, -0.0, 0.0)),
    (f"{_NEW}.22", "2", "MIN", [(-0.0, 0.0, -0.0, 0.0), (0.0, -0.0, -0.0, 0.0)], (-0.0, -0.0, -0.0, 0.0)),
    # S17
    (f"{_NEW}.23", "12", "MOV", [(NAN, -INF, -0.0, 1e-30)], (NAN, -INF, -0.0, 1e-30)),
    # S18, V24, V25
    (f"{_NEW_11}.19", "12", "RCC", [NAN], NAN),
    (f"{_NEW_11}.19", "12", "RCC", [INF], bits(0x1F800000)),
    (f"{_NEW_11}.19", "12", "RCC", [-INF], bits(0x9F800000)),
    (f"{_NEW_11}.19", "12", "RCC", [0.0], bits(0x5F800000)),
    (f"{_NEW_11}.19", "12", "RCC", [-0.0], bits(0xDF800000)),
    (f"{_NEW_11}.19", "12", "RCC", [2.0**65], bits(0x1F800000)),
    (f"{_NEW_11}.19", "12", "RCC", [-(2.0**65)], bits(0x9F800000)),
    (f"{_NEW_11}.19", "12", "RCC", [2.0**-65], bits(0x5F800000)),
    (f"{_NEW_11}.19", "12", "RCC", [-(2.0**-65)], bits(0xDF800000)),
    (f"{_NEW_11}.19", "12", "RCC", [1], 1),
    (f"{_NEW_11}.19", "12", "RCC", [-1], -1),
    (f"{_NEW_11}.19", "12", "RCC", [2], 0.5),
    # S19
    (f"{_NEW}.26", "12", "RCP", [NAN], NAN),
    (f"{_NEW}.26", "12", "RCP", [INF], 0.0),
    (f"{_NEW}.26", "12", "RCP", [-INF], -0.0),
    (f"{_NEW}.26", "12", "RCP", [0.0], INF),
    (f"{_NEW}.26", "12", "RCP", [-0.0], -INF),
    (f"{_NEW}.26", "12", "RCP", [1], 1),
    (f"{_NEW}.26", "12", "RCP", [-_HUGE], -0.0),
    # S20, V11-V13
    (f"{_NEW}.28", "12", "RSQ", [NAN], NAN),
    (f"{_NEW}.28", "12", "RSQ", [INF], 0.0),
    (f"{_NEW}.28", "12", "RSQ", [0.0], INF),
    (f"{_NEW}.28", "2", "RSQ", [-INF], NAN),
    (f"{_NEW}.28", "2", "RSQ", [-0.0], -INF),
    (f"{_NEW}.28", "2", "RSQ", [-4], NAN),
    (f"{_OLD}.7", "1", "RSQ", [-INF], 0.0),
    (f"{_OLD}.7", "1", "RSQ", [-0.0], INF),
    (f"{_OLD}.7", "1", "RSQ", [-4], 0.5),
    # S21, V21, V22, V36
    (f"{_NEW}.29", "2", "SEQ", [(NAN, -0.0, INF, 1), (NAN, 0.0, INF, 2)], (NAN, 1, 1, 0)),
    (f"{_NEW}.31", "2", "SGE", [(NAN, -0.0, INF, 1), (INF, 0.0, INF, 2)], (NAN, 1, 1, 0)),
    (f"{_NEW}.32", "2", "SGT", [(1, -0.0, INF, 3), (NAN, 0.0, INF, 2)], (NAN, 0, 0, 1)),
    (f"{_NEW}.34", "2", "SLE", [(NAN, -0.0, -INF, 1), (1, 0.0, -INF, 2)], (NAN, 1, 1, 1)),
    (f"{_NEW}.35", "2", "SLT", [(NAN, -0.0, -INF, 1), (1, 0.0, -INF, 2)], (NAN, 0, 0, 1)),
    (f"{_NEW}.36", "2", "SNE", [(NAN, -0.0, INF, 1), (NAN, 0.0, INF, 2)], (NAN, 0, 0, 1)),
    (_MODEL, "1", "SGE", [(-0.0, 0.0, NAN, INF), (0.0, -0.0, INF, NAN)], (0, 1, 1, 0)),
    (_MODEL, "1", "SLT", [(-0.0, 0.0, -NAN, INF), (0.0, -0.0, -INF, NAN)], (1, 0, 1, 1)),
    (_MODEL, "1", "SGE", [(NAN, -NAN, NAN, -INF), (NAN, -NAN, -NAN, -NAN)], (1, 1, 1, 1)),
    (f"{_OLD}.13", "1", "SLT", [(1, 2, -3, -1), (2, 1, -3, -2)], (1, 0, 0, 0)),
    # S22, V35, S23
    (f"{_NEW}.37", "2", "SSG", [(-2, -0.0, NAN, INF)], (-1, 0.0, NAN, 1)),
    (f"{_NEW}.37", "2", "SSG", [(-INF, 0.0, 1e-30, -1e-30)], (-1, 0.0, 1, -1)),
    (f"{_NEW}.30", "2", "SFL", [NAN, INF], 0.0),
    (f"{_NEW}.38", "2", "STR", [NAN, INF], 1.0),
    # denormals count as zeros of their sign
    (
        _MODEL,
        "12",
        "ADD",
        [(_TINY, -_TINY, 1.5 * 2.0**-126, 1), (0.0, -0.0, -(2.0**-126), _TINY)],
        (0, -0.0, 0, 1),
    ),
    (_NEW, "2", "MUL", [(1e-30, -1e-30, _TINY, _TINY), (1e-30, 1e-30, INF, 1)], (0, -0.0, NAN, 0)),
    (_MODEL, "1", "MUL", [(1e-30, 1e-30, _TINY, _TINY), (1e-30, 1e-30, INF, 1)], (0, 0, 0, 0)),
    (_NEW, "2", "RCP", [-_TINY], -INF),
    (_NEW, "2", "SEQ", [(_TINY, -_TINY, 0, 2.0**-126), (0, _TINY, 0, 0)], (1, 1, 1, 0)),
    (_NEW, "2", "MAD", [2.0**-70, 2.0**-70, 2.0**-126], 2.0**-126),
]
_CASES = [
    ({"1": "!!VP1.1", "2": "!!VP2.0"}[header], opcode, operands, expected)
    for _, headers, opcode, operands, expected in ROWS
    for header in headers
]


@every(("header", "opcode", "operands", "expected"), _CASES)
def test_special_value(header, opcode, operands, expected):
    actual = _execute(header, opcode, *operands)
    assert same(actual, expected), actual


@every(("header", "opcode", "operands", "expected"), _CASES)
def test_special_value_in_software(header, opcode, operands, expected, monkeypatch):
    """The same where the processor is not asked to flush denormals."""
    monkeypatch.setattr("nvrender.ops.evaluation.numerics.HARDWARE_FLUSH", False)
    assert same(_execute(header, opcode, *operands), expected)


@pytest.mark.parametrize("header", ["!!VP1.1", "!!VP2.0"])
@pytest.mark.parametrize(
    ("opcode", "operand", "expected", "error"),
    [
        ("EXP", 2.3, (4, 0.3, 4.92458, 1), (0, 2.0**-21, 2.0**-9, 0)),
        ("EXP", -1.5, (0.25, 0.5, 0.353553, 1), (0, 0, 2.0**-13, 0)),
        ("EXP", 127.5, (2.0**127, 0.5, 2.0**127.5, 1), (0, 0, 2.0**116, 0)),
        ("LOG", -12, (3, 1.5, 3.58496, 1), (0, 0, 2.0**-11, 0)),
        ("LIT", (0.5, 0.5, 0, 2), (1, 0.5, 0.25, 1), (0, 0, 0.0005, 0)),
        ("LIT", (0.5, 0.5, 0, -200), (1, 0.5, 3.3936e38, 1), (0, 0, 0.045 * 3.4e38, 0)),
    ],
)
def test_worked_example(header, opcode, operand, expected, error):
    """V1, V2, V6, V8, V14, V18: NV_vertex_program 2.14.1.10.15-17, NV_vertex_program2 2.14.3."""
    actual = _execute(header, opcode, operand).astype(np.float64)
    assert (np.abs(actual - expected) <= error).all(), actual


@pytest.mark.parametrize(
    ("header", "values", "expected"),
    [
        ("!!VP1.1", (2.9, -0.1, -3.6), (2, -1, -4)),
        ("!!VP2.0", (2.9, -0.1, -3.6), (2, -1, -4)),
        ("!!VP2.0", (0.5, 1.5, 2.5, -0.5, -1.5, 3.7), None),
    ],
)
def test_address(header, values, expected):
    """V26, V28: NV_vertex_program 2.14.1.10.1, NV_vertex_program2 2.14.3.4-5."""
    opcode = "ARL" if expected else "ARR"
    expected = expected or (0, 2, 2, 0, -2, 4)
    v = np.zeros((len(values), 4), np.float32)
    v[:, 0] = values
    c = {20 + index: (index, 0, 0, 0) for index in range(-20, 20)}
    results = run(f"{header} {opcode} A0.x,v[0].x;MOV o[HPOS],c[A0.x+20];END", c, {0: v}, len(values))
    assert list(results["HPOS"][:, 0]) == list(expected)


_CLAMPS = [
    *(
        ("ARL", value, expected)
        for value, expected in ((600, 511), (-600, -512), (511.5, 511), (-512.5, -512))
    ),
    *(("ARL", value, expected) for value, expected in ((INF, 511), (-INF, -512), (NAN, 0), (-0.0, 0))),
    *(("ARR", value, expected) for value, expected in ((INF, 511), (NAN, 0), (511.5, 511), (-512.5, -512))),
]


@pytest.mark.parametrize(("opcode", "value", "expected"), _CLAMPS)
def test_address_clamps(opcode, value, expected):
    """V27, S4: an address register holds −512 … 511 (NV_vertex_program2 2.14.1.3)."""
    final = registers(f"!!VP2.0 {opcode} A0,c[0].x;MOV o[HPOS],c[0];END", {0: (value, 0, 0, 0)})
    assert final.get("A0", [0.0] * 4) == [expected] * 4


def test_address_add():
    """V29, S3: every sum is clamped, results in pairs (NV_vertex_program2 2.14.3.3)."""
    text = "!!VP2.0 ARL A1,c[0];ARA A0,A1;ARAC A1.zw,A0;MOV o[HPOS],c[0];END"
    final = registers(text, {0: (500, -300, 100, -300)})
    assert final["A0"] == [511, -512, 511, -512]
    assert final["A1"] == [500, -300, 511, -512]
    assert final["CC"] == [0, 0, 511, -512]


def test_reciprocal_of_one_is_one():
    """NV_vertex_program 2.14.1.10.6: exactly 1.0, so that homogeneous coordinates stay as they are."""
    assert _execute("!!VP1.1", "RCP", 1)[0] == 1.0


_ACCURACY = [
    ("RCP", np.linspace(1, 2, 4097), lambda x: 1 / x, 2.0**-22),
    ("RSQ", np.linspace(1, 4, 4097), lambda x: 1 / np.sqrt(x), 2.0**-22),
    ("EX2", np.linspace(0, 1, 4096, endpoint=False), np.exp2, 2.0**-22),
    ("LG2", np.linspace(0.25, 4, 4097), np.log2, 2.0**-22),
    ("SIN", np.linspace(0, 2 * np.pi, 4097), np.sin, 2.0**-22),
    ("COS", np.linspace(0, 2 * np.pi, 4097), np.cos, 2.0**-22),
]


@pytest.mark.parametrize(("opcode", "points", "exact", "bound"), _ACCURACY, ids=[row[0] for row in _ACCURACY])
def test_accuracy(opcode, points, exact, bound):
    """Far within what NV_vertex_program2 2.14.3 asks, so that the other side may use all of it."""
    v = np.zeros((len(points), 4), np.float32)
    v[:, 0] = points
    actual = run(f"!!VP2.0 {opcode} o[HPOS],v[0].x;END", {}, {0: v}, len(points))["HPOS"]
    assert np.abs(actual[:, 0].astype(np.float64) - exact(v[:, 0].astype(np.float64))).max() < bound / 4
    assert (actual[:, 0] == actual.T).all()


def test_vp1_nan_is_positive():
    """NV_vertex_program 2.14.1.11: computations with −NaN give +NaN; seen through SLT's total order."""
    for body in (
        "ADD R0,v[0],v[0];",
        "MUL R0,v[0],c[0].x;",
        "RCP R0,v[0].x;",
        "MAX R0,v[0],v[0];",
        "ABS R0,v[0];",
    ):
        text = f"!!VP1.1 {body}SLT o[HPOS],c[0].y,R0;END"
        assert run(text, {0: (2, INF, 0, 0)}, {0: (-NAN,) * 4})["HPOS"][0, 0] == 1, body


def test_operand_modifiers():
    """NV_vertex_program2 2.14.2.1: swizzle, absolute value, negation, on every kind of register."""
    for source in ("R1", "c[1]", "v[0]", "c[A0.x+1]"):
        text = f"!!VP2.0 ARL A0.x,c[0].x;MOV R1,v[0];MOV R0,-|{source}.wzyx|;ADD o[HPOS],R0,|{source}.y|;END"
        actual = run(text, {1: (2, -8, 9, -0.5)}, {0: (2, -8, 9, -0.5)})["HPOS"][0]
        assert same(actual, (7.5, -1, 0, 6)), source


@pytest.mark.parametrize("header", ["!!VP1.1", "!!VP2.0"])
def test_dot_products_of_any_swizzle(header):
    """NV_vertex_program2 2.14.3.9-11: every product is a term, also where a swizzle repeats components."""
    x, y = np.array((1, 2, 3, 5), np.float32), np.array((7, 11, 13, 17), np.float32)
    for one in ("xxxx", "wzyx", "xyyz", "zwxy", "yyww", "w"):
        for two in ("xyzw", "yyyy", "wwzx", "z"):
            a = x[["xyzw".index(letter) for letter in (one * 4)[:4]]]
            b = y[["xyzw".index(letter) for letter in (two * 4)[:4]]]
            dot3 = (a[:3] * b[:3]).sum()
            text = f"{header} MOV R0,v[0];MOV R1,c[0];DP3 o[HPOS],R0.{one},R1.{two};"
            text += f"DPH o[COL0],v[0].{one},c[0].{two};"
            results = run(text + f"DP4 o[COL1],-R0.{one},c[0].{two};END", {0: y}, {0: x})
            assert results["HPOS"][0, 0] == dot3, (one, two)
            assert results["COL0"][0, 1] == dot3 + b[3], (one, two)
            assert results["COL1"][0, 2] == -(a * b).sum(), (one, two)


def test_every_mask_writes_its_components_only():
    """NV_vertex_program2 2.14.2.2: each of the 15 masks, on lane-wise, scalar and per-component opcodes."""
    expected = {"MOV": (1, 2, 3, 4), "DP4": (30,) * 4, "DST": (1, 4, 3, 4), "MUL": (4, 1, 4, 9)}
    sources = {"MOV": "v[0]", "DP4": "v[0],v[0]", "DST": "v[0],v[0]", "MUL": "R2.wxyz,R2.wxyz"}
    for mask in range(1, 16):
        letters = "".join(letter for bit, letter in enumerate("xyzw") if mask >> bit & 1)
        for opcode, value in expected.items():
            text = f"!!VP1.0 MOV R2,c[1];{opcode} o[HPOS].{letters},{sources[opcode]};END"
            actual = run(text, {1: (1, 2, 3, -2)}, {0: (1, 2, 3, 4)})["HPOS"][0]
            wanted = [value[bit] if mask >> bit & 1 else (0, 0, 0, 1)[bit] for bit in range(4)]
            assert same(actual, wanted), (opcode, letters, actual)


def test_in_place_swizzles():
    """NV_vertex_program2 2.14.1: a destination that is also a swizzled operand, for many permutations."""
    random = np.random.default_rng(3)
    for _ in range(60):
        a, b = ("".join(random.choice(list("xyzw"), 4)) for _ in range(2))
        mask = re.sub(r"[^xyzw]", "", "".join(letter for letter in "xyzw" if random.random() < 0.7)) or "y"
        opcode = random.choice(["ADD", "MUL", "MAX", "SLT", "MAD", "DP4", "DP3", "DPH", "DST"])
        third = ",R0.zwxy" if opcode == "MAD" else ""
        through = f"{opcode} R1.{mask},R2.{a},R2.{b}{third.replace('R0', 'R2')};MOV o[HPOS],R1;"
        direct = f"{opcode} R0.{mask},R0.{a},R0.{b}{third};MOV o[COL0],R0;"
        text = f"!!VP2.0 MOV R0,v[0];MOV R1,R0;MOV R2,R0;{through}{direct}END"
        results = run(text, {}, {0: random.uniform(-2, 2, (9, 4))}, 9)
        assert np.array_equal(results["HPOS"], results["COL0"]), (opcode, mask, a, b)


def test_numpy_warns_of_nothing_where_denormals_are_zeros() -> None:
    """Before 2.4 it worked out the limits of a type when they were first asked for."""
    script = (
        "import numpy as np; from nvrender.ops.evaluation.numerics import arithmetic\n"
        "with arithmetic(): np.nan_to_num(np.zeros(1, np.float32)), np.nan_to_num(np.zeros(1))"
    )
    subprocess.run([sys.executable, "-W", "error::UserWarning", "-c", script], check=True)
