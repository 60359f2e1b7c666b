"""Condition codes: flags of every instruction that sets them, every test, masks (NV_gpu_program4 2.X.4.3)."""

from __future__ import annotations

import pytest
from declared_helpers import INF, NAN, Number, agree, result_words, run

_MIN, _MAX, _ONES = 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF

#: (addition or subtraction, a, b, result, SF ZF OF CF); NV_gpu_program4 2.X.4.3.
SUMS = [
    ("add", 1, 2, 3, "0000"),
    ("add", _ONES, 1, 0, "0101"),
    ("add", _MAX, 1, _MIN, "1010"),
    ("add", _MIN, _MIN, 0, "0111"),
    ("add", _MIN, _ONES, _MAX, "0011"),
    ("sub", 5, 5, 0, "0101"),
    ("sub", 5, 6, _ONES, "1000"),
    ("sub", 6, 5, 1, "0001"),
    ("sub", 5, 0, 5, "0001"),
    ("sub", _MIN, 1, _MAX, "0011"),
    ("sub", 0, _MIN, _MIN, "1010"),
    ("sub", _ONES, _MAX, _MIN, "1001"),
]
#: spelling of the same with sign modifiers: {a} and {b} are the operands.
ADDITIONS = ("ADD.{t}.CC {d}, {a}, {b}", "SUB.{t}.CC {d}, {a}, -{b}", "MAD.{t}.CC {d}, {a}, 1, {b}")
SUBTRACTIONS = (
    "SUB.{t}.CC {d}, {a}, {b}",
    "ADD.{t}.CC {d}, {a}, -{b}",
    "ADD.{t}.CC {d}, -{b}, {a}",
    "SUB.{t}.CC {d}, -{b}, -{a}",
    "MAD.{t}.CC {d}, {a}, 1, -{b}",
    "MAD.{t}.CC {d}, -{b}, 1, {a}",
    "MAD.{t}.CC {d}, 1, -{b}, {a}",
)
#: Both operands negated: OF and CF are clear (docs/semantics.md).
NEGATED = ("ADD.{t}.CC {d}, -{a}, -{b}", "SUB.{t}.CC {d}, -{a}, {b}")

_READ_FLAGS = """
MOV.S result.attrib[1], 0; MOV.S result.attrib[1].x (SF.x), 1; MOV.S result.attrib[1].y (EQ.x), 1;
MOV.S result.attrib[1].y (NAN.x), 1; MOV.S result.attrib[1].z (OF.x), 1;
    MOV.S result.attrib[1].w (CF.x), 1; END"""


def _flags(instruction: str, a: Number, b: Number) -> tuple[int, str]:
    """The result's x and the flags SF ZF OF CF of x."""
    text = (
        f"!!NVvp4.0 TEMP r; {instruction.format(d='r', a='vertex.attrib[0]', b='vertex.attrib[1]', t='S')};"
    )
    text += " MOV.S result.attrib[0], r;" + _READ_FLAGS
    results = run(text, {0: a, 1: b})
    flags = "".join(str(word) for word in result_words(results, "attrib[1]")[0])
    return int(result_words(results, "attrib[0]")[0, 0]), flags


@pytest.mark.parametrize("row", SUMS, ids=lambda row: f"{row[0]} {row[1]:x} {row[2]:x}")
@pytest.mark.parametrize("type", ["S", "U"])
def test_flags_of_sums(row: tuple[str, int, int, int, str], type: str) -> None:
    kind, a, b, result, flags = row
    for instruction in ADDITIONS if kind == "add" else SUBTRACTIONS:
        assert _flags(instruction.replace("{t}", type), a, b) == (result, flags), instruction


@pytest.mark.parametrize("instruction", NEGATED)
def test_flags_with_both_operands_negated(instruction: str) -> None:
    """docs/semantics.md: OF and CF are undefined there."""
    assert _flags(instruction, _MIN, _MIN) == (0, "0100")
    assert _flags(instruction, 1, 2) == (_ONES - 2, "1000")


def test_flags_of_sad() -> None:
    """SAD's last addition (docs/semantics.md)."""
    text = "SAD.S.CC {d}, {a}, 0, {b}"
    assert _flags(text, -5, _ONES - 1) == (3, "0001")
    assert _flags(text, _MIN, _MIN) == (0, "0111")
    assert _flags("SAD.U.CC {d}, {a}, 0, -{b}", 5, 6) == (_ONES, "1000")


@pytest.mark.parametrize(
    ("instruction", "a", "b", "flags"),
    [
        ("MUL.S.CC {d}, {a}, {b}", _ONES, _ONES, "0000"),
        ("MUL.U.CC {d}, {a}, {b}", _MIN, 2, "0100"),
        ("MOV.U.CC {d}, {a}", _MIN, 0, "1000"),
        ("ADD.CC {d}, {a}, {b}", 1.0, 2.0, "0000"),
        ("ADD.CC {d}, {a}, {b}", 1.0, -2.0, "1000"),
        ("ADD.CC {d}, {a}, {b}", 1.0, -1.0, "0100"),
        ("MOV.CC {d}, {a}", -0.0, 0, "0100"),
        ("MOV.CC {d}, {a}", NAN, 0, "1100"),
        ("MOV.CC {d}, -{a}", INF, 0, "1000"),
        ("UP4B.CC {d}, {a}.x", 0, 0, "1000"),
        ("SLT.S.CC {d}, {a}, {b}", 1, 2, "1000"),
        ("CEIL.S.CC {d}, {a}", -0.5, 2, "0100"),
    ],
)
def test_flags_of_other_instructions(instruction: str, a: Number, b: Number, flags: str) -> None:
    assert _flags(instruction, a, b)[1] == flags


#: SF ZF OF of a sum → the tests EQ GE GT LE LT NE NAN LEG (NV_gpu_program4 Table X.16).
_TABLE = {
    "000": "01100101",
    "001": "00011101",
    "010": "11010001",
    "011": "10011001",
    "100": "00011101",
    "101": "01100101",
    "110": "00000110",
}
_TESTS = ("EQ", "GE", "GT", "LE", "LT", "NE", "NAN", "LEG")
#: CF ZF → AB BLE.
_ABOVE = {"00": "01", "01": "01", "10": "10", "11": "01"}


def _passing(instruction: str, a: Number, b: Number, register: int) -> dict[str, bool]:
    """Every test on the code ``instruction`` leaves in a register."""
    names = (*_TESTS, "TR", "FL", "CF", "NCF", "OF", "NOF", "SF", "NSF", "AB", "BLE")
    code = instruction.format(d="r", a="vertex.attrib[0]", b="vertex.attrib[1]").replace(
        ".CC", f".CC{register}"
    )
    text = f"!!NVvp4.0 TEMP r; {code}; "
    for place, name in enumerate(names):
        target = f"result.attrib[{place // 4}].{'xyzw'[place % 4]}"
        rule = name if name in ("TR", "FL") else f"{name}{register}"
        text += f"MOV.S {target}, 0; MOV.S {target} ({rule}.x), 1; "
    results = run(text + "END", {0: a, 1: b})
    return {
        name: bool(result_words(results, f"attrib[{place // 4}]")[0, place % 4])
        for place, name in enumerate(names)
    }


@pytest.mark.parametrize("register", [0, 1])
@pytest.mark.parametrize(
    ("instruction", "a", "b", "flags"),
    [
        *(("ADD.S.CC {d}, {a}, {b}", a, b, flags) for kind, a, b, _, flags in SUMS if kind == "add"),
        *(("SUB.S.CC {d}, {a}, {b}", a, b, flags) for kind, a, b, _, flags in SUMS if kind == "sub"),
        ("MOV.CC {d}, {a}", NAN, 0, "1100"),
        ("MOV.CC {d}, {a}", 0.0, 0, "0100"),
        ("MOV.CC {d}, {a}", -2.0, 0, "1000"),
    ],
)
def test_every_test_on_every_code(instruction: str, a: Number, b: Number, flags: str, register: int) -> None:
    """NV_gpu_program4 Table X.16: 18 tests on two registers."""
    passing = _passing(instruction, a, b, register)
    sign, _zero, overflow, carry = (bit == "1" for bit in flags)
    wanted = dict(zip(_TESTS, (bit == "1" for bit in _TABLE[flags[:3]]), strict=True))
    wanted |= dict(zip(("AB", "BLE"), (bit == "1" for bit in _ABOVE[flags[3] + flags[1]]), strict=True))
    wanted |= {"TR": True, "FL": False, "CF": carry, "NCF": not carry, "OF": overflow}
    wanted |= {"NOF": not overflow, "SF": sign, "NSF": not sign}
    assert passing == wanted


def test_codes_start_as_after_zero() -> None:
    """docs/semantics.md: the flags are undefined at first."""
    text = """!!NVvp4.0 MOV result.attrib[0], 1; MOV result.attrib[0] (EQ0), 2; MOV result.attrib[1], 1;
    MOV result.attrib[1] (EQ1), 2; END"""
    results = run(text)
    assert agree(result_words(results, "attrib[0]")[0], (2.0,) * 4)
    assert agree(result_words(results, "attrib[1]")[0], (2.0,) * 4)


def test_masks_use_the_code_before_the_update() -> None:
    """Destination and code change only where both masks allow it (NV_gpu_program4 2.X.4.3)."""
    text = """!!NVvp4.0 TEMP r; MOV.CC r, vertex.attrib[0]; SUB.CC r.xyz (GT), r, 3;
    MOV result.attrib[0], r; MOV result.attrib[1], 0; MOV result.attrib[1] (LT), 1; END"""
    results = run(text, {0: (1.0, -5.0, 9.0, 2.0)})
    assert agree(result_words(results, "attrib[0]")[0], (-2.0, -5.0, 6.0, 2.0))
    assert agree(result_words(results, "attrib[1]")[0], (1.0, 1.0, 0.0, 0.0))


def test_the_two_registers_are_apart() -> None:
    text = """!!NVvp4.0 TEMP r; MOV.CC0 r, vertex.attrib[0]; MOV.CC1 r, -vertex.attrib[0];
    MOV result.attrib[0], 0;
    MOV result.attrib[0] (LT0.xxyy), 1; MOV result.attrib[1], 0; MOV result.attrib[1] (LT1.xxyy), 1; END"""
    results = run(text, {0: (-1.0, 1.0, 0.0, 0.0)})
    assert agree(result_words(results, "attrib[0]")[0], (1.0, 1.0, 0.0, 0.0))
    assert agree(result_words(results, "attrib[1]")[0], (0.0, 0.0, 1.0, 1.0))


_OPTION = "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP r, s; MOV r, vertex.attrib[0];"
_CODES = """MOV result.texcoord[1], 0.0; MOV result.texcoord[1] (LT), 1.0; MOV result.texcoord[1] (EQ), 2.0;
MOV result.texcoord[1] (GT), 3.0; END"""


@pytest.mark.parametrize(
    ("move", "value", "codes"),
    [
        ("MOVC s, r", (-2.0, 0.0, 2.0, NAN), (1.0, 2.0, 3.0, 0.0)),
        ("MOVC s.xyz, r.yzwx", (0.0, 2.0, NAN, 0.0), (2.0, 3.0, 0.0, 2.0)),
    ],
)
def test_value_codes(move: str, value: tuple[float, ...], codes: tuple[float, ...]) -> None:
    """NV_vertex_program2_option 2.14.4.3: LT, EQ, GT, UN of (−2, 0, 2, NaN)."""
    text = f"{_OPTION} {move}; MOV result.texcoord[0], s; {_CODES}"
    results = run(text, {0: (-2.0, 0.0, 2.0, NAN)})
    assert agree(result_words(results, "texcoord[0]")[0], value)
    assert agree(result_words(results, "texcoord[1]")[0], codes)


def test_value_codes_under_a_mask() -> None:
    """NV_vertex_program2_option 2.14.4.3, the third example."""
    text = f"{_OPTION} MOVC s, r; MOV s, 0.0; MOVC s (NE), r.zywx; MOV result.texcoord[0], s; {_CODES}"
    results = run(text, {0: (-2.0, 0.0, 2.0, NAN)})
    assert agree(result_words(results, "texcoord[0]")[0], (2.0, 0.0, NAN, -2.0))
    assert agree(result_words(results, "texcoord[1]")[0], (3.0, 2.0, 0.0, 1.0))


def test_codes_of_address_registers() -> None:
    """The sign of the integer (NV_vertex_program2_option 2.14.4.3)."""
    text = f"!!ARBvp1.0 OPTION NV_vertex_program2; ADDRESS a; ARLC a, vertex.attrib[0]; {_CODES}"
    found = result_words(run(text, {0: (-0.5, 0.5, 3e9, NAN)}), "texcoord[1]")[0]
    assert agree(found, (1.0, 2.0, 3.0, 2.0))


@pytest.mark.parametrize(
    ("test", "taken"), [("LT.xyzw", True), ("LT.wyzw", False), ("NE.w", True), ("GE.w", False)]
)
def test_branches_pass_if_any_component_does(test: str, taken: bool) -> None:
    """NV_vertex_program2_option 2.14.4: codes LT, EQ, GT, UN."""
    text = f"""{_OPTION} MOVC s, r; MOV result.texcoord[0], 1.0; BRA l ({test}); MOV result.texcoord[0], 0.0;
    l: MOV result.texcoord[1], 0.0; END"""
    results = run(text, {0: (-2.0, 0.0, 2.0, NAN)})
    assert results["texcoord[0]"][0, 0] == float(taken)


def test_option_3_has_two_registers_and_saturates() -> None:
    """NV_vertex_program3 2.14.5: C0, C1 and _SAT."""
    text = """!!ARBvp1.0 OPTION NV_vertex_program3; TEMP r; MOVC0 r, vertex.attrib[0];
    MOVC1_SAT r, vertex.attrib[0];
    MOV result.texcoord[1], 0.0; MOV result.texcoord[1] (LT0), 1.0; MOV result.texcoord[1] (EQ1), 2.0;
    MOV result.texcoord[0], r; END"""
    results = run(text, {0: (-2.0, 0.5, 7.0, NAN)})
    assert agree(result_words(results, "texcoord[0]")[0], (0.0, 0.5, 1.0, NAN))
    assert agree(result_words(results, "texcoord[1]")[0], (2.0, 0.0, 0.0, 0.0))
