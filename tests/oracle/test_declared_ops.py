"""What each instruction of generation 4 and of the ARB languages computes, number by number."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from batches import every
from declared_helpers import INF, NAN, Number, agree, result_words, run

Vector = Number | Sequence[Number]
Expected = Number | Sequence[Number | None]
Row = tuple[str, str, tuple[Vector, ...], Expected]

_MIN = 0x80000000
_ONES = 0xFFFFFFFF

#: section, opcode with suffixes, operands, result; a float is a float, an int a 32-bit word.
GENERATION_4: list[Row] = [
    ("ABS", "ABS", ((-1.5, 2.0, -0.0, -INF),), (1.5, 2.0, 0.0, INF)),
    ("ABS", "ABS.S", ((-5, 5, _MIN, 0),), (5, 5, _MIN, 0)),
    ("ABS", "ABS.U", ((-5, 5, _MIN, 0),), (-5, 5, _MIN, 0)),
    ("ADD", "ADD", ((1.0, INF, INF, 3.0), (2.0, 1.0, -INF, NAN)), (3.0, INF, NAN, NAN)),
    ("ADD", "ADD.S", ((_ONES, 0x7FFFFFFF, -3, 5), (1, 1, 5, -9)), (0, _MIN, 2, -4)),
    ("ADD", "ADD.U", (_MIN, (_MIN, 1, 0, _ONES)), (0, 0x80000001, _MIN, 0x7FFFFFFF)),
    ("SUB", "SUB", ((1.0, 2.0, 0.0, INF), (3.0, 0.5, 0.0, INF)), (-2.0, 1.5, 0.0, NAN)),
    ("SUB", "SUB.S", ((5, 0, _MIN, 6), (6, _MIN, 1, 5)), (-1, _MIN, 0x7FFFFFFF, 1)),
    ("AND", "AND", ((0xF0F0, _ONES, 0, 1), (0xFF00, 7, 7, 3)), (0xF000, 7, 0, 1)),
    ("OR", "OR.U", ((0xF0F0, _ONES, 0, 1), (0xFF00, 7, 7, 2)), (0xFFF0, _ONES, 7, 3)),
    ("XOR", "XOR", ((0xF0F0, _ONES, 0, 1), (0xFF00, 7, 7, 3)), (0x0FF0, 0xFFFFFFF8, 7, 2)),
    ("NOT", "NOT", ((0, _ONES, 0xFF, _MIN),), (_ONES, 0, 0xFFFFFF00, 0x7FFFFFFF)),
    ("CEIL", "CEIL", ((-1.7, 3.7, -0.3, INF),), (-1.0, 4.0, -0.0, INF)),
    ("CEIL", "CEIL.S", ((-1.7, 3.7, 2.0, -0.3),), (-1, 4, 2, 0)),
    ("CEIL, issue 41", "CEIL.S", ((3e9, -3e9, NAN, INF),), (0x7FFFFFFF, _MIN, 0, 0x7FFFFFFF)),
    ("CEIL, issue 41", "CEIL.U", ((3e9, -3e9, NAN, INF),), (3000000000, 0, 0, _ONES)),
    ("CMP", "CMP", ((-0.0, -1.0, NAN, 1.0), 1.0, 2.0), (2.0, 1.0, 2.0, 2.0)),
    ("CMP", "CMP.S", ((-1, 0, _MIN, 1), 5, 6), (5, 6, 5, 6)),
    ("CMP", "CMP.U", ((-1, 0, _MIN, 1), 5, 6), 6),
    ("COS", "COS", ((0.0, 0.0, 0.0, 0.0),), 1.0),
    ("COS", "COS", ((1000.0, 0.0, 0.0, 0.0),), math.cos(1000.0)),
    ("SIN", "SIN", ((-1000.0, 0.0, 0.0, 0.0),), math.sin(-1000.0)),
    ("SIN", "SIN", ((-0.0, 0.0, 0.0, 0.0),), -0.0),
    ("DIV", "DIV", ((1.0, -1.0, 0.0, 3.0), (0.0, 0.0, 0.0, 0.0)), (INF, -INF, NAN, INF)),
    ("DIV", "DIV", ((1.0, -6.0, 0.0, INF), (2.0, 0.0, 0.0, 0.0)), (0.5, -3.0, 0.0, INF)),
    ("DIV", "DIV.S", ((7, -7, 6, _MIN), (2, 9, 9, 9)), (3, -3, 3, 0xC0000000)),
    ("DIV", "DIV.S", ((7, -7, 0, _MIN), (-1, 0, 0, 0)), (-7, 7, 0, _MIN)),
    ("DIV", "DIV.U", ((7, -7, 6, _MIN), (2, 0, 0, 0)), (3, 0x7FFFFFFC, 3, 0x40000000)),
    ("DIV, docs/semantics.md", "DIV.S", ((7, -7, 0, _MIN), (0, 9, 9, 9)), _ONES),
    ("DIV, docs/semantics.md", "DIV.U", ((7, -7, 0, _MIN), (0, 9, 9, 9)), _ONES),
    ("MOD", "MOD.S", ((7, 8, 9, 0), (3, 9, 9, 9)), (1, 2, 0, 0)),
    ("MOD, docs/semantics.md", "MOD.S", ((-7, 7, _MIN, 6), (-4, 9, 9, 9)), (-3, 3, 0, 2)),
    ("MOD", "MOD.U", ((_ONES, 7, 0, _MIN), (16, 0, 0, 0)), (15, 7, 0, 0)),
    ("MOD, docs/semantics.md", "MOD.U", ((_ONES, 7, 0, 1), 0), _ONES),
    ("DP2", "DP2", ((1.0, 2.0, NAN, NAN), (3.0, 4.0, NAN, NAN)), 11.0),
    ("DP2A", "DP2A", ((1.0, 2.0), (3.0, 4.0), (5.0, NAN)), 16.0),
    ("DP3", "DP3", ((1.0, 2.0, 3.0, NAN), (4.0, 5.0, 6.0, NAN)), 32.0),
    ("DP4", "DP4", ((1.0, 2.0, 3.0, 4.0), (4.0, 5.0, 6.0, 0.5)), 34.0),
    ("DPH", "DPH", ((1.0, 2.0, 3.0, 9.0), (4.0, 5.0, 6.0, 7.0)), 39.0),
    ("DST", "DST", ((NAN, 4.0, 4.0, NAN), (NAN, 0.5, NAN, 0.5)), (1.0, 2.0, 4.0, 0.5)),
    ("EX2", "EX2", ((3.0, NAN, NAN, NAN),), 8.0),
    ("EX2", "EX2", ((-INF, NAN, NAN, NAN),), 0.0),
    ("LG2", "LG2", ((8.0, NAN, NAN, NAN),), 3.0),
    ("LG2", "LG2", ((0.0, NAN, NAN, NAN),), -INF),
    ("LG2", "LG2", ((-2.0, 1.0, 1.0, 1.0),), NAN),
    ("FLR", "FLR", ((-1.7, 3.7, 2.0, -INF),), (-2.0, 3.0, 2.0, -INF)),
    ("FLR", "FLR.S", ((-1.7, 3.7, 2.0, -INF),), (-2, 3, 2, _MIN)),
    ("FRC", "FRC", ((-1.75, 3.25, 2.0, -0.0),), (0.25, 0.25, 0.0, None)),
    ("I2F", "I2F.S", ((_ONES, 5, 0x7FFFFFFF, 0),), (-1.0, 5.0, 2147483648.0, 0.0)),
    ("I2F", "I2F.U", ((_ONES, 5, _MIN, 16777217),), (4294967296.0, 5.0, 2147483648.0, 16777216.0)),
    ("LIT", "LIT", ((0.5, 0.25, NAN, 2.0),), (1.0, 0.5, 0.0625, 1.0)),
    ("LIT", "LIT", ((-1.0, 0.5, NAN, 2.0),), (1.0, 0.0, 0.0, 1.0)),
    ("LIT", "LIT", ((1.0, 0.0, NAN, 0.0),), (1.0, 1.0, 1.0, 1.0)),
    ("LIT", "LIT", ((1.0, -3.0, NAN, 2.0),), (1.0, 1.0, 0.0, 1.0)),
    ("LIT", "LIT", ((1.0, 2.0, NAN, 200.0),), (1.0, 1.0, 2.0**127.9999924, 1.0)),
    ("LIT", "LIT", ((0.0, 2.0, NAN, NAN),), (1.0, 0.0, 0.0, 1.0)),
    ("LRP", "LRP", (0.25, 8.0, 4.0), 5.0),
    ("MAD", "MAD", ((2.0, 0.0, 1.0, 3.0), (3.0, INF, 1.0, -1.0), 0.5), (6.5, NAN, 1.5, -2.5)),
    ("MAD", "MAD.S", ((-2, 0x10000, 3, _MIN), (3, 0x10000, 5, 2), (1, 7, -1, 9)), (-5, 7, 14, 9)),
    ("MAX", "MAX", ((0.0, -0.0, NAN, 1.0), (-0.0, 0.0, 2.0, NAN)), (-0.0, 0.0, 2.0, NAN)),
    ("MIN", "MIN", ((0.0, -0.0, NAN, 1.0), (-0.0, 0.0, 2.0, NAN)), (0.0, -0.0, NAN, 1.0)),
    ("MAX", "MAX.S", ((-1, 5, _MIN, 0), (1, -5, 0, -1)), (1, 5, 0, 0)),
    ("MAX", "MAX.U", ((-1, 5, _MIN, 0), (1, -5, 0, -1)), (-1, -5, _MIN, -1)),
    ("MIN", "MIN.S", ((-1, 5, _MIN, 0), (1, -5, 0, -1)), (-1, -5, _MIN, -1)),
    ("MIN", "MIN.U", ((-1, 5, _MIN, 0), (1, -5, 0, -1)), (1, 5, 0, 0)),
    ("MOV", "MOV", ((0x7F800001, 1, _MIN, _ONES),), (0x7F800001, 1, _MIN, _ONES)),
    ("MOV", "MOV.S", ((0x7F800001, 1, _MIN, _ONES),), (0x7F800001, 1, _MIN, _ONES)),
    ("MUL", "MUL", ((2.0, 0.0, INF, -3.0), (3.0, INF, -1.0, 0.0)), (6.0, NAN, -INF, -0.0)),
    ("MUL", "MUL.S", ((-2, 0x10001, _MIN, 3), (3, 0x10001, 2, -1)), (-6, 0x20001, 0, -3)),
    ("MUL", "MUL.U", ((_ONES, 0x10001, _MIN, 3), (_ONES, 0x10001, 2, -1)), (1, 0x20001, 0, -3)),
    ("MUL", "MUL.U.HI", ((_ONES, 0x10000, 1, _MIN), (_ONES, 0x10000, 1, 2)), (0xFFFFFFFE, 1, 0, 1)),
    ("MUL", "MUL.S.HI", ((-1, _MIN, 0x10000, 3), (-1, 2, 0x10000, -1)), (0, -1, 1, -1)),
    ("MUL", "MUL.S24", ((-5, 0x7FFFFF, 3, 0), (7, 0x7FFFFF, -4, 1)), (-35, 0xFF000001, -12, 0)),
    ("MUL", "MUL.U24", ((5, 0xFFFFFF, 3, 0), (7, 0xFFFFFF, 4, 1)), (35, 0xFE000001, 12, 0)),
    ("NRM", "NRM", ((3.0, 0.0, 4.0, NAN),), (0.6, 0.0, 0.8, 0.0)),
    ("PK2H", "PK2H", ((1.0, -2.0, NAN, NAN),), 0xC0003C00),
    ("PK2H", "PK2H", ((1e6, 2.0**-24, NAN, NAN),), 0x00017C00),
    ("PK2US", "PK2US", ((0.5, 1.0, NAN, NAN),), 0xFFFF8000),
    ("PK2US", "PK2US", ((-1.0, NAN, 1.0, 1.0),), 0),
    ("PK4B", "PK4B", ((1.0, 0.0, -1.0, -2.0),), 0x000180FF),
    ("PK4B, docs/semantics.md", "PK4B", ((NAN, 9.0, 0.0, 0.0),), 0x8080FF80),
    ("PK4UB", "PK4UB", ((0.0, 0.5, 1.0, 2.0),), 0xFFFF8000),
    ("PK4UB, docs/semantics.md", "PK4UB", ((NAN, -1.0, 1.0, 0.0),), 0x00FF0000),
    ("UP2H", "UP2H", ((0xC0003C00, 9, 9, 9),), (1.0, -2.0, 1.0, -2.0)),
    ("UP2H", "UP2H", ((0x7C000001, 9, 9, 9),), (2.0**-24, INF, 2.0**-24, INF)),
    ("UP2US", "UP2US", ((0xFFFF8000, 9, 9, 9),), (32768 / 65535, 1.0, 32768 / 65535, 1.0)),
    ("UP4B", "UP4B", ((0x000180FF, 9, 9, 9),), (1.0, 0.0, -1.0, -128 / 127)),
    ("UP4UB", "UP4UB", ((0xFF800001, 9, 9, 9),), (1 / 255, 0.0, 128 / 255, 1.0)),
    ("POW", "POW", ((2.0, NAN, NAN, NAN), (3.0, NAN, NAN, NAN)), 8.0),
    ("POW", "POW", ((0.0, NAN, NAN, NAN), (2.0, NAN, NAN, NAN)), 0.0),
    ("POW, docs/semantics.md", "POW", ((-2.0, 1.0, 1.0, 1.0), 2.0), NAN),
    ("POW, docs/semantics.md", "POW", (0.0, 0.0), NAN),
    ("POW, docs/semantics.md", "POW", (-0.0, 3.0), 0.0),
    ("LIT, docs/semantics.md", "LIT", ((1.0, NAN, NAN, 0.0),), (1.0, 1.0, 1.0, 1.0)),
    ("RCC", "RCC", ((0.0, NAN, NAN, NAN),), 2.0**64),
    ("RCC", "RCC", ((-0.0, NAN, NAN, NAN),), -(2.0**64)),
    ("RCC", "RCC", ((INF, NAN, NAN, NAN),), 2.0**-64),
    ("RCC", "RCC", ((-INF, NAN, NAN, NAN),), -(2.0**-64)),
    ("RCC", "RCC", ((-4.0, NAN, NAN, NAN),), -0.25),
    ("RCP", "RCP", ((1.0, NAN, NAN, NAN),), 1.0),
    ("RCP", "RCP", ((-0.0, NAN, NAN, NAN),), -INF),
    ("RFL", "RFL", ((0.0, 1.0, 0.0, NAN), (1.0, -1.0, 0.0, NAN)), (-1.0, -1.0, 0.0, 0.0)),
    ("ROUND", "ROUND", ((-1.7, 0.5, 1.5, 2.5),), (-2.0, 0.0, 2.0, 2.0)),
    ("ROUND", "ROUND.S", ((-1.7, 0.5, 1.5, 3.7),), (-2, 0, 2, 4)),
    ("ROUND", "ROUND.U", ((-1.7, 0.5, 2.5, 5e9),), (0, 0, 2, _ONES)),
    ("RSQ", "RSQ", ((4.0, NAN, NAN, NAN),), 0.5),
    ("RSQ", "RSQ", ((-4.0, 1.0, 1.0, 1.0),), NAN),
    ("RSQ, docs/semantics.md", "RSQ", ((-0.0, 1.0, 1.0, 1.0),), INF),
    ("SAD", "SAD.U", ((1, _ONES, 0, 9), (3, 1, _ONES, 9), (10, 0, 0, 4)), (12, 0xFFFFFFFE, _ONES, 4)),
    ("SAD", "SAD.S", ((_MIN, -1, 3, 0), (0x7FFFFFFF, 1, -3, 0), (1, 0, 0, 4)), (0, 2, 6, 4)),
    ("SCS", "SCS", ((0.0, NAN, NAN, NAN),), (1.0, 0.0, 0.0, 0.0)),
    ("SCS", "SCS", ((1.0, NAN, NAN, NAN),), (math.cos(1.0), math.sin(1.0), 0.0, 0.0)),
    ("SHL", "SHL", ((1, _ONES, _MIN, 3), (4, 0, 0, 0)), (16, 0xFFFFFFF0, 0, 48)),
    ("SHL, docs/semantics.md", "SHL.U", ((1, _ONES, _MIN, 3), 32), 0),
    ("SHL, docs/semantics.md", "SHL.S", ((1, _ONES, _MIN, 3), -1), 0),
    ("SHR", "SHR.S", (_MIN, 31), _ONES),
    ("SHR", "SHR.U", (_MIN, 31), 1),
    ("SHR, docs/semantics.md", "SHR.S", ((_MIN, 5, -1, 0), 32), (-1, 0, -1, 0)),
    ("SHR, docs/semantics.md", "SHR.S", ((_MIN, 5, -1, 0), -1), (-1, 0, -1, 0)),
    ("SHR, docs/semantics.md", "SHR.U", ((_MIN, 5, -1, 0), 32), 0),
    ("SSG", "SSG", ((-3.0, 0.0, -0.0, 5.0),), (-1.0, 0.0, 0.0, 1.0)),
    ("SFL", "SFL", (1.0, 1.0), 0.0),
    ("SFL", "SFL.S", (1, 1), 0),
    ("STR", "STR", (0.0, 0.0), 1.0),
    ("STR", "STR.S", (0, 0), -1),
    ("STR", "STR.U", (0, 0), _ONES),
    ("TRUNC", "TRUNC", ((-1.7, 1.7, -0.5, INF),), (-1.0, 1.0, -0.0, INF)),
    ("TRUNC", "TRUNC.S", ((-1.7, 1.7, -0.5, NAN),), (-1, 1, 0, 0)),
    ("TRUNC", "TRUNC.U", ((-1.7, 1.7, 4e9, NAN),), (0, 1, 4000000000, 0)),
    ("X2D", "X2D", ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0, 7.0, 8.0)), (40.0, 55.0, 40.0, 55.0)),
    ("XPD", "XPD", ((1.0, 0.0, 0.0, NAN), (0.0, 1.0, 0.0, NAN)), (0.0, 0.0, 1.0, 0.0)),
]

_PAIRS: tuple[Vector, Vector] = ((1.0, 0.0, NAN, 2.0), (2.0, -0.0, 1.0, 1.0))
_INTEGERS: tuple[Vector, Vector] = ((1, -1, 0, _MIN), (1, 1, _MIN, 0x7FFFFFFF))
#: opcode → results for _PAIRS, _INTEGERS signed, _INTEGERS unsigned, as bits x y z w.
_SET_ON = {
    "SEQ": ("0100", "1000", "1000"),
    "SGE": ("0101", "1010", "1101"),
    "SGT": ("0001", "0010", "0101"),
    "SLE": ("1100", "1101", "1010"),
    "SLT": ("1000", "0101", "0010"),
    "SNE": ("1011", "0111", "0111"),
}
for _name, (_floats, _signed, _unsigned) in _SET_ON.items():
    GENERATION_4 += [
        (f"{_name}, issue 24", _name, _PAIRS, [float(bit) for bit in _floats]),
        (f"{_name}, issue 24", f"{_name}.S", _INTEGERS, [-int(bit) for bit in _signed]),
        (f"{_name}, issue 24", f"{_name}.U", _INTEGERS, [-int(bit) for bit in _unsigned]),
    ]

#: The meanings of the ARB languages that are not generation 4's, or are not in it.
ARB: list[Row] = [
    ("ARB_vertex_program 2.14.5.22", "RSQ", ((-4.0, NAN, NAN, NAN),), 0.5),
    ("ARB_vertex_program 2.14.5.22", "RSQ", ((-0.0, NAN, NAN, NAN),), INF),
    ("ARB_vertex_program 2.14.5.9", "EXP", ((1.5, NAN, NAN, NAN),), (2.0, 0.5, 2.0**1.5, 1.0)),
    ("ARB_vertex_program 2.14.5.9", "EXP", ((-0.25, NAN, NAN, NAN),), (0.5, 0.75, 2.0**-0.25, 1.0)),
    ("ARB_vertex_program 2.14.5.14", "LOG", ((-6.0, NAN, NAN, NAN),), (2.0, 1.5, math.log2(6.0), 1.0)),
    ("LOG of 0, docs/semantics.md", "LOG", ((0.0, NAN, NAN, NAN),), (-INF, 1.0, -INF, 1.0)),
    ("LOG of INF, docs/semantics.md", "LOG", ((-INF, NAN, NAN, NAN),), (INF, 1.0, INF, 1.0)),
    ("ARB_vertex_program 2.14.5.20", "POW", ((2.0, NAN, NAN, NAN), (-1.0, NAN, NAN, NAN)), 0.5),
    (
        "ARB_vertex_program 2.14.5.16",
        "MAX",
        ((1.0, NAN, 0.0, -0.0), (2.0, 1.0, -0.0, 0.0)),
        (2.0, 1.0, -0.0, 0.0),
    ),
    (
        "ARB_vertex_program 2.14.5.17",
        "MIN",
        ((1.0, NAN, 0.0, 3.0), (2.0, 1.0, -0.0, NAN)),
        (1.0, NAN, 0.0, 3.0),
    ),
    ("ARB_vertex_program 2.14.5.23", "SGE", _PAIRS, (0.0, 1.0, 0.0, 1.0)),
    ("ARB_vertex_program 2.14.5.24", "SLT", _PAIRS, (1.0, 0.0, 0.0, 0.0)),
    ("ARB_vertex_program 2.14.5.27", "XPD", ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (1.0, 0.0, 0.0, 0.0)),
    ("ARB_vertex_program 2.14.5.13", "LIT", ((1.0, 0.0, NAN, 0.0),), (1.0, 1.0, 1.0, 1.0)),
    ("NV_vertex_program2_option 2.14.5.42", "SNE", _PAIRS, (1.0, 0.0, 1.0, 1.0)),
    ("NV_vertex_program2_option 2.14.5.35", "SEQ", _PAIRS, (0.0, 1.0, 0.0, 0.0)),
    ("NV_vertex_program2_option 2.14.5.33", "RCC", ((-0.0, NAN, NAN, NAN),), -(2.0**64)),
]

#: Operands that are scalars.
_SCALARS = {
    **{key: {0} for key in "COS EX2 LG2 RCC RCP RSQ SIN SCS UP2H UP2US UP4B UP4UB EXP LOG".split()},
    "POW": {0, 1},
    **{key: {1} for key in ("DIV", "MOD", "SHL", "SHR")},
}


def _instruction(spelling: str, count: int) -> str:
    scalars = _SCALARS.get(spelling.split(".")[0], set())
    operands = [f"vertex.attrib[{index}]{'.x' if index in scalars else ''}" for index in range(count)]
    return ", ".join(operands)


def _wanted(expected: Expected) -> Sequence[Number | None]:
    return [expected] * 4 if isinstance(expected, int | float) else expected


def _id(row: Row) -> str:
    return f"{row[1]} {row[0]}"


@every("row", GENERATION_4)
def test_generation_4(row: Row) -> None:
    """NV_gpu_program4 2.X.8."""
    _, spelling, operands, expected = row
    text = f"!!NVvp4.0 {spelling} result.attrib[0], {_instruction(spelling, len(operands))}; END"
    found = result_words(run(text, dict(enumerate(operands))), "attrib[0]")[0]
    assert agree(found, _wanted(expected), 2e-6), [hex(word) for word in found]


@pytest.mark.parametrize("row", ARB, ids=_id)
def test_arb(row: Row) -> None:
    _, name, operands, expected = row
    option = "OPTION NV_vertex_program2; " if name in ("SNE", "SEQ", "RCC") else ""
    # An ARB instruction reads one attribute only.
    text = f"!!ARBvp1.0 {option}TEMP r, s; MOV r, vertex.attrib[0]; "
    names = ["r", "s"][: len(operands)]
    if len(operands) > 1:
        text += "MOV s, vertex.attrib[1]; "
    scalars = _SCALARS.get(name, set())
    sources = ", ".join(f"{word}{'.x' if index in scalars else ''}" for index, word in enumerate(names))
    text += f"{name} result.texcoord[0], {sources}; END"
    found = result_words(run(text, dict(enumerate(operands))), "texcoord[0]")[0]
    assert agree(found, _wanted(expected), 2e-6), [hex(word) for word in found]


def test_swz() -> None:
    """ARB_vertex_program 2.14.5.26; NV_gpu_program4 2.X.8, SWZ."""
    for header, result in (("!!ARBvp1.0", "texcoord[0]"), ("!!NVvp4.0", "attrib[0]")):
        sign = "-" if header == "!!NVvp4.0" else ""
        text = f"{header} TEMP r; MOV r, vertex.attrib[0]; SWZ result.{result}, r, {sign}x,0,1,{sign}1; END"
        found = result_words(run(text, {0: (5.0, 6.0, 7.0, 8.0)}), result)[0]
        assert agree(found, (-5.0, 0.0, 1.0, -1.0) if sign else (5.0, 0.0, 1.0, 1.0))


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ("MOV.SAT", (0.0, 0.5, 1.0, NAN)),
        ("MOV.SSAT", (-1.0, 0.5, 1.0, NAN)),
        ("CEIL.SAT", (0.0, 1.0, 1.0, NAN)),
    ],
)
def test_clamps_leave_nan(spelling: str, expected: tuple[float, ...]) -> None:
    """NV_gpu_program4 2.X.4.1; docs/semantics.md."""
    text = f"!!NVvp4.0 {spelling} result.attrib[0], vertex.attrib[0]; END"
    assert agree(result_words(run(text, {0: (-3.0, 0.5, 7.0, NAN)}), "attrib[0]")[0], expected)


def test_clamp_comes_before_the_condition_code() -> None:
    """NV_gpu_program4 2.X.4: compute, clamp, test, write."""
    text = """!!NVvp4.0 TEMP r; MOV.SAT.CC r, vertex.attrib[0];
    MOV result.attrib[0], 1; MOV result.attrib[0] (EQ), 2; END"""
    found = result_words(run(text, {0: (-3.0, 0.5, 0.0, 7.0)}), "attrib[0]")[0]
    assert agree(found, (2.0, 1.0, 2.0, 1.0))


def test_signs_and_bars_follow_the_type() -> None:
    """NV_gpu_program4 2.X.4.2."""
    text = """!!NVvp4.0 MOV.S result.attrib[0], -|vertex.attrib[0]|;
    MOV.U result.attrib[1], -vertex.attrib[0];
    MOV.F result.attrib[2], -|vertex.attrib[1]|; END"""
    results = run(text, {0: (5, -5, _MIN, 0), 1: (1.0, -1.0, 0.0, -INF)})
    assert agree(result_words(results, "attrib[0]")[0], (-5, -5, _MIN, 0))
    assert agree(result_words(results, "attrib[1]")[0], (-5, 5, _MIN, 0))
    assert agree(result_words(results, "attrib[2]")[0], (-1.0, -1.0, -0.0, -INF))


def test_operands_are_read_before_the_destination_changes() -> None:
    """NV_gpu_program4 2.X.4: an instruction's own destination may be an operand."""
    text = """!!NVvp4.0 TEMP r; MOV r, vertex.attrib[0]; ADD.S r, r.yzwx, r.wxyz; XPD r.xyz, r, r.yzxw;
    MOV result.attrib[0], r; END"""
    found = result_words(run(text, {0: (1, 2, 3, 4)}), "attrib[0]")[0]
    assert found[3] == 4
    text = "!!NVvp4.0 TEMP r; MOV r, vertex.attrib[0]; ADD.S r, r.yzwx, r.wxyz; MOV result.attrib[0], r; END"
    assert agree(result_words(run(text, {0: (1, 2, 3, 4)}), "attrib[0]")[0], (6, 4, 6, 4))
    text = "!!NVvp4.0 TEMP r; MOV r, vertex.attrib[0]; X2D r, r, r.yzwx, r.wxyz; MOV result.attrib[0], r; END"
    found = result_words(run(text, {0: (1.0, 2.0, 3.0, 4.0)}), "attrib[0]")[0]
    assert agree(found, (1.0 + 2 * 4 + 3 * 1, 2.0 + 2 * 2 + 3 * 3, 12.0, 15.0))
