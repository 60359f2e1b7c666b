"""Which opcodes, suffixes and texture targets each header takes, against the specifications' tables."""

from __future__ import annotations

from itertools import product

import pytest
from batches import every

from nvrender.languages.arb.options import with_options
from nvrender.languages.load import load
from nvrender.languages.profiles import PROFILES
from nvrender.program.opcodes import OperandClass, ResultClass
from nvrender.source import ProgramError

OPTIONS = {"AF": "", "AF1": "OPTION NV_fragment_program; ", "AF2": "OPTION NV_fragment_program2; "}
#: ARB_fragment_program, NV_fragment_program_option, NV_fragment_program2 Table X.5: instructions, and what
#: may follow them under each header (R, H, X precisions, C the code, S the clamps, - nothing), blank
#: where they do not exist.
TABLE = """
ABS ADD DP3 DP4 DPH FLR FRC MAD MAX MIN MOV MUL SGE SLT SUB | S | RHXCS | RHXCS
DST EX2 LG2 LIT POW RCP RSQ COS SIN                         | S | RHCS  | RHCS
SWZ XPD SCS                                                 | S | S     | RHCS
SEQ SFL SGT SLE SNE STR                                     |   | RHXCS | RHXCS
TEX TXB TXP                                                 | S | CS    | CS
TXL                                                         |   |       | CS
CMP                                                         | S | S     | CS
LRP                                                         | S | RHXCS | RHXCS
KIL                                                         | - | -     | -
DDX DDY RFL X2D                                             |   | RHCS  | RHCS
PK2H PK2US PK4B PK4UB                                       |   | -     | -
UP2H UP2US UP4B UP4UB TXD                                   |   | CS    | CS
DIV NRM                                                     |   |       | RHCS
DP2 DP2A                                                    |   |       | RHXCS
"""
ROWS = [
    (opcode, header, cell)
    for row in TABLE.split("\n")[1:-1]
    for opcode in row.split("|")[0].split()
    for header, cell in zip(OPTIONS, map(str.strip, row.split("|")[1:]), strict=True)
]


def _statement(opcode: str, suffix: str) -> str:
    row = with_options(PROFILES["!!ARBfp1.0"], frozenset({"NV_fragment_program2"})).opcodes[opcode]
    operands = ["s.x" if each is OperandClass.SCALAR else "s" for each in row.operands]
    if opcode == "SWZ":
        operands = ["s, x,y,z,w"]
    if row.texture:
        operands += ["texture", "2D"]
    destination = ["r.xyz" if opcode == "RFL" else "r"] if row.result is not ResultClass.NONE else []
    return f"{opcode}{suffix} {', '.join([*destination, *operands])};"


def _loads(text: str) -> int | None:
    """None if it loads, or the byte at which it does not."""
    try:
        load(text)
    except ProgramError as error:
        return error.position
    return None


@every(("opcode", "header", "cell"), ROWS)
def test_every_suffix_of_the_table_and_no_other(opcode: str, header: str, cell: str) -> None:
    """Each of R, H, X, C, C0, C1, _SAT, _SSAT, alone and together."""
    before = f"!!ARBfp1.0 {OPTIONS[header]}TEMP r, s; "
    for precision, code, clamp in product(["", *"RHX"], ["", "C", "C0", "C1"], ["", "_SAT", "_SSAT"]):
        offered = (
            cell != ""
            and (not precision or precision in cell)
            and (not code or (code == "C" and "C" in cell))
            and (not clamp or ("S" in cell and (clamp == "_SAT" or header == "AF2")))
        )
        statement = _statement(opcode, precision + code + clamp)
        assert _loads(f"{before}{statement} END") == (None if offered else len(before)), statement


def test_the_table_has_every_instruction() -> None:
    """33, 52 and 67 with the ten of control flow (NV_fragment_program2 3.11.X)."""
    flow = set("IF ELSE ENDIF REP ENDREP LOOP ENDLOOP BRK CAL RET".split())
    for header, option, count in (("AF", "", 33), ("AF1", "NV_fragment_program", 52)):
        profile = with_options(PROFILES["!!ARBfp1.0"], frozenset({option} - {""}))
        assert {opcode for opcode, one, cell in ROWS if one == header and cell} == set(profile.opcodes)
        assert len(profile.opcodes) == count
    full = with_options(PROFILES["!!ARBfp1.0"], frozenset({"NV_fragment_program2"}))
    assert {opcode for opcode, one, cell in ROWS if one == "AF2" and cell} | flow == set(full.opcodes)
    assert len(full.opcodes) == 67


BASE = "1D 2D 3D CUBE RECT".split()
SHADOW = "SHADOW1D SHADOW2D SHADOWRECT".split()
ARRAYS = "ARRAY1D ARRAY2D SHADOWCUBE SHADOWARRAY1D SHADOWARRAY2D BUFFER RENDERBUFFER".split()
TARGETS = (*BASE, *SHADOW, *ARRAYS)
#: NV_gpu_program4 2.X.4.4, Tables X.17 and X.18, and 2.X.8: what each instruction cannot read.
REFUSED = {
    "TEX": {"BUFFER", "RENDERBUFFER"},
    "TXD": {"BUFFER", "RENDERBUFFER"},
    **{name: {"SHADOWCUBE", "SHADOWARRAY2D", "BUFFER", "RENDERBUFFER"} for name in ("TXB", "TXL", "TXP")},
    "TXF": {name for name in TARGETS if "SHADOW" in name} | {"CUBE", "RENDERBUFFER"},
    "TXQ": set(),
    "TXFMS": set(TARGETS) - {"RENDERBUFFER"},
}
PRIMITIVES = "PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; "
NV4 = {"!!NVvp4.0": "", "!!NVfp4.0": "", "!!NVgp4.0": PRIMITIVES}


@pytest.mark.parametrize("header", NV4)
@pytest.mark.parametrize("opcode", REFUSED)
def test_targets_of_generation_4(header: str, opcode: str) -> None:
    """Every target with every instruction; the error is at the target."""
    derivatives = ", s, s" if opcode == "TXD" else ""
    for target in TARGETS:
        before = f"{header} OPTION NV_explicit_multisample; {NV4[header]}TEMP r, s; "
        before += f"{opcode} r, s{derivatives}, texture, "
        expected = len(before) if target in REFUSED[opcode] else None
        assert _loads(f"{before}{target}; END") == expected, target


@pytest.mark.parametrize("header", OPTIONS)
@pytest.mark.parametrize("shadow", ["", "OPTION ARB_fragment_program_shadow; "])
def test_targets_of_arb_fragment_programs(header: str, shadow: str) -> None:
    """ARB_fragment_program 3.11.6 has five, ARB_fragment_program_shadow three more."""
    opcodes = {"AF": "TEX TXB TXP", "AF1": "TEX TXB TXP TXD", "AF2": "TEX TXB TXP TXD TXL"}[header]
    for opcode, target in product(opcodes.split(), TARGETS):
        derivatives = ", s, s" if opcode == "TXD" else ""
        before = f"!!ARBfp1.0 {OPTIONS[header]}{shadow}TEMP r, s; {opcode} r, s{derivatives}, texture, "
        offered = target in BASE or (shadow and target in SHADOW)
        assert _loads(f"{before}{target}; END") == (None if offered else len(before)), (opcode, target)


@pytest.mark.parametrize("header", NV4)
def test_offsets_of_targets(header: str) -> None:
    """NV_gpu_program4 2.X.4.4: a number other than 0 for each dimension of an image, and no other."""
    dimensions = {
        **dict.fromkeys(("1D", "ARRAY1D", "SHADOW1D", "SHADOWARRAY1D"), 1),
        **dict.fromkeys(("2D", "RECT", "ARRAY2D", "SHADOW2D", "SHADOWRECT", "SHADOWARRAY2D"), 2),
        "3D": 3, "CUBE": 0, "SHADOWCUBE": 0,
    }  # fmt: skip
    for target, count in dimensions.items():
        before = f"{header} {NV4[header]}TEMP r, s; TEX r, s, texture, {target}, "
        for axis in range(3):
            offset = ", ".join("7" if each == axis else "0" for each in range(3))
            assert _loads(f"{before}({offset}); END") == (None if axis < count else len(before)), target
