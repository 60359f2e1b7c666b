"""A constant as a scalar operand: with a component in ARB programs, without one elsewhere."""

from __future__ import annotations

import pytest

import nvrender
from nvrender.languages.profiles import PROFILES
from nvrender.program.opcodes import OperandClass, ResultClass
from nvrender.source import ProgramError

PLAIN = {
    "ARBvp1.0": "!!ARBvp1.0",
    "ARBvp1.0, position invariant": "!!ARBvp1.0 OPTION ARB_position_invariant;",
    "ARBfp1.0": "!!ARBfp1.0",
    "ARBfp1.0, fog": "!!ARBfp1.0 OPTION ARB_fog_exp2; OPTION ARB_precision_hint_fastest;",
}
BARE = {
    "option 2": "!!ARBvp1.0 OPTION NV_vertex_program2;",
    "option 3": "!!ARBvp1.0 OPTION NV_vertex_program3;",
    "fragment option": "!!ARBfp1.0 OPTION NV_fragment_program;",
    "fragment option 2": "!!ARBfp1.0 OPTION NV_fragment_program2;",
    "NVvp4.0": "!!NVvp4.0",
    "NVfp4.0": "!!NVfp4.0",
}
NUMBERS = {"3.14": "3.14.x", "2.": "2.x", "2": "2.x", ".5": ".5.x", "1e3": "1e3.x", "2.0e-1": "2.0e-1.x"}


def _scalars(header: str) -> list[tuple[str, int, int]]:
    """Each opcode with scalar operands, which of them, and how many it has."""
    rows = PROFILES[header.split()[0]].opcodes.values()
    return [
        (row.name, place, len(row.operands))
        for row in rows
        for place, operand in enumerate(row.operands)
        if operand is OperandClass.SCALAR and row.result is not ResultClass.ADDRESS
    ]


def _program(header: str, opcode: str, place: int, count: int, constant: str) -> str:
    operands = ", ".join(constant if each == place else "t.x" for each in range(count))
    return f"{header} TEMP t; {opcode} t.x, {operands}; END"


CASES = [(header, *row) for header in PLAIN.values() for row in _scalars(header)]


def test_every_opcode_is_there() -> None:
    found = {(header, name) for header, name, _, _ in CASES}
    vertex, fragment = "EX2 EXP LG2 LOG RCP RSQ POW".split(), "COS EX2 LG2 RCP RSQ SIN SCS POW".split()
    assert {name for header, name in found if header == "!!ARBvp1.0"} == {*vertex}
    assert {name for header, name in found if header == "!!ARBfp1.0"} == {*fragment}


@pytest.mark.parametrize(("header", "opcode", "place", "count"), CASES)
@pytest.mark.parametrize("sign", ["", "-"])
def test_one_without_a_component_is_refused__arb_vertex_program_2_14_2(
    header: str, opcode: str, place: int, count: int, sign: str
) -> None:
    """<scalarSrcReg> ::= <optionalSign> <srcReg> <scalarSuffix>; ARB_fragment_program 3.11.2 has it too."""
    text = _program(header, opcode, place, count, f"{sign}3.14")
    with pytest.raises(
        ProgramError, match=f"a scalar operand of {opcode} needs a component, found"
    ) as caught:
        nvrender.load(text)
    assert caught.value.position == text.index("3.14") + 4
    assert "\n  write 3.14.x (--lenient takes component x)\n" in str(caught.value)
    for mended in ("3.14.x", "{3.14}.x", "{3.14, 1, 2, 3}.x"):
        nvrender.load(_program(header, opcode, place, count, sign + mended))


@pytest.mark.parametrize("number", NUMBERS)
def test_the_line_that_mends_it_loads__arb_vertex_program_2_14_4_1(number: str) -> None:
    for start in (
        "!!ARBvp1.0 ADDRESS a; ARL a.x, ",
        "!!ARBvp1.0 TEMP t; RCP t, ",
        "!!ARBfp1.0 COS result.color, ",
    ):
        with pytest.raises(ProgramError, match="needs a component") as caught:
            nvrender.load(f"{start}{number}; END")
        mended = NUMBERS[number]
        assert f"write {mended} (--lenient" in str(caught.value)
        nvrender.load(f"{start}{mended}; END")


def test_a_number_too_long_for_a_hint() -> None:
    with pytest.raises(ProgramError, match="write \\.x behind the constant"):
        nvrender.load(f"!!ARBvp1.0 TEMP t; RCP t, 0.{'1' * 100}; END")


@pytest.mark.parametrize("header", BARE.values())
def test_options_take_the_component_away__nv_vertex_program2_option_2_14_2(header: str) -> None:
    """<paramUseS> ::= <constantScalar>, "instead of <constantScalar> <scalarSuffix>"."""
    nvrender.load(f"{header} TEMP t; RCP t, 2.0; POW t, -2.0, t.x; END")
    with pytest.raises(ProgramError, match="a scalar constant takes no component"):
        nvrender.load(f"{header} TEMP t; RCP t, 2.0.x; END")


@pytest.mark.parametrize("header", PLAIN.values())
def test_a_vector_operand_has_it_or_not__arb_vertex_program_2_14_2(header: str) -> None:
    """<swizzleSuffix> may be empty."""
    nvrender.load(f"{header} TEMP t; ADD t, 2.0, 2.0.x; MUL t, 2.0.xyzw, -2.0.w; END")
