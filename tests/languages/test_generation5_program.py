"""What the checker makes of programs of generation 5."""

from __future__ import annotations

import pytest

import nvrender
from nvrender.languages.load import load
from nvrender.languages.profiles import PROFILES
from nvrender.ops.memory_access import STORAGES, Atomic, Rounding
from nvrender.ops.types import DataType
from nvrender.program import (
    Buffer,
    Compute,
    Geometry,
    Instruction,
    Program,
    RegisterFile,
    RelativeAddress,
    SubroutineType,
    Tessellation,
)
from nvrender.source import TargetError

FLOAT, SIGNED, UNSIGNED = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED
HEADERS = [f"!!NV{stage}5.0" for stage in ("vp", "tcp", "tep", "gp", "fp", "cp")]


def program(text: str, header: str = "!!NVvp5.0") -> Program:
    return load(f"{header} TEMP r, s; LONG TEMP d; {text} END")


def one(text: str, header: str = "!!NVvp5.0") -> Instruction:
    (found,) = program(text, header).instructions
    return found


@pytest.mark.parametrize(
    ("text", "type", "bits", "operands", "result"),
    [
        ("ADD r, s, d;", FLOAT, 32, [(FLOAT, 32)] * 2, FLOAT),
        ("ADD.F64 d, r, d;", FLOAT, 64, [(FLOAT, 64)] * 2, FLOAT),
        ("ADD.U32 d, r, d;", UNSIGNED, 32, [(UNSIGNED, 32)] * 2, UNSIGNED),
        ("FLR.S64 d, d;", SIGNED, 64, [(FLOAT, 64)], SIGNED),
        ("I2F.U64 d, d;", UNSIGNED, 64, [(UNSIGNED, 64)], FLOAT),
        ("SAD.S64 d, d, d, d;", SIGNED, 64, [(SIGNED, 64), (SIGNED, 64), (UNSIGNED, 64)], UNSIGNED),
        ("SHR.U64 d, d, r.x;", UNSIGNED, 64, [(UNSIGNED, 64)] * 2, UNSIGNED),
        ("BTC.U r, s;", UNSIGNED, 32, [(UNSIGNED, 32)], UNSIGNED),
        ("BFI r, s, s, s;", SIGNED, 32, [(SIGNED, 32)] * 3, SIGNED),
        ("CVT.U8.F64 r, d;", UNSIGNED, 64, [(FLOAT, 64)], UNSIGNED),
        ("LOAD.F64X2 d, d.x;", FLOAT, 64, [(UNSIGNED, 64)], FLOAT),
        ("STORE.S16 r, s.x;", SIGNED, 32, [(SIGNED, 32), (UNSIGNED, 64)], None),
        ("ATOM.CSWAP.U64 d, d, d.x;", UNSIGNED, 64, [(UNSIGNED, 64)] * 2, UNSIGNED),
        ("PK64.S d, r;", SIGNED, 32, [(SIGNED, 32)], SIGNED),
    ],
)
def test_types_and_widths(
    text: str, type: DataType, bits: int, operands: list[tuple[DataType, int]], result: DataType | None
) -> None:
    """NV_gpu_program5 2.X.4.1; the types of operands and results are NV_gpu_program4's."""
    found = one(text)
    assert (found.type, found.bits) == (type, bits)
    assert [(operand.type, operand.bits) for operand in found.operands] == operands
    assert (found.destination.type if found.destination else None) is result


def test_modifiers() -> None:
    """NV_gpu_program5 2.X.4.1, NV_compute_program5 2.X.2; their order is free but for CVT's two."""
    cvt = one("CVT.CEIL.S8.SAT.F16.CC r, s;")
    assert cvt.storages == (STORAGES["S8"], STORAGES["F16"])
    assert (cvt.rounding, cvt.condition_code) == (Rounding.UP, 0)
    assert one("ADD.PREC.F32 r, r, r;").precise
    atom = one("ATOM.VOL.U32.IWRAP.COH r, s, d.x;")
    assert (atom.atomic, atom.coherent, atom.volatile) == (Atomic.WRAPPING_INCREMENT, True, True)
    barrier = load("!!NVcp5.0 GROUP_SIZE 8; MEMBAR.CTA; END").instructions[0]
    assert barrier.group


def test_storage_modifiers() -> None:
    """NV_gpu_program5 2.X.4.5: no X3, no F8; components one after another."""
    assert len(STORAGES) == 33
    assert (STORAGES["U16X4"].bytes, STORAGES["F64X4"].bytes, STORAGES["S8"].bytes) == (8, 32, 1)
    extended = {name for name, row in STORAGES.items() if row.extended}
    assert extended == set("F16 F16X2 F16X4 S8X2 S8X4 S16X2 S16X4 U8X2 U8X4 U16X2 U16X4".split())


def test_constants_are_as_wide_as_their_operands() -> None:
    """NV_gpu_program4 2.X.3.3, at the width of NV_gpu_program5 2.X.4.1."""
    found = program("ADD.S64 d, d, {-9223372036854775808}; ADD.F64 d, d, 0.1; ADD.F32 r, r, 0.1;")
    words = [(row.words[0], row.bits) for row in found.parameters]
    assert words == [(0x8000000000000000, 64), (0x3FB999999999999A, 64), (0x3DCCCCCD, 32)]
    with pytest.raises(nvrender.ProgramError, match="does not fit a signed integer of 64 bits"):
        program("ADD.S64 d, d, 9223372036854775808;")
    assert program("ADD.S64 d, d, 0xFFFFFFFFFFFFFFFF;").parameters[0].words[0] == 0xFFFFFFFFFFFFFFFF


def test_memory_variables() -> None:
    """NV_gpu_program5 Table X.12.1: the buffer is chosen by the first index, the byte by the second."""
    found = program("CBUFFER c[] = { program.buffer[2..3][16..31] }; LDC.U32 r, -c[r.x][s.y+4].w;")
    register = found.instructions[0].operands[0].register
    assert (register.file, register.index, register.count) == (RegisterFile.BUFFER, 16, 16)
    assert (register.bank, register.banks, register.bytes) == (2, 2, True)
    assert register.bank_relative == RelativeAddress(0, 0, 0, RegisterFile.TEMPORARY)
    assert register.relative == RelativeAddress(1, 1, 4, RegisterFile.TEMPORARY)
    assert found.buffers == (Buffer(2, 0, True), Buffer(3, 0, True))
    both = program("BUFFER4 b = program.buffer[1][5]; CBUFFER c = program.buffer[1][7]; MOV r, b;")
    assert both.buffers == (Buffer(1, 4, True),)


def test_accesses() -> None:
    """NV_gpu_program5 2.X.4.4, NV_bindless_texture, EXT_shader_image_load_store 2.X.8."""
    text = "TEXTURE x[] = { texture[2..5] }; TXG r, s, x[r.z+1].w, 2D, offset(-s.yxzw);"
    access = program(text).instructions[0].texture
    assert access is not None and access.moved is not None
    assert (access.unit, access.units, access.component) == (2, 4, 3)
    assert access.relative == RelativeAddress(0, 2, 1, RegisterFile.TEMPORARY)
    assert (access.moved.type, access.moved.negate, access.moved.swizzle) == (SIGNED, True, (1, 0, 2, 3))
    two = program("TXL r, r, s, texture[1], ARRAYCUBE;").instructions[0]
    assert [operand.register.index for operand in two.operands] == [0, 1]
    store = program("STOREIM.U image[3], r, s, ARRAY1D;").instructions[0]
    assert store.image is not None
    assert (store.image.unit, store.image.target) == (3, "ARRAY1D")
    assert [operand.type for operand in store.operands] == [UNSIGNED, SIGNED]
    handle = load("!!NVvp5.0 OPTION NV_bindless_texture; LONG TEMP d; TEX d, d, handle(d.y), 2D; END")
    found = handle.instructions[0].texture
    assert found is not None and found.handle is not None
    assert (found.handle.bits, found.handle.type, found.handle.swizzle[0]) == (64, UNSIGNED, 1)


def test_subroutines() -> None:
    """ARB_shader_subroutine 2.X.5."""
    found = load(
        "!!NVvp5.0 TEMP r; SUBROUTINETYPE T { a }; SUBROUTINETYPE T { b, a }; SUBROUTINETYPE U { };"
        "SUBROUTINE T v[] = { program.subroutine[3..4] };"
        "a SUBROUTINENUM(7): RET; b SUBROUTINENUM(9): RET; main: CALI v[r.x] (GT.y); END"
    )
    assert found.subroutine_types == (SubroutineType("T", ("a", "b")), SubroutineType("U"))
    assert [(label.name, label.number) for label in found.labels] == [("a", 7), ("b", 9), ("main", None)]
    call = next(one for one in found.instructions if one.opcode.name == "CALI")
    register = call.operands[0].register
    assert (register.file, register.index, register.count) == (RegisterFile.SUBROUTINE, 3, 2)
    assert call.condition is not None and call.condition.test == "GT"


def test_directives() -> None:
    """NV_gpu_program5, NV_tessellation_program5 and NV_compute_program5 2.X.7.Y."""
    geometry = load(
        "!!NVgp5.0 INVOCATIONS 4; PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 2; END"
    )
    assert geometry.geometry == Geometry("PATCHES", 32, "POINTS", 2, 4)
    assert load("!!NVtcp5.0 VERTICES_OUT 5; END").tessellation == Tessellation(5)
    evaluation = load("!!NVtep5.0 TESS_POINT_MODE; TESS_MODE QUADS; TESS_SPACING FRACTIONAL_ODD; END")
    assert evaluation.tessellation == Tessellation(0, "QUADS", "FRACTIONAL_ODD", "CCW", True)
    assert load("!!NVcp5.0 GROUP_SIZE 8, 4; SHARED_MEMORY 12; END").compute == Compute((8, 4, 1), 12)


@pytest.mark.parametrize("header", HEADERS)
def test_columns_of_the_profiles(header: str) -> None:
    """NV_gpu_program5 Table X.13: the stages' own instructions, and the widths of the others."""
    profile = PROFILES[header]
    own = {
        "!!NVgp5.0": {"EMIT", "EMITS", "ENDPRIM"},
        "!!NVfp5.0": {"KIL", "DDX", "DDY", "IPAC", "IPAO", "IPAS"},
        "!!NVcp5.0": {"BAR", "ATOMS", "LDS", "STS"},
    }
    every = set().union(*own.values())
    assert set(profile.opcodes) & every == own.get(header, set())
    wide = {name for name, row in profile.opcodes.items() if FLOAT in row.wide}
    assert len(wide) == 27
    assert {name for name, row in profile.opcodes.items() if row.wide and FLOAT not in row.wide} == set(
        "AND I2F MOD NOT OR SAD SHL SHR XOR".split()
    )


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("!!NVvp5.0 TEMP r; CALI r; END", None),
        (
            "!!NVvp5.0 LONG ATTRIB a = vertex.attrib[3]; TEMP r;\nMOV r, a;\nMOV r, vertex.attrib[3]; END",
            ":3:1: an attribute in 32 bits that is LONG elsewhere",
        ),
    ],
)
def test_what_does_not_run_is_refused(text: str, what: str | None) -> None:
    """By every verb, with the instruction's place."""
    if what is None:
        with pytest.raises(nvrender.ProgramError):
            nvrender.run(text)
        return
    for verb in (nvrender.run, nvrender.translate):
        with pytest.raises(TargetError, match=what):
            verb(load(text))


@pytest.mark.parametrize(
    ("line", "target", "what"),
    [
        ("ADD.F64 d, d, 1;", "glsl330", ":2:1: ADD.F64 d, d, 1 needs doubles, which glsl330 has not"),
        ("MOV r, d;", "glsl330", ":2:1: MOV r, d needs doubles"),
    ],
)
def test_what_a_target_lacks_is_refused(line: str, target: str, what: str) -> None:
    found = load(f"!!NVvp5.0 TEMP r; LONG TEMP d;\n{line} END")
    with pytest.raises(TargetError, match=what):
        nvrender.translate(found, target)


def test_conversions_of_64_bits_run_on_the_oracle() -> None:
    """NV_gpu_program5 2.X.8, CVT: 2^63 + 2^39 is halfway between two floats, and rounded once."""
    head = "!!NVvp5.0 LONG TEMP d; MOV.U64 d, {0x8000008000000000, 0xFFFFFFFFFFFFFFFF, 0x20000000000001, 5};"
    text = "CVT.F32.U64 result.attrib[0], d; CVT.F32.U64.CEIL result.attrib[1], d; CVT.S8.S64.SAT d, d;"
    found = nvrender.run(f"{head} {text} MOV.S result.attrib[2], d; END")
    assert found["attrib[0]"].tolist() == [[2.0**63, 2.0**64, 2.0**53, 5.0]]
    assert found["attrib[1]"].tolist() == [[2.0**63 + 2.0**40, 2.0**64, 2.0**53 + 2.0**30, 5.0]]
    assert found["attrib[2]"].view("int32").tolist() == [[-128, -1, 127, 5]]
