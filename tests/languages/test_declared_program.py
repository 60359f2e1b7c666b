"""What the checker makes of instructions: types, modifiers, operands, flow."""

from __future__ import annotations

import struct

import pytest

from nvrender.languages.load import load
from nvrender.languages.profiles import OPCODES
from nvrender.ops.types import DataType
from nvrender.program import (
    Clamp,
    Condition,
    ExtendedSwizzle,
    Instruction,
    Multiply,
    Program,
    Register,
    RegisterFile,
    Selector,
    TextureAccess,
)
from nvrender.program.opcodes import Flow, ResultClass

ARB, NV4 = "!!ARBvp1.0", "!!NVvp4.0"
ARB2, ARB3 = f"{ARB} OPTION NV_vertex_program2;", f"{ARB} OPTION NV_vertex_program3;"
DECLARED = {
    ARB: "TEMP r, s, u; ADDRESS a;",
    ARB2: "TEMP r, s, u; ADDRESS a;",
    ARB3: "TEMP r, s, u; ADDRESS a;",
    NV4: "TEMP r, s, u; INT TEMP i; UINT TEMP m;",
}
FLOAT, SIGNED, UNSIGNED = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED


def instructions(text: str, header: str = NV4) -> tuple[Instruction, ...]:
    return program(text, header).instructions


def program(text: str, header: str = NV4) -> Program:
    return load(f"{header} {DECLARED[header]} {text} END")


def one(text: str, header: str = NV4) -> Instruction:
    (found,) = instructions(text, header)
    return found


# NV_gpu_program4 Table X.13: data types


@pytest.mark.parametrize(
    ("text", "operation", "operands", "result"),
    [
        ("ADD r, s, u;", FLOAT, [FLOAT, FLOAT], FLOAT),
        ("ADD.S r, s, u;", SIGNED, [SIGNED, SIGNED], SIGNED),
        ("ADDR r, s, u;", FLOAT, [FLOAT, FLOAT], FLOAT),
        ("AND r, s, u;", SIGNED, [SIGNED, SIGNED], SIGNED),
        ("AND.U r, s, u;", UNSIGNED, [UNSIGNED, UNSIGNED], UNSIGNED),
        ("CEIL.S r, s;", SIGNED, [FLOAT], SIGNED),
        ("TRUNC.U r, s;", UNSIGNED, [FLOAT], UNSIGNED),
        ("I2F r, s;", SIGNED, [SIGNED], FLOAT),
        ("I2F.U r, s;", UNSIGNED, [UNSIGNED], FLOAT),
        ("PK4B.U r, s;", UNSIGNED, [FLOAT], UNSIGNED),
        ("PK4B r, s;", FLOAT, [FLOAT], FLOAT),
        ("UP4B.U r, s.x;", UNSIGNED, [UNSIGNED], FLOAT),
        ("SAD r, s, u, s;", SIGNED, [SIGNED, SIGNED, UNSIGNED], UNSIGNED),
        ("SAD.U r, s, u, s;", UNSIGNED, [UNSIGNED, UNSIGNED, UNSIGNED], UNSIGNED),
        ("SHL.U r, s, u.x;", UNSIGNED, [UNSIGNED, UNSIGNED], UNSIGNED),
        ("MUL.S.HI r, s, u;", SIGNED, [SIGNED, SIGNED], SIGNED),
        ("MUL.S24 r, s, u;", SIGNED, [SIGNED, SIGNED], SIGNED),
        ("MUL.U24 r, s, u;", UNSIGNED, [UNSIGNED, UNSIGNED], UNSIGNED),
        ("SEQ.U r, s, u;", UNSIGNED, [UNSIGNED, UNSIGNED], UNSIGNED),
        ("TEX.S r, s, texture[0], 2D;", SIGNED, [FLOAT], SIGNED),
        ("TXF.U r, s, texture[0], 2D;", UNSIGNED, [SIGNED], UNSIGNED),
        ("TXQ r, s, texture[0], 2D;", SIGNED, [SIGNED], SIGNED),
        ("MOV.S.NTC r, m;", SIGNED, [SIGNED], SIGNED),
    ],
)
def test_types(text: str, operation: DataType, operands: list[DataType], result: DataType) -> None:
    found = one(text)
    assert found.type is operation
    assert [operand.type for operand in found.operands] == operands
    assert found.destination is not None
    assert found.destination.type is result


@pytest.mark.parametrize("text", ["ARL a.x, s.x;"])
def test_address_registers_are_signed(text: str) -> None:
    found = one(text, ARB)
    assert found.destination is not None
    assert found.destination.type is SIGNED
    assert found.operands[0].type is FLOAT


@pytest.mark.parametrize(
    ("header", "text", "code", "clamp", "precision"),
    [
        (NV4, "ADDRC1_SSAT r, s, u;", 1, Clamp.SIGNED, "R"),
        (NV4, "ADDH.CC0.SAT r, s, u;", 0, Clamp.UNSIGNED, "H"),
        (NV4, "ADD.CC r, s, u;", 0, None, ""),
        (NV4, "ADDC0 r, s, u;", 0, None, ""),
        (NV4, "RCC r, s.x;", None, None, ""),
        (NV4, "RCCC r, s.x;", 0, None, ""),
        (ARB2, "ADDC r, s, u;", 0, None, ""),
        (ARB3, "ADDC1_SAT r, s, u;", 1, Clamp.UNSIGNED, ""),
        (ARB3, "ARLC1 a, s;", 1, None, ""),
    ],
)
def test_suffixes(header: str, text: str, code: int | None, clamp: Clamp | None, precision: str) -> None:
    """NV_gpu_program4 Table X.15, NV_vertex_program3 2.14.4."""
    found = one(text, header)
    assert (found.condition_code, found.clamp, found.precision) == (code, clamp, precision)


@pytest.mark.parametrize("word", [kind.value for kind in Multiply])
def test_multiplies(word: str) -> None:
    """NV_gpu_program4 2.X.8, MUL."""
    assert one(f"MUL.{word}{'.U' if word == 'HI' else ''} r, s, u;").multiply is Multiply(word)


def test_no_type_checking() -> None:
    """NV_gpu_program4 2.X.4.1."""
    assert one("ADD.NTC r, i, m;").unchecked
    assert not one("ADD r, s, u;").unchecked


# Operands


@pytest.mark.parametrize(
    ("text", "absolute", "negate"),
    [
        ("MOV r, s;", False, False),
        ("MOV r, -s;", False, True),
        ("MOV r, |s|;", True, False),
        ("MOV r, -|s|;", True, True),
        ("MOV r, |-s|;", True, False),
        ("MOV r, -|-s|;", True, True),
        ("MOV.S r, -|-s|;", True, True),
        ("MOV.U r, |s|;", False, False),
        ("MOV.U r, |-s|;", False, True),
        ("MOV.U r, -|s|;", False, True),
        ("MOV.U r, -|-s|;", False, False),
    ],
)
def test_signs(text: str, absolute: bool, negate: bool) -> None:
    """NV_gpu_program4 2.X.4.2: the absolute value of an unsigned operand has no effect."""
    operand = one(text).operands[0]
    assert (operand.absolute, operand.negate) == (absolute, negate)


@pytest.mark.parametrize(
    ("text", "swizzle"),
    [
        ("MOV r, s;", (0, 1, 2, 3)),
        ("MOV r, s.z;", (2, 2, 2, 2)),
        ("MOV r, s.bgra;", (2, 1, 0, 3)),
        ("MOV r, {1,2,3,4}.a;", (3, 3, 3, 3)),
        ("RCP r, s.w;", (3, 3, 3, 3)),
        ("RCP r, 2.0;", (0, 0, 0, 0)),
    ],
)
def test_swizzles(text: str, swizzle: tuple[int, ...]) -> None:
    assert one(text).operands[0].swizzle == swizzle


def test_extended_swizzle() -> None:
    """NV_gpu_program4 2.X.8, SWZ."""
    operand = one("SWZ r, s, -x, 0, +1, -w;").operands[0]
    assert operand.extended == ExtendedSwizzle(
        (0, Selector.ZERO, Selector.ONE, 3), (True, False, False, True)
    )
    assert not operand.negate
    assert one("SWZ r, s, a, b, g, r;").operands[0].extended == ExtendedSwizzle((3, 2, 1, 0), (False,) * 4)


def test_masks_and_conditions() -> None:
    """NV_gpu_program4 2.X.4.3."""
    destination = one("MOV r.xz (NLE1.wzyx), s;".replace("NLE", "LEG")).destination
    assert destination is not None
    assert destination.mask == (True, False, True, False)
    condition = destination.condition
    assert condition is not None
    assert (condition.test, condition.swizzle, condition.register) == ("LEG", (3, 2, 1, 0), 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TEX r, s, texture, 2D;", TextureAccess(0, "2D")),
        ("TEX r, s, texture[3], 3D, (1,-2,+3);", TextureAccess(3, "3D", (1, -2, 3))),
        ("TXF r, s, texture[1], ARRAY1D, (-8);", TextureAccess(1, "ARRAY1D", (-8, 0, 0))),
        ("TXD r, s, s, s, texture[2], SHADOWCUBE;", TextureAccess(2, "SHADOWCUBE")),
    ],
)
def test_textures(text: str, expected: TextureAccess) -> None:
    found = one(text).texture
    assert found is not None
    assert (found.unit, found.target, found.offset) == (expected.unit, expected.target, expected.offset)


def words(text: str, header: str = NV4) -> tuple[int, ...]:
    """The words of the only parameter of a program with one instruction."""
    (parameter,) = program(text, header).parameters
    return parameter.words


def bits(*values: float) -> tuple[int, ...]:
    return struct.unpack("<4I", struct.pack("<4f", *values))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MOV r, 2;", bits(2, 2, 2, 2)),
        ("MOV r, {2};", bits(2, 0, 0, 1)),
        ("MOV r, {2, -3.5};", bits(2, -3.5, 0, 1)),
        ("MOV r, {2, 3, -0.0};", bits(2, 3, -0.0, 1)),
        ("MOV r, {1, 2, 3, +.5e1};", bits(1, 2, 3, 5)),
        ("MOV.S r, {2, -3};", (2, 0xFFFFFFFD, 0, 1)),
        ("MOV.S r, {-2147483648, 0x80000000, 2147483647};", (1 << 31, 1 << 31, 0x7FFFFFFF, 1)),
        ("MOV.U r, 4294967295;", (0xFFFFFFFF,) * 4),
        ("MOV.U r, -1;", (1, 1, 1, 1)),
        ("AND r, s, 0xFFFFFFFF;", (0xFFFFFFFF,) * 4),
        ("MOV r, 0x10;", bits(16, 16, 16, 16)),
        ("SAD r, s, u, 7;", (7, 7, 7, 7)),
        ("CEIL.S r, 7;", bits(7, 7, 7, 7)),
        ("TXF r, {7, 8}, texture[0], 2D;", (7, 8, 0, 1)),
        ("PARAM p = 2; MOV.S r, p;", bits(2, 2, 2, 2)),
        ("INT PARAM p = -2; MOV.S r, p;", (0xFFFFFFFE,) * 4),
        ("UINT PARAM p = {1, 2}; MOV.U r, p;", (1, 2, 0, 1)),
        ("MOV r, 99999999999;", bits(*[99999999999.0] * 4)),
        ("MOV r, 1e39;", (0x7F800000,) * 4),
        ("MOV r, 1e-60;", (0, 0, 0, 0)),
        ("MOV r, 16777217;", bits(*[16777216.0] * 4)),
        # Just above and just below halfway between two floats: one rounding, not two.
        ("MOV r, 1.00000005960464477539062500001;", (0x3F800001,) * 4),
        ("MOV r, 1.00000005960464477539062499999;", (0x3F800000,) * 4),
        ("MOV r, 1.000000059604644775390625;", (0x3F800000,) * 4),
        ("MOV r, 1.000000178813934326171875;", (0x3F800002,) * 4),
        ("MOV r, 340282356779733661637539395458142568447;", (0x7F7FFFFF,) * 4),
    ],
)
def test_constants(text: str, expected: tuple[int, ...]) -> None:
    """NV_gpu_program4 2.X.3.3."""
    assert words(text) == expected


def test_integers_are_floats_in_arb_programs() -> None:
    """ARB_vertex_program 2.14.2: the specification's own examples write them."""
    assert words("MOV r, {1, 2, 3, 4};", ARB) == bits(1, 2, 3, 4)
    assert words("MOV r, 2.x;", ARB) == bits(2, 2, 2, 2)


def test_a_negative_scalar_operand_is_a_negated_constant() -> None:
    """NV_gpu_program4 2.X.3.3: the sign of a constant operand is the operand's."""
    found = one("MOV.U r, -1;")
    assert found.operands[0].negate


# Variables


def test_variables() -> None:
    text = "SHORT INT TEMP x[3], y; ADDRESS b;"
    found = load(f"{ARB2} TEMP x, y; ADDRESS b; ALIAS z = y; ALIAS w = z; MOV w, z; END")
    assert [(one.name, one.file, one.index, one.alias) for one in found.variables] == [
        ("x", RegisterFile.TEMPORARY, 0, ""),
        ("y", RegisterFile.TEMPORARY, 1, ""),
        ("b", RegisterFile.ADDRESS, 0, ""),
        ("z", RegisterFile.TEMPORARY, 1, "y"),
        ("w", RegisterFile.TEMPORARY, 1, "z"),
    ]
    assert found.instructions[0].operands[0].register == Register(RegisterFile.TEMPORARY, 1)
    assert found.temporaries == 2
    typed = load(f"{NV4} {text.split('ADDRESS')[0]} MOV.S x[2], y; END")
    assert [(one.count, one.array, one.type, one.size) for one in typed.variables] == [
        (3, True, SIGNED, "SHORT"),
        (1, False, SIGNED, "SHORT"),
    ]
    destination = typed.instructions[0].destination
    assert destination is not None
    assert destination.register == Register(RegisterFile.TEMPORARY, 2)
    assert typed.temporaries == 4


# Flow (NV_gpu_program4 2.X.5)


def flow(text: str, header: str = NV4) -> list[tuple[str, int | None]]:
    """(name, target) of every instruction; an implicit one in lower case."""
    return [
        (one.opcode.name.lower() if one.implicit else one.opcode.name, one.target)
        for one in instructions(text, header)
    ]


def test_partners() -> None:
    text = "IF EQ.x; MOV r, s; ELSE; MOV s, r; ENDIF; IF NE; ENDIF;"
    assert flow(text) == [
        ("IF", 2),
        ("MOV", None),
        ("ELSE", 4),
        ("MOV", None),
        ("ENDIF", None),
        ("IF", 6),
        ("ENDIF", None),
    ]
    text = "REP 2; IF EQ; BRK; ENDIF; REP; CONT (GT.x); BRK NE; ENDREP; CONT; ENDREP;"
    assert flow(text) == [
        ("REP", 9),
        ("IF", 3),
        ("BRK", 9),
        ("ENDIF", None),
        ("REP", 7),
        ("CONT", 7),
        ("BRK", 7),
        ("ENDREP", 4),
        ("CONT", 9),
        ("ENDREP", 0),
    ]


def test_repeat_operands() -> None:
    endless, counted, signed = (
        found for found in instructions("REP; BRK; ENDREP; REP r.y; ENDREP; REP.S i; ENDREP;")
        if found.opcode.flow is Flow.REPEAT
    )  # fmt: skip
    assert endless.operands == ()
    assert counted.operands[0].swizzle[0] == 1
    assert counted.operands[0].type is FLOAT
    assert signed.operands[0].type is SIGNED


@pytest.mark.parametrize(
    ("text", "expected", "entry"),
    [
        # A subroutine ends before the next label and at the end of the text.
        ("CAL f; f: MOV r, s;", [("CAL", 2), ("ret", None), ("MOV", None), ("ret", None)], 0),
        ("CAL f; RET; f: MOV r, s; RET;", [("CAL", 2), ("RET", None), ("MOV", None), ("RET", None)], 0),
        ("RET (EQ); f: RET;", [("RET", None), ("ret", None), ("RET", None)], 0),
        # Reaching a second label at the same place is reaching it.
        ("main: f: MOV r, s;", [("ret", None), ("MOV", None), ("ret", None)], 0),
        ("f: g: MOV r, s;", [("ret", None), ("MOV", None), ("ret", None)], 1),
        ("f: MOV r, s; main: CAL f;", [("MOV", None), ("ret", None), ("CAL", 0), ("ret", None)], 2),
        ("RET; f: g:", [("RET", None), ("ret", None), ("ret", None)], 0),
        ("MOV r, s;", [("MOV", None)], 0),
        ("", [], 0),
    ],
)
def test_subroutine_blocks(text: str, expected: list[tuple[str, int | None]], entry: int) -> None:
    found = program(text)
    assert flow(text) == expected
    assert found.entry == entry


def test_control_falls_through_labels_with_the_options() -> None:
    """NV_vertex_program2_option 2.14.4."""
    text = "MOV r, s; main: BRA g (GT.x); f: CAL f; g: PUSHA a; POPA a; RET (EQ.x); BRA end; end:"
    assert flow(text, ARB3) == [
        ("MOV", None),
        ("BRA", 3),
        ("CAL", 2),
        ("PUSHA", None),
        ("POPA", None),
        ("RET", None),
        ("BRA", 7),
    ]
    found = program(text, ARB3)
    assert found.entry == 1
    assert [(label.name, label.index) for label in found.labels] == [
        ("main", 1),
        ("f", 2),
        ("g", 3),
        ("end", 7),
    ]


def test_branch_conditions() -> None:
    text = "CAL f (GT1.xy".replace(".xy", ".y") + "); RET NE; f: IF SF0; ENDIF;"
    call, back, *_, test, _, _ = instructions(text)
    assert call.condition is not None
    assert (call.condition.test, call.condition.register, call.condition.swizzle) == ("GT", 1, (1, 1, 1, 1))
    assert isinstance(back.condition, Condition)
    assert test.condition is not None
    assert (test.condition.test, test.condition.register) == ("SF", 0)


# Profiles


@pytest.mark.parametrize(
    ("header", "count", "codes", "flags", "depth"),
    [(ARB, 27, 0, False, 0), (ARB2, 42, 1, False, 4), (ARB3, 48, 2, False, 4), (NV4, 79, 2, True, 4)],
)
def test_profiles(header: str, count: int, codes: int, flags: bool, depth: int) -> None:
    """ARB_vertex_program, NV_vertex_program2_option and NV_vertex_program3 Table X.5; NV_gpu_program4."""
    profile = program("", header).profile
    assert len(profile.opcodes) == count
    assert (profile.condition_codes, profile.flags, profile.call_depth) == (codes, flags, depth)


def test_option_3_implies_option_2() -> None:
    both = load(f"{ARB} OPTION NV_vertex_program3; OPTION NV_vertex_program2; END")
    assert both.profile is load(f"{ARB3} END").profile
    assert both.options == {"NV_vertex_program2", "NV_vertex_program3"}


@pytest.mark.parametrize("header", [ARB, ARB2, ARB3, NV4])
def test_every_instruction_of_a_profile_loads(header: str) -> None:
    """Each opcode, written as its row says, becomes one instruction of that opcode."""
    for row in program("", header).profile.opcodes.values():
        if row.is_flow:
            continue
        destination = {ResultClass.ADDRESS: "a.x" if header is ARB else "a", ResultClass.NONE: ""}
        parts = [part for part in [destination.get(row.result, "r")] if part]
        parts += ["s.x" if one.value == "s" else "a" if one.value == "A" else "s" for one in row.operands]
        parts += ["x, y, z, w"] if row.selectors else []
        parts += ["texture[0], 2D"] if row.texture else []
        found = one(f"{row.name} {', '.join(parts)};", header)
        assert found.opcode.key == row.key
        assert found.opcode.key in OPCODES
